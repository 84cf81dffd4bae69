#include "sim/report/plot_draw.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/html.h"

/* In single quotes nothing is special but the quote itself.  gnuplot leaves > as
 * it is in svg, where ]]> must not stand in a text. */
void plot_quote(FILE *script, const char *text)
{
    char *visible = html_clean(text);
    fputc('\'', script);
    for (const char *byte = visible ? visible : ""; *byte != '\0'; byte++) {
        fputs(*byte == '\'' ? "''" : (char[]){*byte, '\0'}, script);
        if (strncmp(byte, "]]>", 3) == 0)
            fputc(' ', script);
    }
    fputc('\'', script);
    free(visible);
}

struct plot_layer plot_layer(const struct plot *plot)
{
    const struct workload_params *workload = &plot->setup.workload;
    struct plot_layer layer;
    char kernel[48] = "";
    if (workload->kernel > 1)
        snprintf(kernel, sizeof kernel, ", kernel area %lld", (long long)workload->kernel);
    snprintf(layer.text, sizeof layer.text, "X[1,D] x W[D,%lld], %lld bits%s",
             (long long)workload->cout, (long long)workload->bits, kernel);
    return layer;
}

/* Bytes of a name that leave room beside it, no letter cut in two. */
static int name_bytes(const char *name)
{
    const int most = 36;
    int bytes = (int)strnlen(name, (size_t)most + 1);
    if (bytes > most)
        for (bytes = most; bytes > 0 && ((unsigned char)name[bytes] & 0xC0) == 0x80;)
            bytes--;
    return bytes;
}

void plot_heading(struct plot *plot, const char *title, const char *layer)
{
    struct plot_layer usual = plot_layer(plot);
    char second[CONFIG_TEXT_BYTES + 128];
    const char *name = plot->setup.chip.ane.name;
    int bytes = name_bytes(name);
    snprintf(second, sizeof second, "%.*s%s: %s", bytes, name, name[bytes] != '\0' ? "..." : "",
             layer ? layer : usual.text);
    plot_quote(plot->script, title);
    fputs(".\"\\n\".", plot->script);
    plot_quote(plot->script, second);
}

void plot_title(struct plot *plot, const char *title, const char *layer)
{
    fputs("set title ", plot->script);
    plot_heading(plot, title, layer);
    fputs("\n", plot->script);
}

void plot_data(struct plot *plot, const char *name, const struct table *rows, size_t first,
               size_t last)
{
    fprintf(plot->script, "$%s << EOD\n", name);
    for (size_t row = first; row < last; row++)
        for (size_t column = 0; column < rows->column_count; column++)
            fprintf(plot->script, "%.9g%c", plot_real(rows, row, column),
                    column + 1 < rows->column_count ? ' ' : '\n');
    fputs("EOD\n", plot->script);
}

size_t plot_group_end(const struct table *rows, size_t first, size_t column)
{
    size_t end = first;
    while (end < rows->row_count && plot_real(rows, end, column) == plot_real(rows, first, column))
        end++;
    return end;
}

void plot_curve(struct plot *plot, const char *title, const char *format, ...)
{
    va_list arguments;
    fputs(plot->plotting ? ", \\\n     " : "plot ", plot->script);
    plot->plotting = true;
    va_start(arguments, format);
    vfprintf(plot->script, format, arguments);
    va_end(arguments);
    if (title[0] == '\0')
        return;
    fputs(" title ", plot->script);
    plot_quote(plot->script, title);
}

void plot_end(struct plot *plot)
{
    fputs("\n", plot->script);
    plot->plotting = false;
}

double plot_lap_lines(const struct plot *plot)
{
    return (double)(INT64_C(1) << plot->setup.chip.core.ring.pointer_bits);
}

static double bytes_per_channel(const struct plot *plot)
{
    const struct workload_params *workload = &plot->setup.workload;
    int64_t cores = plot->setup.chip.ane.cores;
    int64_t kernels = (workload->cout + cores - 1) / cores;
    return (double)(kernels * workload->kernel * workload->bits) / 8;
}

double plot_lap_d(const struct plot *plot)
{
    return plot_lap_lines(plot) * 64 / bytes_per_channel(plot);
}

struct plot_place plot_place(const struct plot *plot, double d)
{
    double lap = plot_lap_lines(plot);
    struct plot_place place = {.lines = ceil(d * bytes_per_channel(plot) / 64)};
    place.k = floor(place.lines / lap + 0.5);
    place.x = place.lines - place.k * lap;
    return place;
}

bool plot_is_around(void *context, double d)
{
    const struct plot_around *around = context;
    struct plot_place place = plot_place(around->plot, d);
    return place.k == around->k && fabs(place.x) <= strtod(PLOT_BESIDE, NULL);
}

bool plot_is_of_layer(const struct plot *plot, const struct evidence_row *row)
{
    const struct workload_params *workload = &plot->setup.workload;
    return workload->kernel == 1 && workload->bits == 16 && row->n == workload->cout;
}

const struct evidence_row *plot_evidence(const struct plot *plot, const char *name)
{
    const struct evidence *evidence = plot->request->evidence;
    const struct evidence_row *row = evidence ? evidence_find(evidence, name) : NULL;
    return row && plot_is_of_layer(plot, row) ? row : NULL;
}

size_t plot_published(struct plot *plot, const char *name, int tasks, bool (*fits)(void *, double),
                      void *context)
{
    const struct evidence *evidence = plot->request->evidence;
    size_t count = 0;
    fprintf(plot->script, "$%s << EOD\n", name);
    for (size_t i = 0; evidence && i < evidence->row_count; i++) {
        const struct evidence_row *row = &evidence->rows[i];
        double d = (double)row->d;
        if (strcmp(row->quantity, "throughput") != 0 || row->d < 1 || row->tasks < 1 ||
            !plot_is_of_layer(plot, row) || (tasks > 0 && (tasks == 1) != (row->tasks == 1)) ||
            !fits(context, d))
            continue;
        struct plot_place place = plot_place(plot, d);
        fprintf(plot->script, "%.9g %lld %.9g %.9g %.9g\n", d, (long long)row->tasks, row->value,
                place.x, place.k);
        count++;
    }
    fputs("EOD\n", plot->script);
    return count;
}
