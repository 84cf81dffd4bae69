#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/config_json.h"
#include "sim/experiment/rerun.h"
#include "sim/experiment/sweep_plan.h"

static const struct column experiment_columns[] = {
    {.name = "points", .type = COLUMN_COUNT},
    {.name = "rounds", .type = COLUMN_COUNT},
    {.name = "sample_order", .type = COLUMN_TEXT},
    {.name = "noise", .type = COLUMN_TEXT},
};

static const struct column sample_columns[] = {
    {.name = "position", .type = COLUMN_COUNT},
    {.name = "round", .type = COLUMN_COUNT},
    {.name = "sequence", .type = COLUMN_COUNT},
    {.name = "time_us", .type = COLUMN_REAL},
    {.name = "throughput_gbps", .type = COLUMN_REAL},
    {.name = "run_time_us", .type = COLUMN_REAL},
    {.name = "run_throughput_gbps", .type = COLUMN_REAL},
    {.name = "bytes_total", .type = COLUMN_COUNT},
};

enum { POSITION, ROUND, SEQUENCE, TIME, THROUGHPUT, RUN_TIME, RUN_THROUGHPUT, RUN_BYTES };

static bool damaged(struct store *store, const char *what, struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store_path(store), 0,
                    "damaged: %s of an experiment is not what it should be", what);
    return false;
}

static bool read_noise(struct store *store, const char *text, struct sweep_plan *plan,
                       struct diagnostics *errors)
{
    struct diagnostics faults = {0};
    json_t *section = json_loads(text, 0, NULL);
    json_t *object = section ? json_pack("{s:O}", "noise", section) : NULL;
    bool done = object && config_json_read(object, &setup_schema, &plan->base, "noise", &faults);
    json_decref(object);
    json_decref(section);
    diagnostics_free(&faults);
    plan->with_noise = true;
    return done || damaged(store, "noise", errors);
}

/* As much of the plan as its samples need. */
static bool read_plan(struct store *store, const struct table *facts, struct sweep_plan *plan,
                      struct diagnostics *errors)
{
    const struct cell *order = table_cell(facts, 0, 2);
    const struct cell *noise = table_cell(facts, 0, 3);
    plan->points = table_cell(facts, 0, 0)->count;
    plan->rounds = table_cell(facts, 0, 1)->count;
    plan->order = SWEEP_ORDERS;
    for (int i = 0; order->known && i < SWEEP_ORDERS; i++)
        if (strcmp(order->text, sweep_order_names[i]) == 0)
            plan->order = (enum sweep_order)i;
    if (plan->order == SWEEP_ORDERS || plan->points < 1 || plan->points > SWEEP_SAMPLES_MAX ||
        plan->rounds < 1 || plan->rounds > SWEEP_SAMPLES_MAX / plan->points)
        return damaged(store, "the order or the number of samples", errors);
    if (noise->known && !read_noise(store, noise->text, plan, errors))
        return false;
    if (plan->order != SWEEP_RANDOM || !plan->with_noise || sweep_plan_shuffle(plan))
        return true;
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    return false;
}

static void note(struct rerun_samples *samples, const struct store_sample *stored,
                 const struct store_sample *now, const char *column)
{
    if (samples->differing++ > 0)
        return;
    samples->position = stored->position;
    samples->round = stored->round;
    samples->column = column;
    bool time = strcmp(column, "time_us") == 0;
    if (strcmp(column, "sequence") == 0) {
        snprintf(samples->stored, sizeof samples->stored, "%" PRId64, stored->sequence);
        snprintf(samples->now, sizeof samples->now, "%" PRId64, now->sequence);
        return;
    }
    snprintf(samples->stored, sizeof samples->stored, "%.17g",
             time ? stored->time_us : stored->throughput_gbps);
    snprintf(samples->now, sizeof samples->now, "%.17g",
             time ? now->time_us : now->throughput_gbps);
}

/* Without noise the seed of a random order is not stored, nor does it matter. */
static const char *difference(const struct sweep_plan *plan, const struct store_sample *a,
                              const struct store_sample *b)
{
    if ((plan->with_noise || plan->order != SWEEP_RANDOM) && a->sequence != b->sequence)
        return "sequence";
    if (!store_same_real(a->time_us, b->time_us))
        return "time_us";
    if (!store_same_real(a->throughput_gbps, b->throughput_gbps))
        return "throughput_gbps";
    return NULL;
}

static bool compare(struct store *store, const struct sweep_plan *plan, const struct table *rows,
                    struct rerun_samples *samples, struct diagnostics *errors)
{
    samples->samples = (int64_t)rows->row_count;
    for (size_t i = 0; i < rows->row_count; i++) {
        const struct cell *cells = table_cell(rows, i, 0);
        const struct store_sample stored = {.position = cells[POSITION].count,
                                            .round = cells[ROUND].count,
                                            .sequence = cells[SEQUENCE].count,
                                            .time_us = cells[TIME].real,
                                            .throughput_gbps = cells[THROUGHPUT].real};
        const struct store_run run = {.time_us = cells[RUN_TIME].real,
                                      .throughput_gbps = cells[RUN_THROUGHPUT].real,
                                      .bytes_total = cells[RUN_BYTES].count};
        if (stored.position < 0 || stored.position >= plan->points || stored.round < 0 ||
            stored.round >= plan->rounds)
            return damaged(store, "a sample", errors);
        const struct store_sample now =
            sweep_plan_sample(plan, stored.position, stored.round, &run);
        const char *column = difference(plan, &stored, &now);
        if (column)
            note(samples, &stored, &now, column);
    }
    return true;
}

bool rerun_samples(struct store *store, struct rerun_samples *samples, struct diagnostics *errors)
{
    struct table facts, rows;
    struct sweep_plan *plan = calloc(1, sizeof *plan);
    const char *id = samples->experiment_id;
    table_init(&facts, experiment_columns,
               sizeof experiment_columns / sizeof experiment_columns[0]);
    table_init(&rows, sample_columns, sizeof sample_columns / sizeof sample_columns[0]);
    if (!plan)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    bool done =
        plan &&
        store_select(store,
                     "SELECT points, rounds, sample_order, noise FROM experiment WHERE id = ?1",
                     &id, 1, &facts, errors) &&
        store_select(store,
                     "SELECT s.position, s.round, s.sequence, s.time_us, s.throughput_gbps,"
                     " r.time_us, r.throughput_gbps, r.bytes_total FROM sample s"
                     " JOIN point p ON p.experiment_id = s.experiment_id AND p.position ="
                     " s.position JOIN run r ON r.id = p.run_id WHERE s.experiment_id = ?1"
                     " ORDER BY s.position, s.round",
                     &id, 1, &rows, errors);
    if (done && rows.row_count > 0)
        done =
            read_plan(store, &facts, plan, errors) && compare(store, plan, &rows, samples, errors);
    if (plan)
        sweep_plan_free(plan);
    free(plan);
    table_free(&facts);
    table_free(&rows);
    return done;
}
