#include "sim/experiment/rerun.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/experiment/run_record.h"

enum { CHUNK = 256, THREADS_MAX = 64 };

/* One run on its way: read by one thread, simulated by any. */
struct unit {
    struct rerun_run *run;
    struct store_run stored;
    char *config;
    char *workload;
    struct diagnostics errors;
};

struct pool {
    struct unit units[CHUNK];
    size_t count;
    size_t next;
    size_t done; /* of all chunks */
    size_t total;
    pthread_mutex_t mutex; /* of next, done and the progress */
    batch_progress *progress;
    void *context;
};

/* A config that this program does not understand is a finding, not a failure. */
static void note_impossible(struct unit *unit, struct diagnostics *why)
{
    unit->run->verdict = RERUN_IMPOSSIBLE;
    snprintf(unit->run->message, sizeof unit->run->message, "%s",
             why->count > 0 ? why->items[0].message : "out of memory");
}

static void compare(struct unit *unit, const struct run_record *record)
{
    struct rerun_run *run = unit->run;
    const char *column = store_run_difference(&unit->stored, &record->run);
    run->verdict = column ? RERUN_DIFFERS : RERUN_SAME;
    if (!column)
        return;
    snprintf(run->column, sizeof run->column, "%s", column);
    store_run_value(&unit->stored, column, run->stored, sizeof run->stored);
    store_run_value(&record->run, column, run->now, sizeof run->now);
}

static bool ids_hold(struct unit *unit, bool *hold)
{
    char config_id[STORE_ID_BYTES], id[STORE_ID_BYTES];
    struct rerun_run *run = unit->run;
    if (!run_record_ids(unit->config, unit->workload, unit->stored.model_version, config_id, id))
        return false;
    *hold = strcmp(id, run->id) == 0 && strcmp(config_id, unit->stored.config_id) == 0;
    if (*hold)
        return true;
    run->verdict = RERUN_DIFFERS;
    snprintf(run->column, sizeof run->column, "id");
    snprintf(run->stored, sizeof run->stored, "%s", run->id);
    snprintf(run->now, sizeof run->now, "%s", id);
    return true;
}

static bool replay(struct unit *unit, struct simulation *simulation)
{
    struct diagnostics why = {0};
    struct run_record record = {.config = NULL};
    struct setup setup;
    bool hold = false;
    bool done = ids_hold(unit, &hold);
    if (!done || !hold)
        return done;
    if (!run_record_setup(unit->config, unit->workload, &setup, &why)) {
        note_impossible(unit, &why);
    } else {
        done =
            run_record_init(&record, &setup) && simulate(&setup, NULL, simulation, &unit->errors);
        if (done) {
            run_record_take(&record, simulation);
            compare(unit, &record);
        }
    }
    run_record_free(&record);
    diagnostics_free(&why);
    return done;
}

static bool take(struct pool *pool, struct unit **unit)
{
    pthread_mutex_lock(&pool->mutex);
    bool more = pool->next < pool->count;
    if (more)
        *unit = &pool->units[pool->next++];
    pthread_mutex_unlock(&pool->mutex);
    return more;
}

static void *work(void *context)
{
    struct pool *pool = context;
    struct unit *unit;
    struct simulation *simulation = malloc(sizeof *simulation);
    while (take(pool, &unit)) {
        if ((!simulation || !replay(unit, simulation)) && diagnostics_empty(&unit->errors))
            diagnostics_add(&unit->errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        pthread_mutex_lock(&pool->mutex);
        pool->done++;
        if (pool->progress)
            pool->progress(pool->context, pool->done, pool->total);
        pthread_mutex_unlock(&pool->mutex);
    }
    free(simulation);
    return NULL;
}

static bool read_unit(struct store *store, struct unit *unit, struct diagnostics *errors)
{
    bool found = false;
    if (!store_find_run(store, unit->run->id, &unit->stored, &found, errors))
        return false;
    if (found) {
        unit->workload = strdup(unit->stored.workload);
        if (!store_find_config(store, unit->stored.config_id, &unit->config, errors))
            return false;
    }
    if (found && unit->config && unit->workload) {
        unit->run->model_version = unit->stored.model_version;
        return true;
    }
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store_path(store), 0,
                    "there is no run %s, or it has no config", unit->run->id);
    return false;
}

static void work_on_threads(struct pool *pool, unsigned threads)
{
    pthread_t helpers[THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < threads && started < THREADS_MAX && started + 1 < pool->count &&
           pthread_create(&helpers[started], NULL, work, pool) == 0)
        started++;
    work(pool);
    while (started > 0)
        pthread_join(helpers[--started], NULL);
}

static bool finish_chunk(struct pool *pool, struct diagnostics *errors)
{
    bool good = true;
    for (size_t i = 0; i < pool->count; i++) {
        struct unit *unit = &pool->units[i];
        for (size_t j = 0; j < unit->errors.count; j++)
            diagnostics_add(errors, unit->errors.items[j].kind, NULL, 0, "run %s: %s",
                            unit->run->id, unit->errors.items[j].message);
        good = good && diagnostics_empty(&unit->errors);
        diagnostics_free(&unit->errors);
        free(unit->config);
        free(unit->workload);
        *unit = (struct unit){.run = NULL};
    }
    return good;
}

bool rerun(struct store *store, struct rerun_run *runs, size_t count, unsigned threads,
           batch_progress *progress, void *context, struct diagnostics *errors)
{
    struct pool *pool = calloc(1, sizeof *pool);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    bool good = pool != NULL;
    if (!good) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        return false;
    }
    pool->total = count;
    pool->progress = progress;
    pool->context = context;
    pthread_mutex_init(&pool->mutex, NULL);
    for (size_t at = 0; good && at < count; at += CHUNK) {
        pool->next = 0;
        for (pool->count = 0; good && pool->count < CHUNK && at + pool->count < count;
             pool->count++) {
            pool->units[pool->count].run = &runs[at + pool->count];
            good = read_unit(store, &pool->units[pool->count], errors);
        }
        if (good)
            work_on_threads(pool, threads > 0      ? threads
                                  : processors > 0 ? (unsigned)processors
                                                   : 1);
        good = finish_chunk(pool, errors) && good;
    }
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
    return good;
}
