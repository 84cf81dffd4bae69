/* CSV: tables in files, read strictly and by the names in their header.
 *
 *   # a comment, anywhere outside quotes
 *   name,cin,cout            names its columns, in any order
 *   gate,2048,8192
 *   "head, shard 1",2048,16032
 *
 * Quotes as in RFC 4180; blanks count; lines end in LF or CRLF; empty lines are
 * skipped.  Each of these is a diagnostic with file:line, all in one go: no
 * header, a column that is missing, unknown (with "did you mean") or there
 * twice, a row with too many or too few fields, a stray or unclosed quote,
 * control bytes, bytes that are no UTF-8, a field, a row count or a file beyond
 * the limits.
 */
#ifndef ANESIM_CONFIG_CSV_H
#define ANESIM_CONFIG_CSV_H

#include "sim/config/diagnostics.h"
#include <stdint.h>

enum {
    CSV_COLUMNS_MAX = 64,
    CSV_ROWS_MAX = 20000,
    CSV_FIELD_BYTES_MAX = 1024,
    CSV_MISTAKES_MAX = 20, /* after so many the rest of the file is not read */
};

struct csv_column {
    const char *name;
    bool required;
};

struct csv {
    const struct csv_column *columns; /* as the caller wants them */
    size_t column_count;
    char *path;    /* for messages */
    char *text;    /* of the file; the fields lie in it */
    char **fields; /* row_count x column_count */
    long *lines;   /* of each row, where it begins */
    size_t row_count;
    size_t row_capacity;
};

/* Reads the file at `path`.  True when no diagnostic was added; rows that are
 * good are kept either way.  The caller frees `csv` either way. */
bool csv_read(struct csv *csv, const char *path, const struct csv_column *columns,
              size_t column_count, struct diagnostics *errors);

/* The same with the text already in memory; takes `text` (from malloc), `size`
 * bytes. */
bool csv_parse(struct csv *csv, const char *path, char *text, size_t size,
               const struct csv_column *columns, size_t column_count, struct diagnostics *errors);

void csv_free(struct csv *csv);

/* A field, by the caller's column; NULL when the file has no such column. */
static inline const char *csv_text(const struct csv *csv, size_t row, size_t column)
{
    return csv->fields[row * csv->column_count + column];
}

/* Adds a diagnostic about a row. */
#define csv_complain(csv, row, errors, ...)                                                        \
    diagnostics_add((errors), DIAGNOSTIC_BAD_INPUT, (csv)->path, (csv)->lines[row], __VA_ARGS__)

/* A field as a number; false and a diagnostic when it is none (empty, absent,
 * trailing text) or out of range. */
bool csv_count(const struct csv *csv, size_t row, size_t column, int64_t min, int64_t max,
               int64_t *value, struct diagnostics *errors);
bool csv_real(const struct csv *csv, size_t row, size_t column, double min, double max,
              double *value, struct diagnostics *errors);

/* The index of a field among `words` (NULL at the end); false and a diagnostic
 * with "did you mean" when it is none of them.  `what` is what the words are. */
bool csv_choice(const struct csv *csv, size_t row, size_t column, const char *const *words,
                const char *what, size_t *index, struct diagnostics *errors);

#endif
