/* Random numbers: xoshiro256** seeded by splitmix64 (Blackman & Vigna, 2018).
 * The same seed gives the same sequence on every host. */
#ifndef ANESIM_KERNEL_RANDOM_H
#define ANESIM_KERNEL_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state[4];
};

void random_seed(struct random *random, uint64_t seed);

/* 64 random bits. */
uint64_t random_next(struct random *random);

/* Uniform in 0 .. bound - 1, without bias; bound must not be 0. */
uint64_t random_below(struct random *random, uint64_t bound);

#endif
