/* Experiments: how each published measurement is repeated in the simulator.
 *
 *   evidence rows of one experiment --> run(lab, trial) --> simulated values,
 *                                                            findings
 *
 * A new experiment is one function and one entry in experiments.c.  A row that
 * speaks of many shapes at once ("every D") gets the value farthest from the
 * published one, so that it passes only when all do.
 */
#ifndef ANESIM_EXPERIMENT_EXPERIMENTS_H
#define ANESIM_EXPERIMENT_EXPERIMENTS_H

#include "sim/experiment/evidence.h"
#include "sim/experiment/lab.h"

enum {
    EXPERIMENTS_MAX = 32,
    EXPERIMENT_QUANTITIES_MAX = 4,
    EXPERIMENT_WEIGHTS_MAX = 1 << 29, /* of a row's shape: 1 GiB of fp16 */
    TRIAL_TEXT_BYTES = 96,
    FINDING_BYTES = 512,
};

/* A row of evidence and what came of it; or, without evidence, a value that the
 * simulator predicts and nobody has published. */
struct trial_row {
    const struct evidence_row *published; /* NULL: a prediction */
    char id[TRIAL_TEXT_BYTES];
    char arm[TRIAL_TEXT_BYTES];
    const char *quantity;
    const char *unit;
    double simulated;
    double error_pct; /* of the published value; known with `published` */
    bool passed;
};

/* A sentence that belongs to the experiment as a whole. */
struct finding {
    char text[FINDING_BYTES];
};

struct trial {
    const struct experiment *experiment;
    struct trial_row *rows;
    size_t row_count;
    struct finding *findings;
    size_t finding_count;
    bool failed; /* memory was short */
};

struct experiment_quantity {
    const char *name;
    const char *unit;
};

struct experiment {
    const char *name;
    const char *title; /* what is done, in a few words */
    bool needs_shape;  /* each row has d, n and tasks */
    struct experiment_quantity quantities[EXPERIMENT_QUANTITIES_MAX];
    /* Sets `simulated` of every row; false when a diagnostic was added. */
    bool (*run)(struct lab *lab, struct trial *trial);
};

/* In the order in which they are run and shown. */
extern const struct experiment experiments[];
extern const size_t experiment_count;

/* NULL when there is none of that name. */
const struct experiment *experiment_find(const char *name);

/* Sets every row of that quantity. */
void trial_set(struct trial *trial, const char *quantity, double simulated);

/* Of several values, the one that is farthest from the published. */
double trial_worst(double published, double worst, double value);

/* Notes a sentence. */
void trial_find(struct trial *trial, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a prediction. */
void trial_predict(struct trial *trial, const char *id, const char *arm, const char *quantity,
                   const char *unit, double simulated);

void trial_free(struct trial *trial);

/* The experiments, each in the file of its name, but for the first five. */
bool experiment_split_table(struct lab *lab, struct trial *trial);
bool experiment_notch_pair(struct lab *lab, struct trial *trial);
bool experiment_split_lines(struct lab *lab, struct trial *trial);
bool experiment_control(struct lab *lab, struct trial *trial);
bool experiment_static(struct lab *lab, struct trial *trial);
bool experiment_laps(struct lab *lab, struct trial *trial);
bool experiment_cores(struct lab *lab, struct trial *trial);
bool experiment_scramble(struct lab *lab, struct trial *trial);
bool experiment_constant_bytes(struct lab *lab, struct trial *trial);
bool experiment_fft(struct lab *lab, struct trial *trial);
bool experiment_sweep(struct lab *lab, struct trial *trial);
bool experiment_llm(struct lab *lab, struct trial *trial);

#endif
