/* What the kinds of plot draw with.  `plot` below is the picture in the making.
 *
 * Colours are those of Okabe and Ito, which the colour-blind tell apart; every
 * style has a point of its own too, so that nothing hangs on colour alone.
 */
#ifndef ANESIM_REPORT_PLOT_DRAW_H
#define ANESIM_REPORT_PLOT_DRAW_H

#include "sim/report/plot.h"

enum { PLOT_WIDTH = 800, PLOT_STYLES = 8, PLOT_PUBLISHED = 20 /* line type of published points */ };

struct plot {
    const struct plot_kind *kind;
    const struct plot_request *request;
    struct diagnostics *errors;
    FILE *script;
    FILE *caption;
    char *family;        /* what all its runs have in common */
    struct setup setup;  /* of one of them */
    int64_t family_runs; /* that fit */
    int64_t other_runs;  /* that fit, of other families */
    bool lacking;
    bool plotting; /* within a `plot` command */
};

/* Answers a SELECT from `runs`, the runs of the family that fit: columns of the
 * table `run`, and
 *
 *   lap_lines              of the ring
 *   whole_k, whole_x       of the layer before it was split
 *   machine                the config, as JSON
 *
 * All columns are reals (the store takes no integer for one: 1.0 * cin); plot_select_names()
 * answers one of texts.  The caller frees the table either way. */
bool plot_select(struct plot *plot, struct table *rows, size_t columns, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool plot_select_names(struct plot *plot, struct table *names, const char *sql);

double plot_real(const struct table *rows, size_t row, size_t column);
const char *plot_text(const struct table *rows, size_t row, size_t column);

/* Says what is missing, and what would provide it; returns false. */
bool plot_lacks(struct plot *plot, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As a string of gnuplot that is shown as it stands. */
void plot_quote(FILE *script, const char *text);

/* Two lines: what is shown, and of which chip and layer.  `layer` may be NULL.
 * plot_heading() is the text alone. */
void plot_heading(struct plot *plot, const char *title, const char *layer);
void plot_title(struct plot *plot, const char *title, const char *layer);

/* "X[1,D] x W[D,4096], 16 bits" */
struct plot_layer {
    char text[96];
};
struct plot_layer plot_layer(const struct plot *plot);

/* $NAME: the columns of rows first .. last - 1. */
void plot_data(struct plot *plot, const char *name, const struct table *rows, size_t first,
               size_t last);

/* $NAME: published throughputs of such layers, as lines of D, tasks, GB/s, x, k;
 * how many.  `tasks`: 0 any, 1 unsplit, 2 split. */
size_t plot_published(struct plot *plot, const char *name, int tasks,
                      bool (*fits)(void *, double d), void *context);

/* Whether a published value is of such layers: fp16, 1x1, as many outputs. */
bool plot_is_of_layer(const struct plot *plot, const struct evidence_row *row);

/* A published value by its name, if it is of such layers; else NULL. */
const struct evidence_row *plot_evidence(const struct plot *plot, const char *name);

/* Rows from `first` on that have the same number in a column: up to which. */
size_t plot_group_end(const struct table *rows, size_t first, size_t column);

/* One more curve of a `plot` command: its data and style, in gnuplot's words;
 * an empty title leaves it out of the key.  plot_end() ends the command. */
void plot_curve(struct plot *plot, const char *title, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void plot_end(struct plot *plot);

/* Lines of core 0 of X[1,d], all tasks together; k laps and x beside. */
struct plot_place {
    double lines;
    double k;
    double x;
};
struct plot_place plot_place(const struct plot *plot, double d);

/* Lines on either side of a multiple that pictures of one notch show. */
#define PLOT_BESIDE "512"

/* For plot_published(): whether X[1,d] lies so beside multiple k. */
struct plot_around {
    struct plot *plot;
    double k;
};
bool plot_is_around(void *around, double d);

/* D at which each core streams one lap; may be no whole number. */
double plot_lap_d(const struct plot *plot);
double plot_lap_lines(const struct plot *plot);

#endif
