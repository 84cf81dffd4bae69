/* Experiments whose rows are single layers. */
#include "sim/experiment/experiments.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Runs each row's layer as the row says; the caller frees the jobs. */
static struct batch_job *run_rows(struct lab *lab, const struct trial *trial)
{
    struct batch_job *jobs = lab_jobs(lab, trial->row_count);
    for (size_t i = 0; jobs && i < trial->row_count; i++) {
        const struct evidence_row *row = trial->rows[i].published;
        jobs[i] = lab_layer(lab, row->d, row->n, row->tasks);
    }
    if (jobs && lab_run(lab, jobs, trial->row_count))
        return jobs;
    free(jobs);
    return NULL;
}

static void take_throughputs(struct trial *trial, const struct batch_job *jobs)
{
    for (size_t i = 0; i < trial->row_count; i++)
        trial->rows[i].simulated = jobs[i].throughput_gbps;
}

/* The row of that d and number of tasks, NULL when it is not asked for. */
static const struct trial_row *row_of(const struct trial *trial, int64_t d, bool whole)
{
    for (size_t i = 0; i < trial->row_count; i++)
        if (trial->rows[i].published->d == d && (trial->rows[i].published->tasks == 1) == whole)
            return &trial->rows[i];
    return NULL;
}

static double ratio(const struct trial_row *over, const struct trial_row *under, bool published)
{
    return published ? over->published->value / under->published->value
                     : over->simulated / under->simulated;
}

bool experiment_split_table(struct lab *lab, struct trial *trial)
{
    struct batch_job *jobs = run_rows(lab, trial);
    if (!jobs)
        return false;
    take_throughputs(trial, jobs);
    for (size_t i = 0; i < trial->row_count; i++) {
        const struct trial_row *whole = &trial->rows[i];
        const struct trial_row *split = row_of(trial, whole->published->d, false);
        if (whole->published->tasks == 1 && split)
            trial_find(trial,
                       "Splitting D = %" PRId64 " in %" PRId64 " gains %.2fx (published %.2fx).",
                       whole->published->d, split->published->tasks, ratio(split, whole, false),
                       ratio(split, whole, true));
    }
    free(jobs);
    return true;
}

bool experiment_notch_pair(struct lab *lab, struct trial *trial)
{
    struct batch_job *jobs = run_rows(lab, trial);
    if (!jobs)
        return false;
    take_throughputs(trial, jobs);
    const struct trial_row *beside = row_of(trial, 2016, true);
    const struct trial_row *notch = row_of(trial, 2048, true);
    if (beside && notch)
        trial_find(trial, "32 columns more, and throughput is %.1f %% lower (published %.1f %%).",
                   100 * (1 - ratio(notch, beside, false)), 100 * (1 - ratio(notch, beside, true)));
    free(jobs);
    return true;
}

bool experiment_split_lines(struct lab *lab, struct trial *trial)
{
    struct batch_job *jobs = run_rows(lab, trial);
    if (!jobs)
        return false;
    take_throughputs(trial, jobs);
    const struct trial_row *whole = row_of(trial, 2048, true);
    for (size_t i = 0; whole && i < trial->row_count; i++) {
        const struct trial_row *row = &trial->rows[i];
        if (row->published->tasks > 1)
            trial_find(trial, "%s over %s: %.2fx (published %.2fx).", row->arm, whole->arm,
                       ratio(row, whole, false), ratio(row, whole, true));
    }
    free(jobs);
    return true;
}

bool experiment_control(struct lab *lab, struct trial *trial)
{
    struct batch_job *jobs = run_rows(lab, trial);
    struct batch_job *whole = jobs ? lab_jobs(lab, trial->row_count) : NULL;
    for (size_t i = 0; whole && i < trial->row_count; i++)
        whole[i] = lab_layer(lab, trial->rows[i].published->d, trial->rows[i].published->n, 1);
    bool done = whole && lab_run(lab, whole, trial->row_count);
    for (size_t i = 0; done && i < trial->row_count; i++) {
        trial->rows[i].simulated = jobs[i].throughput_gbps / whole[i].throughput_gbps;
        trial_find(trial,
                   "D = %" PRId64 ": %.2f GB/s whole, %.2f GB/s in %" PRId64
                   " tasks: no notch, no gain.",
                   trial->rows[i].published->d, whole[i].throughput_gbps, jobs[i].throughput_gbps,
                   trial->rows[i].published->tasks);
    }
    free(whole);
    free(jobs);
    return done;
}

bool experiment_static(struct lab *lab, struct trial *trial)
{
    struct batch_job *jobs = run_rows(lab, trial);
    for (size_t i = 0; jobs && i < trial->row_count; i++)
        trial->rows[i].simulated = jobs[i].time_us;
    free(jobs);
    return jobs != NULL;
}
