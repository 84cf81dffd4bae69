/* Cores: the same bytes per core on few or many of them. */
#include <math.h>

#include "sim/report/plot_draw.h"

enum { D, CORES, US, CURVES_MAX = 6 };

struct sizes {
    const struct table *rows;
};

static bool is_shown(void *context, double d)
{
    const struct sizes *sizes = context;
    for (size_t i = 0; i < sizes->rows->row_count; i++)
        if (plot_real(sizes->rows, i, D) == d)
            return true;
    return false;
}

static void write_axes(struct plot *plot)
{
    char layer[160];
    snprintf(layer, sizeof layer, "%s, bytes per core held", plot_layer(plot).text);
    plot_title(plot, "Time against active cores", layer);
    fprintf(plot->script,
            "set xlabel \"active cores\\n \"\nset ylabel 'time (µs)'\n"
            "set xrange [0:%lld]\nset yrange [0:*]\nset xtics 1,%d,%lld\n"
            "set key outside bottom center horizontal maxcols 3\n",
            (long long)plot->setup.chip.ane.cores + 1, plot->setup.chip.ane.cores > 20 ? 4 : 1,
            (long long)plot->setup.chip.ane.cores);
}

static void write_curves(struct plot *plot, const struct table *rows)
{
    char title[64];
    int style = 1;
    for (size_t first = 0; first < rows->row_count && style <= CURVES_MAX;
         first = plot_group_end(rows, first, D), style++) {
        struct plot_place place = plot_place(plot, plot_real(rows, first, D));
        snprintf(title, sizeof title, "D = %.0f (x = %.0f)", plot_real(rows, first, D), place.x);
        plot_curve(plot, title, "$d%.0f using 2:3 with linespoints lt %d",
                   plot_real(rows, first, D), style);
    }
}

static void write_data(struct plot *plot, const struct table *rows)
{
    char name[32];
    for (size_t first = 0, end; first < rows->row_count; first = end) {
        end = plot_group_end(rows, first, D);
        snprintf(name, sizeof name, "d%.0f", plot_real(rows, first, D));
        plot_data(plot, name, rows, first, end);
    }
}

static void write_caption(struct plot *plot, const struct table *rows)
{
    double spread = 1;
    for (size_t first = 0, end; first < rows->row_count; first = end) {
        double least = INFINITY, most = 0;
        end = plot_group_end(rows, first, D);
        for (size_t i = first; i < end; i++) {
            least = fmin(least, plot_real(rows, i, US));
            most = fmax(most, plot_real(rows, i, US));
        }
        fprintf(plot->caption, "%sD = %.0f: %.0f to %.0f us from %.0f to %.0f cores.",
                first > 0 ? " " : "", plot_real(rows, first, D), least, most,
                plot_real(rows, first, CORES), plot_real(rows, end - 1, CORES));
        spread = fmax(spread, most / least);
    }
    fprintf(plot->caption, " They differ by at most %.0f %%: ", 100 * (spread - 1));
    fputs(spread < 1.2 ? "what limits is in each core, not in the memory they share."
                       : "the cores share what limits them.",
          plot->caption);
}

static bool draw(struct plot *plot)
{
    struct table rows;
    struct sizes sizes = {&rows};
    bool done = plot_select(plot, &rows, 3,
                            "SELECT 1.0 * cin, 1.0 * cores, min(time_us) FROM runs WHERE cin IN"
                            " (SELECT cin FROM runs GROUP BY cin HAVING count(DISTINCT cores) > 1"
                            " ORDER BY count(DISTINCT cores) DESC, cin LIMIT %d)"
                            " GROUP BY cin, cores ORDER BY cin, cores",
                            CURVES_MAX);
    if (done && rows.row_count == 0)
        done = plot_lacks(plot, "no unsplit layer on different numbers of cores");
    if (done) {
        write_data(plot, &rows);
        size_t published = plot_published(plot, "published", 1, is_shown, &sizes);
        write_axes(plot);
        write_curves(plot, &rows);
        if (published > 0)
            plot_curve(
                plot, "published", "$published using (%lld):($1*%.0f/$3/1e3) with points lt 20",
                (long long)plot->setup.chip.ane.cores, (double)plot->setup.workload.cout * 2);
        plot_end(plot);
        write_caption(plot, &rows);
    }
    table_free(&rows);
    return done;
}

const struct plot_kind plot_cores = {
    .name = "cores",
    .title = "Cores",
    .shows = "time against the number of active cores, each with the same bytes",
    .story = "A limit in the shared memory would ease with fewer cores; a limit in each core "
             "does not care.",
    .recipes = {"--cin 2016,2048 --cores 1:16"},
    .fits = "tasks = 1 AND workload ->> '$.pad_lines' = 0",
    .counts = "count(DISTINCT cores)",
    .varied_machine = "",
    .varied_workload = ",'$.cores'",
    .fixed_machine = "",
    .height = 460,
    .draw = draw,
};
