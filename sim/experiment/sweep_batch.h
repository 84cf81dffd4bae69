/* Sweep batch: points of a plan put into a store, all or none of them. */
#ifndef ANESIM_EXPERIMENT_SWEEP_BATCH_H
#define ANESIM_EXPERIMENT_SWEEP_BATCH_H

#include "sim/experiment/sweep_crew.h"

/* Points with the runs that were simulated for them; on disk when true. */
bool sweep_put_results(const struct sweep_plan *plan, struct store *store,
                       const struct crew_result *results, size_t count, struct diagnostics *errors);

/* Points whose runs are stored. */
bool sweep_put_reused(const struct sweep_plan *plan, struct store *store, const int64_t *positions,
                      size_t count, struct diagnostics *errors);

#endif
