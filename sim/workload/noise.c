#include "sim/workload/noise.h"
#include "sim/kernel/time.h"

enum { STREAM_BITS = 32, SAMPLE_BIT = 31 };

#define FIELD(member) .offset = offsetof(struct noise_params, member)

static const struct config_key keys[] = {
    {.name = "seed",
     .type = CONFIG_COUNT,
     FIELD(seed),
     .min = 0,
     .max = INT32_MAX,
     .default_text = "1",
     .unit = "seed",
     .provenance = PROVENANCE_USER,
     .help = "of all random numbers in experiments: orders, noise, places of pages"},
    {.name = "dispatch_jitter",
     .type = CONFIG_TIME,
     FIELD(jitter_ps),
     .min = 0,
     .max = 1000 * (int64_t)PS_PER_US,
     .default_text = "4us",
     .provenance = PROVENANCE_ASSUMED,
     .help = "standard deviation of a measured time, whatever its length"},
    {.name = "drift_ppm",
     .type = CONFIG_COUNT,
     FIELD(drift_ppm),
     .min = 0,
     .max = 1000000,
     .default_text = "30000",
     .unit = "ppm",
     .provenance = PROVENANCE_ASSUMED,
     .help = "by how much times grow in the end as the machine, without a fan, gets warm"},
    {.name = "drift_half",
     .type = CONFIG_TIME,
     FIELD(drift_half_ps),
     .min = PS_PER_US,
     .max = 3600 * INT64_C(1000000) * PS_PER_US,
     .default_text = "60s",
     .provenance = PROVENANCE_ASSUMED,
     .help = "when half of that drift has been reached"},
    {.name = "sample_gap",
     .type = CONFIG_TIME,
     FIELD(sample_gap_ps),
     .min = 0,
     .max = 3600 * INT64_C(1000000) * PS_PER_US,
     .default_text = "50ms",
     .provenance = PROVENANCE_ASSUMED,
     .help = "time from one sample to the next"},
};

const struct config_section noise_section = {
    .name = "noise",
    .help = "Noise of measurements, which experiments may add to simulated times",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};

void noise_begin(struct noise *noise, const struct noise_params *params, uint64_t stream)
{
    *noise = (struct noise){.params = *params};
    random_seed(&noise->random, (uint64_t)params->seed << STREAM_BITS | stream);
}

/* -1 .. 1, in steps of 2^-20: exact, so the same everywhere. */
static double uniform(struct random *random)
{
    const int64_t steps = INT64_C(1) << 20;
    return (double)((int64_t)random_below(random, (uint64_t)(2 * steps + 1)) - steps) /
           (double)steps;
}

/* Four uniform numbers have a variance of 4/3. */
static double nearly_normal(struct random *random)
{
    const double to_deviation = 0.8660254037844386; /* sqrt(3) / 2 */
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += uniform(random);
    return sum * to_deviation;
}

static double measured(const struct noise_params *params, int64_t sequence, struct random *random,
                       double time_us)
{
    double since = (double)sequence * (double)params->sample_gap_ps;
    double drift =
        (double)params->drift_ppm / 1e6 * since / (since + (double)params->drift_half_ps);
    double jitter_us = (double)params->jitter_ps / PS_PER_US * nearly_normal(random);
    return time_us * (1 + drift) + jitter_us;
}

double noise_sample(struct noise *noise, double time_us)
{
    double sample = measured(&noise->params, noise->samples++, &noise->random, time_us);
    return sample > 0 ? sample : 0;
}

/* The streams of noise_begin() are small numbers: a bit of its own keeps them apart. */
double noise_sample_at(const struct noise_params *params, int64_t sequence, double time_us)
{
    const double least_us = 1.0 / PS_PER_US;
    struct random random;
    random_seed(&random, (uint64_t)params->seed << STREAM_BITS | UINT64_C(1) << SAMPLE_BIT |
                             (uint64_t)sequence);
    double sample = measured(params, sequence, &random, time_us);
    return sample > least_us ? sample : least_us;
}
