#include "sim/store/internal.h"

static const int stored_types[] = {
    [COLUMN_TEXT] = SQLITE_TEXT, [COLUMN_COUNT] = SQLITE_INTEGER, [COLUMN_REAL] = SQLITE_FLOAT};

/* Tables are STRICT: another type than that of the column is damage. */
static bool take_cell(sqlite3_stmt *query, int index, struct table *table)
{
    const struct column *column = &table->columns[index];
    int type = sqlite3_column_type(query, index);
    if (type == SQLITE_NULL)
        return true;
    if (type != stored_types[column->type])
        return false;
    switch (column->type) {
    case COLUMN_TEXT:
        table_set_text(table, column->name, (const char *)sqlite3_column_text(query, index));
        break;
    case COLUMN_COUNT:
        table_set_count(table, column->name, sqlite3_column_int64(query, index));
        break;
    case COLUMN_REAL:
        table_set_real(table, column->name, sqlite3_column_double(query, index));
        break;
    }
    return true;
}

static int take_rows(sqlite3_stmt *query, struct table *table)
{
    int columns = sqlite3_column_count(query);
    int code;
    if ((size_t)columns != table->column_count)
        return SQLITE_MISUSE;
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        table_add_row(table);
        for (int i = 0; i < columns && !table->failed; i++)
            if (!take_cell(query, i, table))
                return SQLITE_CORRUPT;
        if (table->failed)
            return SQLITE_NOMEM;
    }
    return code;
}

bool store_select(struct store *store, const char *sql, const char *const *texts, size_t text_count,
                  struct table *table, struct diagnostics *errors)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &query, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < text_count; i++)
        code = sqlite3_bind_text(query, (int)i + 1, texts[i], -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = take_rows(query, table);
    bool done = code == SQLITE_DONE || store_fail(store, code, "read", errors);
    sqlite3_finalize(query);
    return done;
}
