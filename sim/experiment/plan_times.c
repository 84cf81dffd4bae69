#include "sim/experiment/plan_times.h"

#include <stdlib.h>

#include "models/ane/closed_form.h"

/* Where the jobs of one time lie: that of the shorter, and of one lap more. */
struct recipe {
    size_t shorter;
    size_t longer; /* the same when the part is simulated in full */
    int64_t laps;  /* to continue beyond the longer */
};

static bool make_room(struct plan_times *times)
{
    if (times->count < times->capacity)
        return true;
    size_t capacity = times->capacity > 0 ? times->capacity * 2 : 32;
    struct plan_time *items = realloc(times->items, capacity * sizeof *items);
    if (!items)
        return false;
    times->items = items;
    times->capacity = capacity;
    return true;
}

size_t plan_times_ask(struct plan_times *times, const struct plan_part *part,
                      const struct shape *shape, int64_t hypothesis)
{
    struct plan_time item = {.setup = *times->setup};
    item.setup.chip.core.ring.hypothesis = hypothesis;
    plan_part_workload(part, shape, &item.setup);
    item.hash = setup_hash(&item.setup);
    for (size_t i = 0; i < times->count; i++)
        if (times->items[i].hash == item.hash && setup_equal(&times->items[i].setup, &item.setup))
            return i;
    if (times->failed || !make_room(times)) {
        times->failed = true;
        return 0;
    }
    times->items[times->count] = item;
    return times->count++;
}

/* Lines on each core when all are alike, else 0: see plan_part_workload(). */
static int64_t lines_of(const struct setup *setup)
{
    enum { LINE_BITS = 512 };
    const struct workload_params *workload = &setup->workload;
    bool alike =
        workload->kernel * workload->bits == LINE_BITS && workload->cout == setup->chip.ane.cores;
    return alike ? workload->cin : 0;
}

/* The jobs of one time, from jobs[*count] on. */
static struct recipe cook(const struct plan_time *item, bool exact, struct batch_job *jobs,
                          size_t *count)
{
    int64_t pointer_bits = item->setup.chip.core.ring.pointer_bits;
    int64_t size = INT64_C(1) << pointer_bits;
    int64_t lines = lines_of(&item->setup);
    int64_t laps = lines >> pointer_bits;
    int64_t rest = lines & (size - 1);
    /* A transfer of half a lap or more has the place in the ring of longer ones. */
    int64_t base = rest >= size / 2 ? 0 : 1;
    struct recipe recipe = {.shorter = *count, .longer = *count};
    jobs[*count].setup = item->setup;
    if (exact || laps <= TIMES_LAPS_MAX) {
        (*count)++;
        return recipe;
    }
    recipe.longer = *count + 1;
    recipe.laps = laps - base - 1;
    jobs[recipe.longer].setup = item->setup;
    jobs[recipe.shorter].setup.workload.cin = base * size + rest;
    jobs[recipe.longer].setup.workload.cin = (base + 1) * size + rest;
    *count += 2;
    return recipe;
}

static void taste(struct plan_time *item, const struct recipe *recipe, const struct batch_job *jobs)
{
    double dispatch_us = (double)item->setup.chip.ane.dispatch_ps / PS_PER_US;
    double longer_us = jobs[recipe->longer].time_us;
    double lap_us = longer_us - jobs[recipe->shorter].time_us;
    item->time_us = longer_us - dispatch_us + (double)recipe->laps * lap_us;
    item->known = true;
}

static bool simulate_all(struct plan_times *times, struct diagnostics *errors)
{
    size_t count = 0;
    struct batch_job *jobs = calloc(2 * times->count + 1, sizeof *jobs);
    struct recipe *recipes = calloc(times->count + 1, sizeof *recipes);
    if (!jobs || !recipes) {
        free(jobs);
        free(recipes);
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the jobs");
        return false;
    }
    for (size_t i = 0; i < times->count; i++)
        if (!times->items[i].known)
            recipes[i] = cook(&times->items[i], times->exact, jobs, &count);
    bool done = batch_run(jobs, count, times->threads, times->progress, times->context, errors);
    for (size_t i = 0; done && i < times->count; i++)
        if (!times->items[i].known)
            taste(&times->items[i], &recipes[i], jobs);
    free(recipes);
    free(jobs);
    return done;
}

static bool calculate(struct plan_time *item)
{
    struct program program;
    struct workload_summary summary;
    char message[WORKLOAD_MESSAGE_BYTES];
    if (workload_build(&item->setup.workload, item->setup.chip.ane.cores, &program, &summary,
                       message) != WORKLOAD_OK)
        return false;
    double dispatch_us = (double)item->setup.chip.ane.dispatch_ps / PS_PER_US;
    item->time_us = closed_form_run(&item->setup.chip, &program).time_us - dispatch_us;
    item->known = true;
    program_free(&program);
    return true;
}

bool plan_times_run(struct plan_times *times, struct diagnostics *errors)
{
    bool done = !times->failed;
    if (done && !times->closed_form)
        return simulate_all(times, errors);
    for (size_t i = 0; done && i < times->count; i++)
        done = times->items[i].known || calculate(&times->items[i]);
    if (!done)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the times");
    return done;
}

void plan_times_free(struct plan_times *times)
{
    free(times->items);
    times->items = NULL;
    times->count = times->capacity = 0;
}
