#include "sim/cli/model.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cli/progress.h"
#include "sim/report/text.h"

enum { PARTS_DEFAULT = 16, ALIGN_MAX = 1 << 16, HEAD_SPLIT_MAX = 1 << 16, BITS_MAX = 64 };

/* The words of a comma-separated option.  Each is one of `words`, and sets the
 * flag of the same index. */
static void read_words(const struct cli_arguments *arguments, const char *name,
                       const char *const *words, size_t count, bool *flags,
                       struct diagnostics *errors)
{
    const char *text = cli_value(arguments, name);
    while (text) {
        size_t bytes = strcspn(text, ",");
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)(bytes < sizeof word ? bytes : sizeof word - 1),
                 text);
        size_t i = 0;
        while (i < count && strcmp(word, words[i]) != 0)
            i++;
        if (i < count)
            flags[i] = true;
        else
            diagnostics_bad_input(errors, "--%s: unknown '%s'%s", name, word,
                                  cli_hint(word, words, count, "").text);
        text = text[bytes] == ',' ? text + bytes + 1 : NULL;
    }
}

static void read_import(struct import_options *import, const struct cli_arguments *arguments,
                        struct diagnostics *errors)
{
    static const char *const fusions[] = {"qkv", "gate_up"};
    bool fuse[2] = {false, false};
    read_words(arguments, "fuse", fusions, 2, fuse, errors);
    *import = (struct import_options){
        .format = cli_value(arguments, "input-format"),
        .fuse_qkv = fuse[0],
        .fuse_gate_up = fuse[1],
        .only = cli_value(arguments, "only"),
        .skip = cli_value(arguments, "skip"),
    };
    cli_count(arguments, "head-split", 1, HEAD_SPLIT_MAX, &import->head_split, errors);
    cli_count(arguments, "bits", 1, BITS_MAX, &import->bits, errors);
}

static void read_plan(struct plan_options *plan, const struct cli_arguments *arguments,
                      struct diagnostics *errors)
{
    const char *words[PLAN_STRATEGIES - 1];
    bool wanted[PLAN_STRATEGIES - 1] = {false};
    *plan = (struct plan_options){.parts_max = PARTS_DEFAULT, .align = 1};
    for (int i = PLAN_SPLIT_CIN; i < PLAN_STRATEGIES; i++)
        words[i - 1] = plan_strategies[i].option;
    read_words(arguments, "strategy", words, PLAN_STRATEGIES - 1, wanted, errors);
    for (int i = PLAN_SPLIT_CIN; i < PLAN_STRATEGIES && cli_value(arguments, "strategy"); i++)
        plan->forbidden[i] = !wanted[i - 1];
    cli_count(arguments, "max-parts", 2, PLAN_PARTS_MAX, &plan->parts_max, errors);
    cli_count(arguments, "align", 1, ALIGN_MAX, &plan->align, errors);
}

bool model_request_read(struct model_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors)
{
    int64_t threads = 0;
    *request = (struct model_request){.format = cli_format(arguments, NULL, errors)};
    cli_setup(arguments, "m3.ini", &request->setup, errors);
    read_import(&request->import, arguments, errors);
    read_plan(&request->plan, arguments, errors);
    cli_count(arguments, "threads", 1, 256, &threads, errors);
    request->times = (struct plan_times){
        .setup = &request->setup,
        .closed_form = cli_value(arguments, "closed-form") != NULL,
        .exact = cli_value(arguments, "exact") != NULL,
        .threads = (unsigned)threads,
    };
    if (request->times.closed_form && request->times.exact)
        diagnostics_bad_input(errors, "--closed-form and --exact: one or the other");
    return diagnostics_empty(errors);
}

bool model_read(const struct model_request *request, const struct cli_arguments *arguments,
                bool timed, struct shape_list *list, struct diagnostics *errors)
{
    if (arguments->positional_count != 1) {
        diagnostics_bad_input(errors, "which model? one file, or a name such as llama-3.2-1b");
        return false;
    }
    if (!import_shapes(arguments->positionals[0], &request->import, list, errors))
        return false;
    bool done = timed ? plan_assume(&request->setup, &request->times, list, list)
                      : plan_assume_partition(&request->setup, list);
    if (!done)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    return done;
}

bool model_simulate(struct model_request *request, struct diagnostics *errors)
{
    struct progress progress = {.what = "simulating"};
    progress_begin(&progress);
    request->times.progress = progress_update;
    request->times.context = &progress;
    bool done = plan_times_run(&request->times, errors);
    progress_end(&progress);
    return done;
}

void model_tell_assumptions(const struct model_request *request, const struct shape_list *list)
{
    if (strcmp(request->format->name, "csv") != 0)
        return;
    for (size_t i = 0; i < list->assumption_count; i++) {
        char *text = text_visible(list->assumptions[i]);
        fprintf(stderr, "anesim: assumed: %s\n", text ? text : "(out of memory)");
        free(text);
    }
}
