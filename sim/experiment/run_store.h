/* Run store: the rows of `run` as an experiment of the store. */
#ifndef ANESIM_EXPERIMENT_RUN_STORE_H
#define ANESIM_EXPERIMENT_RUN_STORE_H

#include "sim/experiment/run.h"
#include "sim/experiment/stored_experiment.h"

/* Puts all rows, in one transaction.  `experiment` comes with `arguments` and
 * gets the rest. */
bool run_store(const struct run_report *report, struct store *store,
               struct store_experiment *experiment, struct diagnostics *errors);

#endif
