#include "sim/experiment/sweep_axis.h"
#include "sim/config/assignments.h"
#include "sim/config/diagnostics.h"
#include <stdlib.h>
#include <string.h>

enum { ITEM_BYTES = 200, QUOTE_BYTES = 60 };

/* What is being read, and where to complain. */
struct reader {
    struct sweep_axis *axis;
    size_t capacity;
    const char *origin;
    struct diagnostics *errors;
};

static bool fail(const struct reader *reader, const char *item, const char *what)
{
    diagnostics_bad_input(reader->errors, "%s: '%.*s': %s", reader->origin, QUOTE_BYTES, item,
                          what);
    return false;
}

static bool append(struct reader *reader, const char *item, int64_t value)
{
    struct sweep_axis *axis = reader->axis;
    if (axis->count == SWEEP_POINTS_MAX)
        return fail(reader, item, "more than 1000000 values; take a larger step");
    if (axis->count == reader->capacity) {
        size_t capacity = reader->capacity ? 2 * reader->capacity : 64;
        int64_t *values = realloc(axis->values, capacity * sizeof *values);
        if (!values)
            return config_report_no_memory(reader->errors);
        axis->values = values;
        reader->capacity = capacity;
    }
    axis->values[axis->count++] = value;
    return true;
}

/* Without the blanks around it. */
static char *strip(char *text)
{
    text += strspn(text, " \t");
    for (size_t bytes = strlen(text); bytes > 0 && strchr(" \t", text[bytes - 1]); bytes--)
        text[bytes - 1] = '\0';
    return text;
}

static bool parse(const struct reader *reader, const struct config_key *key, const char *item,
                  char *text, int64_t *value)
{
    char error[CONFIG_ERROR_BYTES];
    text = strip(text);
    if (*text == '\0')
        return fail(reader, item, "a value is missing");
    return config_value_parse(key, text, value, error, sizeof error) || fail(reader, item, error);
}

static bool read_step(const struct reader *reader, const char *item, char *text, int64_t *step)
{
    struct config_key wide = *reader->axis->key;
    wide.name = "the step";
    wide.min = INT64_MIN;
    wide.max = INT64_MAX;
    *step = 1;
    if (!text && wide.type == CONFIG_COUNT)
        return true;
    if (!text)
        return fail(reader, item, "a range of quantities with a unit needs a step: FROM:TO:STEP");
    if (!parse(reader, &wide, item, text, step))
        return false;
    return *step != 0 || fail(reader, item, "a step of zero never gets there");
}

/* Differences as unsigned numbers: those of int64_t may not fit in one. */
static bool add_range(struct reader *reader, const char *item, int64_t from, int64_t to,
                      int64_t step)
{
    bool up = step > 0;
    uint64_t stride = up ? (uint64_t)step : 0 - (uint64_t)step;
    uint64_t span = up ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    if (up && to < from)
        return fail(reader, item, "never gets there; swap the ends, or give a negative step");
    if (!up && to > from)
        return fail(reader, item, "never gets there; swap the ends, or give a positive step");
    if (span / stride >= SWEEP_POINTS_MAX)
        return fail(reader, item, "more than 1000000 values; take a larger step");
    for (uint64_t i = 0; i <= span / stride; i++) {
        uint64_t offset = i * stride;
        if (!append(reader, item, (int64_t)((uint64_t)from + (up ? offset : 0 - offset))))
            return false;
    }
    return true;
}

static bool read_range(struct reader *reader, const char *item, char *from_text, char *to_text)
{
    const struct config_key *key = reader->axis->key;
    char *step_text = strchr(to_text, ':');
    int64_t from = 0, to = 0, step = 0;
    if (key->type == CONFIG_BOOL || key->type == CONFIG_CHOICE)
        return fail(reader, item, "takes a list such as a,b but no ranges");
    if (step_text)
        *step_text++ = '\0';
    return parse(reader, key, item, from_text, &from) && parse(reader, key, item, to_text, &to) &&
           read_step(reader, item, step_text, &step) && add_range(reader, item, from, to, step);
}

static bool read_item(struct reader *reader, const char *begin, size_t bytes)
{
    char item[ITEM_BYTES];
    char parts[ITEM_BYTES];
    int64_t value = 0;
    snprintf(item, sizeof item, "%.*s", bytes < sizeof item ? (int)bytes : QUOTE_BYTES, begin);
    if (bytes >= sizeof item)
        return fail(reader, item, "too long for a value");
    memcpy(parts, item, sizeof parts);
    char *colon = strchr(parts, ':');
    if (!colon)
        return parse(reader, reader->axis->key, item, parts, &value) && append(reader, item, value);
    *colon = '\0';
    return read_range(reader, item, parts, colon + 1);
}

struct place {
    int64_t value;
    size_t index;
};

static int by_value(const void *a, const void *b)
{
    const struct place *left = a;
    const struct place *right = b;
    if (left->value != right->value)
        return left->value < right->value ? -1 : 1;
    return left->index < right->index ? -1 : left->index > right->index;
}

static bool drop_repeats(struct reader *reader)
{
    struct sweep_axis *axis = reader->axis;
    size_t kept = 0;
    struct place *places = calloc(axis->count + 1, sizeof *places);
    bool *repeated = calloc(axis->count + 1, sizeof *repeated);
    bool done = places && repeated;
    for (size_t i = 0; done && i < axis->count; i++)
        places[i] = (struct place){axis->values[i], i};
    if (done)
        qsort(places, axis->count, sizeof *places, by_value);
    for (size_t i = 1; done && i < axis->count; i++)
        repeated[places[i].index] = places[i].value == places[i - 1].value;
    for (size_t i = 0; done && i < axis->count; i++)
        if (!repeated[i])
            axis->values[kept++] = axis->values[i];
    axis->count = kept;
    free(repeated);
    free(places);
    return done || config_report_no_memory(reader->errors);
}

bool sweep_axis_read(struct sweep_axis *axis, const struct config_part *part,
                     const struct config_key *key, const char *text, const char *origin,
                     struct diagnostics *errors)
{
    struct reader reader = {.axis = axis, .origin = origin, .errors = errors};
    bool good = true;
    *axis = (struct sweep_axis){.part = part, .key = key};
    for (;;) {
        size_t bytes = strcspn(text, ",");
        good &= read_item(&reader, text, bytes);
        if (text[bytes] == '\0')
            break;
        text += bytes + 1;
    }
    return good && drop_repeats(&reader);
}

void sweep_axis_free(struct sweep_axis *axis)
{
    free(axis->values);
    *axis = (struct sweep_axis){.values = NULL};
}

void sweep_axis_print(const struct sweep_axis *axis, size_t index, char text[SWEEP_TEXT_BYTES])
{
    config_value_print(axis->key, &axis->values[index], text, SWEEP_TEXT_BYTES);
}

void sweep_axis_set(const struct sweep_axis *axis, size_t index, struct setup *setup)
{
    char *value = (char *)setup + axis->part->offset + axis->key->offset;
    memcpy(value, &axis->values[index], sizeof axis->values[index]);
}
