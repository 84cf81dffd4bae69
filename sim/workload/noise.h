/* Noise: what stands between a simulated time and a measured one.
 *
 *   measured = simulated x (1 + drift(t)) + jitter
 *
 *   drift(t) = drift_ppm x t / (t + drift_half)   slow warming, rising to drift_ppm
 *   jitter   = a sum of four uniform numbers (nearly normal) of that deviation
 *
 * t is the time since the series began; samples are `sample_gap` apart.  All
 * assumed: nothing was published but the scatter of a few replicas.  The
 * simulator itself has no noise; experiments add it where it is the point.
 */
#ifndef ANESIM_WORKLOAD_NOISE_H
#define ANESIM_WORKLOAD_NOISE_H

#include "sim/config/schema.h"
#include "sim/kernel/random.h"

struct noise_params {
    int64_t seed;
    int64_t jitter_ps; /* standard deviation */
    int64_t drift_ppm;
    int64_t drift_half_ps;
    int64_t sample_gap_ps;
};

extern const struct config_section noise_section;

/* A series of measurements, one sample after another. */
struct noise {
    struct noise_params params;
    struct random random;
    int64_t samples; /* taken so far */
};

/* Series of different `stream` numbers have nothing in common but the params. */
void noise_begin(struct noise *noise, const struct noise_params *params, uint64_t stream);

/* The next sample of something that takes time_us; at least 0. */
double noise_sample(struct noise *noise, double time_us);

/* One sample of a series by its number, 0 .. 2^30 - 1, whatever else is taken
 * of it and where; more than 0. */
double noise_sample_at(const struct noise_params *params, int64_t sequence, double time_us);

#endif
