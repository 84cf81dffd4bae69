/* Lab: where experiments get their simulations done, on several threads, and
 * every different one once, however many experiments ask for it.
 */
#ifndef ANESIM_EXPERIMENT_LAB_H
#define ANESIM_EXPERIMENT_LAB_H

#include "sim/experiment/batch.h"

enum lab_effort {
    LAB_QUICK,  /* long sweeps thinned out */
    LAB_NORMAL, /* what docs/RESULTS.md shows */
    LAB_FULL,   /* as many rounds as were published, and no shortcut */
};

struct lab {
    struct setup base; /* the chip, and a plain fp16 layer on all its cores */
    enum lab_effort effort;
    unsigned threads;         /* 0: one a processor */
    batch_progress *progress; /* may be NULL */
    void *context;
    struct diagnostics *errors;
    struct batch_job *known; /* what has been simulated */
    uint64_t *hashes;
    size_t known_count;
    size_t known_capacity;
    bool planning;
    struct batch_job *planned;
    size_t planned_count;
    size_t planned_capacity;
};

/* Takes the chip, the noise and the partition from `setup`; of its layer, only
 * how kernels are spread over cores. */
void lab_init(struct lab *lab, const struct setup *setup, struct diagnostics *errors);
void lab_free(struct lab *lab);

/* X[1,d] x W[d,n] in that many tasks, not yet run. */
struct batch_job lab_layer(const struct lab *lab, int64_t d, int64_t n, int64_t tasks);

/* A transfer of that many lines on each core, not yet run. */
struct batch_job lab_lines(const struct lab *lab, int64_t lines);

/* Runs them all; every job is known after it.  False when a diagnostic was
 * added. */
bool lab_run(struct lab *lab, struct batch_job *jobs, size_t count);

/* From here on lab_run() only notes what is asked for, and answers 1 to all of
 * it; lab_run_planned() ends that and runs everything in one go.  For code that
 * is then called again, and asks the same whatever the answers. */
void lab_plan(struct lab *lab);
bool lab_run_planned(struct lab *lab);

/* Zeroed jobs for the caller to free; NULL and a diagnostic: out of memory. */
struct batch_job *lab_jobs(struct lab *lab, size_t count);

#endif
