/* Split: what cutting a layer in tasks brings, size by size. */
#include <math.h>
#include <string.h>

#include "sim/report/plot_draw.h"

enum { D, TASKS, GBPS, BARS_MAX = 8, LABELLED_MAX = 6 };

struct bar {
    double d;
    double whole;
    double split;
    double tasks; /* of the split: as published, else the fastest */
    const struct evidence_row *published_whole;
    const struct evidence_row *published_split;
};

static const struct evidence_row *find_published(const struct plot *plot, double d, double tasks)
{
    const struct evidence *evidence = plot->request->evidence;
    for (size_t i = 0; evidence && i < evidence->row_count; i++) {
        const struct evidence_row *row = &evidence->rows[i];
        if (strcmp(row->quantity, "throughput") == 0 && (double)row->d == d &&
            (double)row->tasks == tasks && plot_is_of_layer(plot, row))
            return row;
    }
    return NULL;
}

/* Rows are those of one D, the unsplit one first. */
static struct bar make_bar(const struct plot *plot, const struct table *rows, size_t first,
                           size_t end)
{
    struct bar bar = {.d = plot_real(rows, first, D), .whole = plot_real(rows, first, GBPS)};
    bar.published_whole = find_published(plot, bar.d, 1);
    for (size_t i = first + 1; i < end; i++) {
        double tasks = plot_real(rows, i, TASKS), gbps = plot_real(rows, i, GBPS);
        const struct evidence_row *published = find_published(plot, bar.d, tasks);
        if (bar.published_split ? false : published != NULL || gbps > bar.split) {
            bar.split = gbps;
            bar.tasks = tasks;
            bar.published_split = published;
        }
    }
    return bar;
}

/* Where there is enough to compare with, the others only take room. */
static size_t prefer_published(struct bar *bars, size_t count)
{
    enum { ENOUGH = 3 };
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += bars[i].published_split != NULL;
    if (kept < ENOUGH)
        return count;
    kept = 0;
    for (size_t i = 0; i < count; i++)
        if (bars[i].published_split)
            bars[kept++] = bars[i];
    return kept;
}

static void write_data(struct plot *plot, const struct bar *bars, size_t count)
{
    fputs("# place D unsplit split tasks published unsplit, split\n$bars << EOD\n", plot->script);
    for (size_t i = 0; i < count; i++) {
        const struct bar *bar = &bars[i];
        fprintf(plot->script, "%zu %.0f %.9g %.9g %.0f %.9g %.9g\n", i, bar->d, bar->whole,
                bar->split, bar->tasks, bar->published_whole ? bar->published_whole->value : NAN,
                bar->published_split ? bar->published_split->value : NAN);
    }
    fputs("EOD\n", plot->script);
}

static void write_axes(struct plot *plot, const struct bar *bars, size_t count)
{
    plot_title(plot, "Unsplit and split", NULL);
    fprintf(
        plot->script,
        "set xlabel 'input channels D, and tasks of the split'\nset ylabel 'throughput (GB/s)'\n"
        "set xrange [-0.6:%g]\nset yrange [0:*]\nset offsets 0, 0, graph 0.06, 0\nset boxwidth "
        "0.21\nset grid noxtics\n"
        "set xlabel offset 0,-0.8\n"
        "set key at screen 0.53, screen 0.02 center bottom horizontal maxcols 4\n"
        "set bmargin 6.2\nset xtics (",
        (double)count - 0.4);
    for (size_t i = 0; i < count; i++)
        fprintf(plot->script, "%s\"%.0f\\nin %.0f\" %zu", i > 0 ? ", " : "", bars[i].d,
                bars[i].tasks, i);
    fputs(") scale 0\n", plot->script);
}

static void write_bars(struct plot *plot, size_t count, bool published)
{
    static const struct {
        double place;
        int column;
        const char *title;
        const char *style;
        bool published;
    } bars[] = {
        {-0.345, 3, "unsplit", "lc rgb '#D55E00' fs solid 0.9 border lc rgb '#D55E00'", false},
        {-0.115, 6, "published", "lc rgb '#D55E00' fs empty border lc rgb '#D55E00'", true},
        {0.115, 4, "split", "lc rgb '#0072B2' fs solid 0.9 border lc rgb '#0072B2'", false},
        {0.345, 7, "published", "lc rgb '#0072B2' fs empty border lc rgb '#0072B2'", true},
    };
    for (size_t i = 0; i < sizeof bars / sizeof bars[0]; i++)
        if (published || !bars[i].published)
            plot_curve(plot, bars[i].title, "$bars using ($1%+g):%d with boxes %s", bars[i].place,
                       bars[i].column, bars[i].style);
    int small = plot->request->format == PLOT_SVG ? 12 : 9;
    for (size_t i = 0; i < sizeof bars / sizeof bars[0] && count <= LABELLED_MAX; i++)
        if (published || !bars[i].published)
            plot_curve(plot, "",
                       "$bars using ($1%+g):%d:(sprintf('%%.1f', $%d)) with labels offset 0,0.6 "
                       "font ',%d'",
                       bars[i].place, bars[i].column, bars[i].column, small);
    plot_end(plot);
}

static void write_span(FILE *caption, double least, double most)
{
    if (most - least < 0.005)
        fprintf(caption, "%.2f", most);
    else
        fprintf(caption, "%.2f to %.2f", least, most);
}

static void write_caption(struct plot *plot, const struct bar *bars, size_t count)
{
    double least = INFINITY, most = 0, published_least = INFINITY, published_most = 0;
    for (size_t i = 0; i < count; i++) {
        double gain = bars[i].split / bars[i].whole;
        least = fmin(least, gain);
        most = fmax(most, gain);
        if (!bars[i].published_split || !bars[i].published_whole)
            continue;
        gain = bars[i].published_split->value / bars[i].published_whole->value;
        published_least = fmin(published_least, gain);
        published_most = fmax(published_most, gain);
    }
    fputs("Split, these layers are ", plot->caption);
    write_span(plot->caption, least, most);
    fputs(" times as fast.", plot->caption);
    if (published_most > 0) {
        fputs(" Published: ", plot->caption);
        write_span(plot->caption, published_least, published_most);
        fputs(".", plot->caption);
    }
}

static bool draw(struct plot *plot)
{
    struct table rows;
    struct bar bars[BARS_MAX];
    size_t count = 0;
    bool published = false;
    bool done =
        plot_select(plot, &rows, 3,
                    "SELECT 1.0 * cin, 1.0 * tasks, max(throughput_gbps) FROM runs WHERE cin IN"
                    " (SELECT cin FROM runs GROUP BY cin HAVING min(tasks) = 1"
                    " AND max(tasks) > 1 ORDER BY max(whole_x = 0) DESC, cin LIMIT %d)"
                    " GROUP BY cin, tasks ORDER BY cin, tasks",
                    BARS_MAX);
    if (done && rows.row_count == 0)
        done = plot_lacks(plot, "no layer both unsplit and split");
    if (done) {
        for (size_t first = 0, end; first < rows.row_count; first = end) {
            end = plot_group_end(&rows, first, D);
            bars[count] = make_bar(plot, &rows, first, end);
            published = published || bars[count].published_whole || bars[count].published_split;
            count++;
        }
        count = prefer_published(bars, count);
        write_data(plot, bars, count);
        write_axes(plot, bars, count);
        write_bars(plot, count, published);
        write_caption(plot, bars, count);
    }
    table_free(&rows);
    return done;
}

const struct plot_kind plot_split = {
    .name = "split",
    .title = "Splitting",
    .shows = "throughput of layers unsplit and split, as bars",
    .story = "The remedy that needs no new silicon: the same layer as several tasks, none of "
             "which ends a whole number of laps after its start. Each task has its cost, "
             "which is why small layers gain less.",
    .recipes = {"--cin 2048,4096,8192,12288,16384 --split 1,2,4,8,12,16"},
    .fits = "workload ->> '$.pad_lines' = 0",
    .counts = "count(DISTINCT cin)",
    .varied_machine = "",
    .varied_workload = "",
    .fixed_machine = "",
    .height = 480,
    .draw = draw,
};
