#include "sim/cli/cli.h"

#include <string.h>

#include "sim/experiment/run.h"

static const struct cli_option options[] = {
    {"config", "CONFIG", NULL, "the same as FILE; may be repeated"},
};

/* Resolves one row and cuts its layer into tasks, as `run` would. */
static void check_row(const struct config *config, const struct config_variant *variant,
                      size_t *unknown, struct diagnostics *errors)
{
    struct setup setup;
    struct program program;
    struct workload_summary summary;
    char message[WORKLOAD_MESSAGE_BYTES];
    long line = variant ? variant->line : 0;
    if (!setup_resolve(config, variant, &setup, errors))
        return;
    switch (workload_build(&setup.workload, setup.chip.ane.cores, &program, &summary, message)) {
    case WORKLOAD_OK:
        program_free(&program);
        break;
    case WORKLOAD_UNKNOWN:
        (*unknown)++;
        break;
    case WORKLOAD_BAD_INPUT:
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, config->path, line, "%s", message);
        break;
    case WORKLOAD_NO_MEMORY:
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "%s", message);
        break;
    }
}

static void check_file(const char *name, struct diagnostics *errors, FILE *out)
{
    struct config config;
    size_t before = errors->count + errors->lost;
    size_t rows = 1;
    size_t unknown = 0;
    if (config_load(&config, &setup_schema, name, errors)) {
        rows = config.variant_count > 0 ? config.variant_count : 1;
        for (size_t i = 0; i < rows; i++)
            check_row(&config, config.variant_count > 0 ? &config.variants[i] : NULL, &unknown,
                      errors);
    }
    if (errors->count + errors->lost == before) {
        fprintf(out, "%s: ok, %zu row%s", config.path, rows, rows == 1 ? "" : "s");
        if (unknown > 0)
            fprintf(out, ", %zu of unknown size", unknown);
        fputc('\n', out);
    }
    config_free(&config);
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    for (size_t i = 0; i < arguments->option_count; i++)
        if (strcmp(arguments->options[i].option->name, "config") == 0)
            check_file(arguments->options[i].text, &errors, out);
    for (size_t i = 0; i < arguments->positional_count; i++)
        check_file(arguments->positionals[i], &errors, out);
    if (arguments->positional_count == 0 && !cli_value(arguments, "config"))
        diagnostics_bad_input(&errors, "check: which config? try anesim check m3.ini");
    return diagnostics_empty(&errors) ? CLI_DONE : cli_fail(&errors);
}

const struct cli_command command_check = {
    .name = "check",
    .positionals = "FILE...",
    .summary = "whether configs are valid; nothing is simulated",
    .notes = "FILE is a path or a name such as m3.ini.  Every mistake of every file is reported.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
