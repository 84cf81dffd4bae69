/* FFT: throughput against D, and the wavelength at which it repeats. */
#include <math.h>
#include <stdlib.h>

#include "sim/config/assignments.h"
#include "sim/experiment/regression.h"
#include "sim/experiment/spectrum.h"
#include "sim/report/plot_draw.h"
#include "sim/report/plot_even.h"

enum { D, GBPS, STREAM, QUARTER, THREE_QUARTERS, COLUMNS, EVEN_MIN = 16, HARMONICS = 7 };

struct fft {
    struct table rows; /* a D each */
    struct table raw;  /* D, GB/s, streaming GB/s: samples by D and size */
    struct even even;
    struct spectrum spectrum;
    struct spectrum_peak peak;
    double samples; /* 0: none were taken */
};

/* Streaming: without the fixed cost, which bends the curve at small D. */
static double fixed_us(const struct plot *plot)
{
    const struct ane_params *ane = &plot->setup.chip.ane;
    return (double)(ane->dispatch_ps + ane->task_overhead_ps) / PS_PER_US;
}

/* Of the experiment that took most samples of runs that fit. */
static bool gather_samples(struct plot *plot, struct fft *fft)
{
    return plot_select(
        plot, &fft->raw, 3,
        "SELECT 1.0 * r.cin, s.throughput_gbps, r.bytes_total / (s.time_us - %.9g) / 1e3"
        " FROM sample s JOIN point p ON p.experiment_id = s.experiment_id"
        " AND p.position = s.position JOIN runs r ON r.id = p.run_id"
        " WHERE s.experiment_id = (SELECT s.experiment_id FROM sample s"
        " JOIN point p ON p.experiment_id = s.experiment_id"
        " AND p.position = s.position JOIN runs r ON r.id = p.run_id"
        " GROUP BY s.experiment_id ORDER BY count(DISTINCT r.cin) DESC, count(*)"
        " DESC, s.experiment_id LIMIT 1) ORDER BY r.cin, s.throughput_gbps",
        fixed_us(plot));
}

static bool gather_runs(struct plot *plot, struct fft *fft)
{
    table_free(&fft->raw);
    return plot_select(
        plot, &fft->raw, 3,
        "SELECT 1.0 * cin, max(throughput_gbps), max(bytes_total / (time_us - %.9g) / 1e3)"
        " FROM runs GROUP BY cin ORDER BY cin",
        fixed_us(plot));
}

/* Sorted values, between two by their distance. */
static double quantile(const struct table *raw, size_t first, size_t end, size_t column,
                       double part)
{
    double place = part * (double)(end - first - 1);
    size_t below = first + (size_t)place;
    size_t above = below + 1 < end ? below + 1 : below;
    double share = place - floor(place);
    return plot_real(raw, below, column) * (1 - share) + plot_real(raw, above, column) * share;
}

static void summarize(struct fft *fft)
{
    static const struct column columns[COLUMNS] = {
        [D] = {.name = "d", .type = COLUMN_REAL},
        [GBPS] = {.name = "gbps", .type = COLUMN_REAL},
        [STREAM] = {.name = "stream", .type = COLUMN_REAL},
        [QUARTER] = {.name = "quarter", .type = COLUMN_REAL},
        [THREE_QUARTERS] = {.name = "three_quarters", .type = COLUMN_REAL},
    };
    table_init(&fft->rows, columns, COLUMNS);
    for (size_t first = 0, end; first < fft->raw.row_count; first = end) {
        end = plot_group_end(&fft->raw, first, D);
        table_add_row(&fft->rows);
        table_set_real(&fft->rows, "d", plot_real(&fft->raw, first, D));
        table_set_real(&fft->rows, "gbps", quantile(&fft->raw, first, end, GBPS, 0.5));
        table_set_real(&fft->rows, "stream", quantile(&fft->raw, first, end, STREAM, 0.5));
        table_set_real(&fft->rows, "quarter", quantile(&fft->raw, first, end, GBPS, 0.25));
        table_set_real(&fft->rows, "three_quarters", quantile(&fft->raw, first, end, GBPS, 0.75));
    }
}

/* False: no memory. */
static bool find_even(struct fft *fft)
{
    double *d = calloc(fft->rows.row_count + 1, sizeof *d);
    if (!d)
        return false;
    for (size_t i = 0; i < fft->rows.row_count; i++)
        d[i] = plot_real(&fft->rows, i, D);
    fft->even = even_longest(d, fft->rows.row_count, EVEN_MIN);
    free(d);
    return true;
}

static bool transform(struct fft *fft)
{
    double *values = calloc(fft->even.count + 1, sizeof *values);
    size_t count = 0;
    for (size_t i = 0; values && i < fft->rows.row_count; i++)
        if (even_has(&fft->even, plot_real(&fft->rows, i, D)))
            values[count++] = plot_real(&fft->rows, i, STREAM);
    bool done = values && spectrum_of(values, count, fft->even.step, &fft->spectrum) &&
                spectrum_dominant(values, count, fft->even.step, &fft->peak);
    free(values);
    return done;
}

static bool gather(struct plot *plot, struct fft *fft)
{
    if (!gather_samples(plot, fft))
        return false;
    summarize(fft);
    fft->samples = (double)fft->raw.row_count;
    if (!find_even(fft))
        return config_report_no_memory(plot->errors);
    if (fft->even.count < EVEN_MIN) {
        table_free(&fft->rows);
        fft->samples = 0;
        if (!gather_runs(plot, fft))
            return false;
        summarize(fft);
        if (!find_even(fft))
            return config_report_no_memory(plot->errors);
    }
    if (fft->rows.failed)
        return config_report_no_memory(plot->errors);
    if (fft->even.count < EVEN_MIN)
        return plot_lacks(plot, "at most %zu unsplit sizes are evenly spaced; it takes %d",
                          fft->even.count, EVEN_MIN);
    return transform(fft) || config_report_no_memory(plot->errors);
}

static void write_spectrum_data(struct plot *plot, const struct fft *fft)
{
    fputs("$spectrum << EOD\n", plot->script);
    for (size_t i = 0; i < fft->spectrum.count; i++)
        if (fft->spectrum.wavelengths[i] <= fft->even.step * (double)fft->even.count)
            fprintf(plot->script, "%.9g %.9g\n", fft->spectrum.wavelengths[i],
                    fft->spectrum.times_mean[i]);
    fputs("EOD\n", plot->script);
}

static bool is_shown(void *context, double d)
{
    const struct table *rows = context;
    return d <= plot_real(rows, rows->row_count - 1, D);
}

static void write_series(struct plot *plot, struct fft *fft)
{
    char layer[160];
    size_t published = plot_published(plot, "published", 1, is_shown, &fft->rows);
    if (fft->samples > 0)
        snprintf(layer, sizeof layer, "%s; %.0f samples of %zu sizes", plot_layer(plot).text,
                 fft->samples, fft->rows.row_count);
    plot_title(plot, "Throughput against D, and its spectrum", fft->samples > 0 ? layer : NULL);
    fprintf(
        plot->script,
        "set xlabel \"input channels D\\n \"\nset ylabel 'throughput (GB/s)'\nset yrange [0:*]\n"
        "set xrange [0:*]\nset xtics %.7g\nset key outside bottom center horizontal maxcols 3\n",
        plot_lap_d(plot) / 2);
    if (fft->samples > 0)
        plot_curve(plot, "middle half of the samples",
                   "$series using 1:4:5 with filledcurves lc rgb '#56B4E9' fs solid 0.5 noborder");
    plot_curve(plot, fft->samples > 0 ? "median" : "simulated",
               "$series using 1:2 with linespoints lt 1");
    if (published > 0)
        plot_curve(plot, "published", "$published using 1:3 with points lt %d", PLOT_PUBLISHED);
    plot_end(plot);
}

static void write_spectrum(struct plot *plot, const struct fft *fft)
{
    double lap = plot_lap_d(plot);
    fprintf(plot->script,
            "unset title\nset xlabel \"wavelength (input channels D), logarithmic\\n \"\n"
            "set ylabel 'power over mean power'\nset logscale x 2\n"
            "set xrange [%.9g:%.9g]\nset yrange [0:*]\nunset mxtics\n"
            "set key outside bottom center horizontal maxcols 3\nset "
            "xtics (%.9g",
            2 * fft->even.step, fft->even.step * (double)fft->even.count, 2 * lap);
    for (int i = 1; i <= HARMONICS && lap / i >= 2 * fft->even.step; i++)
        fprintf(plot->script, ", '%.0f' %.9g", lap / i, lap / i);
    fputs(")\n", plot->script);
    for (int i = 1; i <= HARMONICS && lap / i >= 2 * fft->even.step; i++)
        fprintf(plot->script,
                "set arrow from first %.9g, graph 0 rto graph 0, graph 1 nohead back lc rgb '%s' "
                "lw 1.5 dt 2\n",
                lap / i, i == 1 ? "#D55E00" : "#888888");
    plot_curve(plot, "spectrum", "$spectrum using 1:2 with lines lt 1");
    plot_curve(plot, "one lap", "NaN with lines lc rgb '#D55E00' lw 1.5 dt 2");
    plot_curve(plot, "harmonics", "NaN with lines lc rgb '#888888' lw 1.5 dt 2");
    plot_end(plot);
}

/* Of the middle halves, over the median. */
static double widest(const struct fft *fft)
{
    double most = 0;
    for (size_t i = 0; i < fft->rows.row_count; i++)
        most = fmax(most,
                    (plot_real(&fft->rows, i, THREE_QUARTERS) - plot_real(&fft->rows, i, QUARTER)) /
                        plot_real(&fft->rows, i, GBPS));
    return most;
}

static void write_caption(struct plot *plot, const struct fft *fft)
{
    const struct evidence_row *published = plot_evidence(plot, "fft.wavelength");
    fprintf(plot->caption,
            "The spectrum of %zu sizes, %.0f apart, peaks at a wavelength of D = %.0f with %.1f "
            "times the mean power; one lap of the ring is D = %.7g.",
            fft->even.count, fft->even.step, fft->peak.wavelength, fft->peak.times_mean,
            plot_lap_d(plot));
    if (published)
        fprintf(plot->caption, " Published: %g.", published->value);
    if (fft->samples > 0)
        fprintf(plot->caption,
                " %.0f noisy samples, %g of each size, whose middle half spans at most %.1f %%.",
                fft->samples, fft->samples / (double)fft->rows.row_count, 100 * widest(fft));
}

static bool draw(struct plot *plot)
{
    struct fft fft = {.samples = 0};
    bool done = gather(plot, &fft);
    if (done) {
        plot_data(plot, "series", &fft.rows, 0, fft.rows.row_count);
        write_spectrum_data(plot, &fft);
        fputs("set multiplot layout 2,1\nset lmargin at screen 0.13\n", plot->script);
        write_series(plot, &fft);
        write_spectrum(plot, &fft);
        fputs("unset multiplot\n", plot->script);
        write_caption(plot, &fft);
    }
    spectrum_free(&fft.spectrum);
    table_free(&fft.raw);
    table_free(&fft.rows);
    return done;
}

const struct plot_kind plot_fft = {
    .name = "fft",
    .title = "The wavelength",
    .shows = "noisy throughput against D, and its spectrum with the harmonics of a lap",
    .story = "A size that matters would show once; a pointer that wraps repeats. The "
             "spectrum of throughput against D says at which distance, and its harmonics say "
             "that the notches are narrow.",
    .recipes = {"--cin 256:8192:128,2016,2080,4064,4128 --rounds 41 --order random --noise"},
    .fits = "tasks = 1 AND workload ->> '$.pad_lines' = 0",
    .counts = "count(DISTINCT cin)",
    .varied_machine = "",
    .varied_workload = "",
    .fixed_machine = "",
    .height = 800,
    .draw = draw,
};
