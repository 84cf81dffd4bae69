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
    STORE_SAME_CONFIG,
    STORE_SAME_EXPERIMENT,
    STORE_SAME_POINT,
    STORE_SAME_SAMPLE,
    STORE_FIND_RUN,
    STORE_FIND_CONFIG,
    STORE_STATEMENTS
};

struct store {
    sqlite3 *db;
    char *path;     /* as given, for messages */
    char *workload; /* of the run found last */
    sqlite3_stmt *prepared[STORE_STATEMENTS];
};

#define STORE_DAMAGED                                                                              \
    "it is damaged; save what can be saved with: sqlite3 FILE .recover | sqlite3 saved.db"

/* Opens what store->path names for one or the other, and says what is wrong with
 * it; what is not anesim's is not touched. */
bool store_open_file(struct store *store, enum store_mode mode, struct diagnostics *errors);

/* The statement, ready to be bound; NULL and a diagnostic when it is not. */
sqlite3_stmt *store_statement(struct store *store, enum store_statement which,
                              struct diagnostics *errors);

/* Says what SQLite made of it: `code` while `doing` something ("open",
 * "write to").  Always false. */
bool store_fail(const struct store *store, int code, const char *doing, struct diagnostics *errors);

bool store_execute(struct store *store, const char *sql, const char *doing,
                   struct diagnostics *errors);

/* The whole number that a statement answers. */
bool store_number(struct store *store, const char *sql, int64_t *number,
                  struct diagnostics *errors);

/* Brings the schema from any version up to date, in one transaction. */
bool store_migrate(struct store *store, struct diagnostics *errors);

/* Waits a little for another program; false when STORE_WAIT_MS are over. */
bool store_wait(int *waited_ms);
int store_wait_ms(void);

/* "id, config_id, ...": the columns of `run`. */
extern const char store_run_columns[];

#endif
