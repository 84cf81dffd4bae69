#include "sim/experiment/rerun.h"

#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/experiment/run_record.h"

enum { CHUNK = 256, RERUN_THREADS_MAX = 64 };

/* One run on its way: read by one thread, simulated by any. */
struct unit {
    struct rerun_run *run;
    struct store_run stored;
    char *config;
    char *workload;
    struct diagnostics errors;
};

struct chunk {
    struct unit units[CHUNK];
    size_t count;
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

static void work(void *context, size_t index)
{
    struct unit *unit = &((struct chunk *)context)->units[index];
    struct simulation *simulation = calloc(1, sizeof *simulation);
    if ((!simulation || !replay(unit, simulation)) && diagnostics_empty(&unit->errors))
        diagnostics_add(&unit->errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    free(simulation);
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

static bool finish_chunk(struct chunk *chunk, struct diagnostics *errors)
{
    bool good = true;
    for (size_t i = 0; i < chunk->count; i++) {
        struct unit *unit = &chunk->units[i];
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

static bool read_chunk(struct store *store, struct chunk *chunk, struct rerun_run *runs,
                       size_t count, struct diagnostics *errors)
{
    bool good = true;
    for (chunk->count = 0; good && chunk->count < CHUNK && chunk->count < count; chunk->count++) {
        chunk->units[chunk->count].run = &runs[chunk->count];
        good = read_unit(store, &chunk->units[chunk->count], errors);
    }
    return good;
}

bool rerun(struct store *store, struct rerun_run *runs, size_t count, unsigned threads,
           batch_progress *progress, void *context, struct diagnostics *errors)
{
    struct chunk *chunk = calloc(1, sizeof *chunk);
    bool good = chunk || config_report_no_memory(errors);
    for (size_t at = 0; good && at < count; at += CHUNK) {
        good = read_chunk(store, chunk, &runs[at], count - at, errors);
        const struct threads_items items = {
            .count = chunk->count,
            .work = work,
            .context = chunk,
            .progress = progress,
            .progress_context = context,
            .done = at,
            .total = count,
        };
        unsigned wanted = threads_count(threads, chunk->count);
        if (good)
            threads_each(&items, wanted < RERUN_THREADS_MAX ? wanted : RERUN_THREADS_MAX);
        good = finish_chunk(chunk, errors) && good;
    }
    free(chunk);
    return good;
}
