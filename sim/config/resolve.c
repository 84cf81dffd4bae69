#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/config.h"

static const char blanks[] = " \t";

/* A stripped copy of the bytes from `begin` up to `end`. */
static char *stripped_copy(const char *begin, const char *end)
{
    while (begin < end && strchr(blanks, *begin))
        begin++;
    while (end > begin && strchr(blanks, end[-1]))
        end--;
    return config_copy_bytes(begin, (size_t)(end - begin));
}

/* Sets section.key in the overrides, in place of an earlier value. */
static bool set_override(struct config *config, const char *section, const char *key,
                         const char *value)
{
    struct config_assignment *old = config_assignments_find(&config->overrides, section, key);
    if (!old)
        return config_assignments_add(&config->overrides, section, key, value, NULL, 0);
    char *copy = config_copy_text(value);
    if (!copy)
        return false;
    free(old->value);
    old->value = copy;
    return true;
}

static bool check_and_set(struct config *config, const struct config_schema *schema,
                          const char *section, const char *key, const char *value,
                          const char *origin, struct diagnostics *errors)
{
    char error[CONFIG_ERROR_BYTES];
    if (!section || !key || !value) {
        config_report_no_memory(errors);
        return false;
    }
    if (!config_check(schema, section, key, value, error, sizeof error)) {
        diagnostics_bad_input(errors, "%s: %s", origin, error);
        return false;
    }
    bool set = set_override(config, section, key, value);
    if (!set)
        config_report_no_memory(errors);
    return set;
}

bool config_override(struct config *config, const struct config_schema *schema,
                     const char *assignment, const char *origin, struct diagnostics *errors)
{
    const char *equals = strchr(assignment, '=');
    const char *end = assignment + strlen(assignment);
    const char *name_end = equals ? equals : end;
    const char *dot = memchr(assignment, '.', (size_t)(name_end - assignment));
    if (!equals || !dot) {
        diagnostics_bad_input(errors, "%s: write section.key=value, not '%.*s'", origin, 160,
                              assignment);
        return false;
    }
    char *section = stripped_copy(assignment, dot);
    char *key = stripped_copy(dot + 1, equals);
    char *value = stripped_copy(equals + 1, end);
    bool done = check_and_set(config, schema, section, key, value, origin, errors);
    free(section);
    free(key);
    free(value);
    return done;
}

bool config_is_overridden(const struct config *config, const char *section, const char *key)
{
    return config_assignments_find(&config->overrides, section, key) != NULL;
}

/* The assignment that decides a key: variant before override before file. */
static const struct config_assignment *deciding(const struct config *config,
                                                const struct config_variant *variant,
                                                const char *section, const char *key)
{
    const struct config_assignment *found = NULL;
    if (variant)
        found = config_assignments_find(&variant->set, section, key);
    if (!found)
        found = config_assignments_find(&config->overrides, section, key);
    return found ? found : config_assignments_find(&config->file, section, key);
}

static void report_required(const struct config *config, const char *section,
                            const struct config_key *key, struct diagnostics *errors)
{
    char range[CONFIG_ERROR_BYTES];
    config_range_print(key, range, sizeof range);
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, config->path, 0,
                    "%s.%s is required (%s; %s): write %s = ... in [%s]", section, key->name,
                    key->help ? key->help : "", range, key->name, section);
}

static bool resolve_key(const struct config *config, const struct config_variant *variant,
                        const char *section, const struct config_key *key, void *value,
                        struct diagnostics *errors)
{
    char error[CONFIG_ERROR_BYTES];
    const struct config_assignment *set = deciding(config, variant, section, key->name);
    const char *text = set ? set->value : key->default_text;
    if (!text) {
        report_required(config, section, key, errors);
        return false;
    }
    if (config_value_parse(key, text, value, error, sizeof error))
        return true;
    if (set)
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, set->file, set->line, "%s.%s", section,
                        error);
    else
        diagnostics_bad_input(errors, "the default of %s.%s", section, error);
    return false;
}

bool config_resolve(const struct config *config, const struct config_schema *schema,
                    const struct config_variant *variant, void *params, struct diagnostics *errors)
{
    bool good = true;
    memset(params, 0, schema->size);
    for (size_t i = 0; i < schema->part_count; i++) {
        const struct config_part *part = &schema->parts[i];
        for (size_t j = 0; j < part->section->key_count; j++) {
            const struct config_key *key = &part->section->keys[j];
            char *value = (char *)params + part->offset + key->offset;
            good &= resolve_key(config, variant, part->section->name, key, value, errors);
        }
    }
    return good;
}
