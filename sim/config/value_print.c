#include <inttypes.h>
#include <stdio.h>

#include "sim/config/schema.h"
#include "sim/config/unit.h"

enum { LIMIT_BYTES = 48 };

/* The choice at an index, or NULL when the index is past the end. */
static const char *choice_at(const struct config_key *key, int64_t index)
{
    for (int64_t i = 0; key->choices[i]; i++)
        if (i == index)
            return key->choices[i];
    return NULL;
}

static void print_number(const struct config_key *key, int64_t number, char *text, size_t text_size)
{
    if (key->type == CONFIG_COUNT)
        snprintf(text, text_size, "%" PRId64, number);
    else
        unit_print(key->type, number, text, text_size);
}

void config_value_print(const struct config_key *key, const void *value, char *text,
                        size_t text_size)
{
    if (key->type == CONFIG_TEXT) {
        snprintf(text, text_size, "%s", (const char *)value);
        return;
    }
    int64_t number = *(const int64_t *)value;
    if (key->type == CONFIG_BOOL) {
        snprintf(text, text_size, "%s", number ? "on" : "off");
    } else if (key->type == CONFIG_CHOICE) {
        const char *choice = choice_at(key, number);
        snprintf(text, text_size, "%s", choice ? choice : "?");
    } else {
        print_number(key, number, text, text_size);
    }
}

static void print_choices(const struct config_key *key, char *text, size_t text_size)
{
    size_t used = 0;
    for (size_t i = 0; key->choices[i] && used < text_size; i++)
        used += (size_t)snprintf(text + used, text_size - used, "%s%s", i == 0 ? "" : " | ",
                                 key->choices[i]);
}

static void print_limits(const struct config_key *key, char *text, size_t text_size)
{
    char min[LIMIT_BYTES];
    char max[LIMIT_BYTES];
    bool counted = key->type == CONFIG_COUNT && key->unit;
    const char *gap = counted ? " " : "";
    const char *unit = counted ? key->unit : "";
    print_number(key, key->min, min, sizeof min);
    print_number(key, key->max, max, sizeof max);
    if (key->min == key->max)
        snprintf(text, text_size, "%s%s%s", min, gap, unit);
    else if (key->max < INT64_MAX)
        snprintf(text, text_size, "%s .. %s%s%s", min, max, gap, unit);
    else if (key->min > INT64_MIN)
        snprintf(text, text_size, "%s%s%s or more", min, gap, unit);
    else
        snprintf(text, text_size, "any number%s%s", counted ? " of " : "", unit);
}

void config_range_print(const struct config_key *key, char *text, size_t text_size)
{
    if (text_size == 0)
        return;
    text[0] = '\0';
    switch (key->type) {
    case CONFIG_BOOL:
        snprintf(text, text_size, "on | off");
        break;
    case CONFIG_CHOICE:
        print_choices(key, text, text_size);
        break;
    case CONFIG_TEXT:
        snprintf(text, text_size, "up to %d bytes", CONFIG_TEXT_BYTES - 1);
        break;
    default:
        print_limits(key, text, text_size);
        break;
    }
}

const char *config_stored_unit(enum config_type type)
{
    switch (type) {
    case CONFIG_BYTES:
        return "bytes";
    case CONFIG_TIME:
        return "ps";
    case CONFIG_TRANSFERS:
        return "T/s";
    case CONFIG_FREQUENCY:
        return "Hz";
    default:
        return "";
    }
}
