/* Parameters of the memory: geometry, policy, timing (in clocks, tCK). */
#ifndef ANESIM_DRAM_DRAM_PARAMS_H
#define ANESIM_DRAM_DRAM_PARAMS_H

#include "sim/config/diagnostics.h"
#include "sim/config/schema.h"

enum dram_model { DRAM_BANKED, DRAM_IDEAL };
enum dram_scheduler { DRAM_FR_FCFS, DRAM_FCFS };
enum dram_refresh { DRAM_REFRESH_NONE, DRAM_REFRESH_ALL_BANK, DRAM_REFRESH_PER_BANK };

struct dram_params {
    int64_t model;
    int64_t channels;
    int64_t data_rate; /* transfers per second and pin */
    int64_t bus_bits;  /* of one channel */
    int64_t bank_groups;
    int64_t banks_per_group;
    int64_t page_bytes;
    char mapping[CONFIG_TEXT_BYTES];
    int64_t hash;
    int64_t scheduler;
    int64_t demand_first;
    int64_t queue_lines; /* speculative lines a channel chooses among */
    int64_t refresh;
    int64_t refresh_stagger;
    int64_t ideal_latency_ps;
    int64_t rl, trcd, trp, tras, trrd, tfaw, tccd_s, tccd_l, trefi, trfcab, trfcpb; /* tCK */
};

extern const struct config_section dram_section;

/* What no single key's range can say: powers of two, a mapping that fits.
 * Adds diagnostics; returns true when there was nothing to add. */
bool dram_params_check(const struct dram_params *params, struct diagnostics *errors);

/* Picoseconds of one command clock: 8 transfers (WCK:CK 4:1, double rate). */
int64_t dram_clock_ps(const struct dram_params *params);

/* Time a 64-byte line keeps its channel's data bus busy. */
int64_t dram_line_ps(const struct dram_params *params);

/* Consecutive lines that lie in one row of one channel: 4 for a mapping with
 * column2 below the channel bits. */
int64_t dram_visit_lines(const struct dram_params *params);

/* All channels together, bytes per second: 8 x 12.8 GB/s. */
int64_t dram_peak_bytes_per_s(const struct dram_params *params);

#endif
