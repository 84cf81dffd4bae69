#include "sim/config/csv.h"

#include <inttypes.h>
#include <stdlib.h>

#include <string.h>

#include "sim/config/decimal.h"
#include "sim/config/reading.h"
#include "sim/config/suggest.h"

enum { WORDS_MAX = 64 };

/* The number that a field is, in full; false and a diagnostic when it is none. */
static bool read_number(const struct csv *csv, size_t row, size_t column, struct decimal *number,
                        struct diagnostics *errors)
{
    const char *name = csv->columns[column].name;
    const char *text = csv_text(csv, row, column);
    const char *rest = text ? decimal_read(text, false, number) : NULL;
    if (rest && *rest == '\0')
        return true;
    if (!text || *text == '\0')
        csv_complain(csv, row, errors, "%s is empty; a number is needed", name);
    else
        csv_complain(csv, row, errors, "%s is %s; a number is needed", name,
                     reading_quote(text).text);
    return false;
}

bool csv_count(const struct csv *csv, size_t row, size_t column, int64_t min, int64_t max,
               int64_t *value, struct diagnostics *errors)
{
    struct decimal number;
    if (!read_number(csv, row, column, &number, errors))
        return false;
    if (decimal_scale(&number, 1, value) == DECIMAL_GOOD && *value >= min && *value <= max)
        return true;
    csv_complain(
        csv, row, errors, "%s is %s; whole numbers from %" PRId64 " to %" PRId64 " are possible",
        csv->columns[column].name, reading_quote(csv_text(csv, row, column)).text, min, max);
    return false;
}

bool csv_real(const struct csv *csv, size_t row, size_t column, double min, double max,
              double *value, struct diagnostics *errors)
{
    struct decimal number;
    if (!read_number(csv, row, column, &number, errors))
        return false;
    *value = strtod(csv_text(csv, row, column), NULL);
    if (*value >= min && *value <= max)
        return true;
    csv_complain(csv, row, errors, "%s is %s; numbers from %g to %g are possible",
                 csv->columns[column].name, reading_quote(csv_text(csv, row, column)).text, min,
                 max);
    return false;
}

bool csv_choice(const struct csv *csv, size_t row, size_t column, const char *const *words,
                const char *what, size_t *index, struct diagnostics *errors)
{
    const char *text = csv_text(csv, row, column);
    size_t count = 0;
    for (; words[count] && count < WORDS_MAX; count++) {
        if (!text || strcmp(words[count], text) != 0)
            continue;
        *index = count;
        return true;
    }
    const char *nearest = text ? suggest(text, words, count) : NULL;
    csv_complain(csv, row, errors, "unknown %s %s%s%s%s", what,
                 reading_quote(text ? text : "").text, nearest ? "; did you mean '" : "",
                 nearest ? nearest : "", nearest ? "'?" : "");
    return false;
}
