#include "sim/cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/machine.h"
#include "sim/cli/output_file.h"
#include "sim/cli/trace_options.h"
#include "sim/experiment/simulate.h"
#include "sim/report/text.h"
#include "sim/report/trace_format.h"
#include "sim/report/trace_text.h"

#define FORMAT_OPTION(name, help)  {#name, "FILE", NULL, help},
#define FORMAT_POINTER(name, help) &trace_##name,

static const struct cli_option options[] = {
    MACHINE_OPTIONS_WITH({"cores", "LIST", NULL, "cores to show, such as 0,3,8-15; default: all"}),
    {"from", "TIME", NULL, "show nothing earlier, such as 107us after the dispatch; default 0us"},
    {"to", "TIME", NULL, "show nothing later; default: the end of the program"},
    TRACE_FORMATS(FORMAT_OPTION){
        "text", NULL, NULL,
        "the first microseconds, next to those of the layer split or whole; the default without "
        "any FILE"},
    {"limit", "SIZE", NULL, "largest FILE, 256KiB or more, or none; default 64MiB"},
};

static const char notes[] =
    "One simulation of the layer as asked for writes all files at once; being watched changes no "
    "result.  FILE is put in its place when it is complete; - is standard output.  A file that "
    "reaches its limit is valid and ends early; a message says when.\n"
    "--cores chooses what is shown; how many cores take part is --set workload.cores=N.  Channels "
    "are always shown.\n"
    "--text looks at the first of --cores, for 10us from the beginning of the first task on unless "
    "--from or --to say otherwise: as one task and split in 2, or, with --split, as one task and "
    "split as asked.\n"
    "docs/TRACE.md says what the signals mean and how to open the files.";

static const struct trace_format *const formats_known[] = {TRACE_FORMATS(FORMAT_POINTER)};

enum { TEXT_PS = 10 * PS_PER_US };

/* One simulation with who watches it. */
struct watched {
    struct trace trace;
    struct trace_side side;
    struct simulation simulation;
};

/* Everything one call needs; too large for a stack. */
struct work {
    struct trace_request request;
    bool text;
    struct output_file files[TRACE_FORMAT_COUNT];
    struct trace_output outputs[TRACE_FORMAT_COUNT];
    struct setup other_setup;
    struct watched asked;
    struct watched other;
};

static sim_time origin_of(const struct setup *setup)
{
    return setup->chip.ane.dispatch_ps + setup->chip.ane.task_overhead_ps;
}

static bool open_files(struct work *work, const struct cli_arguments *arguments,
                       struct diagnostics *errors)
{
    bool any = false;
    for (size_t i = 0; i < TRACE_FORMAT_COUNT; i++) {
        struct output_file *file = &work->files[i];
        const char *path = cli_value(arguments, formats_known[i]->name);
        if (!path)
            continue;
        any = true;
        if (!output_spares_config(path, cli_value(arguments, "config"), errors) ||
            !output_open(file, path, errors))
            return false;
        for (size_t j = 0; j < i; j++)
            if (work->files[j].stream && output_same(file, &work->files[j]))
                diagnostics_bad_input(errors, "--%s and --%s both write %s", formats_known[j]->name,
                                      formats_known[i]->name, path);
        if (work->text && file->is_stdout)
            diagnostics_bad_input(errors, "--%s - and --text both write standard output",
                                  formats_known[i]->name);
        trace_output_init(&work->outputs[i], formats_known[i], file->stream, work->request.limit);
    }
    work->text = work->text || !any;
    return diagnostics_empty(errors);
}

/* Adds the half of a timeline to what watches a simulation. */
static bool add_side(const struct work *work, struct watched *watched, const struct setup *setup,
                     struct diagnostics *errors)
{
    const struct trace_window *window = &work->request.window;
    sim_time from = sim_time_max(window->from, origin_of(setup));
    sim_time to = work->request.has_to ? window->to : from + TEXT_PS;
    if (from >= to) {
        char first[32];
        snprintf(first, sizeof first, "%" PRId64 ".%06" PRId64, from / PS_PER_US, from % PS_PER_US);
        diagnostics_bad_input(errors,
                              "--to is before the first task begins, at %sus: --text has "
                              "nothing to show",
                              first);
        return false;
    }
    uint32_t core = (uint32_t)__builtin_ctzll(window->cores);
    trace_side_init(&watched->side, setup, core, from, to);
    trace_add(&watched->trace, &watched->side.sink);
    return true;
}

/* False, with a diagnostic, when there was nothing to see. */
static bool watch(struct watched *watched, const struct setup *setup, struct diagnostics *errors)
{
    struct simulation *simulation = &watched->simulation;
    if (!simulate(setup, &watched->trace.observer, simulation, errors))
        return false;
    if (simulation->status != WORKLOAD_OK)
        return true;
    sim_time from = watched->trace.window.from;
    sim_time time = simulation->result.time_ps;
    if (from >= time)
        diagnostics_bad_input(
            errors, "--from is after the end of the program, at %" PRId64 ".%06" PRId64 "us",
            time / PS_PER_US, time % PS_PER_US);
    else if (!trace_finish(&watched->trace, time))
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the trace");
    return diagnostics_empty(errors);
}

static bool watch_asked(struct work *work, struct diagnostics *errors)
{
    struct watched *asked = &work->asked;
    const struct setup *setup = &work->request.setup;
    trace_init(&asked->trace, setup, &work->request.window);
    for (size_t i = 0; i < TRACE_FORMAT_COUNT; i++)
        if (work->files[i].stream)
            trace_add(&asked->trace, &work->outputs[i].sink);
    if ((work->text && !add_side(work, asked, setup, errors)) || !watch(asked, setup, errors))
        return false;
    if (asked->simulation.status != WORKLOAD_OK)
        diagnostics_bad_input(errors, "%s", asked->simulation.message);
    return diagnostics_empty(errors);
}

/* The layer whole if it was to be split, else split in 2. */
static bool watch_other(struct work *work, struct diagnostics *errors)
{
    work->other_setup = work->request.setup;
    work->other_setup.workload.split = work->request.setup.workload.split == 1 ? 2 : 1;
    trace_init(&work->other.trace, &work->other_setup, &work->request.window);
    return add_side(work, &work->other, &work->other_setup, errors) &&
           watch(&work->other, &work->other_setup, errors);
}

static struct trace_column column_of(const struct watched *watched)
{
    return (struct trace_column){&watched->side, watched->simulation.result.time_ps};
}

static void write_text(const struct work *work, FILE *out)
{
    bool both = work->other.simulation.status == WORKLOAD_OK;
    bool asked_first = work->request.setup.workload.split == 1 || !both;
    struct trace_column columns[2] = {column_of(&work->asked), {NULL, 0}};
    if (both)
        columns[asked_first ? 1 : 0] = column_of(&work->other);
    if (!asked_first)
        columns[1] = column_of(&work->asked);
    trace_text_write(out, columns, origin_of(&work->request.setup));
    if (!both) {
        fputs("\nNot beside it: ", out);
        text_write_wrapped(out, work->other.simulation.message, strlen("Not beside it: "), 0);
    }
}

static void tell_limit(const struct trace_output *output, const struct output_file *file)
{
    if (output->stopped == SIM_NEVER)
        return;
    char limit[CONFIG_TEXT_BYTES];
    static const struct config_key size = {.type = CONFIG_BYTES};
    int64_t bytes = (int64_t)output->file.limit;
    config_value_print(&size, &bytes, limit, sizeof limit);
    fprintf(stderr,
            "anesim: %s ends at %" PRId64 ".%06" PRId64
            "us, where it reached %s; --from, --to and --cores choose what goes in, --limit how "
            "much\n",
            file->path, output->stopped / PS_PER_US, output->stopped % PS_PER_US, limit);
}

static void keep_files(struct work *work, struct diagnostics *errors)
{
    for (size_t i = 0; i < TRACE_FORMAT_COUNT; i++) {
        struct output_file *file = &work->files[i];
        struct trace_output *output = &work->outputs[i];
        if (!file->stream)
            continue;
        if (output->file.error == 0)
            tell_limit(output, file);
        output_keep(file, output->file.error, errors);
    }
}

static void do_work(struct work *work, const struct cli_arguments *arguments, FILE *out,
                    struct diagnostics *errors)
{
    work->text = cli_value(arguments, "text") != NULL;
    if (!trace_request_read(&work->request, arguments, errors) ||
        !open_files(work, arguments, errors) || !watch_asked(work, errors) ||
        (work->text && !watch_other(work, errors)))
        return;
    if (work->text)
        write_text(work, out);
    keep_files(work, errors);
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct work *work = calloc(1, sizeof *work);
    if (work)
        do_work(work, arguments, out, &errors);
    else
        diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    for (size_t i = 0; work && i < TRACE_FORMAT_COUNT; i++)
        output_drop(&work->files[i]);
    if (work) {
        trace_free(&work->asked.trace);
        trace_free(&work->other.trace);
    }
    free(work);
    return diagnostics_empty(&errors) ? CLI_DONE : cli_fail(&errors);
}

const struct cli_command command_trace = {
    .name = "trace",
    .summary = "one layer's first microseconds, or all of it as a waveform or a timeline",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
