/* Simulate: one setup, built and run on a chip of its own. */
#ifndef ANESIM_EXPERIMENT_SIMULATE_H
#define ANESIM_EXPERIMENT_SIMULATE_H

#include "models/ane/chip.h"
#include "sim/config/diagnostics.h"
#include "sim/workload/setup.h"

/* A setup as a program: what it streams, or why that is not known. */
struct simulation {
    enum workload_status status;
    char message[WORKLOAD_MESSAGE_BYTES]; /* unless status is WORKLOAD_OK */
    struct workload_summary workload;
    struct ring_position position; /* of the fullest task of core 0 */
    int64_t credit_lines;          /* granted to it */
    double time_us;
    double throughput_gbps;  /* GB = 1e9 bytes, without padding */
    double dram_utilization; /* share of the memory's peak, 0 .. 1 */
    struct chip_result result;
};

/* Builds and runs; the observer may be NULL.  What the workload cannot do is in
 * status and message.  False, with a diagnostic, when memory is short or the
 * simulator is at fault. */
bool simulate(const struct setup *setup, struct observer *observer, struct simulation *simulation,
              struct diagnostics *errors);

#endif
