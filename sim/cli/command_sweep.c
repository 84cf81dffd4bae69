#include "sim/cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/cli/interrupt.h"
#include "sim/cli/machine.h"
#include "sim/cli/progress_bar.h"
#include "sim/cli/sweep_request.h"
#include "sim/report/sweep_write.h"
#include "sim/report/text.h"
#include "sim/store/store.h"

static const struct cli_option options[] = {
    MACHINE_OPTIONS,
    {"rounds", "R", NULL, "samples of each point (1 with --noise, else none)"},
    {"order", "ORDER", NULL, "of the samples: random (default), interleaved or sequential"},
    {"noise", NULL, NULL, "add the noise of section [noise] to each sample"},
    {"seed", "S", "noise.seed", NULL},
    {"jobs", "N", NULL, "threads, each with a simulation of its own (one per processor)"},
    {"shard", "I/N", NULL, "only every Nth point, from the Ith on; `anesim db merge` joins them"},
    {"db", "FILE", NULL, "store there what is not stored yet; made when not there"},
    {"format", "FORMAT", NULL, "table, json or csv: print the rows (table without --db)"},
    {"quiet", NULL, NULL, "no progress and no summary"},
};

static const char notes[] =
    "Every option that sets a key takes several values: items between commas, each a value or "
    "FROM:TO[:STEP], TO included when the steps meet it. Counts step by 1 when nothing is said; "
    "quantities with a unit need a step, and a negative one goes down: --cin 256:8192:128,2016 "
    "--set kdma.credit_return=5us:6us:0.1us. All combinations are run, the last option changing "
    "fastest. [row.*] sections play no part.\n"
    "With --db each point is on disk before it counts as done. Ctrl-C finishes what is running and "
    "stops; the same command again goes on and runs nothing twice. Neither --jobs nor --shard "
    "changes what is stored.\n"
    "Rows are as in `anesim run`; with --rounds or --noise, times and rates are medians of the "
    "samples. Speed-up is over the first point, whose config it is that json shows.";

/* Goes on in this line, or in the next where the piece does not fit. */
static void say_piece(size_t *column, const char *piece)
{
    size_t columns = text_columns(piece);
    bool fits = *column + 1 + columns <= TEXT_COLUMNS;
    fprintf(stderr, "%s%s", fits ? " " : "\n  ", piece);
    *column = fits ? *column + 1 + columns : 2 + columns;
}

static void say_summary(const struct sweep_request *request, const struct sweep_counts *counts,
                        int64_t samples)
{
    char reused[64] = "";
    char shard[64] = "";
    char piece[256];
    if (counts->reused > 0)
        snprintf(reused, sizeof reused, ", %" PRId64 " of another experiment", counts->reused);
    if (request->shards > 1)
        snprintf(shard, sizeof shard, " of shard %" PRId64 "/%" PRId64, request->shard + 1,
                 request->shards);
    fprintf(stderr, "%s:", request->db);
    size_t column = text_columns(request->db) + 1;
    snprintf(piece, sizeof piece, "%" PRId64 " runs%s (%" PRId64 " were there%s),",
             sweep_done(counts), shard, counts->before, reused);
    say_piece(&column, piece);
    snprintf(piece, sizeof piece, "%" PRId64 " samples;", samples);
    say_piece(&column, piece);
    snprintf(piece, sizeof piece, "experiment %.12s", request->plan.experiment.id);
    say_piece(&column, piece);
    fputs("\n", stderr);
}

/* What is safe, and how to go on. */
static void say_unfinished(const struct sweep_request *request, const struct sweep_counts *counts)
{
    if (request->db)
        fprintf(stderr,
                "anesim: stored in %s: %" PRId64 " of %" PRId64 " runs; to go on:\n"
                "  anesim sweep %s\n",
                request->db, sweep_done(counts), counts->points, request->command);
    else
        fputs("anesim: nothing was stored; add --db FILE\n", stderr);
}

/* Points that the layer is too small for are no fault; all of them are. */
static void say_impossible(const struct sweep_request *request, const struct sweep_found *found,
                           struct diagnostics *errors)
{
    if (found->impossible == 0)
        return;
    if (found->impossible == found->points && request->shards == 1)
        diagnostics_bad_input(errors, "no point has a result; %s: %s", found->label,
                              found->message);
    else if (!request->quiet)
        fprintf(stderr, "anesim: %" PRId64 " of %" PRId64 " points have no result; %s: %s\n",
                found->impossible, found->points, found->label, found->message);
}

static void conclude(const struct sweep_request *request, struct store *store,
                     const struct sweep_counts *counts, FILE *out, struct diagnostics *errors)
{
    struct sweep_found found;
    if (!sweep_find(store, &request->plan, &found, errors))
        return;
    say_impossible(request, &found, errors);
    if (diagnostics_empty(errors) && request->format)
        sweep_write(out, request->format, store, &request->plan, errors);
    if (request->db && !request->quiet)
        say_summary(request, counts, found.samples);
}

static enum cli_exit sweep(const struct sweep_request *request, struct store *store, FILE *out,
                           struct diagnostics *errors)
{
    struct sweep_counts counts;
    struct progress_bar bar;
    progress_bar_begin(&bar, request->quiet);
    const struct sweep_options settings = {
        .threads = (unsigned)request->threads,
        .shard = request->shard,
        .shards = request->shards,
        .stop = interrupt_begin(),
        .progress = progress_bar_update,
        .context = &bar,
    };
    bool done = sweep_run(&request->plan, store, &settings, &counts, errors);
    interrupt_end();
    progress_bar_end(&bar);
    if (done && sweep_done(&counts) == counts.points) {
        conclude(request, store, &counts, out, errors);
        return CLI_DONE;
    }
    if (done)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "interrupted");
    enum cli_exit code = cli_fail(errors);
    say_unfinished(request, &counts);
    return code;
}

static struct store *open_results(const struct sweep_request *request, struct diagnostics *errors)
{
    return request->db ? store_open(request->db, STORE_WRITE, errors) : store_open_memory(errors);
}

/* A file that is there is looked at before the plan is made, which may take
 * long; none is made for a plan that is no good. */
static enum cli_exit plan_and_sweep(struct sweep_request *request,
                                    const struct cli_arguments *arguments, FILE *out,
                                    struct diagnostics *errors)
{
    enum cli_exit code = CLI_DONE;
    bool there = request->db && access(request->db, F_OK) == 0;
    struct store *store = there ? open_results(request, errors) : NULL;
    if ((store || !there) && sweep_request_plan(request, arguments, errors)) {
        store = store ? store : open_results(request, errors);
        if (store)
            code = sweep(request, store, out, errors);
    }
    store_close(store);
    return code;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct sweep_request *request = calloc(1, sizeof *request);
    if (!request) {
        diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        return cli_fail(&errors);
    }
    enum cli_exit code = CLI_DONE;
    if (sweep_request_read(request, arguments, &errors))
        code = plan_and_sweep(request, arguments, out, &errors);
    sweep_request_free(request);
    free(request);
    return diagnostics_empty(&errors) ? code : cli_fail(&errors);
}

const struct cli_command command_sweep = {
    .name = "sweep",
    .summary =
        "many runs over ranges of any key; stored, resumed, spread over threads and machines",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
