#include "sim/cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cli/machine.h"
#include "sim/cli/quote.h"
#include "sim/experiment/run_store.h"
#include "sim/report/run_write.h"

static const struct cli_option options[] = {
    MACHINE_OPTIONS,
    {"format", "FORMAT", NULL, "table (default), json or csv"},
    {"db", "FILE", NULL, "also store the rows there; made when not there"},
    {"stats", "[=full]", NULL,
     "where the time went, latencies, memory; full: also per core and channel"},
};

static const char notes[] =
    "Columns: lines/core are 64-byte lines of the fullest task of core 0, k laps of the ring and "
    "x lines beside; credit is what the ring grants at the start; GB = 1e9 bytes; speed-up is over "
    "the first row.\n"
    "With --split, --axis or --pad the rows are the layer whole and the layer as asked for, "
    "instead of the rows of the config.\n"
    "With --stats, json holds \"stats\" in every row, and csv becomes long: label, component, "
    "index, metric, value; both always in full.";

static bool parse_stats(const struct cli_arguments *arguments, enum run_stats *stats,
                        struct diagnostics *errors)
{
    static const char *const levels[] = {"full"};
    const char *text = cli_value(arguments, "stats");
    *stats = RUN_STATS_NONE;
    if (!text)
        return true;
    *stats = *text == '\0' ? RUN_STATS_SUMMARY : RUN_STATS_FULL;
    if (*text == '\0' || strcmp(text, levels[0]) == 0)
        return true;
    struct cli_hint hint = cli_hint(text, levels, 1, "");
    diagnostics_bad_input(errors, "--stats takes nothing or full, not '%.100s'%s", text, hint.text);
    return false;
}

/* The config as it is without rows; the first row's where it needs them. */
static void base_setup(const struct config *config, const struct run_report *report,
                       struct setup *setup)
{
    struct diagnostics ignored = {0};
    if (!setup_resolve(config, NULL, setup, &ignored))
        *setup = report->rows[0].setup;
    diagnostics_free(&ignored);
}

static void store_rows(const char *path, const struct cli_arguments *arguments,
                       const struct run_report *report, struct diagnostics *errors)
{
    char *varied = cli_quoted(arguments, true);
    struct store_experiment experiment = {.arguments = varied};
    struct store *store = varied ? store_open(path, STORE_WRITE, errors) : NULL;
    if (!varied)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    if (store && run_store(report, store, &experiment, errors))
        fprintf(stderr, "%s: %zu rows stored; experiment %.12s\n", path, report->row_count,
                experiment.id);
    store_close(store);
    free(varied);
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct config config;
    struct run_report report = {0};
    enum run_stats stats;
    const struct format *format = cli_format(arguments, NULL, &errors);
    parse_stats(arguments, &stats, &errors);
    if (cli_load(arguments, &config, &errors) &&
        run_experiment(&config, stats != RUN_STATS_NONE, &report, &errors)) {
        struct setup setup;
        base_setup(&config, &report, &setup);
        if (!run_write(out, format, &report, &setup, stats))
            diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        if (cli_value(arguments, "db"))
            store_rows(cli_value(arguments, "db"), arguments, &report, &errors);
    }
    run_report_free(&report);
    config_free(&config);
    return diagnostics_empty(&errors) ? CLI_DONE : cli_fail(&errors);
}

const struct cli_command command_run = {
    .name = "run",
    .summary = "one layer: whole, split, fixed, side by side",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
