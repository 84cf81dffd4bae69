#include <jansson.h>
#include <stdlib.h>

#include "sim/config/config_json.h"
#include "sim/report/format.h"
#include "sim/report/stats.h"
#include "sim/report/text.h"

/* Every function here returns a new reference, or NULL: out of memory; jansson
 * takes a NULL value as a failure of the object it is put into. */

static json_t *kept(json_t *json, bool done)
{
    if (done)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *json_text(const char *raw)
{
    char *text = text_utf8(raw);
    json_t *json = text ? json_string(text) : NULL;
    free(text);
    return json;
}

static json_t *json_cell(const struct column *column, const struct cell *cell)
{
    if (!cell->known)
        return json_null();
    switch (column->type) {
    case COLUMN_TEXT:
        return json_text(cell->text);
    case COLUMN_COUNT:
        return json_integer(cell->count);
    case COLUMN_REAL:
        return json_real(cell->real);
    }
    return NULL;
}

static json_t *json_row(const struct table *table, size_t row)
{
    json_t *object = json_object();
    bool done = object != NULL;
    for (size_t i = 0; done && i < table->column_count; i++)
        done = json_object_set_new(object, table->columns[i].name,
                                   json_cell(&table->columns[i], table_cell(table, row, i))) == 0;
    return kept(object, done);
}

static json_t *json_rows(const struct table *table)
{
    json_t *array = json_array();
    bool done = array != NULL;
    for (size_t row = 0; done && row < table->row_count; row++)
        done = json_array_append_new(array, json_row(table, row)) == 0;
    return kept(array, done);
}

static json_t *json_stats(const struct stats *stats)
{
    if (!stats->known)
        return json_null();
    json_t *object = json_object();
    bool done = object != NULL;
    for (size_t i = 0; done && i < STATS_COMPONENTS; i++) {
        const struct stats_component *component = &stats_components[i];
        const struct table *table = &stats->tables[i];
        json_t *value = component->keyed ? json_rows(table) : json_row(table, 0);
        done = json_object_set_new(object, component->name, value) == 0;
    }
    return kept(object, done);
}

/* The rows, each with its statistics and, if it is not known, why. */
static json_t *json_document_rows(const struct document *document)
{
    json_t *rows = json_rows(document->rows);
    bool done = rows != NULL;
    for (size_t i = 0; done && i < document->rows->row_count; i++) {
        json_t *row = json_array_get(rows, i);
        if (document->notes && document->notes[i])
            done = json_object_set_new(row, "message", json_text(document->notes[i])) == 0;
        if (done && document->stats)
            done = json_object_set_new(row, "stats", json_stats(&document->stats[i])) == 0;
    }
    return kept(rows, done);
}

static json_t *json_assumptions(const struct document *document)
{
    json_t *array = json_array();
    bool done = array != NULL;
    for (size_t i = 0; done && i < document->assumption_count; i++)
        done = json_array_append_new(array, json_text(document->assumptions[i])) == 0;
    return kept(array, done);
}

/* What stands beside the rows. */
static bool fill_rest(json_t *object, const struct document *document)
{
    bool done = true;
    for (size_t i = 0; done && i < document->table_count; i++)
        done = !document->tables[i].name ||
               json_object_set_new(object, document->tables[i].name,
                                   json_rows(document->tables[i].rows)) == 0;
    if (done && document->diagnosis)
        done = json_object_set_new(object, "diagnosis", json_text(document->diagnosis)) == 0;
    if (done && document->assumption_count > 0)
        done = json_object_set_new(object, "assumptions", json_assumptions(document)) == 0;
    return done && (!document->amend || document->amend(document->context, object));
}

static bool fill(json_t *object, const struct document *document)
{
    bool done = object && json_object_set_new(object, "anesim", json_text(ANESIM_VERSION)) == 0 &&
                json_object_set_new(object, "command", json_text(document->command)) == 0;
    if (done && document->schema)
        done = json_object_set_new(object, "config",
                                   config_json(document->schema, document->params)) == 0;
    done = done && json_object_set_new(object, "rows", json_document_rows(document)) == 0;
    return done && fill_rest(object, document);
}

bool format_json(FILE *stream, const struct document *document)
{
    json_t *object = json_object();
    bool done =
        fill(object, document) &&
        json_dumpf(object, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(FORMAT_REAL_DIGITS)) == 0;
    json_decref(object);
    fputc('\n', stream);
    return done && !ferror(stream);
}
