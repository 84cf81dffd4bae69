#include "sim/report/report_html.h"

#include <stdlib.h>
#include <string.h>

#include "sim/report/gnuplot.h"
#include "sim/report/html.h"
#include "sim/report/report_tables.h"
#include "sim/report/report_text.h"

/* The order of the story; kinds that it does not know come last. */
static const struct plot_kind *const story[] = {
    &plot_notch, &plot_floor,      &plot_laps,  &plot_fft,
    &plot_cores, &plot_hypotheses, &plot_split, &plot_roofline,
};
enum { STORY = sizeof story / sizeof story[0], KINDS_MAX = 32 };

static size_t order_kinds(const struct plot_kind *kinds[KINDS_MAX])
{
    size_t count = 0;
    for (; count < STORY; count++)
        kinds[count] = story[count];
    for (size_t i = 0; plot_kinds[i] && count < KINDS_MAX; i++) {
        bool told = false;
        for (size_t j = 0; j < STORY; j++)
            told = told || story[j] == plot_kinds[i];
        if (!told)
            kinds[count++] = plot_kinds[i];
    }
    return count;
}

static void write_sweeps(FILE *out, const struct report_html *report, const struct plot_kind *kind)
{
    for (size_t i = 0; kind->recipes[i]; i++) {
        fputs("anesim sweep ", out);
        html_text(out, report->sweep);
        fputs(" ", out);
        html_text(out, kind->recipes[i]);
        fputs("\n", out);
    }
}

static bool write_figure(FILE *out, const struct report_html *report, const struct plot_kind *kind,
                         const struct plot_picture *picture, struct diagnostics *errors)
{
    struct gnuplot_output drawn;
    bool done = gnuplot_run(picture->script, PLOT_SVG, &drawn, errors);
    if (done) {
        fprintf(out, "<section class=\"figure\" id=\"%s\">\n<h2>", kind->name);
        html_text(out, kind->title);
        fputs("</h2>\n<p>", out);
        html_text(out, kind->story);
        fputs("</p>\n<figure>\n<div class=\"wide\">", out);
        done = html_svg(out, drawn.bytes, drawn.size, kind->name, kind->shows, picture->caption);
        fputs("</div>\n<figcaption>", out);
        html_text(out, picture->caption);
        fputs("</figcaption>\n</figure>\n<pre>", out);
        write_sweeps(out, report, kind);
        fprintf(out, "anesim plot %s ", kind->name);
        html_text(out, report->plot);
        fprintf(out, " -o %s.svg</pre>\n</section>\n", kind->name);
        if (!done)
            diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0,
                            "gnuplot's svg has no viewBox, or memory is short");
    }
    free(drawn.bytes);
    return done;
}

static void write_missing(FILE *out, const struct report_html *report, const struct plot_kind *kind,
                          const struct diagnostics *reasons)
{
    fprintf(out, "<h3>");
    html_text(out, kind->title);
    fputs("</h3>\n<p>", out);
    for (size_t i = 0; i < reasons->count; i++)
        html_text(out, reasons->items[i].message);
    fputs(". This would provide it:</p>\n<pre>", out);
    write_sweeps(out, report, kind);
    fputs("</pre>\n", out);
}

static void pass_on(const struct diagnostics *own, struct diagnostics *errors)
{
    for (size_t i = 0; i < own->count; i++)
        diagnostics_add(errors, own->items[i].kind, own->items[i].file, own->items[i].line, "%s",
                        own->items[i].message);
}

/* Draws a figure into `figures`, or counts it and says in `missing` why it cannot. */
static bool add_kind(FILE *figures, FILE *missing, const struct report_html *report,
                     const struct plot_kind *kind, size_t *missing_figures,
                     struct diagnostics *errors)
{
    struct plot_picture picture;
    struct diagnostics own = {0};
    bool done = plot_make(kind, report->plots, &picture, &own);
    if (done)
        done = write_figure(figures, report, kind, &picture, &own);
    else if (picture.lacking && diagnostics_exit_code(&own) == 2)
        write_missing(missing, report, kind, &own);
    else
        picture.lacking = false;
    *missing_figures += !done && picture.lacking;
    if (!done && !picture.lacking)
        pass_on(&own, errors);
    bool good = done || picture.lacking;
    diagnostics_free(&own);
    plot_picture_free(&picture);
    return good;
}

static bool write_tables(FILE *out, const struct report_html *report, const char *missing,
                         struct diagnostics *errors)
{
    fputs("<section id=\"published\">\n<h2>Published and simulated</h2>\n", out);
    fputs(report_text_published, out);
    bool done = report_published(out, report->plots, errors);
    fputs("</section>\n<section id=\"experiments\">\n<h2>What the database holds</h2>\n", out);
    done = done && report_experiments(out, report->plots->store, errors);
    fputs("</section>\n", out);
    if (missing[0] != '\0')
        fprintf(out, "<section id=\"missing\">\n<h2>Not drawn</h2>\n%s</section>\n", missing);
    return done;
}

static bool write_page(FILE *out, const struct report_html *report, const char *figures,
                       const char *missing, struct diagnostics *errors)
{
    fputs(report_text_head, out);
    fputs("<p>This page was made by</p>\n<pre>", out);
    html_text(out, report->report);
    fputs("</pre>\n<p>and below each figure stands what makes that figure alone.</p>\n</header>\n",
          out);
    fputs(figures, out);
    bool done = write_tables(out, report, missing, errors);
    fputs(report_text_foot, out);
    return done;
}

bool report_html_write(FILE *out, const struct report_html *report, size_t *missing_figures,
                       struct diagnostics *errors)
{
    const struct plot_kind *kinds[KINDS_MAX];
    size_t count = order_kinds(kinds);
    *missing_figures = 0;
    char *figures_text = NULL, *missing_text = NULL;
    size_t figures_size, missing_size;
    FILE *figures = open_memstream(&figures_text, &figures_size);
    FILE *missing = open_memstream(&missing_text, &missing_size);
    bool done = figures && missing;
    bool good = true;
    for (size_t i = 0; done && good && i < count; i++)
        good = add_kind(figures, missing, report, kinds[i], missing_figures, errors);
    done = (!figures || fclose(figures) == 0) && done;
    done = (!missing || fclose(missing) == 0) && done;
    if (!done)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    else if (good)
        good = write_page(out, report, figures_text, missing_text, errors);
    free(figures_text);
    free(missing_text);
    return done && good;
}
