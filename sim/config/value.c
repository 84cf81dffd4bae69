#include <string.h>

#include "sim/config/reading.h"
#include "sim/config/suggest.h"
#include "sim/config/utf8.h"

static bool parse_count(const struct reading *reading, void *value)
{
    struct decimal number;
    const char *rest = decimal_read(reading->text, true, &number);
    const char *unit = reading->key->unit;
    if (!rest || *rest != '\0')
        return reading_fail(reading, "takes a plain number%s%s%s, not %s",
                            unit ? " (counted in " : "", unit ? unit : "", unit ? ")" : "",
                            reading_quote(reading->text).text);
    if (number.has_point)
        return reading_fail(reading, "takes a whole number, not %s",
                            reading_quote(reading->text).text);
    int64_t scaled = 0;
    enum decimal_fault fault = decimal_scale(&number, 1, &scaled);
    return reading_store(reading, fault, scaled, value);
}

static bool parse_bool(const struct reading *reading, void *value)
{
    static const char *const words[] = {"off", "on", "no", "yes", "false", "true"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(reading->text, words[i]) == 0) {
            *(int64_t *)value = (int64_t)(i % 2);
            return true;
        }
    }
    return reading_fail(reading, "takes on or off (or yes, no, true, false), not %s",
                        reading_quote(reading->text).text);
}

static bool parse_choice(const struct reading *reading, void *value)
{
    const char *const *choices = reading->key->choices;
    size_t count = 0;
    for (; choices[count]; count++) {
        if (strcmp(reading->text, choices[count]) == 0) {
            *(int64_t *)value = (int64_t)count;
            return true;
        }
    }
    char range[READING_RANGE_BYTES];
    config_range_print(reading->key, range, sizeof range);
    const char *near = suggest(reading->text, choices, count);
    return reading_fail(reading, "takes %s, not %s%s%s%s", range, reading_quote(reading->text).text,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool parse_text(const struct reading *reading, void *value)
{
    size_t bytes = strlen(reading->text);
    size_t at;
    if (bytes >= CONFIG_TEXT_BYTES)
        return reading_fail(reading, "has a text of %zu bytes; at most %d are kept", bytes,
                            CONFIG_TEXT_BYTES - 1);
    if (utf8_check(reading->text, bytes, &at) != UTF8_GOOD)
        return reading_fail(reading, "has a control byte or malformed UTF-8 in %s",
                            reading_quote(reading->text).text);
    for (const char *sign = reading->text; (sign = strpbrk(sign, "#;")) != NULL; sign++)
        if (sign == reading->text || sign[-1] == ' ' || sign[-1] == '\t')
            return reading_fail(reading, "cannot hold %s: a comment would begin at the '%c'",
                                reading_quote(reading->text).text, *sign);
    memcpy(value, reading->text, bytes + 1);
    return true;
}

bool config_value_parse(const struct config_key *key, const char *text, void *value, char *error,
                        size_t error_size)
{
    const struct reading reading = {key, text, error, error_size};
    if (*text == '\0' && key->type != CONFIG_TEXT)
        return reading_fail(&reading, "has no value");
    switch (key->type) {
    case CONFIG_COUNT:
        return parse_count(&reading, value);
    case CONFIG_BYTES:
    case CONFIG_TIME:
    case CONFIG_TRANSFERS:
    case CONFIG_FREQUENCY:
        return config_quantity_parse(&reading, value);
    case CONFIG_BOOL:
        return parse_bool(&reading, value);
    case CONFIG_CHOICE:
        return parse_choice(&reading, value);
    case CONFIG_TEXT:
        return parse_text(&reading, value);
    }
    return reading_fail(&reading, "has a type this build does not know");
}
