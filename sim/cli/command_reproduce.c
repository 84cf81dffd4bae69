#include "sim/cli/cli.h"

#include "sim/cli/progress.h"
#include "sim/report/reproduce_write.h"

static const struct cli_option options[] = {
    {"config", "CONFIG", NULL, "the chip; default m3.ini"},
    {"set", "SECTION.KEY=VALUE", NULL, "replace a value of the config; may be repeated"},
    {"evidence", "FILE", NULL, "published measurements; default evidence/m3_report.csv"},
    {"only", "ID|EXPERIMENT", NULL, "one row, or all rows of one experiment"},
    {"quick", NULL, NULL, "thin out the long sweeps"},
    {"full", NULL, NULL, "as many rounds as were published, all cores in all sweeps"},
    {"threads", "N", NULL, "simulations at once; default: one a processor"},
    {"format", "FORMAT", NULL, "table (default), json, csv or markdown (docs/RESULTS.md)"},
};

static const char notes[] =
    "Every row of the evidence gets the value that the simulator gives, its error and a verdict.  "
    "Rows of role fit were used to calibrate the config, rows of role predict never.\n"
    "Exit code 3: a row is out of its tolerance.";

static void begin(void *context, const struct experiment *experiment)
{
    struct progress *progress = context;
    progress->what = experiment->name;
}

static enum lab_effort effort_of(const struct cli_arguments *arguments, struct diagnostics *errors)
{
    bool quick = cli_value(arguments, "quick") != NULL;
    bool full = cli_value(arguments, "full") != NULL;
    if (quick && full)
        diagnostics_bad_input(errors, "--quick and --full: one or the other");
    return quick ? LAB_QUICK : full ? LAB_FULL : LAB_NORMAL;
}

static bool run_lab(const struct cli_arguments *arguments, const struct setup *setup,
                    const struct evidence *evidence, struct lab *lab,
                    struct reproduction *reproduction, struct diagnostics *errors)
{
    struct progress progress;
    lab_init(lab, setup, errors);
    lab->effort = effort_of(arguments, errors);
    int64_t threads = 0;
    cli_count(arguments, "threads", 1, 256, &threads, errors);
    lab->threads = (unsigned)threads;
    if (!diagnostics_empty(errors))
        return false;
    progress_begin(&progress);
    lab->progress = progress_update;
    lab->context = &progress;
    bool done = reproduce(lab, evidence, cli_value(arguments, "only"), begin, reproduction);
    progress_end(&progress);
    return done;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct setup setup;
    struct evidence evidence = {.row_count = 0};
    struct lab lab = {.threads = 0};
    struct reproduction reproduction = {.trial_count = 0};
    const char *file = cli_value(arguments, "evidence");
    const struct format *format = cli_format(arguments, &reproduce_markdown, &errors);
    bool ready = cli_setup(arguments, "m3.ini", &setup, &errors);
    ready = evidence_read(&evidence, file ? file : "evidence/m3_report.csv", &errors) && ready;
    if (ready && format && run_lab(arguments, &setup, &evidence, &lab, &reproduction, &errors)) {
        const struct reproduce_report report = {&setup, &evidence, &reproduction, lab.effort};
        if (!reproduce_write(out, format, &report))
            diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    }
    enum cli_exit code = reproduction.passed ? CLI_DONE : CLI_CHECK_FAILED;
    reproduction_free(&reproduction);
    lab_free(&lab);
    evidence_free(&evidence);
    return diagnostics_empty(&errors) ? code : cli_fail(&errors);
}

const struct cli_command command_reproduce = {
    .name = "reproduce",
    .summary = "does this build give the published measurements?",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
