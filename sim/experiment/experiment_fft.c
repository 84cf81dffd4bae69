/* FFT: throughput against D, the fixed cost removed, and its spectrum. */
#include "sim/experiment/experiments.h"
#include "sim/experiment/spectrum.h"
#include <inttypes.h>
#include <stdlib.h>

enum { FIRST = 256, STEP = 16, STEP_QUICK = 128, LAST = 16384, LAST_QUICK = 8192, COUT = 4096 };

/* Latency hardly depends on the number of cores (see `cores`), so a few stand
 * for all. */
static int64_t active_cores(const struct lab *lab)
{
    int64_t all = lab->base.chip.ane.cores;
    int64_t few = lab->effort == LAB_QUICK ? 1 : lab->effort == LAB_NORMAL ? 2 : all;
    return few < all ? few : all;
}

/* Streaming throughput of all cores, from that of the active ones. */
static double streaming_gbps(const struct lab *lab, const struct batch_job *job)
{
    const struct ane_params *ane = &lab->base.chip.ane;
    double fixed_us = (double)(ane->dispatch_ps + ane->task_overhead_ps) / PS_PER_US;
    double scale = (double)ane->cores / (double)job->setup.workload.cores;
    return (double)job->workload.bytes_total * scale / (job->time_us - fixed_us) / 1e3;
}

bool experiment_fft(struct lab *lab, struct trial *trial)
{
    bool quick = lab->effort == LAB_QUICK;
    int64_t step = quick ? STEP_QUICK : STEP;
    int64_t last = quick ? LAST_QUICK : LAST;
    size_t count = (size_t)((last - FIRST) / step + 1);
    struct batch_job *jobs = lab_jobs(lab, count);
    double *gbps = calloc(count, sizeof *gbps);
    for (size_t i = 0; jobs && i < count; i++) {
        jobs[i] = lab_layer(lab, FIRST + (int64_t)i * step, COUT, 1);
        jobs[i].setup.workload.cores = active_cores(lab);
    }
    bool done = jobs && gbps && lab_run(lab, jobs, count);
    struct spectrum_peak peak = {0};
    for (size_t i = 0; done && i < count; i++)
        gbps[i] = streaming_gbps(lab, &jobs[i]);
    trial->failed =
        trial->failed || !gbps || (done && !spectrum_dominant(gbps, count, (double)step, &peak));
    trial_set(trial, "dominant_wavelength", peak.wavelength);
    if (done)
        trial_find(trial,
                   "D from %d to %" PRId64 " at step %" PRId64 ", %zu values, with %" PRId64
                   " of %" PRId64 " cores active, scaled up; the peak at %.1f has %.0f times the "
                   "mean power.",
                   FIRST, last, step, count, active_cores(lab), lab->base.chip.ane.cores,
                   peak.wavelength, peak.times_mean);
    free(gbps);
    free(jobs);
    return done;
}
