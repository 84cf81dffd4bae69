/* Latency: an observer that gathers the latencies of a run's lines. */
#ifndef ANESIM_EXPERIMENT_LATENCY_H
#define ANESIM_EXPERIMENT_LATENCY_H

#include "models/fabric/line.h"
#include "sim/kernel/observer.h"
#include <stdbool.h>

enum {
    LATENCY_SUB_BITS = 6, /* fine bins an octave: 64, so percentiles are within 1.6 % */
    LATENCY_FINE_BINS = (40 - LATENCY_SUB_BITS + 1) << LATENCY_SUB_BITS,
    LATENCY_BINS_MAX = 64,
};

struct latency_bin {
    double low_ns;
    double high_ns;
    uint64_t lines;
};

/* Latencies of all lines of one class, all cores: from leaving the core to the
 * data's arrival in it. */
struct run_latency {
    uint64_t count; /* lines */
    double mean_ns;
    double p50_ns;
    double p99_ns;
    double max_ns;
    uint32_t bin_count; /* half octaves, from the first to the last that has lines */
    struct latency_bin bins[LATENCY_BINS_MAX];
};

struct latency_observer {
    struct observer observer;
    struct {
        uint64_t count;
        sim_time sum_ps;
        sim_time max_ps;
        uint64_t fine[LATENCY_FINE_BINS];
    } class[LINE_CLASSES];
};

void latency_observer_init(struct latency_observer *latency);

/* Sums up one class. */
void latency_summarize(const struct latency_observer *latency, enum line_class class,
                       struct run_latency *summary);

#endif
