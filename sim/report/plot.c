#include "sim/report/plot.h"

#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/report/plot_draw.h"
#include "sim/report/plot_family.h"

#define PLOT_POINTER(name) &plot_##name,
const struct plot_kind *const plot_kinds[] = {PLOT_KINDS(PLOT_POINTER) NULL};

const char *const plot_format_names[] = {"svg", "png", "pdf", NULL};

const struct plot_kind *plot_find(const char *name)
{
    for (size_t i = 0; plot_kinds[i]; i++)
        if (strcmp(plot_kinds[i]->name, name) == 0)
            return plot_kinds[i];
    return NULL;
}

static void write_terminal(const struct plot *plot)
{
    int height = plot->kind->height;
    switch (plot->request->format) {
    case PLOT_PNG:
        fprintf(plot->script, "set terminal pngcairo size %d,%d font 'sans,11' noenhanced\n",
                PLOT_WIDTH, height);
        break;
    case PLOT_PDF:
        fprintf(plot->script,
                "set terminal pdfcairo size %.2fin,%.2fin font 'sans,11' noenhanced\n",
                PLOT_WIDTH / 100.0, height / 100.0);
        break;
    case PLOT_SVG:
    case PLOT_FORMATS:
        fprintf(plot->script,
                "set terminal svg size %d,%d font 'sans-serif,15' name '%s' background 'white' "
                "noenhanced\n",
                PLOT_WIDTH, height, plot->kind->name);
        break;
    }
}

/* Black for what was published; then by contrast on white. */
/* Points come out larger in svg. */
static void write_styles(FILE *script, enum plot_format format)
{
    const double point = format == PLOT_SVG ? 0.45 : 0.7;
    static const struct {
        const char *colour;
        int point;
    } styles[PLOT_STYLES] = {
        {"#0072B2", 7},  {"#D55E00", 5},  {"#009E73", 9}, {"#CC79A7", 13},
        {"#E69F00", 11}, {"#56B4E9", 15}, {"#666666", 6}, {"#B8A800", 4},
    };
    fprintf(script, "set encoding utf8\npoint = %g\n", point);
    for (int i = 0; i < PLOT_STYLES; i++)
        fprintf(script, "set linetype %d lc rgb '%s' lw 2 pt %d ps point dt %d\n", i + 1,
                styles[i].colour, styles[i].point, i / 4 + 1);
    fprintf(script,
            "set linetype %d lc rgb 'black' lw 2 pt 8 ps %g dt 1\n"
            "set border 3 lc rgb '#444444'\n"
            "set tics nomirror out\n"
            "set grid lt 1 lc rgb '#e4e4e4' lw 1 dt 1\n"
            "set key noautotitle noenhanced\n"
            "set style fill solid 0.9\n",
            PLOT_PUBLISHED, format == PLOT_SVG ? 1.0 : 1.2);
}

static void begin(struct plot *plot)
{
    fprintf(plot->script, "# gnuplot %s.gp >%s.%s\n", plot->kind->name, plot->kind->name,
            plot_format_names[plot->request->format]);
    write_terminal(plot);
    write_styles(plot->script, plot->request->format);
}

static void note_others(const struct plot *plot, struct plot_picture *picture)
{
    if (plot->other_runs > 0)
        snprintf(
            picture->note, sizeof picture->note,
            "%s: drawn from the %lld runs of one family; %lld of other chips or layers left out",
            plot->kind->name, (long long)plot->family_runs, (long long)plot->other_runs);
}

bool plot_make(const struct plot_kind *kind, const struct plot_request *request,
               struct plot_picture *picture, struct diagnostics *errors)
{
    struct plot plot = {.kind = kind, .request = request, .errors = errors};
    size_t script_bytes, caption_bytes;
    *picture = (struct plot_picture){.script = NULL};
    plot.script = open_memstream(&picture->script, &script_bytes);
    plot.caption = open_memstream(&picture->caption, &caption_bytes);
    bool done = plot.script && plot.caption;
    if (!done)
        config_report_no_memory(errors);
    if (done) {
        begin(&plot);
        done = plot_family(&plot) && kind->draw(&plot);
        note_others(&plot, picture);
    }
    bool whole =
        (!plot.script || fclose(plot.script) == 0) && (!plot.caption || fclose(plot.caption) == 0);
    if (done && !whole)
        config_report_no_memory(errors);
    free(plot.family);
    picture->lacking = plot.lacking;
    return done && whole;
}

void plot_picture_free(struct plot_picture *picture)
{
    free(picture->script);
    free(picture->caption);
    *picture = (struct plot_picture){.script = NULL};
}
