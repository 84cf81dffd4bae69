#include "sim/experiment/batch.h"
#include "sim/experiment/simulate.h"
#include <stdlib.h>
#include <string.h>

/* A simulation that has to be run; equal jobs share one. */
struct unit {
    struct batch_job *job; /* the first of its jobs */
    uint64_t hash;
    double cost; /* a guess: what is to be streamed */
    enum workload_status status;
    struct diagnostics errors;
};

struct pool {
    struct unit *units;
    size_t unit_count;
};

static void run(void *context, size_t index)
{
    struct unit *unit = &((struct unit *)context)[index];
    struct batch_job *job = unit->job;
    struct simulation *simulation = calloc(1, sizeof *simulation);
    job->known = false;
    if (!simulation) {
        diagnostics_add(&unit->errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for a job");
        return;
    }
    if (simulate(&job->setup, NULL, simulation, &unit->errors)) {
        unit->status = simulation->status;
        job->known = simulation->status == WORKLOAD_OK;
        memcpy(job->message, simulation->message, sizeof job->message);
        job->workload = simulation->workload;
        job->credit_lines = simulation->credit_lines;
        job->time_us = simulation->time_us;
        job->throughput_gbps = simulation->throughput_gbps;
    }
    free(simulation);
}

/* The unit of a job: that of an equal one before it, or a new one. */
static size_t unit_of(struct pool *pool, struct batch_job *job)
{
    const struct workload_params *layer = &job->setup.workload;
    uint64_t hash = setup_hash(&job->setup);
    for (size_t i = 0; i < pool->unit_count; i++)
        if (pool->units[i].hash == hash && setup_equal(&pool->units[i].job->setup, &job->setup))
            return i;
    pool->units[pool->unit_count] = (struct unit){
        .job = job,
        .hash = hash,
        .cost = (double)layer->cin * (double)layer->cout * (double)layer->kernel *
                (double)layer->bits * (double)layer->cores,
    };
    return pool->unit_count++;
}

/* The longest first, so that no thread is left with one at the end. */
static int by_cost(const void *a, const void *b)
{
    const struct unit *left = a;
    const struct unit *right = b;
    if (left->cost != right->cost)
        return left->cost < right->cost ? 1 : -1;
    return left->job < right->job ? -1 : left->job > right->job;
}

static int by_job(const void *a, const void *b)
{
    const struct unit *left = a;
    const struct unit *right = b;
    return left->job < right->job ? -1 : left->job > right->job;
}

static void share(struct batch_job *job, const struct batch_job *first)
{
    if (job == first)
        return;
    struct setup setup = job->setup;
    *job = *first;
    job->setup = setup;
}

static void report(const struct unit *unit, struct diagnostics *errors)
{
    for (size_t i = 0; i < unit->errors.count; i++) {
        const struct diagnostic *item = &unit->errors.items[i];
        diagnostics_add(errors, item->kind, item->file, item->line, "%s", item->message);
    }
    errors->lost += unit->errors.lost;
    if (unit->status == WORKLOAD_BAD_INPUT)
        diagnostics_bad_input(errors, "%s", unit->job->message);
}

bool batch_run(struct batch_job *jobs, size_t count, unsigned threads, batch_progress *progress,
               void *context, struct diagnostics *errors)
{
    size_t before = errors->count + errors->lost;
    struct pool pool = {.unit_count = 0};
    size_t *units = calloc(count + 1, sizeof *units);
    pool.units = calloc(count + 1, sizeof *pool.units);
    if (!units || !pool.units) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the jobs");
        free(units);
        free(pool.units);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        units[i] = unit_of(&pool, &jobs[i]);
    qsort(pool.units, pool.unit_count, sizeof *pool.units, by_cost);
    const struct threads_items items = {
        .count = pool.unit_count,
        .work = run,
        .context = pool.units,
        .progress = progress,
        .progress_context = context,
        .total = pool.unit_count,
    };
    threads_each(&items, threads_count(threads, pool.unit_count));
    qsort(pool.units, pool.unit_count, sizeof *pool.units, by_job);
    for (size_t i = 0; i < count; i++)
        share(&jobs[i], pool.units[units[i]].job);
    for (size_t i = 0; i < pool.unit_count; i++) {
        report(&pool.units[i], errors);
        diagnostics_free(&pool.units[i].errors);
    }
    free(units);
    free(pool.units);
    return errors->count + errors->lost == before;
}
