#include <stdio.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/suggest.h"

enum { WORDS_MAX = 256 };

/* The section that has a key of that name, or NULL. */
static const struct config_section *owner_of(const struct config_schema *schema, const char *key)
{
    for (size_t i = 0; i < schema->part_count; i++)
        if (config_section_key(schema->parts[i].section, key))
            return schema->parts[i].section;
    return NULL;
}

static const char *nearest_section(const struct config_schema *schema, const char *section)
{
    const char *words[WORDS_MAX];
    size_t count = 0;
    for (; count < schema->part_count && count < WORDS_MAX; count++)
        words[count] = schema->parts[count].section->name;
    return suggest(section, words, count);
}

static const char *nearest_key(const struct config_section *section, const char *key)
{
    const char *words[WORDS_MAX];
    size_t count = 0;
    for (; count < section->key_count && count < WORDS_MAX; count++)
        words[count] = section->keys[count].name;
    return suggest(key, words, count);
}

void config_unknown_section(const struct config_schema *schema, const char *section, char *error,
                            size_t error_size)
{
    const char *near = nearest_section(schema, section);
    if (near)
        snprintf(error, error_size, "unknown section '%s'; did you mean '%s'?", section, near);
    else
        snprintf(error, error_size, "unknown section '%s'; 'anesim params' lists all", section);
}

static void unknown_key(const struct config_schema *schema, const struct config_section *section,
                        const char *key, char *error, size_t error_size)
{
    const char *near = nearest_key(section, key);
    const struct config_section *owner = owner_of(schema, key);
    if (near)
        snprintf(error, error_size, "unknown key '%s' in [%s]; did you mean '%s'?", key,
                 section->name, near);
    else if (owner)
        snprintf(error, error_size, "unknown key '%s' in [%s]; it belongs in [%s]", key,
                 section->name, owner->name);
    else if (strcmp(key, "inherits") == 0)
        snprintf(error, error_size,
                 "unknown key 'inherits' in [%s]; it belongs above the first section",
                 section->name);
    else
        snprintf(error, error_size, "unknown key '%s' in [%s]; 'anesim params' lists all", key,
                 section->name);
}

bool config_check(const struct config_schema *schema, const char *section, const char *key,
                  const char *value, char *error, size_t error_size)
{
    union {
        int64_t number;
        char text[CONFIG_TEXT_BYTES];
    } scratch;
    const struct config_part *part;
    const struct config_key *found = config_schema_find(schema, section, key, &part);
    if (!part) {
        config_unknown_section(schema, section, error, error_size);
        return false;
    }
    if (!found) {
        unknown_key(schema, part->section, key, error, error_size);
        return false;
    }
    int prefix = snprintf(error, error_size, "%s.", section);
    if (prefix < 0 || (size_t)prefix >= error_size)
        return false;
    return config_value_parse(found, value, &scratch, error + prefix, error_size - (size_t)prefix);
}
