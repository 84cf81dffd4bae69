/* Laps: lines = k * R + x for every lap k, x from one side to the other. */
#include "sim/experiment/experiment_laps.h"
#include "sim/config/assignments.h"
#include "sim/experiment/regression.h"
#include <math.h>
#include <stdlib.h>

enum { LAPS_MAX = 8, OFFSETS_MAX = 32, RAMP_LINES = 128, SLOPE_LAPS = 6 };

/* The published ring; an explanation with another one is measured here too. */
enum { LAP_LINES = 0x4000 };

/* Of a side, away from the multiple; the last lies on the plateau. */
static const int64_t offsets_normal[] = {0,   16,  32,  48,  64,  96,  128, 192,
                                         240, 248, 256, 264, 272, 288, 320};
static const int64_t offsets_quick[] = {0, 32, 64, 128, 240, 256, 288, 320};
enum { PLATEAU_LINES = 272 }; /* offsets from here on are beyond doubt */

struct sweep {
    const int64_t *offsets;
    size_t offset_count;
    size_t laps;
    struct batch_job *jobs;                              /* laps x LAPS_SIDES x offset_count */
    double stream_us[LAPS_MAX][LAPS_SIDES][OFFSETS_MAX]; /* without the fixed cost */
};

/* For the flanks alone. */
static const int64_t offsets_flank[] = {0, 8, 128, 192, 224, 240, 248, 256, 264, 288, 320};
static const int64_t offsets_flank_quick[] = {0, 8, 128, 240, 256, 320};

static bool run(struct lab *lab, struct sweep *sweep)
{
    const struct ane_params *ane = &lab->base.chip.ane;
    double fixed_us = (double)(ane->dispatch_ps + ane->task_overhead_ps) / PS_PER_US;
    size_t count = 0;
    sweep->jobs = lab_jobs(lab, sweep->laps * LAPS_SIDES * sweep->offset_count);
    if (!sweep->jobs)
        return false;
    for (size_t k = 0; k < sweep->laps; k++)
        for (int side = 0; side < LAPS_SIDES; side++)
            for (size_t i = 0; i < sweep->offset_count; i++) {
                int64_t x = side == LAPS_LEFT ? -sweep->offsets[i] : sweep->offsets[i];
                sweep->jobs[count++] = lab_lines(lab, (int64_t)(k + 1) * LAP_LINES + x);
            }
    if (!lab_run(lab, sweep->jobs, count))
        return false;
    const struct batch_job *job = sweep->jobs;
    for (size_t k = 0; k < sweep->laps; k++)
        for (int side = 0; side < LAPS_SIDES; side++)
            for (size_t i = 0; i < sweep->offset_count; i++)
                sweep->stream_us[k][side][i] = job++->time_us - fixed_us;
    return true;
}

/* The straight line through the offsets from the one at `first` to RAMP_LINES,
 * on one side of a multiple. */
static struct regression ramp_of(const struct sweep *sweep, size_t k, int side, size_t first)
{
    double x[OFFSETS_MAX];
    size_t count = 0;
    while (first + count < sweep->offset_count && sweep->offsets[first + count] <= RAMP_LINES) {
        x[count] = (double)sweep->offsets[first + count];
        count++;
    }
    return regress(x, &sweep->stream_us[k][side][first], count);
}

/* Lines a microsecond of each core, k laps and x lines being streamed. */
static double rate_of(const struct sweep *sweep, size_t k, int side, size_t i)
{
    double x = (double)(side == LAPS_LEFT ? -sweep->offsets[i] : sweep->offsets[i]);
    return ((double)LAP_LINES * (double)(k + 1) + x) / sweep->stream_us[k][side][i];
}

/* The nearest |x| from which on the rate is that of the plateau. */
static int64_t recovery_of(const struct sweep *sweep, size_t k, int side)
{
    const double margin = 0.98; /* a step of 16 lines is 4 %, of 8 lines 2 % */
    double plateau[OFFSETS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < sweep->offset_count; i++)
        if (sweep->offsets[i] >= PLATEAU_LINES)
            plateau[count++] = rate_of(sweep, k, side, i);
    double recovered = margin * median_of(plateau, count);
    size_t i = sweep->offset_count - 1;
    while (i > 0 && rate_of(sweep, k, side, i - 1) > recovered)
        i--;
    return sweep->offsets[i];
}

/* x = 0 belongs to both sides, and so to neither: with it a missing flank would
 * look like a steep one. */
static void judge_ramps(const struct sweep *sweep, struct trial *trial)
{
    double laps[LAPS_MAX], slopes[LAPS_MAX];
    double r2_min = 1, r2_max = 0, sum = 0;
    size_t used = sweep->laps < SLOPE_LAPS ? sweep->laps : SLOPE_LAPS;
    for (size_t k = 0; k < sweep->laps; k++) {
        struct regression left = ramp_of(sweep, k, LAPS_LEFT, 1);
        struct regression right = ramp_of(sweep, k, LAPS_RIGHT, 1);
        laps[k] = (double)(k + 1);
        slopes[k] = (fabs(left.slope) + fabs(right.slope)) / 2;
        sum += k < used ? slopes[k] / laps[k] : 0;
        r2_min = fmin(r2_min, fmin(left.r2, right.r2));
        r2_max = fmax(r2_max, fmax(left.r2, right.r2));
        trial_find(trial,
                   "k = %zu: the ramp is %.2f us/line on the left (R2 %.2f), %.2f on the right (R2 "
                   "%.2f).",
                   k + 1, fabs(left.slope), left.r2, fabs(right.slope), right.r2);
    }
    trial_set(trial, "ramp_per_lap", sum / (double)used);
    trial_find(
        trial,
        "A straight line through 0 < |x| <= %d explains R2 = %.2f to %.2f of a ramp (published "
        "0.96 to 0.99): the rate is linear in |x|, time is not.",
        RAMP_LINES, r2_min, r2_max);
    struct regression linear = regress(laps, slopes, sweep->laps);
    trial_find(trial, "From lap to lap the ramp gets steeper by %.2f us/line, R2 = %.3f.",
               linear.slope, linear.r2);
}

static void judge_recovery(const struct sweep *sweep, struct trial *trial)
{
    int64_t least[LAPS_SIDES] = {INT64_MAX, INT64_MAX};
    int64_t most[LAPS_SIDES] = {0, 0};
    double worst = 0;
    double published = 0;
    for (size_t i = 0; i < trial->row_count; i++)
        if (trial->rows[i].quantity == trial->experiment->quantities[1].name)
            worst = published = trial->rows[i].published->value;
    for (size_t k = 0; k < sweep->laps; k++)
        for (int side = 0; side < LAPS_SIDES; side++) {
            int64_t recovery = recovery_of(sweep, k, side);
            least[side] = recovery < least[side] ? recovery : least[side];
            most[side] = recovery > most[side] ? recovery : most[side];
            worst = trial_worst(published, worst, (double)recovery);
        }
    trial_set(trial, "recovery", worst);
    trial_find(trial,
               "Recovery at |x| = %lld to %lld lines on the left, %lld to %lld on the right, laps "
               "1 to %zu.",
               (long long)least[LAPS_LEFT], (long long)most[LAPS_LEFT],
               (long long)least[LAPS_RIGHT], (long long)most[LAPS_RIGHT], sweep->laps);
}

static void judge_collapse(const struct sweep *sweep, struct trial *trial)
{
    double spread = 0;
    double height =
        rate_of(sweep, 0, LAPS_RIGHT, sweep->offset_count - 1) - rate_of(sweep, 0, LAPS_RIGHT, 0);
    for (int side = 0; side < LAPS_SIDES; side++)
        for (size_t i = 0; i < sweep->offset_count; i++) {
            double least = INFINITY, most = 0;
            for (size_t k = 0; k < sweep->laps; k++) {
                least = fmin(least, rate_of(sweep, k, side, i));
                most = fmax(most, rate_of(sweep, k, side, i));
            }
            spread = fmax(spread, most - least);
        }
    trial_find(trial,
               "Re-centred on their multiples, the rates of all laps make one curve: they lie "
               "within %.1f %% of its depth, %.0f lines/us and core.",
               100 * spread / height, height);
}

static void choose(struct sweep *sweep, size_t laps, const int64_t *offsets, size_t count)
{
    sweep->laps = laps;
    sweep->offsets = offsets;
    sweep->offset_count = count;
}

bool experiment_laps(struct lab *lab, struct trial *trial)
{
    struct sweep *sweep = calloc(1, sizeof *sweep);
    trial->failed = trial->failed || !sweep;
    if (!sweep)
        return true;
    if (lab->effort == LAB_QUICK)
        choose(sweep, 2, offsets_quick, sizeof offsets_quick / sizeof offsets_quick[0]);
    else
        choose(sweep, LAPS_MAX, offsets_normal, sizeof offsets_normal / sizeof offsets_normal[0]);
    bool done = run(lab, sweep);
    if (done) {
        judge_ramps(sweep, trial);
        judge_recovery(sweep, trial);
        judge_collapse(sweep, trial);
    }
    free(sweep->jobs);
    free(sweep);
    return done;
}

bool laps_flanks(struct lab *lab, struct laps_flank flanks[LAPS_SIDES])
{
    struct sweep *sweep = calloc(1, sizeof *sweep);
    if (!sweep) {
        config_report_no_memory(lab->errors);
        return false;
    }
    if (lab->effort == LAB_QUICK)
        choose(sweep, 1, offsets_flank_quick,
               sizeof offsets_flank_quick / sizeof offsets_flank_quick[0]);
    else
        choose(sweep, 1, offsets_flank, sizeof offsets_flank / sizeof offsets_flank[0]);
    bool done = run(lab, sweep);
    for (int side = 0; done && side < LAPS_SIDES; side++)
        flanks[side] = (struct laps_flank){
            .ramp_us = fabs(ramp_of(sweep, 0, side, 1).slope),
            .recovery_lines = (double)recovery_of(sweep, 0, side),
        };
    free(sweep->jobs);
    free(sweep);
    return done;
}
