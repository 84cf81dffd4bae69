/* Sweep: 67 values of D, 41 rounds of all of them in random order, measured
 * with the noise model; medians of each D.  And why the order was random. */
#include "sim/experiment/experiments.h"
#include "sim/experiment/regression.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which 67 values is not published: multiples of 128, and four at exactly 256
 * lines from a notch. */
enum { FIRST = 256, STEP = 128, LAST = 8192, MULTIPLES = 63, VALUES = 67, ROUNDS = 41 };
enum { COUT = 4096, NOTCH = 2048, NOMINAL_FROM = 2016, NOISE_STREAM = 200 };
static const int64_t beside[VALUES - MULTIPLES] = {2016, 2080, 4064, 4128};

struct series {
    size_t count; /* of values: fewer with --quick */
    double d[VALUES];
    double true_us[VALUES];
    double samples_us[VALUES][ROUNDS];
    double bytes[VALUES];
    double gbps[VALUES]; /* medians */
    size_t order[VALUES * ROUNDS];
};

static void shuffle(size_t *order, size_t count, struct random *random)
{
    for (size_t i = count - 1; i > 0; i--) {
        size_t other = random_below(random, i + 1);
        size_t value = order[i];
        order[i] = order[other];
        order[other] = value;
    }
}

/* Random: every round has each D once, in an order of its own.  Else all
 * samples of a D, then those of the next. */
static void arrange(struct series *series, bool randomly, struct random *random)
{
    for (size_t i = 0; i < series->count * ROUNDS; i++)
        series->order[i] = randomly ? i % series->count : i / ROUNDS;
    for (size_t round = 0; randomly && round < ROUNDS; round++)
        shuffle(&series->order[round * series->count], series->count, random);
}

/* Takes all samples in the order arranged; by how many percent times seem to
 * grow from the least D to the greatest for no reason but the order. */
static double measure(struct series *series, const struct noise_params *params, bool randomly)
{
    size_t taken[VALUES] = {0};
    double excess[VALUES];
    struct noise noise;
    noise_begin(&noise, params, NOISE_STREAM + randomly);
    arrange(series, randomly, &noise.random);
    for (size_t i = 0; i < series->count * ROUNDS; i++) {
        size_t which = series->order[i];
        series->samples_us[which][taken[which]++] = noise_sample(&noise, series->true_us[which]);
    }
    for (size_t i = 0; i < series->count; i++) {
        double median = median_of(series->samples_us[i], ROUNDS);
        series->gbps[i] = series->bytes[i] / median / 1e3;
        excess[i] = 100 * (median / series->true_us[i] - 1);
    }
    struct regression line = regress(series->d, excess, series->count);
    return line.slope * (LAST - FIRST);
}

/* With --quick every eighth multiple, the notches among them. */
static void choose_values(struct series *series, bool quick)
{
    for (int i = 0; i < MULTIPLES; i++)
        if (!quick || i % 8 == 6)
            series->d[series->count++] = FIRST + i * STEP;
    for (int i = 0; i < VALUES - MULTIPLES; i++)
        series->d[series->count++] = (double)beside[i];
}

static bool simulate_values(struct lab *lab, struct series *series)
{
    struct batch_job *jobs = lab_jobs(lab, series->count);
    for (size_t i = 0; jobs && i < series->count; i++)
        jobs[i] = lab_layer(lab, (int64_t)series->d[i], COUT, 1);
    bool done = jobs && lab_run(lab, jobs, series->count);
    for (size_t i = 0; done && i < series->count; i++) {
        series->true_us[i] = jobs[i].time_us;
        series->bytes[i] = (double)jobs[i].workload.bytes_total;
    }
    free(jobs);
    return done;
}

struct range {
    double least;
    double most;
};

/* Of the medians in the notches, or beside them. */
static struct range range_of(const struct series *series, bool notches)
{
    struct range range = {INFINITY, 0};
    for (size_t i = 0; i < series->count; i++) {
        bool notch = fmod(series->d[i], NOTCH) == 0;
        if (notch != notches || series->d[i] < NOMINAL_FROM)
            continue;
        range.least = fmin(range.least, series->gbps[i]);
        range.most = fmax(range.most, series->gbps[i]);
    }
    return range;
}

static bool judge(const struct series *series, struct trial *trial, struct diagnostics *errors)
{
    static const char *const arms[] = {"off the multiples", "multiples of 2048"};
    struct range ranges[] = {range_of(series, false), range_of(series, true)};
    bool good = true;
    for (size_t i = 0; i < trial->row_count; i++) {
        struct trial_row *row = &trial->rows[i];
        size_t arm = strcmp(row->arm, arms[0]) == 0 ? 0 : 1;
        if (strcmp(row->arm, arms[arm]) != 0) {
            diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, row->published->file,
                            row->published->line, "an arm of sweep is '%s' or '%s', not '%s'",
                            arms[0], arms[1], row->arm);
            good = false;
        }
        row->simulated = trial_worst(row->published->value, ranges[arm].least, ranges[arm].most);
    }
    trial_find(trial,
               "Multiples of 2048: %.2f to %.2f GB/s (published 17 to 19). Elsewhere from D = %d "
               "on: %.2f to %.2f GB/s (published 45 to 60).",
               ranges[1].least, ranges[1].most, NOMINAL_FROM, ranges[0].least, ranges[0].most);
    return good;
}

bool experiment_sweep(struct lab *lab, struct trial *trial)
{
    struct series *series = calloc(1, sizeof *series);
    trial->failed = trial->failed || !series;
    if (!series)
        return true;
    choose_values(series, lab->effort == LAB_QUICK);
    bool done = simulate_values(lab, series);
    if (done) {
        double sequential = measure(series, &lab->base.noise, false);
        double randomly = measure(series, &lab->base.noise, true);
        done = judge(series, trial, lab->errors);
        trial_find(trial,
                   "%zu values of D from %d to %d, %zu samples. Which values is not published.",
                   series->count, FIRST, LAST, series->count * ROUNDS);
        trial_find(trial,
                   "Drift taken for an effect of D, from the least to the greatest: %+.2f %% of "
                   "the time in sequential order, %+.2f %% in random order.",
                   sequential, randomly);
    }
    free(series);
    return done;
}
