/* The id of an experiment: what was run, in which order it was sampled, with
 * what noise; not how it was asked for, on how many threads or in how many
 * shards.
 *
 *   "experiment", command, rounds, order, seed, noise, then each point's run and
 *   label, chained: id = XXH128(id of all before + this one)
 */
#ifndef ANESIM_EXPERIMENT_STORED_EXPERIMENT_H
#define ANESIM_EXPERIMENT_STORED_EXPERIMENT_H

#include "sim/store/store.h"

enum { POINT_LABEL_BYTES = 128 };

/* Fills in the id from everything else but `arguments`.  `seed` is that of a
 * random order, 0 without one.  False: out of memory. */
bool stored_experiment_begin(struct store_experiment *experiment, int64_t seed);

/* Each point in turn. */
void stored_experiment_add(struct store_experiment *experiment, const char *run_id,
                           const char *label);

#endif
