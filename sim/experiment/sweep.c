#include "sim/experiment/sweep.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/config/assignments.h"
#include "sim/experiment/sweep_batch.h"

enum { REUSED_BATCH = 256 };

struct sweep {
    const struct sweep_plan *plan;
    const struct sweep_options *options;
    struct store *store;
    struct sweep_counts *counts;
    struct diagnostics *errors;
    int64_t *todo; /* positions to be simulated */
    size_t todo_count;
    int64_t *reused; /* positions whose run is stored */
    size_t reused_count;
    struct crew crew;
    struct crew_result results[CREW_RESULTS_MAX];
};

static void report(struct sweep *sweep)
{
    if (sweep->options->progress)
        sweep->options->progress(sweep->options->context, sweep->counts);
}

/* Marks the points of the experiment that are stored. */
static bool find_stored(struct sweep *sweep, bool *stored)
{
    static const struct column columns[] = {{.name = "position", .type = COLUMN_COUNT}};
    const char *id = sweep->plan->experiment.id;
    struct table table;
    table_init(&table, columns, 1);
    bool done = store_select(sweep->store, "SELECT position FROM point WHERE experiment_id = ?1",
                             &id, 1, &table, sweep->errors);
    for (size_t i = 0; done && i < table.row_count; i++) {
        int64_t position = table_cell(&table, i, 0)->count;
        if (position >= 0 && position < sweep->plan->points)
            stored[position] = true;
    }
    table_free(&table);
    return done;
}

static bool assign(struct sweep *sweep, const bool *stored)
{
    const struct sweep_plan *plan = sweep->plan;
    bool found = false;
    bool done = true;
    for (int64_t i = sweep->options->shard; done && i < plan->points; i += sweep->options->shards) {
        struct store_run run;
        sweep->counts->points++;
        sweep->counts->before += stored[i] ? 1 : 0;
        if (stored[i])
            continue;
        done = store_find_run(sweep->store, plan->run_ids[i], &run, &found, sweep->errors);
        if (found)
            sweep->reused[sweep->reused_count++] = i;
        else
            sweep->todo[sweep->todo_count++] = i;
    }
    return done;
}

static bool divide(struct sweep *sweep)
{
    size_t points = (size_t)sweep->plan->points;
    bool *stored = calloc(points, sizeof *stored);
    sweep->todo = calloc(points, sizeof *sweep->todo);
    sweep->reused = calloc(points, sizeof *sweep->reused);
    bool done = stored && sweep->todo && sweep->reused;
    done = done ? find_stored(sweep, stored) && assign(sweep, stored)
                : config_report_no_memory(sweep->errors);
    free(stored);
    return done;
}

static bool is_stopped(const struct sweep *sweep)
{
    return sweep->options->stop && atomic_load(sweep->options->stop);
}

static bool store_reused(struct sweep *sweep)
{
    size_t next = 0;
    while (next < sweep->reused_count && !is_stopped(sweep)) {
        size_t count = sweep->reused_count - next;
        count = count < REUSED_BATCH ? count : REUSED_BATCH;
        if (!sweep_put_reused(sweep->plan, sweep->store, &sweep->reused[next], count,
                              sweep->errors))
            return false;
        next += count;
        sweep->counts->reused += (int64_t)count;
        report(sweep);
    }
    return true;
}

static bool store_results(struct sweep *sweep, size_t count)
{
    bool done = sweep_put_results(sweep->plan, sweep->store, sweep->results, count, sweep->errors);
    for (size_t i = 0; i < count; i++)
        run_record_free(&sweep->results[i].record);
    sweep->counts->simulated += done ? (int64_t)count : 0;
    return done;
}

static bool simulate_all(struct sweep *sweep)
{
    const struct sweep_options *options = sweep->options;
    bool busy = true;
    bool done = crew_begin(&sweep->crew, sweep->plan, sweep->todo, sweep->todo_count,
                           options->threads, options->stop, sweep->errors);
    while (done && busy) {
        done = store_results(sweep, crew_take(&sweep->crew, sweep->results, &busy));
        report(sweep);
    }
    return crew_end(&sweep->crew, sweep->errors) && done;
}

bool sweep_run(const struct sweep_plan *plan, struct store *store,
               const struct sweep_options *options, struct sweep_counts *counts,
               struct diagnostics *errors)
{
    struct sweep *sweep = calloc(1, sizeof *sweep);
    *counts = (struct sweep_counts){.points = 0};
    if (!sweep) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the sweep");
        return false;
    }
    sweep->plan = plan;
    sweep->options = options;
    sweep->store = store;
    sweep->counts = counts;
    sweep->errors = errors;
    bool done = divide(sweep) && store_reused(sweep) && simulate_all(sweep);
    free(sweep->todo);
    free(sweep->reused);
    free(sweep);
    return done;
}
