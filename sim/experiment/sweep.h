/* Sweep: runs what a plan holds and a store does not, and stores it.
 *
 * A point, its run and all its samples are one transaction; what is reported is
 * on disk.  Points that are stored are left alone, and so are runs stored by
 * another experiment: only the points and samples are added.  What ends up in
 * the store depends neither on the threads nor on how often it was broken off.
 */
#ifndef ANESIM_EXPERIMENT_SWEEP_H
#define ANESIM_EXPERIMENT_SWEEP_H

#include <stdatomic.h>

#include "sim/experiment/sweep_plan.h"

/* Of the points of this shard; all on disk. */
struct sweep_counts {
    int64_t points;
    int64_t before;    /* stored when it began */
    int64_t reused;    /* added, with a run of another experiment */
    int64_t simulated; /* added */
};

typedef void sweep_progress(void *context, const struct sweep_counts *counts);

struct sweep_options {
    unsigned threads; /* 0: one per processor */
    int64_t shard;    /* 0 .. shards - 1: the points whose position % shards is that */
    int64_t shards;
    const atomic_bool *stop;  /* set: finish what is running and return; may be NULL */
    sweep_progress *progress; /* after each commit and now and then; may be NULL */
    void *context;
};

static inline int64_t sweep_done(const struct sweep_counts *counts)
{
    return counts->before + counts->reused + counts->simulated;
}

/* False when a diagnostic was added; *counts is right all the same.  True with
 * fewer points done than there are: it was stopped. */
bool sweep_run(const struct sweep_plan *plan, struct store *store,
               const struct sweep_options *options, struct sweep_counts *counts,
               struct diagnostics *errors);

#endif
