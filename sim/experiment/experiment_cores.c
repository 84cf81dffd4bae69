/* Cores: the same bytes per core on 1 to 16 of them. */
#include "sim/experiment/experiments.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const int64_t shapes[] = {2016, 2048};
enum { SHAPES = sizeof shapes / sizeof shapes[0], COUT = 4096 };

bool experiment_cores(struct lab *lab, struct trial *trial)
{
    size_t cores = (size_t)lab->base.chip.ane.cores;
    struct batch_job *jobs = lab_jobs(lab, SHAPES * cores);
    for (size_t i = 0; jobs && i < SHAPES * cores; i++) {
        jobs[i] = lab_layer(lab, shapes[i / cores], COUT, 1);
        jobs[i].setup.workload.cores = (int64_t)(i % cores) + 1;
    }
    bool done = jobs && lab_run(lab, jobs, SHAPES * cores);
    double worst = 1;
    for (size_t shape = 0; done && shape < SHAPES; shape++) {
        const struct batch_job *first = &jobs[shape * cores];
        double least = first->time_us, most = first->time_us;
        for (size_t i = 1; i < cores; i++) {
            least = fmin(least, first[i].time_us);
            most = fmax(most, first[i].time_us);
        }
        worst = trial_worst(1, worst, most / least);
        trial_find(trial, "D = %" PRId64 ": %.1f us with 1 core, %.1f us with %zu.", shapes[shape],
                   first[0].time_us, first[cores - 1].time_us, cores);
    }
    trial_set(trial, "max_over_min_latency", worst);
    free(jobs);
    return done;
}
