#include "sim/store/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The tables in the order in which their rows refer to each other. */
struct part {
    const char *name;
    const char *keys; /* finds the row whose first columns are ?1, ?2, ... */
    const char *columns;
    const char *row; /* what a row of it is called */
};

static const struct part parts[STORE_TABLES] = {
    [STORE_CONFIGS] = {"config", "id = ?1", "id, json", "config"},
    [STORE_RUNS] = {"run", "id = ?1", store_run_columns, "run"},
    [STORE_EXPERIMENTS] = {"experiment", "id = ?1",
                           "id, command, arguments, points, rounds, sample_order, noise",
                           "experiment"},
    [STORE_POINTS] = {"point", "experiment_id = ?1 AND position = ?2",
                      "experiment_id, position, label, run_id", "point of experiment"},
    [STORE_SAMPLES] = {"sample", "experiment_id = ?1 AND position = ?2 AND round = ?3",
                       "experiment_id, position, round, sequence, time_us, throughput_gbps",
                       "sample of experiment"},
};

enum { SQL_BYTES = 2048 };

/* One table on its way from one store to another. */
struct transfer {
    struct store *from;
    struct store *to;
    const struct part *part;
    sqlite3_stmt *read, *insert, *find;
};

static bool prepare(struct store *store, const char *sql, sqlite3_stmt **statement,
                    struct diagnostics *errors)
{
    int code = sqlite3_prepare_v2(store->db, sql, -1, statement, NULL);
    return code == SQLITE_OK || store_fail(store, code, "merge", errors);
}

static bool prepare_all(struct transfer *transfer, struct diagnostics *errors)
{
    const struct part *part = transfer->part;
    char sql[SQL_BYTES];
    snprintf(sql, sizeof sql, "SELECT %s FROM %s", part->columns, part->name);
    if (!prepare(transfer->from, sql, &transfer->read, errors))
        return false;
    snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE %s", part->columns, part->name, part->keys);
    if (!prepare(transfer->to, sql, &transfer->find, errors))
        return false;
    int used =
        snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (?", part->name, part->columns);
    for (int i = 1; i < sqlite3_column_count(transfer->read); i++)
        used += snprintf(sql + used, sizeof sql - (size_t)used, ", ?");
    snprintf(sql + used, sizeof sql - (size_t)used, ") ON CONFLICT DO NOTHING");
    return prepare(transfer->to, sql, &transfer->insert, errors);
}

static bool same_value(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    int type = sqlite3_column_type(a, column);
    if (type != sqlite3_column_type(b, column))
        return false;
    if (type == SQLITE_NULL)
        return true;
    if (type == SQLITE_FLOAT)
        return store_same_real(sqlite3_column_double(a, column), sqlite3_column_double(b, column));
    const void *x = sqlite3_column_blob(a, column), *y = sqlite3_column_blob(b, column);
    int bytes = sqlite3_column_bytes(a, column);
    return bytes == sqlite3_column_bytes(b, column) &&
           (bytes == 0 || (x && y && memcmp(x, y, (size_t)bytes) == 0));
}

/* "12 of experiment 3f...": the keys behind the id, before it. */
static void name_row(const struct transfer *transfer, char *text, size_t size)
{
    const char *id = (const char *)sqlite3_column_text(transfer->read, 0);
    const char *row = transfer->part->row;
    const char *of = strstr(row, " of ");
    int used = snprintf(text, size, "%.*s", (int)(of ? of - row : (long)strlen(row)), row);
    int keys = sqlite3_bind_parameter_count(transfer->find);
    for (int i = 1; i < keys; i++)
        used += snprintf(text + used, size - (size_t)used, "%s%lld", i > 1 ? "/" : " ",
                         (long long)sqlite3_column_int64(transfer->read, i));
    snprintf(text + used, size - (size_t)used, "%s %.32s", of ? of : "", id ? id : "");
}

/* What was typed is no part of an experiment: the same one can be asked for in
 * other words. */
static bool is_free_text(const struct transfer *transfer, int column)
{
    return strcmp(sqlite3_column_name(transfer->read, column), "arguments") == 0;
}

/* The row was there: all its columns must be the same. */
static bool compare_row(struct transfer *transfer, struct diagnostics *errors)
{
    int keys = sqlite3_bind_parameter_count(transfer->find);
    for (int i = 0; i < keys; i++)
        sqlite3_bind_value(transfer->find, i + 1, sqlite3_column_value(transfer->read, i));
    int code = sqlite3_step(transfer->find);
    const char *column = code == SQLITE_ROW ? NULL : "key";
    for (int i = keys; i < sqlite3_column_count(transfer->read) && !column; i++)
        if (!is_free_text(transfer, i) && !same_value(transfer->read, transfer->find, i))
            column = sqlite3_column_name(transfer->read, i);
    if (column) {
        char row[160];
        name_row(transfer, row, sizeof row);
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, transfer->from->path, 0,
                        "%s has another %s than in %s; nothing of this file was merged%s", row,
                        column, transfer->to->path,
                        transfer->part == &parts[STORE_RUNS]
                            ? "; `anesim db rerun` on each of the two tells which is right"
                            : "");
    }
    sqlite3_reset(transfer->find);
    return !column;
}

static bool fail_insert(struct transfer *transfer, int code, struct diagnostics *errors)
{
    char row[160];
    if ((code & 0xff) != SQLITE_CONSTRAINT)
        return store_fail(transfer->to, code, "write to", errors);
    name_row(transfer, row, sizeof row);
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, transfer->from->path, 0,
                    "%s breaks a rule of the tables (%s); nothing of this file was merged", row,
                    sqlite3_errmsg(transfer->to->db));
    return false;
}

static bool move_rows(struct transfer *transfer, int64_t *added, int64_t *present,
                      struct diagnostics *errors)
{
    int code;
    while ((code = sqlite3_step(transfer->read)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(transfer->read); i++)
            sqlite3_bind_value(transfer->insert, i + 1, sqlite3_column_value(transfer->read, i));
        int put = sqlite3_step(transfer->insert);
        if (put != SQLITE_DONE)
            return fail_insert(transfer, put, errors);
        sqlite3_reset(transfer->insert);
        if (sqlite3_changes(transfer->to->db) == 1)
            ++*added;
        else if (compare_row(transfer, errors))
            ++*present;
        else
            return false;
    }
    return code == SQLITE_DONE || store_fail(transfer->from, code, "read", errors);
}

static bool move_tables(struct store *from, struct store *to, struct store_merged *merged,
                        struct diagnostics *errors)
{
    bool done = true;
    for (int i = 0; done && i < STORE_TABLES; i++) {
        struct transfer transfer = {.from = from, .to = to, .part = &parts[i]};
        done = prepare_all(&transfer, errors) &&
               move_rows(&transfer, &merged->added[i], &merged->present[i], errors);
        sqlite3_finalize(transfer.read);
        sqlite3_finalize(transfer.insert);
        sqlite3_finalize(transfer.find);
    }
    return done;
}

static bool is_same_file(const struct store *store, const char *path)
{
    struct stat a, b;
    return stat(store->path, &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

bool store_merge(struct store *store, const char *path, struct store_merged *merged,
                 struct diagnostics *errors)
{
    *merged = (struct store_merged){.added = {0}};
    if (is_same_file(store, path)) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, path, 0,
                        "the database to merge into; give others");
        return false;
    }
    struct store *from = store_open(path, STORE_READ, errors);
    if (!from)
        return false;
    /* One moment of the input, whoever writes to it meanwhile. */
    bool done = store_execute(from, "BEGIN", "read", errors) &&
                store_check(from, STORE_CHECK_QUICK, errors) && store_begin(store, errors);
    if (done) {
        done = move_tables(from, store, merged, errors) && store_commit(store, errors);
        store_rollback(store);
    }
    store_close(from);
    return done;
}
