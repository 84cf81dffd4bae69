#include "sim/report/stored_run.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/utf8.h"

#define COUNT_COLUMN(n) {.name = #n, .type = COLUMN_COUNT},
#define REAL_COLUMN(n)  {.name = #n, .type = COLUMN_REAL},

static const struct column run_columns_in_full[] = {
    {.name = "run_id", .type = COLUMN_TEXT},
    {.name = "config_id", .type = COLUMN_TEXT},
    {.name = "message", .type = COLUMN_TEXT},
    STORE_RUN_SHAPE(COUNT_COLUMN) STORE_RUN_COUNTS(COUNT_COLUMN) STORE_RUN_REALS(REAL_COLUMN)};

#define SET_COUNT(n) table_set_count(row, #n, run->n);
#define SET_REAL(n)  table_set_real(row, #n, run->n);

static void fill_row(const struct store_run *run, struct table *row)
{
    table_add_row(row);
    table_set_text(row, "run_id", run->id);
    table_set_text(row, "config_id", run->config_id);
    STORE_RUN_SHAPE(SET_COUNT)
    if (run->message[0] != '\0') {
        table_set_text(row, "message", run->message);
        return;
    }
    STORE_RUN_COUNTS(SET_COUNT)
    STORE_RUN_REALS(SET_REAL)
}

static const struct column fact_columns[] = {
    {.name = "column", .heading = "column", .type = COLUMN_TEXT},
    {.name = "value", .heading = "value", .type = COLUMN_TEXT},
    {.name = "unit", .heading = "unit", .type = COLUMN_TEXT},
};

/* By what a column's name contains. */
static const char *unit_of(const char *name)
{
    static const struct {
        const char *part;
        const char *unit;
    } units[] = {
        {"_ps", "ps"},
        {"_us", "us"},
        {"_gbps", "GB/s"},
        {"bytes_", "bytes"},
        {"lines", "lines"},
        {"utilization", "of the memory's peak"},
        {"cin", "channels"},
        {"cout", "channels"},
        {"kernel", "weights"},
        {"bits", "bits"},
        {"row_hits", "lines"},
        {"row_misses", "lines"},
        {"row_conflicts", "lines"},
    };
    if (strcmp(name, "k") == 0)
        return "laps";
    if (strcmp(name, "x") == 0)
        return "lines";
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strstr(name, units[i].part))
            return units[i].unit;
    return "";
}

static void add_fact(const struct store_run *run, const char *column, struct table *facts)
{
    char text[64];
    store_run_value(run, column, text, sizeof text);
    if (*text == '\0')
        return;
    table_add_row(facts);
    table_set_text(facts, "column", column);
    table_set_text(facts, "value", text);
    table_set_text(facts, "unit", unit_of(column));
}

#define ADD_FACT(n) add_fact(stored->run, #n, &facts);

static bool write_for_people(FILE *stream, const struct format *format,
                             const struct stored_run *stored)
{
    struct table facts;
    char heading[STORE_MESSAGE_BYTES + 128];
    const struct document_table places = {.heading = "Where it stands:", .rows = stored->places};
    snprintf(heading, sizeof heading, "Run %s\nConfig %s%s%s", stored->run->id,
             stored->run->config_id, stored->run->message[0] != '\0' ? "\nNo result: " : "",
             stored->run->message);
    table_init(&facts, fact_columns, sizeof fact_columns / sizeof fact_columns[0]);
    STORE_RUN_SHAPE(ADD_FACT)
    STORE_RUN_COUNTS(ADD_FACT)
    STORE_RUN_REALS(ADD_FACT)
    const struct document document = {
        .heading = heading, .rows = &facts, .tables = &places, .table_count = 1};
    bool done = !facts.failed && format->write(stream, &document);
    table_free(&facts);
    fputs("\nIts config (--format ini writes this alone):\n\n", stream);
    return done && stored_run_write_ini(stream, stored);
}

/* {"ane": {...}, ..., "workload": {...}}; a new reference, NULL when it is none. */
static json_t *whole_config(const struct stored_run *stored)
{
    json_t *config = json_loads(stored->config, 0, NULL);
    json_t *workload = json_loads(stored->run->workload, 0, NULL);
    bool good = json_is_object(config) && json_is_object(workload) &&
                json_object_set(config, "workload", workload) == 0;
    json_decref(workload);
    if (good)
        return config;
    json_decref(config);
    return NULL;
}

static bool add_config(const void *context, json_t *object)
{
    return json_object_set_new(object, "config", whole_config(context)) == 0;
}

bool stored_run_write(FILE *stream, const struct format *format, const struct stored_run *stored)
{
    struct table row;
    const struct document_table places = {.name = "places", .rows = stored->places};
    const struct document document = {.command = "db",
                                      .rows = &row,
                                      .tables = &places,
                                      .table_count = 1,
                                      .amend = add_config,
                                      .context = stored};
    if (format == &formats[0])
        return write_for_people(stream, format, stored);
    table_init(&row, run_columns_in_full,
               sizeof run_columns_in_full / sizeof run_columns_in_full[0]);
    fill_row(stored->run, &row);
    bool done = !row.failed && format->write(stream, &document);
    table_free(&row);
    return done;
}

/* A file of somebody else may hold anything; terminals and configs may not. */
static bool is_one_line(const char *text)
{
    size_t at;
    return !strchr(text, '\t') && utf8_check(text, strlen(text), &at) == UTF8_GOOD;
}

/* False when no config can hold that. */
static bool write_value(FILE *stream, const char *key, const json_t *value)
{
    if (json_is_integer(value))
        fprintf(stream, "%s = %" JSON_INTEGER_FORMAT "\n", key, json_integer_value(value));
    else if (json_is_boolean(value))
        fprintf(stream, "%s = %s\n", key, json_is_true(value) ? "on" : "off");
    else if (json_is_string(value) && is_one_line(key) && is_one_line(json_string_value(value)))
        fprintf(stream, "%s = %s\n", key, json_string_value(value));
    else
        return false;
    return true;
}

static bool write_section(FILE *stream, const char *name, json_t *section)
{
    const char *key;
    json_t *value;
    bool good = is_one_line(name);
    if (good)
        fprintf(stream, "[%s]\n", name);
    json_object_foreach(section, key, value)
    {
        good = good && write_value(stream, key, value);
    }
    return good;
}

static bool write_sections(FILE *stream, json_t *config)
{
    const char *name;
    json_t *section;
    bool first = true;
    bool good = config != NULL;
    json_object_foreach(config, name, section)
    {
        fputs(first ? "" : "\n", stream);
        good = good && write_section(stream, name, section);
        first = false;
    }
    return good;
}

/* All of it or nothing: half a config would be another one. */
bool stored_run_write_ini(FILE *stream, const struct stored_run *stored)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    json_t *config = whole_config(stored);
    bool good = memory && write_sections(memory, config);
    good = memory && fclose(memory) == 0 && good;
    if (good)
        fputs(text, stream);
    free(text);
    json_decref(config);
    return good && !ferror(stream);
}
