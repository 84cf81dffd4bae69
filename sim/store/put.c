#include "sim/store/internal.h"

#define NAME(name)     ", " #name
#define QUESTION(name) ", ?"

#define RUN_COLUMNS                                                                                \
    "id, config_id, workload, message" STORE_RUN_SHAPE(NAME) STORE_RUN_COUNTS(NAME)                \
        STORE_RUN_REALS(NAME)
#define RUN_QUESTIONS                                                                              \
    "?, ?, ?, ?" STORE_RUN_SHAPE(QUESTION) STORE_RUN_COUNTS(QUESTION) STORE_RUN_REALS(QUESTION)

const char store_run_columns[] = RUN_COLUMNS;

static const char *const texts[STORE_STATEMENTS] = {
    [STORE_PUT_CONFIG] = "INSERT INTO config (id, json) VALUES (?, ?) ON CONFLICT DO NOTHING",
    [STORE_PUT_RUN] =
        "INSERT INTO run (" RUN_COLUMNS ") VALUES (" RUN_QUESTIONS ") ON CONFLICT DO NOTHING",
    [STORE_PUT_EXPERIMENT] = "INSERT INTO experiment (id, command, arguments, points, rounds, "
                             "sample_order, noise) VALUES (?, ?, ?, ?, ?, ?, ?) "
                             "ON CONFLICT DO NOTHING",
    [STORE_PUT_POINT] = "INSERT INTO point (experiment_id, position, label, run_id) "
                        "VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [STORE_PUT_SAMPLE] = "INSERT INTO sample (experiment_id, position, round, sequence, time_us, "
                         "throughput_gbps) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [STORE_SAME_CONFIG] = "SELECT id = ? AND json = ? FROM config WHERE id = ?1",
    [STORE_SAME_EXPERIMENT] =
        "SELECT id = ? AND command = ? AND ? IS NOT NULL AND points = ? AND rounds = ? AND "
        "sample_order IS ? AND noise IS ? FROM experiment WHERE id = ?1",
    [STORE_SAME_POINT] = "SELECT experiment_id = ? AND position = ? AND label = ? AND run_id = ? "
                         "FROM point WHERE experiment_id = ?1 AND position = ?2",
    [STORE_SAME_SAMPLE] =
        "SELECT experiment_id = ? AND position = ? AND round = ? AND sequence = ? AND time_us = ? "
        "AND throughput_gbps = ? FROM sample WHERE experiment_id = ?1 AND position = ?2 AND "
        "round = ?3",
    [STORE_FIND_RUN] = "SELECT " RUN_COLUMNS " FROM run WHERE id = ?",
    [STORE_FIND_CONFIG] = "SELECT json FROM config WHERE id = ?",
};

sqlite3_stmt *store_statement(struct store *store, enum store_statement which,
                              struct diagnostics *errors)
{
    sqlite3_stmt **prepared = &store->prepared[which];
    int code = SQLITE_OK;
    if (!*prepared)
        code = sqlite3_prepare_v3(store->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, prepared,
                                  NULL);
    if (code != SQLITE_OK) {
        store_fail(store, code, "use", errors);
        return NULL;
    }
    sqlite3_reset(*prepared);
    sqlite3_clear_bindings(*prepared);
    return *prepared;
}

static void bind_text(sqlite3_stmt *put, int index, const char *text)
{
    if (text)
        sqlite3_bind_text(put, index, text, -1, SQLITE_STATIC);
}

/* Carries it out; a fault of binding shows here as a value that is missing. */
static bool finish(struct store *store, sqlite3_stmt *put, struct diagnostics *errors)
{
    int code = sqlite3_step(put);
    bool done = code == SQLITE_DONE || store_fail(store, code, "write to", errors);
    sqlite3_reset(put);
    return done;
}

#define BIND_COUNT(name) sqlite3_bind_int64(put, ++index, run->name);
#define BIND_REAL(name)  sqlite3_bind_double(put, ++index, run->name);

static void bind_run(sqlite3_stmt *put, const struct store_run *run)
{
    int index = 4;
    bool known = run->message[0] == '\0';
    bind_text(put, 1, run->id);
    bind_text(put, 2, run->config_id);
    bind_text(put, 3, run->workload);
    bind_text(put, 4, known ? NULL : run->message);
    STORE_RUN_SHAPE(BIND_COUNT)
    if (!known)
        return;
    STORE_RUN_COUNTS(BIND_COUNT)
    STORE_RUN_REALS(BIND_REAL)
}

/* A run of that id is there already: it must say the same. */
static bool agree(struct store *store, const struct store_run *run, struct diagnostics *errors)
{
    struct store_run stored;
    bool found = false;
    if (!store_find_run(store, run->id, &stored, &found, errors))
        return false;
    const char *column = found ? store_run_difference(run, &stored) : "id";
    if (!column)
        return true;
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store->path, 0,
                    "run %s is stored with another %s; the stored one was left as it is; "
                    "`anesim db rerun %s` tells which of the two this program gives",
                    run->id, column, run->id);
    return false;
}

bool store_put_run(struct store *store, const struct store_run *run, struct diagnostics *errors)
{
    sqlite3_stmt *put = store_statement(store, STORE_PUT_RUN, errors);
    if (!put)
        return false;
    bind_run(put, run);
    return finish(store, put, errors) &&
           (sqlite3_changes(store->db) == 1 || agree(store, run, errors));
}

/* What `bind` fills in, in the order of the columns, is put; or is there. */
typedef void bind_row(sqlite3_stmt *put, const char *id, const void *row);

static bool put_row(struct store *store, enum store_statement put, enum store_statement same,
                    bind_row *bind, const char *id, const void *row, struct diagnostics *errors)
{
    sqlite3_stmt *statement = store_statement(store, put, errors);
    if (!statement)
        return false;
    bind(statement, id, row);
    if (!finish(store, statement, errors))
        return false;
    if (sqlite3_changes(store->db) == 1)
        return true;
    statement = store_statement(store, same, errors);
    if (!statement)
        return false;
    bind(statement, id, row);
    int code = sqlite3_step(statement);
    bool agrees = code == SQLITE_ROW && sqlite3_column_int(statement, 0) == 1;
    sqlite3_reset(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return store_fail(store, code, "read", errors);
    if (!agrees)
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store->path, 0,
                        "%s of %s is stored with other contents; those were left as they are",
                        put == STORE_PUT_CONFIG       ? "the config"
                        : put == STORE_PUT_EXPERIMENT ? "the description"
                        : put == STORE_PUT_POINT      ? "a point"
                                                      : "a sample",
                        id);
    return agrees;
}

static void bind_config(sqlite3_stmt *put, const char *id, const void *row)
{
    bind_text(put, 1, id);
    bind_text(put, 2, row);
}

bool store_put_config(struct store *store, const char *id, const char *json,
                      struct diagnostics *errors)
{
    return put_row(store, STORE_PUT_CONFIG, STORE_SAME_CONFIG, bind_config, id, json, errors);
}

static void bind_experiment(sqlite3_stmt *put, const char *id, const void *row)
{
    const struct store_experiment *experiment = row;
    bind_text(put, 1, id);
    bind_text(put, 2, experiment->command);
    bind_text(put, 3, experiment->arguments);
    sqlite3_bind_int64(put, 4, experiment->points);
    sqlite3_bind_int64(put, 5, experiment->rounds);
    bind_text(put, 6, experiment->sample_order);
    bind_text(put, 7, experiment->noise);
}

bool store_put_experiment(struct store *store, const struct store_experiment *experiment,
                          struct diagnostics *errors)
{
    return put_row(store, STORE_PUT_EXPERIMENT, STORE_SAME_EXPERIMENT, bind_experiment,
                   experiment->id, experiment, errors);
}

static void bind_point(sqlite3_stmt *put, const char *id, const void *row)
{
    const struct store_point *point = row;
    bind_text(put, 1, id);
    sqlite3_bind_int64(put, 2, point->position);
    bind_text(put, 3, point->label);
    bind_text(put, 4, point->run_id);
}

bool store_put_point(struct store *store, const char *experiment_id,
                     const struct store_point *point, struct diagnostics *errors)
{
    return put_row(store, STORE_PUT_POINT, STORE_SAME_POINT, bind_point, experiment_id, point,
                   errors);
}

static void bind_sample(sqlite3_stmt *put, const char *id, const void *row)
{
    const struct store_sample *sample = row;
    bind_text(put, 1, id);
    sqlite3_bind_int64(put, 2, sample->position);
    sqlite3_bind_int64(put, 3, sample->round);
    sqlite3_bind_int64(put, 4, sample->sequence);
    sqlite3_bind_double(put, 5, sample->time_us);
    sqlite3_bind_double(put, 6, sample->throughput_gbps);
}

bool store_put_sample(struct store *store, const char *experiment_id,
                      const struct store_sample *sample, struct diagnostics *errors)
{
    return put_row(store, STORE_PUT_SAMPLE, STORE_SAME_SAMPLE, bind_sample, experiment_id, sample,
                   errors);
}
