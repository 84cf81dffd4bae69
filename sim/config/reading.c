#include "sim/config/reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/config/utf8.h"

static void end_at_whole_word(char *text)
{
    char *space = strrchr(text, ' ');
    if (space)
        *space = '\0';
}

bool reading_fail(const struct reading *reading, const char *format, ...)
{
    int name = snprintf(reading->error, reading->error_size, "%s ", reading->key->name);
    if (name < 0 || (size_t)name >= reading->error_size)
        return false;
    size_t room = reading->error_size - (size_t)name;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(reading->error + name, room, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length >= room)
        end_at_whole_word(reading->error);
    return false;
}

struct quote reading_quote(const char *text)
{
    struct quote quoted;
    size_t size = strlen(text);
    size_t bytes = utf8_clip(text, size, READING_QUOTE_BYTES_MAX);
    snprintf(quoted.text, sizeof quoted.text, "'%.*s%s'", (int)bytes, text,
             bytes < size ? "..." : "");
    return quoted;
}

bool reading_store(const struct reading *reading, enum decimal_fault fault, int64_t number,
                   void *value)
{
    const struct config_key *key = reading->key;
    if (fault == DECIMAL_GOOD && number >= key->min && number <= key->max) {
        *(int64_t *)value = number;
        return true;
    }
    char range[READING_RANGE_BYTES];
    config_range_print(key, range, sizeof range);
    return reading_fail(reading, "is %s, out of range: %s", reading_quote(reading->text).text,
                        range);
}
