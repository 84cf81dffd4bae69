#include "sim/record/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void table_init(struct table *table, const struct column *columns, size_t column_count)
{
    *table = (struct table){.columns = columns, .column_count = column_count};
}

void table_free(struct table *table)
{
    for (size_t i = 0; i < table->row_count * table->column_count; i++)
        free(table->cells[i].text);
    free(table->cells);
    *table = (struct table){.columns = table->columns, .column_count = table->column_count};
}

static bool make_room(struct table *table)
{
    if (table->row_count < table->row_capacity)
        return true;
    size_t capacity = table->row_capacity > 0 ? table->row_capacity * 2 : 8;
    if (capacity > SIZE_MAX / sizeof(struct cell) / (table->column_count + 1))
        return false;
    struct cell *cells =
        realloc(table->cells, (capacity * table->column_count + 1) * sizeof *cells);
    if (!cells)
        return false;
    table->cells = cells;
    table->row_capacity = capacity;
    return true;
}

void table_add_row(struct table *table)
{
    if (table->failed)
        return;
    if (!make_room(table)) {
        table->failed = true;
        return;
    }
    struct cell *row = &table->cells[table->row_count * table->column_count];
    for (size_t i = 0; i < table->column_count; i++)
        row[i] = (struct cell){0};
    table->row_count++;
}

/* The cell of the last row in that column, or NULL and `failed`. */
static struct cell *find(struct table *table, const char *column, enum column_type type)
{
    if (table->failed)
        return NULL;
    for (size_t i = 0; i < table->column_count && table->row_count > 0; i++)
        if (strcmp(table->columns[i].name, column) == 0 && table->columns[i].type == type)
            return &table->cells[(table->row_count - 1) * table->column_count + i];
    table->failed = true;
    return NULL;
}

void table_set_text(struct table *table, const char *column, const char *text)
{
    struct cell *cell = find(table, column, COLUMN_TEXT);
    if (!cell)
        return;
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (!copy) {
        table->failed = true;
        return;
    }
    memcpy(copy, text, size);
    free(cell->text);
    cell->text = copy;
    cell->known = true;
}

void table_set_count(struct table *table, const char *column, int64_t count)
{
    struct cell *cell = find(table, column, COLUMN_COUNT);
    if (!cell)
        return;
    cell->count = count;
    cell->known = true;
}

void table_set_real(struct table *table, const char *column, double real)
{
    struct cell *cell = find(table, column, COLUMN_REAL);
    if (!cell)
        return;
    cell->known = isfinite(real);
    cell->real = cell->known ? real : 0;
}
