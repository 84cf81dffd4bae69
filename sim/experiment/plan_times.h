/* Times: how long parts take, each different one simulated once.
 *
 *   time = task overhead + streaming, without the dispatch of a program
 *
 * A transfer goes on from lap to lap of the ring as it did before: its credit is
 * that of the same distance again.  So of one of more than TIMES_LAPS_MAX laps
 * only the first one or two are simulated, as a shorter transfer and as one of
 * one lap more, and continued in a straight line, unless `exact` asks for all of
 * it.  The two differ by up to 3 %, as cores start elsewhere in memory; a test
 * holds that.
 *
 * A plan's tasks are simulated one by one, each from a cold start, and their
 * times added: there is a barrier between tasks.
 */
#ifndef ANESIM_EXPERIMENT_PLAN_TIMES_H
#define ANESIM_EXPERIMENT_PLAN_TIMES_H

#include "sim/experiment/batch.h"
#include "sim/experiment/plan_part.h"

enum { TIMES_LAPS_MAX = 2 };

struct plan_time {
    struct setup setup; /* of the part, as plan_part_workload() makes it */
    uint64_t hash;
    bool known;
    double time_us;
};

struct plan_times {
    const struct setup *setup; /* the chip */
    bool closed_form;          /* instead of simulating */
    bool exact;                /* simulate long transfers in full */
    unsigned threads;          /* 0: one a processor */
    batch_progress *progress;  /* may be NULL */
    void *context;
    struct plan_time *items;
    size_t count;
    size_t capacity;
    bool failed; /* memory was short */
};

/* Asks for a part's time; returns its number.  `hypothesis` is an index into
 * ring_hypotheses. */
size_t plan_times_ask(struct plan_times *times, const struct plan_part *part,
                      const struct shape *shape, int64_t hypothesis);

/* Works out all that was asked for and is not known yet.  False when a
 * diagnostic was added. */
bool plan_times_run(struct plan_times *times, struct diagnostics *errors);

static inline double plan_times_us(const struct plan_times *times, size_t number)
{
    return times->items[number].time_us;
}

void plan_times_free(struct plan_times *times);

#endif
