/* Run: one workload in all the variants that a config's [row.*] sections name,
 * side by side, the first being what the others are compared with. */
#ifndef ANESIM_EXPERIMENT_RUN_H
#define ANESIM_EXPERIMENT_RUN_H

#include "models/ane/chip.h"
#include "sim/config/config.h"
#include "sim/workload/setup.h"

enum { RUN_LABEL_BYTES = 64 };

/* Latencies of all lines of one class, all cores. */
struct run_latency {
    uint64_t count;
    double mean_ns;
    double p50_ns;
    double p99_ns;
    double max_ns;
};

struct run_row {
    char label[RUN_LABEL_BYTES];
    struct setup setup;
    bool known; /* false: nothing below is, except `message` */
    char message[WORKLOAD_MESSAGE_BYTES];
    struct workload_summary workload;
    struct ring_position position; /* of the fullest task of core 0 */
    int64_t credit_lines;
    uint64_t bytes; /* weights of all cores, without padding */
    double time_us;
    double throughput_gbps; /* GB = 1e9 bytes */
    double dram_utilization; /* share of the memory's peak, 0 .. 1 */
    double speedup;          /* over the first row; 0 when that is unknown */
    struct chip_result result;
    struct run_latency latency[LINE_CLASSES];
};

struct run_report {
    struct run_row *rows;
    size_t row_count;
    char diagnosis[512]; /* one sentence: why the first row is as fast as it is */
};

/* Runs every row.  With an override of workload.split, axis or pad_lines the
 * rows are the layer whole and the layer as asked for instead of the config's;
 * a config without rows gives one.  False when a diagnostic was added.  The
 * caller frees the report either way. */
bool run_experiment(const struct config *config, struct run_report *report,
                    struct diagnostics *errors);
void run_report_free(struct run_report *report);

#endif
