#include "sim/experiment/plan_file.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/suggest.h"
#include "sim/workload/import_source.h"

enum { CHANNELS_MAX = 1 << 24, BYTES_MAX = 16 << 20 };

static const char *const top_keys[] = {"plan_version", "rows",     "anesim", "command",
                                       "config",       "model",    "rates",  "candidates",
                                       "assumptions",  "diagnosis"};
static const char *const row_keys[] = {"name",
                                       "count",
                                       "cin",
                                       "cout",
                                       "kernel",
                                       "bits",
                                       "groups",
                                       "sizes",
                                       "lines_per_core",
                                       "bytes_per_core",
                                       "mib_per_core",
                                       "k",
                                       "x",
                                       "credit_lines",
                                       "notch",
                                       "time_us",
                                       "throughput_gbps",
                                       "token_share",
                                       "cost_us",
                                       "strategy",
                                       "axis",
                                       "tasks",
                                       "operations",
                                       "planned_time_us",
                                       "gain_us",
                                       "token_gain_us",
                                       "message"};

/* One row while it is read: its number, from 0, for messages. */
struct reader {
    const struct plan_file *file;
    size_t row;
    struct diagnostics *errors;
};

#define FAIL(reader, ...) (complain(reader, __VA_ARGS__), false)

static void complain(const struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void complain(const struct reader *reader, const char *format, ...)
{
    char text[CONFIG_ERROR_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    diagnostics_add(reader->errors, DIAGNOSTIC_BAD_INPUT, reader->file->path, 0, "rows[%zu]: %s",
                    reader->row, text);
}

/* The first key of an object that is none of `keys`; NULL: all are. */
static const char *unknown_key(json_t *object, const char *const *keys, size_t count)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        size_t i = 0;
        while (i < count && strcmp(key, keys[i]) != 0)
            i++;
        if (i == count)
            return key;
    }
    return NULL;
}

/* Channels of a layer; left alone when the key is absent. */
static bool read_channels(const struct reader *reader, json_t *row, const char *key, int64_t *value)
{
    json_t *json = json_object_get(row, key);
    if (!json)
        return true;
    if (!json_is_integer(json) || json_integer_value(json) < 1 ||
        json_integer_value(json) > CHANNELS_MAX)
        return FAIL(reader, "\"%s\" is a whole number from 1 to %d", key, CHANNELS_MAX);
    *value = json_integer_value(json);
    return true;
}

static bool read_name(const struct reader *reader, json_t *row, struct plan_entry *entry)
{
    const char *name = json_string_value(json_object_get(row, "name"));
    if (!name || *name == '\0' || strlen(name) >= sizeof entry->name)
        return FAIL(reader, "\"name\" is a text of 1 to %zu bytes", sizeof entry->name - 1);
    memcpy(entry->name, name, strlen(name) + 1);
    return true;
}

static bool read_strategy(const struct reader *reader, json_t *row, struct plan_entry *entry)
{
    const char *name = json_string_value(json_object_get(row, "strategy"));
    const char *axis = json_string_value(json_object_get(row, "axis"));
    if (!name)
        return FAIL(reader, "\"strategy\" is keep, split or pad");
    if (strcmp(name, "keep") == 0 && (!json_object_get(row, "axis") || axis)) {
        entry->strategy = PLAN_KEEP;
        return true;
    }
    for (int i = PLAN_SPLIT_CIN; i < PLAN_STRATEGIES; i++) {
        if (axis && strcmp(plan_strategies[i].name, name) == 0 &&
            strcmp(plan_strategies[i].axis, axis) == 0) {
            entry->strategy = (enum plan_strategy)i;
            return true;
        }
    }
    if (strcmp(name, "split") != 0 && strcmp(name, "pad") != 0 && strcmp(name, "keep") != 0)
        return FAIL(reader, "\"strategy\" is keep, split or pad, not \"%.40s\"", name);
    return FAIL(reader, "\"axis\" is cin or cout");
}

static bool read_sizes(const struct reader *reader, json_t *row, struct plan_entry *entry)
{
    json_t *sizes = json_object_get(row, "sizes");
    if (!sizes && entry->strategy == PLAN_KEEP)
        return true;
    if (!json_is_array(sizes) || json_array_size(sizes) == 0 ||
        json_array_size(sizes) > PLAN_PARTS_MAX)
        return FAIL(reader, "\"sizes\" is a list of 1 to %d numbers of channels", PLAN_PARTS_MAX);
    for (size_t i = 0; i < json_array_size(sizes); i++) {
        json_t *size = json_array_get(sizes, i);
        if (!json_is_integer(size) || json_integer_value(size) < 1 ||
            json_integer_value(size) > CHANNELS_MAX)
            return FAIL(reader, "\"sizes\" has whole numbers from 1 to %d", CHANNELS_MAX);
        entry->sizes[entry->size_count++] = json_integer_value(size);
    }
    if (entry->size_count > 1 && entry->strategy != PLAN_SPLIT_CIN &&
        entry->strategy != PLAN_SPLIT_COUT)
        return FAIL(reader, "only a split has more than one size");
    return true;
}

/* A layer that `plan` could not judge. */
static bool is_unknown(json_t *row)
{
    const char *notch = json_string_value(json_object_get(row, "notch"));
    return notch && strcmp(notch, "unknown") == 0 &&
           (!json_object_get(row, "strategy") || json_is_null(json_object_get(row, "strategy")));
}

static bool read_row(const struct reader *reader, json_t *row, struct plan_file *file)
{
    enum { KEYS = sizeof row_keys / sizeof row_keys[0] };
    struct plan_entry entry = {.size_count = 0};
    if (!json_is_object(row))
        return FAIL(reader, "a row is an object");
    const char *unknown = unknown_key(row, row_keys, KEYS);
    if (unknown) {
        const char *nearest = suggest(unknown, row_keys, KEYS);
        return FAIL(reader, "unknown key \"%.40s\"%s%s%s", unknown,
                    nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                    nearest ? "\"?" : "");
    }
    if (!read_name(reader, row, &entry))
        return false;
    if (is_unknown(row))
        return true;
    if (!read_channels(reader, row, "cin", &entry.cin) ||
        !read_channels(reader, row, "cout", &entry.cout) || !read_strategy(reader, row, &entry) ||
        !read_sizes(reader, row, &entry))
        return false;
    file->entries[file->count++] = entry;
    return true;
}

static bool bad(const struct plan_file *file, struct diagnostics *errors, const char *text)
{
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file->path, 0, "%s", text);
    return false;
}

static bool read_plan(struct plan_file *file, json_t *json, struct diagnostics *errors)
{
    struct reader reader = {.file = file, .errors = errors};
    json_t *rows = json_object_get(json, "rows");
    json_t *version = json_object_get(json, "plan_version");
    if (!json_is_object(json) || !version)
        return bad(file, errors, "not a plan: an object with \"plan_version\" and \"rows\"");
    if (!json_is_integer(version) || json_integer_value(version) != PLAN_FILE_VERSION)
        return bad(file, errors, "\"plan_version\" is not 1, the only one known");
    const char *unknown = unknown_key(json, top_keys, sizeof top_keys / sizeof top_keys[0]);
    if (unknown) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file->path, 0,
                        "unknown key \"%.40s\" beside \"plan_version\" and \"rows\"", unknown);
        return false;
    }
    if (!json_is_array(rows) || json_array_size(rows) > PLAN_FILE_ROWS_MAX)
        return bad(file, errors, "\"rows\" is a list of at most 20000 layers");
    file->entries = calloc(json_array_size(rows) + 1, sizeof *file->entries);
    if (!file->entries) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the plan");
        return false;
    }
    bool good = true;
    for (; good && reader.row < json_array_size(rows); reader.row++)
        good = read_row(&reader, json_array_get(rows, reader.row), file);
    return good;
}

bool plan_file_read(struct plan_file *file, const char *path, struct diagnostics *errors)
{
    struct import_source source;
    json_error_t error;
    *file = (struct plan_file){.path = path};
    if (!import_source_open(&source, path, errors) ||
        !import_source_text(&source, BYTES_MAX, errors)) {
        import_source_close(&source);
        return false;
    }
    json_t *json = json_loadb(source.text, source.text_bytes, JSON_REJECT_DUPLICATES, &error);
    import_source_close(&source);
    if (!json) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, path, error.line, "column %d: %s",
                        error.column, error.text);
        return false;
    }
    bool good = read_plan(file, json, errors);
    json_decref(json);
    return good;
}

void plan_file_free(struct plan_file *file)
{
    free(file->entries);
    file->entries = NULL;
    file->count = 0;
}
