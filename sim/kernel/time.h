/* Simulated time: integer picoseconds, so that sums are exact and the same on
 * every host.  int64_t holds 106 days. */
#ifndef ANESIM_KERNEL_TIME_H
#define ANESIM_KERNEL_TIME_H

#include <stdint.h>

typedef int64_t sim_time;

#define SIM_NEVER INT64_MAX

enum {
    PS_PER_NS = 1000,
    PS_PER_US = 1000000,
};

static inline sim_time sim_time_min(sim_time a, sim_time b)
{
    return a < b ? a : b;
}

static inline sim_time sim_time_max(sim_time a, sim_time b)
{
    return a > b ? a : b;
}

/* The first multiple of period_ps at or after t: the next clock edge. */
static inline sim_time sim_time_align(sim_time t, sim_time period_ps)
{
    return (t + period_ps - 1) / period_ps * period_ps;
}

#endif
