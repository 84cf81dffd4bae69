#include "sim/store/internal.h"

#include <string.h>

#define NAME(name)     #name ", "
#define QUESTION(name) "?, "

#define RUN_COLUMNS                                                                                \
    STORE_RUN_SHAPE(NAME)                                                                          \
    STORE_RUN_COUNTS(NAME)                                                                         \
    STORE_RUN_REALS(NAME)                                                                          \
    "id, config_id, workload, "                                                                    \
    "message"
#define RUN_QUESTIONS                                                                              \
    STORE_RUN_SHAPE(QUESTION) STORE_RUN_COUNTS(QUESTION) STORE_RUN_REALS(QUESTION) "?, ?, ?, ?"

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
    [STORE_FIND_RUN] = "SELECT " RUN_COLUMNS " FROM run WHERE id = ?",
};

/* The statement, ready to be bound; NULL and a diagnostic when it is not. */
static sqlite3_stmt *statement(struct store *store, enum store_statement which,
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

bool store_put_config(struct store *store, const char *id, const char *json,
                      struct diagnostics *errors)
{
    sqlite3_stmt *put = statement(store, STORE_PUT_CONFIG, errors);
    if (!put)
        return false;
    bind_text(put, 1, id);
    bind_text(put, 2, json);
    return finish(store, put, errors);
}

#define BIND_COUNT(name) sqlite3_bind_int64(put, ++index, run->name);
#define BIND_REAL(name)  sqlite3_bind_double(put, ++index, run->name);
#define SKIP(name)       index++;

static void bind_run(sqlite3_stmt *put, const struct store_run *run)
{
    int index = 0;
    bool known = run->message[0] == '\0';
    STORE_RUN_SHAPE(BIND_COUNT)
    if (known) {
        STORE_RUN_COUNTS(BIND_COUNT)
        STORE_RUN_REALS(BIND_REAL)
    } else {
        STORE_RUN_COUNTS(SKIP)
        STORE_RUN_REALS(SKIP)
    }
    bind_text(put, ++index, run->id);
    bind_text(put, ++index, run->config_id);
    bind_text(put, ++index, run->workload);
    bind_text(put, ++index, known ? NULL : run->message);
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
    sqlite3_stmt *put = statement(store, STORE_PUT_RUN, errors);
    if (!put)
        return false;
    bind_run(put, run);
    return finish(store, put, errors) &&
           (sqlite3_changes(store->db) == 1 || agree(store, run, errors));
}

bool store_put_experiment(struct store *store, const struct store_experiment *experiment,
                          struct diagnostics *errors)
{
    sqlite3_stmt *put = statement(store, STORE_PUT_EXPERIMENT, errors);
    if (!put)
        return false;
    bind_text(put, 1, experiment->id);
    bind_text(put, 2, experiment->command);
    bind_text(put, 3, experiment->arguments);
    sqlite3_bind_int64(put, 4, experiment->points);
    sqlite3_bind_int64(put, 5, experiment->rounds);
    bind_text(put, 6, experiment->sample_order);
    bind_text(put, 7, experiment->noise);
    return finish(store, put, errors);
}

bool store_put_point(struct store *store, const char *experiment_id,
                     const struct store_point *point, struct diagnostics *errors)
{
    sqlite3_stmt *put = statement(store, STORE_PUT_POINT, errors);
    if (!put)
        return false;
    bind_text(put, 1, experiment_id);
    sqlite3_bind_int64(put, 2, point->position);
    bind_text(put, 3, point->label);
    bind_text(put, 4, point->run_id);
    return finish(store, put, errors);
}

bool store_put_sample(struct store *store, const char *experiment_id,
                      const struct store_sample *sample, struct diagnostics *errors)
{
    sqlite3_stmt *put = statement(store, STORE_PUT_SAMPLE, errors);
    if (!put)
        return false;
    bind_text(put, 1, experiment_id);
    sqlite3_bind_int64(put, 2, sample->position);
    sqlite3_bind_int64(put, 3, sample->round);
    sqlite3_bind_int64(put, 4, sample->sequence);
    sqlite3_bind_double(put, 5, sample->time_us);
    sqlite3_bind_double(put, 6, sample->throughput_gbps);
    return finish(store, put, errors);
}

#define READ_COUNT(name) run->name = sqlite3_column_int64(find, index++);
#define READ_REAL(name)  run->name = sqlite3_column_double(find, index++);

static void copy_text(char *to, size_t size, sqlite3_stmt *find, int index)
{
    const char *text = (const char *)sqlite3_column_text(find, index);
    snprintf(to, size, "%s", text ? text : "");
}

static void read_run(sqlite3_stmt *find, struct store_run *run)
{
    int index = 0;
    STORE_RUN_SHAPE(READ_COUNT)
    STORE_RUN_COUNTS(READ_COUNT)
    STORE_RUN_REALS(READ_REAL)
    copy_text(run->id, sizeof run->id, find, index++);
    copy_text(run->config_id, sizeof run->config_id, find, index++);
    run->workload = (const char *)sqlite3_column_text(find, index++);
    copy_text(run->message, sizeof run->message, find, index);
}

bool store_find_run(struct store *store, const char *id, struct store_run *run, bool *found,
                    struct diagnostics *errors)
{
    sqlite3_stmt *find = statement(store, STORE_FIND_RUN, errors);
    if (!find)
        return false;
    bind_text(find, 1, id);
    int code = sqlite3_step(find);
    *found = code == SQLITE_ROW;
    if (code == SQLITE_ROW)
        read_run(find, run);
    else if (code != SQLITE_DONE)
        return store_fail(store, code, "read", errors);
    return true;
}

#define COMPARE_COUNT(name)                                                                        \
    if (a->name != b->name)                                                                        \
        return #name;
#define COMPARE_REAL(name)                                                                         \
    if (memcmp(&a->name, &b->name, sizeof a->name) != 0)                                           \
        return #name;

const char *store_run_difference(const struct store_run *a, const struct store_run *b)
{
    STORE_RUN_SHAPE(COMPARE_COUNT)
    if (strcmp(a->message, b->message) != 0)
        return "message";
    if (a->message[0] != '\0')
        return NULL;
    STORE_RUN_COUNTS(COMPARE_COUNT)
    STORE_RUN_REALS(COMPARE_REAL)
    return NULL;
}
