#include "sim/store/internal.h"

#include <sys/stat.h>

/* A check answers "ok", or what is wrong; `good` is the former, or NULL when
 * any answer is a fault. */
static bool check(struct store *store, const char *sql, const char *good,
                  struct diagnostics *errors)
{
    sqlite3_stmt *statement = NULL;
    bool done = true;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        done = good && text && sqlite3_stricmp(text, good) == 0;
        if (!done)
            diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store->path, 0, "%s (%s%.200s)",
                            STORE_DAMAGED, good ? "" : "references to nothing in table ",
                            text ? text : "");
    } else if (code != SQLITE_DONE) {
        done = store_fail(store, code, "read", errors);
    }
    sqlite3_finalize(statement);
    return done;
}

bool store_check(struct store *store, enum store_check which, struct diagnostics *errors)
{
    if (which == STORE_CHECK_QUICK)
        return check(store, "PRAGMA quick_check(1)", "ok", errors);
    return check(store, "PRAGMA integrity_check(1)", "ok", errors) &&
           check(store, "PRAGMA foreign_key_check", NULL, errors);
}

static int64_t file_bytes(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_size : 0;
}

static int64_t store_bytes(const struct store *store)
{
    const char *name = sqlite3_db_filename(store->db, "main");
    return file_bytes(name) + file_bytes(sqlite3_filename_wal(name));
}

bool store_vacuum(struct store *store, struct store_size *size, struct diagnostics *errors)
{
    size->before_bytes = store_bytes(store);
    bool done = store_execute(store, "VACUUM", "rewrite", errors) &&
                store_execute(store, "PRAGMA wal_checkpoint(TRUNCATE)", "write to", errors);
    size->after_bytes = store_bytes(store);
    return done;
}
