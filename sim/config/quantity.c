#include <stdio.h>
#include <string.h>

#include "sim/config/reading.h"
#include "sim/config/unit.h"
#include "sim/config/utf8.h"

enum { UNITS_BYTES = 64 };

static bool fits(const struct config_key *key, const struct decimal *number,
                 const struct unit *unit)
{
    int64_t value;
    return decimal_scale(number, unit->scale, &value) == DECIMAL_GOOD && value >= key->min &&
           value <= key->max;
}

/* The unit most likely meant: that of the default, else the first that brings
 * the number into the range, else NULL. */
static const struct unit *likely_unit(const struct config_key *key, const struct decimal *number)
{
    struct decimal unused;
    const char *rest = key->default_text ? decimal_read(key->default_text, false, &unused) : NULL;
    const struct unit *unit = rest ? unit_find(key->type, rest) : NULL;
    if (unit && fits(key, number, unit))
        return unit;
    size_t count;
    const struct unit *units = units_of(key->type, &count);
    for (size_t i = 0; i < count; i++)
        if (fits(key, number, &units[i]))
            return &units[i];
    return NULL;
}

static bool fail_unitless(const struct reading *reading, const struct decimal *number)
{
    char units[UNITS_BYTES];
    units_print(reading->key->type, units, sizeof units);
    const struct unit *likely = likely_unit(reading->key, number);
    if (!likely)
        return reading_fail(reading, "needs a unit after %s: %s", reading_quote(reading->text).text,
                            units);
    size_t bytes = utf8_clip(reading->text, strlen(reading->text), READING_QUOTE_BYTES_MAX);
    return reading_fail(reading, "needs a unit: write %.*s%s, not %.*s (units: %s)", (int)bytes,
                        reading->text, likely->name, (int)bytes, reading->text, units);
}

/* Finds the unit in `rest`, which is all that follows the number. */
static const struct unit *parse_unit(const struct reading *reading, const char *rest)
{
    char units[UNITS_BYTES];
    char word[UNITS_BYTES];
    units_print(reading->key->type, units, sizeof units);
    rest += *rest == ' ' ? 1 : 0;
    size_t bytes = strcspn(rest, " \t");
    snprintf(word, sizeof word, "%.*s", (int)utf8_clip(rest, bytes, READING_QUOTE_BYTES_MAX), rest);
    const struct unit *unit = unit_find(reading->key->type, word);
    if (bytes == 0)
        reading_fail(reading, "may have at most one space before its unit, not %s",
                     reading_quote(reading->text).text);
    else if (!unit)
        reading_fail(reading, "has an unknown unit, %s: write %s", reading_quote(word).text, units);
    else if (rest[bytes] != '\0')
        reading_fail(reading, "has text after its unit: %s",
                     reading_quote(rest + bytes + strspn(rest + bytes, " \t")).text);
    return rest[bytes] == '\0' ? unit : NULL;
}

bool config_quantity_parse(const struct reading *reading, void *value)
{
    struct decimal number;
    const char *rest = decimal_read(reading->text, false, &number);
    if (!rest) {
        char units[UNITS_BYTES];
        units_print(reading->key->type, units, sizeof units);
        return reading_fail(reading, "takes a number with a unit (%s), not %s", units,
                            reading_quote(reading->text).text);
    }
    if (*rest == '\0')
        return fail_unitless(reading, &number);
    const struct unit *unit = parse_unit(reading, rest);
    if (!unit)
        return false;
    int64_t scaled = 0;
    enum decimal_fault fault = decimal_scale(&number, unit->scale, &scaled);
    if (fault == DECIMAL_INEXACT)
        return reading_fail(reading, "is %s, finer than can be held: at best a whole number of %s",
                            reading_quote(reading->text).text,
                            config_stored_unit(reading->key->type));
    return reading_store(reading, fault, scaled, value);
}
