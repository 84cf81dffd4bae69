#include "sim/experiment/experiment_laps.h"
#include "sim/experiment/hypotheses.h"
#include "sim/experiment/regression.h"
#include <math.h>

enum { COUT = 4096, IN_NOTCH = 2048, BESIDE = 2016 };

static bool run_layer(struct lab *lab, int64_t d, int64_t n, int64_t tasks, struct batch_job *job)
{
    *job = lab_layer(lab, d, n, tasks);
    return lab_run(lab, job, 1);
}

static bool throughput(struct lab *lab, int64_t d, int64_t n, int64_t tasks, double *value)
{
    struct batch_job job;
    if (!run_layer(lab, d, n, tasks, &job))
        return false;
    *value = job.throughput_gbps;
    return true;
}

static bool in_notch(struct lab *lab, double *value)
{
    return throughput(lab, IN_NOTCH, COUT, 1, value);
}

static bool beside_notch(struct lab *lab, double *value)
{
    return throughput(lab, BESIDE, COUT, 1, value);
}

static bool four_laps(struct lab *lab, double *value)
{
    return throughput(lab, 4 * IN_NOTCH, COUT, 1, value);
}

static bool other_shape(struct lab *lab, double *value)
{
    return throughput(lab, IN_NOTCH / 4, COUT * 4, 1, value);
}

static bool cut_in_two(struct lab *lab, double *value)
{
    return throughput(lab, IN_NOTCH, COUT, 2, value);
}

static bool control(struct lab *lab, double *value)
{
    double whole, split;
    if (!throughput(lab, BESIDE, COUT, 1, &whole) || !throughput(lab, BESIDE, COUT, 2, &split))
        return false;
    *value = split / whole;
    return true;
}

static bool short_transfer(struct lab *lab, double *value)
{
    struct batch_job job;
    if (!run_layer(lab, 768, COUT, 1, &job))
        return false;
    *value = job.time_us;
    return true;
}

static bool flank(struct lab *lab, enum laps_side side, bool ramp, double *value)
{
    struct laps_flank flanks[LAPS_SIDES];
    if (!laps_flanks(lab, flanks))
        return false;
    *value = ramp ? flanks[side].ramp_us : flanks[side].recovery_lines;
    return true;
}

static bool left_ramp(struct lab *lab, double *value)
{
    return flank(lab, LAPS_LEFT, true, value);
}

static bool right_ramp(struct lab *lab, double *value)
{
    return flank(lab, LAPS_RIGHT, true, value);
}

static bool left_recovery(struct lab *lab, double *value)
{
    return flank(lab, LAPS_LEFT, false, value);
}

static bool right_recovery(struct lab *lab, double *value)
{
    return flank(lab, LAPS_RIGHT, false, value);
}

/* 1, 2, 4, ... of the cores, and all. */
static bool few_to_all_cores(struct lab *lab, double *value)
{
    int64_t all = lab->base.chip.ane.cores;
    struct batch_job jobs[8];
    size_t count = 0;
    for (int64_t cores = 1; cores < all && count < 7; cores *= 2) {
        jobs[count] = lab_layer(lab, IN_NOTCH, COUT, 1);
        jobs[count++].setup.workload.cores = cores;
    }
    jobs[count++] = lab_layer(lab, IN_NOTCH, COUT, 1);
    if (!lab_run(lab, jobs, count))
        return false;
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < count; i++) {
        least = fmin(least, jobs[i].time_us);
        most = fmax(most, jobs[i].time_us);
    }
    *value = most / least;
    return true;
}

static bool scrambled_notch(struct lab *lab, double *value)
{
    enum { SEEDS = 3 };
    struct batch_job jobs[1 + SEEDS];
    double scrambled[SEEDS];
    for (int64_t seed = 0; seed <= SEEDS; seed++) {
        jobs[seed] = lab_layer(lab, IN_NOTCH, COUT, 1);
        jobs[seed].setup.workload.scramble = seed;
    }
    if (!lab_run(lab, jobs, 1 + SEEDS))
        return false;
    for (int seed = 0; seed < SEEDS; seed++)
        scrambled[seed] = jobs[1 + seed].throughput_gbps;
    *value = median_of(scrambled, SEEDS) / jobs[0].throughput_gbps;
    return true;
}

const struct piece pieces[] = {
    {"notch.d2048", "x = 0, one lap", "The throughput of D = 2048, one lap exactly", 0, NULL,
     in_notch},
    {"notch.d2016", "x = -256", "The throughput of D = 2016, 256 lines short of a lap", 0, NULL,
     beside_notch},
    {"table.d8192.unsplit", "x = 0, four laps", "The throughput of D = 8192, four laps exactly", 0,
     NULL, four_laps},
    {"const1mib", "x = 0, D = 512", "The throughput of 512 x 16384, one lap in another shape", 0,
     NULL, other_shape},
    {"laps.slope", "ramp, left", "The slope of the left flank, time over |x| from 8 to 128 lines",
     0, NULL, left_ramp},
    {"laps.slope", "ramp, right", "The slope of the right flank, time over |x| from 8 to 128 lines",
     0, NULL, right_ramp},
    {"laps.recovery", "recovery, left",
     "The distance at which the left flank ends, in lines from the lap", 0, NULL, left_recovery},
    {"laps.recovery", "recovery, right",
     "The distance at which the right flank ends, in lines from the lap", 0, NULL, right_recovery},
    {"lines.two", "cut in two", "The throughput of one lap, cut in two tasks", 0, NULL, cut_in_two},
    {"cores.flat", "1 to 16 cores",
     "The greatest over the least latency of one lap, on 1 to all cores", 0, NULL,
     few_to_all_cores},
    {"scramble.ratio", "scrambled, x = 0",
     "The throughput of one lap with its pages scrambled, over that "
     "in order",
     10,
     "The shape behind the published ratio is unknown and no collapse. What counts here is whether "
     "the collapse depends on where the pages lie.",
     scrambled_notch},
    {"static.d768", "a short transfer", "The latency of D = 768, well below a lap", 0, NULL,
     short_transfer},
    {"control.split", "control", "What splitting gains at D = 2016, beside the notch", 0, NULL,
     control},
};

const size_t piece_count = sizeof pieces / sizeof pieces[0];
_Static_assert(sizeof pieces / sizeof pieces[0] <= PIECES_MAX, "rows of a matrix");
