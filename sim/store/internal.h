/* What the files of the store share. */
#ifndef ANESIM_STORE_INTERNAL_H
#define ANESIM_STORE_INTERNAL_H

#include <sqlite3.h>

#include "sim/store/store.h"

enum store_statement {
    STORE_PUT_CONFIG,
    STORE_PUT_RUN,
    STORE_PUT_EXPERIMENT,
    STORE_PUT_POINT,
    STORE_PUT_SAMPLE,
    STORE_FIND_RUN,
    STORE_STATEMENTS
};

struct store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *prepared[STORE_STATEMENTS];
};

/* Says what SQLite made of it: `code` while `doing` something ("open",
 * "write to").  Always false. */
bool store_fail(const struct store *store, int code, const char *doing, struct diagnostics *errors);

bool store_execute(struct store *store, const char *sql, const char *doing,
                   struct diagnostics *errors);

/* The whole number that a statement answers. */
bool store_number(struct store *store, const char *sql, int64_t *number,
                  struct diagnostics *errors);

/* Brings the schema from `version` up to date, a transaction for each step. */
bool store_migrate(struct store *store, struct diagnostics *errors);

#endif
