/* The floor: throughput against D, down at every multiple of the ring. */
#include <math.h>

#include "sim/report/plot_draw.h"

enum { D, GBPS, X, TASKS = 2, SIZES_MIN = 3 };
static const double d_max = 16384;

static bool is_shown(void *context, double d)
{
    (void)context;
    return d <= d_max;
}

struct series {
    struct table all;       /* D, GB/s, x: unsplit */
    struct table multiples; /* those at x = 0 */
    struct table best;      /* D, GB/s, tasks: the fastest split of those */
};

static bool gather(struct plot *plot, struct series *series)
{
    bool done = plot_select(
        plot, &series->all, 3,
        "SELECT 1.0 * cin, max(throughput_gbps), 1.0 * whole_x FROM runs WHERE tasks = 1"
        " GROUP BY cin ORDER BY cin");
    done = plot_select(
               plot, &series->multiples, 3,
               "SELECT 1.0 * cin, max(throughput_gbps), 1.0 * whole_x FROM runs WHERE tasks = 1"
               " AND whole_x = 0 AND whole_k >= 1 GROUP BY cin ORDER BY cin") &&
           done;
    done =
        plot_select(plot, &series->best, 3,
                    "SELECT 1.0 * cin, max(throughput_gbps), 1.0 * tasks FROM runs WHERE tasks > 1"
                    " AND whole_x = 0 AND whole_k >= 1 GROUP BY cin ORDER BY cin") &&
        done;
    if (done && (series->all.row_count < SIZES_MIN || series->multiples.row_count == 0))
        return plot_lacks(plot,
                          "%zu unsplit sizes, %zu of them multiples of the ring; it takes "
                          "%d and 1",
                          series->all.row_count, series->multiples.row_count, SIZES_MIN);
    return done;
}

static void write_axes(struct plot *plot)
{
    plot_title(plot, "Throughput against layer size", NULL);
    fprintf(plot->script,
            "set xlabel \"input channels D\\n \"\n"
            "set ylabel 'throughput (GB/s)'\n"
            "set xrange [0:*]\nset yrange [0:*]\n"
            "set xtics %g\nset mxtics 2\n"
            "set key outside bottom center horizontal maxcols 3\n",
            d_max / 8);
}

static void write_curves(struct plot *plot, const struct series *series, size_t whole, size_t split)
{
    plot_curve(plot, "unsplit", "$unsplit using 1:2 with lines lt 1");
    plot_curve(plot, "at multiples", "$multiples using 1:2 with points lt 2 ps 1.6*point");
    if (series->best.row_count > 0)
        plot_curve(plot, "best split there", "$best using 1:2 with points lt 3 ps 1.8*point");
    if (whole > 0)
        plot_curve(plot, "published, unsplit", "$published using 1:3 with points lt 20");
    if (split > 0)
        plot_curve(plot, "published, split", "$published_split using 1:3 with points lt 20 pt 10");
    plot_end(plot);
}

static void write_caption(struct plot *plot, const struct series *series)
{
    double least = INFINITY, most = 0, best = 0;
    double last = plot_real(&series->all, series->all.row_count - 1, D);
    for (size_t i = 0; i < series->multiples.row_count; i++) {
        least = fmin(least, plot_real(&series->multiples, i, GBPS));
        most = fmax(most, plot_real(&series->multiples, i, GBPS));
    }
    fprintf(plot->caption, "At %zu multiple%s of D = %.7g up to %.0f the unsplit layer stays at ",
            series->multiples.row_count, series->multiples.row_count == 1 ? "" : "s",
            plot_lap_d(plot), last);
    fprintf(plot->caption, least == most ? "%.1f GB/s." : "%.1f to %.1f GB/s.", least, most);
    for (size_t i = 0; i < series->best.row_count; i++)
        best = fmax(best, plot_real(&series->best, i, GBPS));
    if (best > 0)
        fprintf(plot->caption, " Split, the same layers reach up to %.1f GB/s.", best);
}

static bool draw(struct plot *plot)
{
    struct series series = {0};
    bool done = gather(plot, &series);
    if (done) {
        plot_data(plot, "unsplit", &series.all, 0, series.all.row_count);
        plot_data(plot, "multiples", &series.multiples, 0, series.multiples.row_count);
        plot_data(plot, "best", &series.best, 0, series.best.row_count);
        size_t whole = plot_published(plot, "published", 1, is_shown, NULL);
        size_t split = plot_published(plot, "published_split", 2, is_shown, NULL);
        write_axes(plot);
        write_curves(plot, &series, whole, split);
        write_caption(plot, &series);
    }
    table_free(&series.all);
    table_free(&series.multiples);
    table_free(&series.best);
    return done;
}

const struct plot_kind plot_floor = {
    .name = "floor",
    .title = "The floor",
    .shows = "throughput against D up to 16384, down at every multiple of the ring",
    .story = "Seen over all sizes the loss is a row of needles: at every multiple of the ring "
             "throughput falls to the same floor, however large the layer.",
    .recipes = {"--cin 256:16384:256,576,2016,2080,4064,4128,6112,6176,8160,8224,"
                "10208,10272,12256,12320,14304,14368,16352",
                "--cin 2048:16384:2048 --split 2,4,8,12,16"},
    .fits = "cin <= 16384 AND workload ->> '$.pad_lines' = 0",
    .counts = "count(DISTINCT cin)",
    .varied_machine = "",
    .varied_workload = "",
    .fixed_machine = "",
    .height = 500,
    .draw = draw,
};
