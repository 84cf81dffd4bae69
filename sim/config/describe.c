#include "sim/config/describe.h"

#include "sim/config/unit.h"

enum { UNIT_BYTES = 64, RANGE_BYTES = 512 };

static void describe_key(const struct config_section *section, const struct config_key *key,
                         config_describe_visit visit, void *user)
{
    char units[UNIT_BYTES];
    char range[RANGE_BYTES];
    units_print(key->type, units, sizeof units);
    config_range_print(key, range, sizeof range);
    const char *unit = key->unit ? key->unit : "";
    const struct config_description description = {
        .section = section->name,
        .key = key->name,
        .type = config_type_name(key->type),
        .unit = units[0] != '\0' ? units : unit,
        .range = range,
        .default_text = key->default_text ? key->default_text : "required",
        .provenance = config_provenance_name(key->provenance),
        .help = key->help ? key->help : "",
        .required = !key->default_text,
    };
    visit(user, &description);
}

void config_describe_section(const struct config_section *section, config_describe_visit visit,
                             void *user)
{
    for (size_t i = 0; i < section->key_count; i++)
        describe_key(section, &section->keys[i], visit, user);
}

void config_describe(const struct config_schema *schema, config_describe_visit visit, void *user)
{
    for (size_t i = 0; i < schema->part_count; i++)
        config_describe_section(schema->parts[i].section, visit, user);
}
