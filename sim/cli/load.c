#include "sim/cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/decimal.h"
#include "sim/experiment/run.h"

/* "--cin 4096" is --set workload.cin=4096, but complains as --cin. */
static void apply_short(const struct cli_given *given, struct config *config,
                        struct diagnostics *errors)
{
    const struct cli_option *option = given->option;
    char origin[64];
    size_t size = strlen(option->sets) + strlen(given->text) + 2;
    char *assignment = malloc(size);
    if (!assignment) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        return;
    }
    snprintf(assignment, size, "%s=%s", option->sets, given->text);
    snprintf(origin, sizeof origin, "--%s", option->name);
    config_override(config, &setup_schema, assignment, origin, errors);
    free(assignment);
}

/* `anesim sweep` takes apart what has several values; the others do not. */
static void hint_at_sweep(const struct cli_given *given, size_t before, struct diagnostics *errors)
{
    const char *equals = given->option->sets ? NULL : strchr(given->text, '=');
    const char *value = equals ? equals + 1 : given->text;
    if (errors->count > before && strpbrk(value, ",:"))
        diagnostics_bad_input(errors, "--%s: for several values use `anesim sweep`",
                              given->option->name);
}

static bool load(const struct cli_arguments *arguments, const char *name, struct config *config,
                 struct diagnostics *errors)
{
    *config = (struct config){0};
    if (name)
        config_load(config, &setup_schema, name, errors);
    else
        diagnostics_bad_input(errors, "no config given; try --config m3.ini");
    for (size_t i = 0; i < arguments->option_count; i++) {
        const struct cli_given *given = &arguments->options[i];
        size_t before = errors->count;
        if (given->option->sets)
            apply_short(given, config, errors);
        else if (strcmp(given->option->name, "set") == 0)
            config_override(config, &setup_schema, given->text, "--set", errors);
        hint_at_sweep(given, before, errors);
    }
    return diagnostics_empty(errors);
}

bool cli_load(const struct cli_arguments *arguments, struct config *config,
              struct diagnostics *errors)
{
    return load(arguments, cli_value(arguments, "config"), config, errors);
}

bool cli_setup(const struct cli_arguments *arguments, const char *fallback, struct setup *setup,
               struct diagnostics *errors)
{
    struct config config;
    const char *name = cli_value(arguments, "config");
    bool done = load(arguments, name ? name : fallback, &config, errors) &&
                setup_resolve(&config, NULL, setup, errors);
    config_free(&config);
    return done;
}

bool cli_count(const struct cli_arguments *arguments, const char *name, int64_t min, int64_t max,
               int64_t *value, struct diagnostics *errors)
{
    const char *text = cli_value(arguments, name);
    struct decimal number;
    if (!text)
        return true;
    const char *rest = decimal_read(text, false, &number);
    if (rest && *rest == '\0' && decimal_scale(&number, 1, value) == DECIMAL_GOOD &&
        *value >= min && *value <= max)
        return true;
    diagnostics_bad_input(errors,
                          "--%s is a whole number from %" PRId64 " to %" PRId64 ", not '%.40s'",
                          name, min, max, text);
    return false;
}
