#include "sim/config/config_json.h"

#include <jansson.h>

/* The reference, or NULL with the reference dropped. */
static json_t *kept(json_t *json, bool done)
{
    if (done)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *value_json(const struct config_key *key, const void *value)
{
    char text[CONFIG_TEXT_BYTES];
    if (key->type == CONFIG_COUNT)
        return json_integer(*(const int64_t *)value);
    if (key->type == CONFIG_BOOL)
        return json_boolean(*(const int64_t *)value != 0);
    config_value_print(key, value, text, sizeof text);
    return json_string(text);
}

json_t *config_json_section(const struct config_part *part, const void *params)
{
    json_t *object = json_object();
    bool done = object != NULL;
    for (size_t i = 0; done && i < part->section->key_count; i++) {
        const struct config_key *key = &part->section->keys[i];
        const char *value = (const char *)params + part->offset + key->offset;
        done = json_object_set_new(object, key->name, value_json(key, value)) == 0;
    }
    return kept(object, done);
}

json_t *config_json(const struct config_schema *schema, const void *params)
{
    json_t *object = json_object();
    bool done = object != NULL;
    for (size_t i = 0; done && i < schema->part_count; i++)
        done = json_object_set_new(object, schema->parts[i].section->name,
                                   config_json_section(&schema->parts[i], params)) == 0;
    return kept(object, done);
}

/* The value as a config file would hold it; NULL: of no type that a key has. */
static const char *value_text(const json_t *json, char *buffer, size_t size)
{
    if (json_is_string(json))
        return json_string_value(json);
    if (json_is_integer(json))
        snprintf(buffer, size, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
    else if (json_is_boolean(json))
        snprintf(buffer, size, "%s", json_is_true(json) ? "on" : "off");
    else
        return NULL;
    return buffer;
}

static bool read_key(const json_t *section, const struct config_part *part,
                     const struct config_key *key, void *params, const char *origin,
                     struct diagnostics *errors)
{
    char buffer[32];
    char error[CONFIG_ERROR_BYTES];
    const json_t *json = json_object_get(section, key->name);
    const char *text = json ? value_text(json, buffer, sizeof buffer) : key->default_text;
    void *value = (char *)params + part->offset + key->offset;
    const char *name = part->section->name;
    if (text && config_value_parse(key, text, value, error, sizeof error))
        return true;
    if (text)
        diagnostics_bad_input(errors, "%s: %s.%s", origin, name, error);
    else
        diagnostics_bad_input(errors, "%s: %s.%s is %s", origin, name, key->name,
                              json ? "neither a text nor a whole number" : "missing");
    return false;
}

static bool read_section(json_t *section, const struct config_part *part, void *params,
                         const char *origin, struct diagnostics *errors)
{
    const char *name;
    json_t *ignored;
    bool good = true;
    json_object_foreach(section, name, ignored)
    {
        if (config_section_key(part->section, name))
            continue;
        diagnostics_bad_input(errors, "%s: there is no key %s.%.60s", origin, part->section->name,
                              name);
        good = false;
    }
    for (size_t i = 0; i < part->section->key_count; i++)
        good &= read_key(section, part, &part->section->keys[i], params, origin, errors);
    return good;
}

bool config_json_read(const json_t *object, const struct config_schema *schema, void *params,
                      const char *origin, struct diagnostics *errors)
{
    bool good = json_is_object(object);
    size_t known = 0;
    if (!good)
        diagnostics_bad_input(errors, "%s: not a JSON object", origin);
    for (size_t i = 0; good && i < schema->part_count; i++) {
        json_t *section = json_object_get(object, schema->parts[i].section->name);
        if (!section)
            continue;
        known++;
        good = read_section(section, &schema->parts[i], params, origin, errors);
    }
    if (good && known < json_object_size(object)) {
        diagnostics_bad_input(errors, "%s: holds a section that is not known", origin);
        good = false;
    }
    return good;
}
