#include "sim/config/schema.h"

#include <string.h>

const char *config_provenance_name(enum config_provenance provenance)
{
    switch (provenance) {
    case PROVENANCE_MEASURED:
        return "measured";
    case PROVENANCE_DERIVED:
        return "derived";
    case PROVENANCE_ASSUMED:
        return "assumed";
    case PROVENANCE_CALIBRATED:
        return "calibrated";
    case PROVENANCE_USER:
        return "user";
    }
    return "unknown";
}

const char *config_type_name(enum config_type type)
{
    switch (type) {
    case CONFIG_COUNT:
        return "count";
    case CONFIG_BYTES:
        return "bytes";
    case CONFIG_TIME:
        return "time";
    case CONFIG_TRANSFERS:
        return "transfers";
    case CONFIG_FREQUENCY:
        return "frequency";
    case CONFIG_BOOL:
        return "bool";
    case CONFIG_CHOICE:
        return "choice";
    case CONFIG_TEXT:
        return "text";
    }
    return "unknown";
}

const struct config_part *config_schema_part(const struct config_schema *schema,
                                             const char *section)
{
    for (size_t i = 0; i < schema->part_count; i++)
        if (strcmp(schema->parts[i].section->name, section) == 0)
            return &schema->parts[i];
    return NULL;
}

const struct config_key *config_section_key(const struct config_section *section, const char *key)
{
    for (size_t i = 0; i < section->key_count; i++)
        if (strcmp(section->keys[i].name, key) == 0)
            return &section->keys[i];
    return NULL;
}

const struct config_key *config_schema_find(const struct config_schema *schema, const char *section,
                                            const char *key, const struct config_part **part)
{
    const struct config_part *found = config_schema_part(schema, section);
    *part = found;
    return found ? config_section_key(found->section, key) : NULL;
}
