/* Laps: the notches of all laps on one another, and the ramps of their times. */
#include <math.h>
#include <stdlib.h>

#include "sim/experiment/regression.h"
#include "sim/report/plot_draw.h"

enum { K, X, GBPS, US, COLUMNS, LAPS_MAX = PLOT_STYLES, MIDDLE_LINES = 16 };
enum { POINTS_MIN = 5, BESIDE = 384 /* lines shown, see .fits */, RAMP_POINTS_MIN = 2 };

/* |x| that the ramps are fitted to: 8 to 128 of a lookahead of 256. */
struct range {
    int from;
    int to;
};

static struct range fitted_range(const struct plot *plot)
{
    int credit = (int)plot->setup.chip.core.ring.credit_max;
    return (struct range){credit / 32, credit / 2};
}

struct ramp {
    double k;
    size_t first; /* rows first .. end - 1 */
    size_t end;
    bool fitted;
    struct regression sides[2]; /* left, right */
};

static bool fit(const struct table *rows, const struct ramp *ramp, struct range range, int sign,
                struct regression *line)
{
    double *x = calloc(2 * (ramp->end - ramp->first), sizeof *x);
    double *us = x ? x + (ramp->end - ramp->first) : NULL;
    size_t count = 0;
    for (size_t i = ramp->first; x && i < ramp->end; i++) {
        double beside = sign * plot_real(rows, i, X);
        if (beside < range.from || beside > range.to ||
            (count > 0 && x[count - 1] == plot_real(rows, i, X)))
            continue;
        x[count] = plot_real(rows, i, X);
        us[count++] = plot_real(rows, i, US);
    }
    bool enough = count >= RAMP_POINTS_MIN;
    if (enough)
        *line = regress(x, us, count);
    free(x);
    return enough;
}

/* Microseconds a line and lap. */
static double steepness(const struct ramp *ramp)
{
    return (fabs(ramp->sides[0].slope) + fabs(ramp->sides[1].slope)) / 2 / ramp->k;
}

static size_t find_ramps(const struct table *rows, struct range range, struct ramp ramps[LAPS_MAX])
{
    size_t count = 0;
    for (size_t first = 0, end; first < rows->row_count && count < LAPS_MAX; first = end) {
        end = plot_group_end(rows, first, K);
        struct ramp *ramp = &ramps[count];
        *ramp = (struct ramp){.k = plot_real(rows, first, K), .first = first, .end = end};
        if (end - first < POINTS_MIN)
            continue;
        ramp->fitted = fit(rows, ramp, range, -1, &ramp->sides[0]) &&
                       fit(rows, ramp, range, 1, &ramp->sides[1]);
        count++;
    }
    return count;
}

static void write_data(struct plot *plot, const struct table *rows, const struct ramp *ramps,
                       size_t count)
{
    char name[32];
    for (size_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "lap%.0f", ramps[i].k);
        plot_data(plot, name, rows, ramps[i].first, ramps[i].end);
        if (!ramps[i].fitted)
            continue;
        struct range range = fitted_range(plot);
        fprintf(plot->script, "$ramp%.0f << EOD\n", ramps[i].k);
        for (int side = 0; side < 2; side++) {
            const struct regression *line = &ramps[i].sides[side];
            int sign = side == 0 ? -1 : 1;
            fprintf(plot->script, "%d %.9g\n%d %.9g\n\n", sign * range.from,
                    line->intercept + line->slope * sign * range.from, sign * range.to,
                    line->intercept + line->slope * sign * range.to);
        }
        fputs("EOD\n", plot->script);
    }
}

static const struct evidence_row *published_slope(const struct plot *plot)
{
    return plot_evidence(plot, "laps.slope");
}

static bool is_beside(void *context, double d)
{
    struct plot_place place = plot_place(context, d);
    return place.k >= 1 && fabs(place.x) <= BESIDE;
}

static void write_throughput(struct plot *plot, const struct ramp *ramps, size_t count)
{
    char title[32];
    size_t published = plot_published(plot, "published", 1, is_beside, plot);
    plot_title(plot, "The notches of all laps, re-centred", NULL);
    fputs("set format x ''\nset ylabel 'throughput (GB/s)'\nset yrange [0:*]\n"
          "set key outside right center title 'laps k'\n",
          plot->script);
    for (size_t i = 0; i < count; i++) {
        snprintf(title, sizeof title, "k = %.0f", ramps[i].k);
        plot_curve(plot, title, "$lap%.0f using 2:3 with linespoints lt %zu", ramps[i].k, i + 1);
    }
    if (published > 0)
        plot_curve(plot, "published", "$published using 4:3 with points lt %d", PLOT_PUBLISHED);
    plot_end(plot);
}

static void write_times(struct plot *plot, const struct ramp *ramps, size_t count)
{
    char title[64];
    const struct evidence_row *published = published_slope(plot);
    fprintf(plot->script,
            "unset title\nset format x\n"
            "set xlabel 'x: lines of 64 bytes beside k × %.0f'\n"
            "set ylabel 'time (ms)'\nset key title 'ramp: µs/line/lap'\n",
            plot_lap_lines(plot));
    for (size_t i = 0; i < count; i++) {
        snprintf(title, sizeof title, ramps[i].fitted ? "k = %.0f: %.2f" : "k = %.0f", ramps[i].k,
                 steepness(&ramps[i]));
        plot_curve(plot, title, "$lap%.0f using 2:($4/1e3) with linespoints lt %zu", ramps[i].k,
                   i + 1);
    }
    for (size_t i = 0, fitted = 0; i < count; i++)
        if (ramps[i].fitted)
            plot_curve(plot, fitted++ == 0 ? "fitted" : "",
                       "$ramp%.0f using 1:($2/1e3) with lines lc rgb 'black' lw 1.5 dt 2",
                       ramps[i].k);
    if (published) {
        snprintf(title, sizeof title, "published: %.2f", published->value);
        plot_curve(plot, title, "NaN with lines lc rgb 'white'");
    }
    plot_end(plot);
}

/* Where each lap is slowest, and how slow. */
static void write_lowest(struct plot *plot, const struct table *rows, const struct ramp *ramps,
                         size_t count)
{
    double least = INFINITY, most = 0;
    size_t in_middle = 0;
    for (size_t i = 0; i < count; i++) {
        size_t lowest = ramps[i].first;
        for (size_t row = lowest; row < ramps[i].end; row++)
            lowest = plot_real(rows, row, GBPS) < plot_real(rows, lowest, GBPS) ? row : lowest;
        in_middle += fabs(plot_real(rows, lowest, X)) <= MIDDLE_LINES;
        least = fmin(least, plot_real(rows, lowest, GBPS));
        most = fmax(most, plot_real(rows, lowest, GBPS));
    }
    fprintf(plot->caption,
            "%zu of %zu laps (k = %.0f to %.0f) are slowest within %d lines of their multiple; the "
            "slowest of each reaches %.1f to %.1f GB/s.",
            in_middle, count, ramps[0].k, ramps[count - 1].k, MIDDLE_LINES, least, most);
}

static void write_caption(struct plot *plot, const struct table *rows, const struct ramp *ramps,
                          size_t count)
{
    double sum = 0, r2_min = 1;
    size_t fitted = 0;
    for (size_t i = 0; i < count; i++) {
        if (!ramps[i].fitted)
            continue;
        sum += steepness(&ramps[i]);
        r2_min = fmin(r2_min, fmin(ramps[i].sides[0].r2, ramps[i].sides[1].r2));
        fitted++;
    }
    write_lowest(plot, rows, ramps, count);
    if (fitted > 0)
        fprintf(plot->caption,
                " Time ramps by %.2f us a line and lap for |x| from %d to %d (R2 at least %.2f).",
                sum / (double)fitted, fitted_range(plot).from, fitted_range(plot).to, r2_min);
    if (fitted > 0 && published_slope(plot))
        fprintf(plot->caption, " Published: %.2f.", published_slope(plot)->value);
}

static bool draw(struct plot *plot)
{
    struct table rows;
    struct ramp ramps[LAPS_MAX];
    bool done =
        plot_select(plot, &rows, COLUMNS,
                    "SELECT 1.0 * whole_k, 1.0 * whole_x, throughput_gbps, time_us FROM runs"
                    " ORDER BY whole_k, whole_x, time_us");
    size_t count = done ? find_ramps(&rows, fitted_range(plot), ramps) : 0;
    if (done && count == 0)
        done =
            plot_lacks(plot, "no multiple of the ring has %d unsplit layers beside it", POINTS_MIN);
    if (done) {
        write_data(plot, &rows, ramps, count);
        fprintf(plot->script,
                "set multiplot layout 2,1\n"
                "set lmargin at screen 0.13\nset rmargin at screen 0.74\n"
                "set xrange [%d:%d]\nset xtics 128\n",
                -BESIDE, BESIDE);
        write_throughput(plot, ramps, count);
        write_times(plot, ramps, count);
        fputs("unset multiplot\n", plot->script);
        write_caption(plot, &rows, ramps, count);
    }
    table_free(&rows);
    return done;
}

const struct plot_kind plot_laps = {
    .name = "laps",
    .title = "Lap after lap",
    .shows = "the notches of all laps on one another, and time against x with the fitted ramps",
    .story = "If the ring's pointers wrap, every lap must show the same notch, as deep and "
             "as wide, and the time it costs must grow with the number of laps, as each lap "
             "is streamed at the same poor rate.",
    .recipes = {"--cin 2008:2024:8,2032:2064:2,2072:2088:8,4056:4072:8,4080:4112:2,4120"
                ":4136:8,6104:6120:8,6128:6160:2,6168:6184:8,8152:8168:8,8176:8208:2,82"
                "16:8232:8,10200:10216:8,10224:10256:2,10264:10280:8,12248:12264:8,1227"
                "2:12304:2,12312:12328:8"},
    .fits = "tasks = 1 AND whole_k >= 1 AND abs(whole_x) <= 384",
    .counts = "count(*)",
    .varied_machine = "",
    .varied_workload = "",
    .fixed_machine = "",
    .height = 720,
    .draw = draw,
};
