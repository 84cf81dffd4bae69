/* Scramble: weights in order and with every page at a random place, turn and
 * turn about, another scramble each round; medians, with the noise model. */
#include "sim/experiment/experiments.h"
#include "sim/experiment/regression.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Beside the notch and in it.  The published shape is not known, but 31 GB/s
 * was no collapse, so its row is compared with the first. */
static const int64_t shapes[] = {2016, 2048};
enum { SHAPES = sizeof shapes / sizeof shapes[0], COUT = 4096, NOISE_STREAM = 100 };

static size_t rounds_of(enum lab_effort effort)
{
    return effort == LAB_FULL ? 287 : effort == LAB_NORMAL ? 15 : 3;
}

/* jobs[0] in order, the others scrambled. */
static double ratio_of(const struct lab *lab, const struct batch_job *jobs, size_t rounds,
                       uint64_t stream, double *linear, double *scrambled)
{
    struct noise noise;
    double bytes = (double)jobs[0].workload.bytes_total;
    noise_begin(&noise, &lab->base.noise, NOISE_STREAM + stream);
    for (size_t i = 0; i < rounds; i++) {
        linear[i] = bytes / noise_sample(&noise, jobs[0].time_us);
        scrambled[i] = bytes / noise_sample(&noise, jobs[1 + i].time_us);
    }
    return median_of(scrambled, rounds) / median_of(linear, rounds);
}

bool experiment_scramble(struct lab *lab, struct trial *trial)
{
    size_t rounds = rounds_of(lab->effort);
    size_t per_shape = rounds + 1;
    struct batch_job *jobs = lab_jobs(lab, SHAPES * per_shape);
    double *linear = calloc(2 * rounds, sizeof *linear);
    for (size_t i = 0; jobs && i < SHAPES * per_shape; i++) {
        jobs[i] = lab_layer(lab, shapes[i / per_shape], COUT, 1);
        jobs[i].setup.workload.scramble = (int64_t)(i % per_shape);
    }
    trial->failed = trial->failed || !linear;
    bool done = jobs && linear && lab_run(lab, jobs, SHAPES * per_shape);
    for (size_t shape = 0; done && shape < SHAPES; shape++) {
        const struct batch_job *first = &jobs[shape * per_shape];
        double ratio = ratio_of(lab, first, rounds, shape, linear, linear + rounds);
        if (shape == 0)
            trial_set(trial, "throughput_ratio", ratio);
        else
            trial_predict(trial, "scramble.notch", "the same in the notch", "throughput_ratio",
                          "ratio", ratio);
        trial_find(trial, "D = %" PRId64 ": %.2f GB/s in order, %.2f GB/s scrambled (medians).",
                   shapes[shape], median_of(linear, rounds) / 1e3,
                   median_of(linear + rounds, rounds) / 1e3);
    }
    if (done)
        trial_find(trial,
                   "%zu rounds. The published 31.37 GB/s is no collapse, so its row is compared "
                   "with D = %" PRId64 ".",
                   rounds, shapes[0]);
    free(linear);
    free(jobs);
    return done;
}
