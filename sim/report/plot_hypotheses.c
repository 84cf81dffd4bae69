/* Hypotheses: the notch that each would give. */
#include <math.h>
#include <string.h>

#include "sim/report/plot_draw.h"

enum { X, GBPS, PANELS_MAX = 6, POINTS_MIN = 5 };
struct panels {
    struct table names;
    struct table rows[PANELS_MAX];
    size_t count;
};

/* The lap that most hypotheses have in common, then the one with most points. */
static bool choose_lap(struct plot *plot, double *k)
{
    struct table laps;
    bool done = plot_select(plot, &laps, 1,
                            "SELECT 1.0 * whole_k FROM runs GROUP BY whole_k HAVING"
                            " count(DISTINCT whole_x) >= %d AND"
                            " count(DISTINCT machine ->> '$.ring.hypothesis') > 1 ORDER BY"
                            " count(DISTINCT machine ->> '$.ring.hypothesis') DESC, count(*) DESC,"
                            " whole_k LIMIT 1",
                            POINTS_MIN);
    if (done && laps.row_count == 0)
        done = plot_lacks(plot,
                          "no multiple of the ring has %d unsplit layers within " PLOT_BESIDE
                          " lines of it under two hypotheses",
                          POINTS_MIN);
    else if (done)
        *k = plot_real(&laps, 0, 0);
    table_free(&laps);
    return done;
}

/* Names come from a config that was checked, but a database may hold anything. */
static bool is_word(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(name) &&
           strlen(name) < 32;
}

static bool gather(struct plot *plot, double k, struct panels *panels)
{
    bool done = plot_select_names(plot, &panels->names,
                                  "SELECT DISTINCT machine ->> '$.ring.hypothesis' AS name"
                                  " FROM runs ORDER BY name = 'none', name = 'epoch',"
                                  " name = 'modulo', name");
    for (size_t i = 0; done && i < panels->names.row_count && panels->count < PANELS_MAX; i++) {
        const char *name = plot_text(&panels->names, i, 0);
        if (is_word(name))
            done = plot_select(
                plot, &panels->rows[panels->count++], 2,
                "SELECT 1.0 * whole_x, throughput_gbps FROM runs WHERE whole_k = %.0f AND"
                " machine ->> '$.ring.hypothesis' = '%s'"
                " ORDER BY whole_x, throughput_gbps",
                k, name);
    }
    return done;
}

static double highest(const struct panels *panels)
{
    double most = 0;
    for (size_t i = 0; i < panels->count; i++)
        for (size_t row = 0; row < panels->rows[i].row_count; row++)
            most = fmax(most, plot_real(&panels->rows[i], row, GBPS));
    return most;
}

static void write_axes(struct plot *plot, double k, const struct panels *panels)
{
    fprintf(plot->script, "set multiplot layout %zu,2 title ", (panels->count + 1) / 2);
    plot_heading(plot, "The notch under each hypothesis; triangles: published", NULL);
    fprintf(plot->script,
            "\nset xlabel 'x: lines beside %.0f × %.0f'\nset ylabel 'throughput (GB/s)'\n"
            "set xrange [-" PLOT_BESIDE ":" PLOT_BESIDE
            "]\nset yrange [0:%.3g]\nset xtics 256\nunset key\n",
            k, plot_lap_lines(plot), 1.15 * highest(panels));
}

static void write_panels(struct plot *plot, const struct panels *panels, size_t published)
{
    for (size_t i = 0; i < panels->count; i++) {
        fputs("set title ", plot->script);
        plot_quote(plot->script, plot_text(&panels->names, i, 0));
        fputs("\n", plot->script);
        plot_curve(plot, "simulated", "$hypothesis%zu using 1:2 with linespoints lt %zu", i + 1,
                   i + 1);
        if (published > 0)
            plot_curve(plot, "published", "$published using 4:3 with points lt 20");
        plot_end(plot);
    }
}

/* The nearest to x = 0, and the extremes of the flanks. */
static void write_finding(struct plot *plot, const struct panels *panels, size_t index)
{
    const struct table *rows = &panels->rows[index];
    double middle = 0, nearest = INFINITY, left = INFINITY, right = INFINITY;
    for (size_t i = 0; i < rows->row_count; i++) {
        double x = plot_real(rows, i, X), gbps = plot_real(rows, i, GBPS);
        if (fabs(x) < nearest) {
            nearest = fabs(x);
            middle = gbps;
        }
        left = x < 0 ? fmin(left, gbps) : left;
        right = x > 0 ? fmin(right, gbps) : right;
    }
    fprintf(plot->caption, "%s%s: %.1f GB/s at the multiple", index > 0 ? " " : "",
            plot_text(&panels->names, index, 0), middle);
    if (left < INFINITY)
        fprintf(plot->caption, ", at least %.1f before it", left);
    if (right < INFINITY)
        fprintf(plot->caption, ", at least %.1f after it", right);
    fputs(".", plot->caption);
}

static bool draw(struct plot *plot)
{
    struct panels panels = {.count = 0};
    struct plot_around around = {.plot = plot};
    char name[32];
    bool done = choose_lap(plot, &around.k) && gather(plot, around.k, &panels);
    if (done) {
        for (size_t i = 0; i < panels.count; i++) {
            snprintf(name, sizeof name, "hypothesis%zu", i + 1);
            plot_data(plot, name, &panels.rows[i], 0, panels.rows[i].row_count);
            write_finding(plot, &panels, i);
        }
        size_t published = plot_published(plot, "published", 1, plot_is_around, &around);
        write_axes(plot, around.k, &panels);
        write_panels(plot, &panels, published);
        fputs("unset multiplot\n", plot->script);
    }
    for (size_t i = 0; i < panels.count; i++)
        table_free(&panels.rows[i]);
    table_free(&panels.names);
    return done;
}

const struct plot_kind plot_hypotheses = {
    .name = "hypotheses",
    .title = "Hypotheses",
    .shows = "the notch that each hypothesis of the ring would give",
    .story = "Several mistakes could starve a prefetcher; they differ in which side of the "
             "multiple suffers. Published points reject those that never fall or never rise. "
             "That recovery was measured 256 lines away on both sides of every multiple "
             "rejects modulo, which has no left flank.",
    .recipes = {"--cin 1984:2112:4 --set ring.hypothesis=modulo,folded,epoch,none"},
    .fits = "tasks = 1 AND whole_k >= 1 AND abs(whole_x) <= " PLOT_BESIDE,
    .counts = "count(DISTINCT machine ->> '$.ring.hypothesis')",
    .varied_machine = ",'$.ring.hypothesis'",
    .varied_workload = "",
    .fixed_machine = "",
    .height = 640,
    .draw = draw,
};
