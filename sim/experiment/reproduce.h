/* Reproduce: every published measurement, repeated in the simulator and judged.
 *
 *   evidence --> trials, one an experiment --> rows with error and verdict,
 *                                              findings, summary
 */
#ifndef ANESIM_EXPERIMENT_REPRODUCE_H
#define ANESIM_EXPERIMENT_REPRODUCE_H

#include "sim/experiment/experiments.h"

/* Rows of one role. */
struct reproduce_count {
    size_t rows;
    size_t passed;
    double mean_error_pct;   /* absolute; 0 without rows */
    double median_error_pct; /* absolute */
};

struct reproduction {
    struct trial *trials; /* those that have rows, in the order of experiments[] */
    size_t trial_count;
    struct reproduce_count counts[EVIDENCE_ROLES];
    bool passed; /* every row is within its tolerance */
};

/* Called before each experiment; may be NULL. */
typedef void reproduce_begin(void *context, const struct experiment *experiment);

/* Runs the experiments that have rows; `only` is the id of a row, the name of
 * an experiment, or NULL for all.  False when a diagnostic was added.  The
 * caller frees the reproduction either way. */
bool reproduce(struct lab *lab, const struct evidence *evidence, const char *only,
               reproduce_begin *begin, struct reproduction *reproduction);
void reproduction_free(struct reproduction *reproduction);

/* The trial of one experiment with the rows that `only` picks, run and judged;
 * one without rows is not run. */
bool reproduce_trial(struct lab *lab, const struct evidence *evidence,
                     const struct experiment *experiment, const char *only, struct trial *trial);

/* What a row says of a simulated value: its error in percent, and whether that
 * is within the tolerance. */
double evidence_error_pct(const struct evidence_row *row, double simulated);
bool evidence_allows(double tolerance_pct, double error_pct);

#endif
