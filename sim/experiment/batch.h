/* Batch: many simulations, each different one run once, spread over threads.
 *
 * Results do not depend on the number of threads or on the order of the jobs.
 */
#ifndef ANESIM_EXPERIMENT_BATCH_H
#define ANESIM_EXPERIMENT_BATCH_H

#include "sim/config/diagnostics.h"
#include "sim/experiment/threads.h"
#include "sim/workload/setup.h"
#include <stddef.h>

struct batch_job {
    struct setup setup; /* in */
    bool known;         /* out: false when `message` says why there is no result */
    char message[WORKLOAD_MESSAGE_BYTES];
    struct workload_summary workload;
    int64_t credit_lines;
    double time_us;
    double throughput_gbps; /* GB = 1e9 bytes, without padding */
};

typedef threads_progress batch_progress;

/* Runs all jobs on `threads` threads (0: one per processor).  False when a
 * diagnostic was added: bad input in a job, no memory, a fault of the
 * simulator. */
bool batch_run(struct batch_job *jobs, size_t count, unsigned threads, batch_progress *progress,
               void *context, struct diagnostics *errors);

#endif
