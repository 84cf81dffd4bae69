#include "sim/experiment/latency.h"
#include "models/kdma/kdma.h"
#include <string.h>

enum { SUB_BINS = 1 << LATENCY_SUB_BITS, FINE_PER_BIN = SUB_BINS / 2 };

/* Below 64 ps one bin a picosecond, then 64 bins an octave. */
static uint32_t bin_of(sim_time latency_ps)
{
    uint64_t value = (uint64_t)latency_ps;
    if (value < SUB_BINS)
        return (uint32_t)value;
    uint32_t octave = 63u - (uint32_t)__builtin_clzll(value) - LATENCY_SUB_BITS;
    uint32_t bin = (octave << LATENCY_SUB_BITS) + (uint32_t)(value >> octave);
    return bin < LATENCY_FINE_BINS ? bin : LATENCY_FINE_BINS - 1;
}

static double low_edge_ns(uint32_t bin)
{
    uint32_t octave = bin >> LATENCY_SUB_BITS;
    uint64_t low_ps = bin;
    if (octave > 1)
        low_ps = (uint64_t)(bin - ((octave - 1) << LATENCY_SUB_BITS)) << (octave - 1);
    return (double)low_ps / PS_PER_NS;
}

static void report(struct observer *self, sim_time time, uint32_t source, uint32_t signal,
                   int64_t value)
{
    struct latency_observer *latency = (struct latency_observer *)self;
    (void)time;
    (void)source;
    if (signal != KDMA_SIGNAL_DEMAND_LATENCY && signal != KDMA_SIGNAL_SPECULATIVE_LATENCY)
        return;
    uint32_t class = signal - KDMA_SIGNAL_DEMAND_LATENCY;
    latency->class[class].count++;
    latency->class[class].sum_ps += value;
    latency->class[class].max_ps = sim_time_max(latency->class[class].max_ps, value);
    latency->class[class].fine[bin_of(value)]++;
}

void latency_observer_init(struct latency_observer *latency)
{
    memset(latency, 0, sizeof *latency);
    latency->observer.report = report;
}

static double percentile_ns(const uint64_t fine[], uint64_t count, uint64_t percent)
{
    uint64_t rank = (count * percent + 99) / 100;
    uint64_t seen = 0;
    for (uint32_t bin = 0; bin < LATENCY_FINE_BINS; bin++) {
        seen += fine[bin];
        if (seen >= rank)
            return (low_edge_ns(bin) + low_edge_ns(bin + 1)) / 2;
    }
    return 0;
}

static void fill_bins(const uint64_t fine[], struct run_latency *summary)
{
    uint32_t first = LATENCY_FINE_BINS, last = 0;
    for (uint32_t bin = 0; bin < LATENCY_FINE_BINS; bin++) {
        if (fine[bin] == 0)
            continue;
        if (first == LATENCY_FINE_BINS)
            first = bin / FINE_PER_BIN * FINE_PER_BIN;
        last = bin;
    }
    for (uint32_t bin = first; bin <= last && summary->bin_count < LATENCY_BINS_MAX;
         bin += FINE_PER_BIN) {
        struct latency_bin *out = &summary->bins[summary->bin_count++];
        *out = (struct latency_bin){low_edge_ns(bin), low_edge_ns(bin + FINE_PER_BIN), 0};
        for (uint32_t i = 0; i < FINE_PER_BIN; i++)
            out->lines += fine[bin + i];
    }
}

void latency_summarize(const struct latency_observer *latency, enum line_class class,
                       struct run_latency *summary)
{
    uint64_t count = latency->class[class].count;
    *summary = (struct run_latency){.count = count};
    if (count == 0)
        return;
    const uint64_t *fine = latency->class[class].fine;
    summary->mean_ns = (double)latency->class[class].sum_ps / (double)count / PS_PER_NS;
    summary->max_ns = (double)latency->class[class].max_ps / PS_PER_NS;
    summary->p50_ns = percentile_ns(fine, count, 50);
    summary->p99_ns = percentile_ns(fine, count, 99);
    fill_bins(fine, summary);
}
