#include "sim/experiment/sweep_batch.h"

struct batch {
    const struct sweep_plan *plan;
    struct store *store;
    struct diagnostics *errors;
};

/* A point and its samples; its run is in the store. */
static bool put_point(const struct batch *batch, int64_t position, const struct store_run *run)
{
    const struct sweep_plan *plan = batch->plan;
    char label[POINT_LABEL_BYTES];
    sweep_plan_label(plan, position, label);
    const struct store_point point = {
        .position = position, .label = label, .run_id = plan->run_ids[position]};
    bool done = store_put_point(batch->store, plan->experiment.id, &point, batch->errors);
    bool known = run->message[0] == '\0';
    for (int64_t round = 0; done && known && round < plan->rounds; round++) {
        struct store_sample sample = sweep_plan_sample(plan, position, round, run);
        done = store_put_sample(batch->store, plan->experiment.id, &sample, batch->errors);
    }
    return done;
}

static bool put_known(const struct batch *batch, const int64_t *positions, size_t count)
{
    bool done = true;
    for (size_t i = 0; done && i < count; i++) {
        struct store_run run;
        bool found = false;
        const char *id = batch->plan->run_ids[positions[i]];
        done = store_find_run(batch->store, id, &run, &found, batch->errors);
        if (done && !found) {
            diagnostics_add(batch->errors, DIAGNOSTIC_ENVIRONMENT, store_path(batch->store), 0,
                            "run %s was there and is gone; somebody changes the database", id);
            done = false;
        }
        done = done && put_point(batch, positions[i], &run);
    }
    return done;
}

static bool put_new(const struct batch *batch, const struct crew_result *results, size_t count)
{
    bool done = true;
    for (size_t i = 0; done && i < count; i++)
        done = run_record_put(&results[i].record, batch->store, batch->errors) &&
               put_point(batch, results[i].position, &results[i].record.run);
    return done;
}

/* Begins a batch, with what every point of it refers to. */
static bool open_batch(const struct batch *batch)
{
    return store_begin(batch->store, batch->errors) &&
           store_put_experiment(batch->store, &batch->plan->experiment, batch->errors);
}

static bool close_batch(const struct batch *batch, bool done)
{
    done = done && store_commit(batch->store, batch->errors);
    if (!done)
        store_rollback(batch->store);
    return done;
}

bool sweep_put_results(const struct sweep_plan *plan, struct store *store,
                       const struct crew_result *results, size_t count, struct diagnostics *errors)
{
    const struct batch batch = {plan, store, errors};
    return count == 0 || close_batch(&batch, open_batch(&batch) && put_new(&batch, results, count));
}

bool sweep_put_reused(const struct sweep_plan *plan, struct store *store, const int64_t *positions,
                      size_t count, struct diagnostics *errors)
{
    const struct batch batch = {plan, store, errors};
    return close_batch(&batch, open_batch(&batch) && put_known(&batch, positions, count));
}
