#include "sim/config/layer.h"

#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/file.h"
#include "sim/config/strict_ini.h"

/* One file on its way into a layer. */
struct layer_reader {
    struct config_layer *layer;
    const struct config_schema *schema;
    const char *path;
    long *section_lines;        /* per part: where its header was; 0: not yet */
    struct config_variant *row; /* inside a [row.NAME] */
    bool repeated;              /* below a second header of the same name */
    struct diagnostics *errors;
};

#define MISTAKE(reader, line, ...)                                                                 \
    diagnostics_add((reader)->errors, DIAGNOSTIC_BAD_INPUT, (reader)->path, (line), __VA_ARGS__)

static bool is_row_name(const char *name)
{
    size_t bytes = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return bytes > 0 && name[bytes] == '\0';
}

static struct config_variant *find_row(const struct config_layer *layer, const char *name)
{
    for (size_t i = 0; i < layer->variant_count; i++)
        if (strcmp(layer->variants[i].name, name) == 0)
            return &layer->variants[i];
    return NULL;
}

static struct config_variant *append_row(struct config_layer *layer, const char *name, long line)
{
    if (layer->variant_count == layer->variant_capacity) {
        size_t capacity = layer->variant_capacity > 0 ? layer->variant_capacity * 2 : 8;
        struct config_variant *variants = realloc(layer->variants, capacity * sizeof *variants);
        if (!variants)
            return NULL;
        layer->variants = variants;
        layer->variant_capacity = capacity;
    }
    struct config_variant row = {.name = config_copy_text(name), .line = line};
    row.label = config_copy_text(name);
    if (!row.name || !row.label) {
        config_variant_free(&row);
        return NULL;
    }
    layer->variants[layer->variant_count] = row;
    return &layer->variants[layer->variant_count++];
}

static bool begin_row(struct layer_reader *reader, const char *name, long line)
{
    struct config_layer *layer = reader->layer;
    if (!is_row_name(name)) {
        MISTAKE(reader, line, "a row is named by letters, digits, - and _: not [row.%s]", name);
        return false;
    }
    struct config_variant *row = find_row(layer, name);
    reader->repeated = row != NULL;
    if (row)
        MISTAKE(reader, line, "duplicate section [row.%s]; the first is on line %ld", name,
                row->line);
    else if (layer->variant_count == CONFIG_ROWS_MAX)
        MISTAKE(reader, line, "more than %d rows", CONFIG_ROWS_MAX);
    else if (!(row = append_row(layer, name, line)))
        config_report_no_memory(reader->errors);
    reader->row = row;
    return row != NULL;
}

static bool begin_section(void *user, const char *name, long line)
{
    struct layer_reader *reader = user;
    reader->row = NULL;
    reader->repeated = false;
    if (strncmp(name, "row.", 4) == 0)
        return begin_row(reader, name + 4, line);
    const struct config_part *part = config_schema_part(reader->schema, name);
    if (!part) {
        char error[CONFIG_ERROR_BYTES];
        config_unknown_section(reader->schema, name, error, sizeof error);
        MISTAKE(reader, line, "%s", error);
        return false;
    }
    long *first = &reader->section_lines[part - reader->schema->parts];
    reader->repeated = *first != 0;
    if (reader->repeated)
        MISTAKE(reader, line, "duplicate section [%s]; the first is on line %ld", name, *first);
    else
        *first = line;
    return true;
}

static void take_top_key(struct layer_reader *reader, const char *key, const char *value, long line)
{
    struct config_layer *layer = reader->layer;
    if (strcmp(key, "inherits") != 0) {
        MISTAKE(reader, line, "key '%s' stands above the first section; only 'inherits' may", key);
    } else if (layer->inherits) {
        MISTAKE(reader, line, "duplicate key 'inherits'; the first is on line %ld",
                layer->inherits_line);
    } else {
        layer->inherits = config_copy_text(value);
        layer->inherits_line = line;
        if (!layer->inherits)
            config_report_no_memory(reader->errors);
    }
}

/* Checks one assignment and adds it to `list`.  Below a repeated header the
 * header was blamed already, so a second assignment of a key is not. */
static void take_key(struct layer_reader *reader, struct config_assignments *list,
                     const char *section, const char *key, const char *value, long line)
{
    char error[CONFIG_ERROR_BYTES];
    const struct config_assignment *first = config_assignments_find(list, section, key);
    if (first && !reader->repeated)
        MISTAKE(reader, line, "duplicate key '%s%s%s'; the first is on line %ld",
                reader->row ? section : "", reader->row ? "." : "", key, first->line);
    if (!config_check(reader->schema, section, key, value, error, sizeof error))
        MISTAKE(reader, line, "%s", error);
    /* A wrong one is kept too: it is how a duplicate of it is noticed. */
    if (!first && !config_assignments_add(list, section, key, value, reader->path, line))
        config_report_no_memory(reader->errors);
}

static void take_label(struct layer_reader *reader, const char *value, long line)
{
    struct config_variant *row = reader->row;
    if (row->label_line != 0) {
        if (!reader->repeated)
            MISTAKE(reader, line, "duplicate key 'label'; the first is on line %ld",
                    row->label_line);
        return;
    }
    char *label = config_copy_text(value);
    if (!label) {
        config_report_no_memory(reader->errors);
        return;
    }
    free(row->label);
    row->label = label;
    row->label_line = line;
}

static void take_row_key(struct layer_reader *reader, const char *key, const char *value, long line)
{
    char section[STRICT_INI_LINE_BYTES_MAX + 1];
    const char *dot = strchr(key, '.');
    if (strcmp(key, "label") == 0) {
        take_label(reader, value, line);
    } else if (!dot || dot == key || dot[1] == '\0') {
        MISTAKE(reader, line, "key '%s' in [row.%s]: write label = text or section.key = value",
                key, reader->row->name);
    } else {
        memcpy(section, key, (size_t)(dot - key));
        section[dot - key] = '\0';
        take_key(reader, &reader->row->set, section, dot + 1, value, line);
    }
}

static void take_assignment(void *user, const char *section, const char *key, const char *value,
                            long line)
{
    struct layer_reader *reader = user;
    if (reader->row)
        take_row_key(reader, key, value, line);
    else if (*section == '\0')
        take_top_key(reader, key, value, line);
    else
        take_key(reader, &reader->layer->set, section, key, value, line);
}

void config_layer_read(struct config_layer *layer, const struct config_schema *schema,
                       const char *path, struct diagnostics *errors)
{
    char *text = NULL;
    size_t size = 0;
    if (!config_file_read(path, &text, &size, errors))
        return;
    struct layer_reader reader = {.layer = layer, .schema = schema, .path = path, .errors = errors};
    const struct strict_ini_events events = {&reader, begin_section, take_assignment};
    reader.section_lines = calloc(schema->part_count + 1, sizeof *reader.section_lines);
    if (reader.section_lines)
        strict_ini_read(path, text, size, &events, errors);
    else
        config_report_no_memory(errors);
    free(reader.section_lines);
    free(text);
}

void config_layer_free(struct config_layer *layer)
{
    config_assignments_free(&layer->set);
    for (size_t i = 0; i < layer->variant_count; i++)
        config_variant_free(&layer->variants[i]);
    free(layer->variants);
    free(layer->inherits);
    *layer = (struct config_layer){0};
}
