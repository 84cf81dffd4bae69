/* Constant bytes: other shapes with the same 1 MiB per core. */
#include "sim/experiment/experiments.h"
#include <math.h>
#include <stdlib.h>

static const int64_t widths[] = {256, 512, 1024, 2048, 4096, 8192, 16384};
enum { WIDTHS = sizeof widths / sizeof widths[0], WEIGHTS = 2048 * 4096 };

bool experiment_constant_bytes(struct lab *lab, struct trial *trial)
{
    struct batch_job *jobs = lab_jobs(lab, WIDTHS);
    for (size_t i = 0; jobs && i < WIDTHS; i++)
        jobs[i] = lab_layer(lab, widths[i], WEIGHTS / widths[i], 1);
    bool done = jobs && lab_run(lab, jobs, WIDTHS);
    double least = INFINITY, most = 0;
    for (size_t i = 0; done && i < WIDTHS; i++) {
        least = fmin(least, jobs[i].throughput_gbps);
        most = fmax(most, jobs[i].throughput_gbps);
    }
    for (size_t i = 0; i < trial->row_count; i++)
        trial->rows[i].simulated = trial_worst(trial->rows[i].published->value, least, most);
    if (done)
        trial_find(trial, "D x N from %d x %d to %d x %d: %.2f to %.2f GB/s.", (int)widths[0],
                   (int)(WEIGHTS / widths[0]), (int)widths[WIDTHS - 1],
                   (int)(WEIGHTS / widths[WIDTHS - 1]), least, most);
    free(jobs);
    return done;
}
