#include "sim/cli/cli.h"

#include "sim/cli/progress.h"
#include "sim/experiment/hypotheses.h"
#include "sim/report/hypotheses_write.h"

static const struct cli_option options[] = {
    {"config", "CONFIG", NULL, "the chip; default m3.ini"},
    {"set", "SECTION.KEY=VALUE", NULL, "replace a value of the config; may be repeated"},
    {"evidence", "FILE", NULL, "published measurements; default evidence/m3_report.csv"},
    {"explain", "NAME", NULL, "one explanation in sentences: claim, formula, for, against"},
    {"quick", NULL, NULL, "fewer points on the flanks of the notch"},
    {"threads", "N", NULL, "simulations at once; default: one a processor"},
    {"format", "FORMAT", NULL, "table (default), json, csv or markdown"},
};

static const char notes[] =
    "Each explanation is a set of values for the config; each piece of evidence is simulated with "
    "them and held against the published value.\n"
    "Exit code 3: no explanation survives.";

static bool run_lab(const struct cli_arguments *arguments, const struct setup *setup,
                    const struct evidence *evidence, const struct explanation *only,
                    struct matrix *matrix, struct diagnostics *errors)
{
    struct progress progress;
    struct lab lab;
    int64_t threads = 0;
    if (!cli_count(arguments, "threads", 1, 256, &threads, errors))
        return false;
    lab_init(&lab, setup, errors);
    lab.effort = cli_value(arguments, "quick") ? LAB_QUICK : LAB_NORMAL;
    lab.threads = (unsigned)threads;
    progress_begin(&progress);
    progress.what = "hypotheses";
    lab.progress = progress_update;
    lab.context = &progress;
    bool done = hypotheses_run(&lab, evidence, only, matrix);
    progress_end(&progress);
    lab_free(&lab);
    return done;
}

static bool write(FILE *out, const struct format *format, const struct setup *setup,
                  const struct explanation *only, const struct matrix *matrix,
                  struct diagnostics *errors)
{
    struct setup explained;
    if (!only || format != &formats[0])
        return hypotheses_write(out, format, setup, matrix);
    return explanation_apply(only, setup, &explained, errors) &&
           hypotheses_explain(out, &explained, matrix);
}

static bool any_survives(const struct matrix *matrix)
{
    for (size_t i = 0; i < matrix->explanation_count; i++)
        if (matrix_survives(matrix, i))
            return true;
    return false;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct setup setup;
    struct evidence evidence = {.row_count = 0};
    struct matrix matrix = {.piece_count = 0};
    const char *file = cli_value(arguments, "evidence");
    const char *name = cli_value(arguments, "explain");
    const struct format *format = cli_format(arguments, &hypotheses_markdown, &errors);
    const struct explanation *only = name ? explanation_find(name, &errors) : NULL;
    cli_setup(arguments, "m3.ini", &setup, &errors);
    evidence_read(&evidence, file ? file : "evidence/m3_report.csv", &errors);
    if (diagnostics_empty(&errors) &&
        run_lab(arguments, &setup, &evidence, only, &matrix, &errors) &&
        !write(out, format, &setup, only, &matrix, &errors))
        diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    bool good = only || any_survives(&matrix);
    evidence_free(&evidence);
    if (!diagnostics_empty(&errors))
        return cli_fail(&errors);
    return good ? CLI_DONE : CLI_CHECK_FAILED;
}

const struct cli_command command_hypotheses = {
    .name = "hypotheses",
    .summary = "which explanation survives which evidence?",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
