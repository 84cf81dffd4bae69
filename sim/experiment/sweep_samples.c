/* The samples of a plan: their turns and their noise. */
#include <stdlib.h>

#include "sim/experiment/sweep_plan.h"
#include "sim/kernel/random.h"

bool sweep_plan_shuffle(struct sweep_plan *plan)
{
    enum { SEED_SHIFT = 32, ROUND_BIT = 30 };
    size_t points = (size_t)plan->points;
    uint32_t *order = calloc(points, sizeof *order);
    plan->turns = calloc(points * (size_t)plan->rounds, sizeof *plan->turns);
    for (int64_t round = 0; order && plan->turns && round < plan->rounds; round++) {
        struct random random;
        random_seed(&random, (uint64_t)plan->base.noise.seed << SEED_SHIFT |
                                 UINT64_C(1) << ROUND_BIT | (uint64_t)round);
        for (size_t i = 0; i < points; i++) {
            size_t other = random_below(&random, i + 1);
            order[i] = order[other];
            order[other] = (uint32_t)i;
        }
        for (size_t i = 0; i < points; i++)
            plan->turns[(size_t)round * points + order[i]] = (uint32_t)i;
    }
    bool done = order && plan->turns;
    free(order);
    return done;
}

static int64_t turn_of(const struct sweep_plan *plan, int64_t position, int64_t round)
{
    int64_t first = round * plan->points;
    if (plan->order == SWEEP_SEQUENTIAL)
        return position * plan->rounds + round;
    return first + (plan->turns ? plan->turns[first + position] : position);
}

struct store_sample sweep_plan_sample(const struct sweep_plan *plan, int64_t position,
                                      int64_t round, const struct store_run *run)
{
    struct store_sample sample = {
        .position = position,
        .round = round,
        .sequence = turn_of(plan, position, round),
        .time_us = run->time_us,
        .throughput_gbps = run->throughput_gbps,
    };
    if (plan->with_noise) {
        sample.time_us = noise_sample_at(&plan->base.noise, sample.sequence, run->time_us);
        sample.throughput_gbps = (double)run->bytes_total / sample.time_us / 1e3;
    }
    return sample;
}
