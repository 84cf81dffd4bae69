/* The actions of `anesim db`: one function each, listed in command_db.c. */
#ifndef ANESIM_CLI_DB_H
#define ANESIM_CLI_DB_H

#include "sim/cli/cli.h"
#include "sim/store/store.h"

/* What an action is asked to do; words[] are those behind its name. */
struct db_request {
    const struct cli_arguments *arguments;
    const char *const *words;
    size_t word_count;
    const struct format *format;
    struct store *store;
    FILE *out;
    bool failed_check; /* out: a check does not hold (exit 3) */
};

/* Returns false after adding a diagnostic; what was written before it stands. */
typedef bool db_run(struct db_request *request, struct diagnostics *errors);

db_run db_list, db_show, db_export, db_merge, db_vacuum, db_rerun;

/* `db show ID --format ini`: a config for `anesim run`. */
extern const struct format db_ini;

/* Rows in the format of the request; `sentence` below them for people, or NULL. */
bool db_write(struct db_request *request, const struct table *rows, const char *sentence,
              struct diagnostics *errors);

/* What an id, or an unambiguous beginning of one, names. */
struct db_id {
    char id[STORE_ID_BYTES];
    bool is_run; /* else an experiment */
};
bool db_find_id(struct store *store, const char *word, struct db_id *id,
                struct diagnostics *errors);

#endif
