/* The notch: a V around one multiple of the ring, gone when the layer is split. */
#include <math.h>

#include "sim/report/plot_draw.h"

enum { LAP, TASKS = 0, X, GBPS, POINTS_MIN = 5, CURVES_MAX = 6 };
/* The lap with most points, unsplit, that reach the plateau and the bottom. */
static bool choose_lap(struct plot *plot, double *k)
{
    struct table laps;
    bool done = plot_select(plot, &laps, 1,
                            "SELECT 1.0 * whole_k FROM runs WHERE tasks = 1 GROUP BY whole_k"
                            " HAVING count(DISTINCT whole_x) >= %d AND min(abs(whole_x)) * 4 <="
                            " max(machine ->> '$.ring.credit_max') AND max(abs(whole_x)) * 2 >="
                            " max(machine ->> '$.ring.credit_max')"
                            " ORDER BY count(DISTINCT whole_x) DESC, whole_k LIMIT 1",
                            POINTS_MIN);
    if (done && laps.row_count == 0)
        done = plot_lacks(
            plot,
            "no multiple of the ring has %d unsplit layers within " PLOT_BESIDE
            " lines of it, some at most a quarter, some at least half the lookahead away",
            POINTS_MIN);
    else if (done)
        *k = plot_real(&laps, 0, LAP);
    table_free(&laps);
    return done;
}

static void write_axes(struct plot *plot, double k)
{
    double credit = (double)plot->setup.chip.core.ring.credit_max;
    double lap_mib = plot_lap_lines(plot) * 64 / (1 << 20);
    char title[128];
    snprintf(title, sizeof title, "Throughput around %.7g MiB per core, %.0f lap%s of the ring",
             k * lap_mib, k, k == 1 ? "" : "s");
    plot_title(plot, title, NULL);
    fprintf(plot->script,
            "set xlabel 'x: lines of 64 bytes beside %.0f × %.0f'\n"
            "set ylabel 'throughput (GB/s)'\n"
            "set yrange [0:*<60]\nset xtics 128\n"
            "set key bottom right opaque\n"
            "set arrow from first %.0f, graph 0 rto 0, graph 1 nohead back lc rgb '#888888' dt 2\n"
            "set arrow from first %.0f, graph 0 rto 0, graph 1 nohead back lc rgb '#888888' dt 2\n",
            k, plot_lap_lines(plot), -credit, credit);
}

static void write_curves(struct plot *plot, const struct table *rows)
{
    char name[32], title[48];
    int style = 1;
    for (size_t first = 0, end; first < rows->row_count && style <= CURVES_MAX;
         first = end, style++) {
        double tasks = plot_real(rows, first, TASKS);
        end = plot_group_end(rows, first, TASKS);
        snprintf(name, sizeof name, "$tasks%.0f", tasks);
        snprintf(title, sizeof title, tasks > 1 ? "split in %.0f" : "unsplit", tasks);
        plot_curve(plot, title, "%s using 2:3 with linespoints lt %d", name, style);
    }
}

static void write_data(struct plot *plot, const struct table *rows)
{
    char name[32];
    for (size_t first = 0, end; first < rows->row_count; first = end) {
        end = plot_group_end(rows, first, TASKS);
        snprintf(name, sizeof name, "tasks%.0f", plot_real(rows, first, TASKS));
        plot_data(plot, name, rows, first, end);
    }
}

static void write_caption(struct plot *plot, const struct table *rows, double k)
{
    size_t end = plot_group_end(rows, 0, TASKS), deepest = 0;
    double most = 0, split = INFINITY;
    for (size_t i = 0; i < end; i++) {
        deepest = plot_real(rows, i, GBPS) < plot_real(rows, deepest, GBPS) ? i : deepest;
        most = fmax(most, plot_real(rows, i, GBPS));
    }
    for (size_t i = end; i < rows->row_count; i++)
        split = fmin(split, plot_real(rows, i, GBPS));
    fprintf(
        plot->caption,
        "Around %.0f x %.0f lines per core the unsplit layer falls from %.1f to %.1f GB/s, lowest "
        "at x = %.0f lines; dashed, the lookahead of %lld lines on either side.",
        k, plot_lap_lines(plot), most, plot_real(rows, deepest, GBPS), plot_real(rows, deepest, X),
        (long long)plot->setup.chip.core.ring.credit_max);
    if (end < rows->row_count)
        fprintf(plot->caption, " Split, none of these layers gets less than %.1f GB/s.", split);
}

static bool draw(struct plot *plot)
{
    struct table rows;
    struct plot_around around = {.plot = plot};
    if (!choose_lap(plot, &around.k))
        return false;
    bool done = plot_select(
        plot, &rows, 3,
        "SELECT 1.0 * tasks, 1.0 * whole_x, throughput_gbps FROM runs WHERE whole_k = %.0f"
        " AND tasks IN (SELECT tasks FROM runs WHERE whole_k = %.0f GROUP BY"
        " tasks HAVING count(DISTINCT whole_x) >= %d)"
        " ORDER BY tasks, whole_x, throughput_gbps",
        around.k, around.k, POINTS_MIN);
    if (done) {
        write_data(plot, &rows);
        size_t whole = plot_published(plot, "published", 1, plot_is_around, &around);
        size_t split = plot_published(plot, "published_split", 2, plot_is_around, &around);
        write_axes(plot, around.k);
        write_curves(plot, &rows);
        if (whole > 0)
            plot_curve(plot, "published, unsplit", "$published using 4:3 with points lt 20");
        if (split > 0)
            plot_curve(plot, "published, split",
                       "$published_split using 4:3 with points lt 20 pt 10");
        plot_end(plot);
        write_caption(plot, &rows, around.k);
    }
    table_free(&rows);
    return done;
}

const struct plot_kind plot_notch = {
    .name = "notch",
    .title = "The notch",
    .shows = "throughput around one multiple of the ring, unsplit and split",
    .story = "A core streams its share of a layer in lines of 64 bytes. Near a multiple of "
             "the ring's length the prefetcher sees too little left to fetch, or thinks so, "
             "and its credit is only |x|, the lines beside the multiple. Cut in two, the "
             "same bytes are streamed far from any multiple.",
    .recipes = {"--cin 1984:2112:4 --split 1,2"},
    .fits = "whole_k >= 1 AND abs(whole_x) <= " PLOT_BESIDE,
    .counts = "count(*)",
    .varied_machine = "",
    .varied_workload = "",
    .fixed_machine = "",
    .height = 500,
    .draw = draw,
};
