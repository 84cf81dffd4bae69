/* Table: typed columns and rows, the currency between experiments, reports and
 * the store.  A column is described once; every output format uses that. */
#ifndef ANESIM_RECORD_TABLE_H
#define ANESIM_RECORD_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum column_type { COLUMN_TEXT, COLUMN_COUNT, COLUMN_REAL };

struct column {
    const char *name;    /* in JSON and CSV, unit last: "time_us" */
    const char *heading; /* in tables for people, \n between its lines; NULL: not shown there */
    enum column_type type;
    int decimals;    /* of a real, in tables; JSON and CSV give full precision */
    bool as_percent; /* a share, 0 .. 1, that tables show times 100 */
    const char *help;
};

struct cell {
    bool known; /* false: "-" in tables, null in JSON, empty in CSV */
    int64_t count;
    double real;
    char *text; /* owned by the table */
};

struct table {
    const struct column *columns;
    size_t column_count;
    struct cell *cells; /* row_count x column_count */
    size_t row_count;
    size_t row_capacity;
    bool failed; /* memory was short; later calls do nothing */
};

void table_init(struct table *table, const struct column *columns, size_t column_count);
void table_free(struct table *table);

/* Begins a row; all its cells are unknown until set. */
void table_add_row(struct table *table);

/* Set a cell of the last row, by column name; a wrong name or type is a bug
 * and sets `failed`.  A real that is no number (NaN, infinite) is unknown. */
void table_set_text(struct table *table, const char *column, const char *text);
void table_set_count(struct table *table, const char *column, int64_t count);
void table_set_real(struct table *table, const char *column, double real);

static inline const struct cell *table_cell(const struct table *table, size_t row, size_t column)
{
    return &table->cells[row * table->column_count + column];
}

#endif
