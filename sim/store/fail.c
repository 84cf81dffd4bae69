#include "sim/store/internal.h"

#include <string.h>

struct failure {
    int code; /* primary result code of SQLite */
    enum diagnostic_kind kind;
    const char *advice;
};

static const struct failure failures[] = {
    {SQLITE_NOTADB, DIAGNOSTIC_BAD_INPUT, "it is not an SQLite database; give another file"},
    {SQLITE_CORRUPT, DIAGNOSTIC_BAD_INPUT, STORE_DAMAGED},
    {SQLITE_ERROR, DIAGNOSTIC_BAD_INPUT,
     "its tables are not as anesim makes them; merge what can be read into a new one"},
    {SQLITE_CONSTRAINT, DIAGNOSTIC_BAD_INPUT, "a row is against the rules of its table"},
    {SQLITE_BUSY, DIAGNOSTIC_ENVIRONMENT,
     "another program keeps it locked; try again when that is done"},
    {SQLITE_LOCKED, DIAGNOSTIC_ENVIRONMENT,
     "another program keeps it locked; try again when that is done"},
    {SQLITE_FULL, DIAGNOSTIC_ENVIRONMENT, "no space is left; make room and run it again"},
    {SQLITE_READONLY, DIAGNOSTIC_ENVIRONMENT,
     "it may not be written to; copy it, or change its permissions"},
    {SQLITE_CANTOPEN, DIAGNOSTIC_ENVIRONMENT,
     "it must be a file that may be read, in a folder that may be written to"},
    {SQLITE_PERM, DIAGNOSTIC_ENVIRONMENT, "it may not be read or written"},
    {SQLITE_NOMEM, DIAGNOSTIC_ENVIRONMENT, "out of memory"},
    {SQLITE_IOERR, DIAGNOSTIC_ENVIRONMENT,
     "the disk failed, is full, or a limit on file sizes was met; what was stored before is safe"},
};

static const struct failure *find(int code)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++)
        if (failures[i].code == (code & 0xff))
            return &failures[i];
    return NULL;
}

bool store_fail(const struct store *store, int code, const char *doing, struct diagnostics *errors)
{
    const struct failure *failure = find(code);
    const char *why = sqlite3_errstr(code);
    int number = store->db ? sqlite3_system_errno(store->db) : 0;
    bool system = number != 0 && failure &&
                  (failure->code == SQLITE_CANTOPEN || failure->code == SQLITE_IOERR);
    if (system)
        why = strerror(number);
    else if (store->db && sqlite3_errcode(store->db) == (code & 0xff))
        why = sqlite3_errmsg(store->db);
    if (failure)
        diagnostics_add(errors, failure->kind, store->path, 0, "cannot %s the database: %s (%s)",
                        doing, failure->advice, why);
    else
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, store->path, 0,
                        "cannot %s the database: %s", doing, why);
    return false;
}

bool store_execute(struct store *store, const char *sql, const char *doing,
                   struct diagnostics *errors)
{
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || store_fail(store, code, doing, errors);
}

bool store_number(struct store *store, const char *sql, int64_t *number, struct diagnostics *errors)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    bool done = code == SQLITE_ROW || store_fail(store, code, "read", errors);
    sqlite3_finalize(statement);
    return done;
}
