/* Run: one workload in all the variants that a config's [row.*] sections name,
 * side by side, the first being what the others are compared with. */
#ifndef ANESIM_EXPERIMENT_RUN_H
#define ANESIM_EXPERIMENT_RUN_H

#include "models/ane/chip.h"
#include "sim/config/config.h"
#include "sim/experiment/latency.h"
#include "sim/workload/setup.h"

enum { RUN_LABEL_BYTES = 64 };

struct run_row {
    char label[RUN_LABEL_BYTES];
    struct setup setup;
    bool known; /* false: nothing below is, except `message` */
    char message[WORKLOAD_MESSAGE_BYTES];
    struct workload_summary workload;
    struct ring_position position; /* of the fullest task of core 0 */
    int64_t credit_lines;
    double time_us;
    double throughput_gbps;  /* GB = 1e9 bytes */
    double dram_utilization; /* share of the memory's peak, 0 .. 1 */
    double speedup;          /* over the first row; 0 when that is unknown */
    struct chip_result result;
    struct run_latency latency[LINE_CLASSES]; /* when asked for */
};

struct run_report {
    struct run_row *rows;
    size_t row_count;
    char diagnosis[512]; /* one sentence: why the first row is as fast as it is */
};

/* Runs every row.  With an override of workload.split, axis or pad_lines the
 * rows are the layer whole and the layer as asked for instead of the config's;
 * a config without rows gives one.  `latencies` fills in run_row.latency, which
 * takes time and changes nothing else.  False when a diagnostic was added.  The
 * caller frees the report either way. */
bool run_experiment(const struct config *config, bool latencies, struct run_report *report,
                    struct diagnostics *errors);
void run_report_free(struct run_report *report);

#endif
