/* Plots: pictures of what a database holds, drawn by gnuplot.
 *
 *   store --select--> runs of one family --draw--> script with its data in it
 *                                             \--> caption: the finding, in numbers
 *
 * A family is all runs that are equal but for what the picture varies.  A kind
 * of plot is one file, plot_NAME.c, and one line in PLOT_KINDS; it says which
 * runs fit, and which arguments of `anesim sweep` provide them.
 */
#ifndef ANESIM_REPORT_PLOT_H
#define ANESIM_REPORT_PLOT_H

#include "sim/experiment/evidence.h"
#include "sim/experiment/run_record.h"

enum plot_format { PLOT_SVG, PLOT_PNG, PLOT_PDF, PLOT_FORMATS };

extern const char *const plot_format_names[PLOT_FORMATS + 1];

struct plot;

/* Selects and draws; false when a diagnostic was added. */
typedef bool plot_draw(struct plot *plot);

enum { PLOT_RECIPES_MAX = 8 };

struct plot_kind {
    const char *name;
    const char *title;
    const char *shows; /* half a sentence */
    const char *story; /* sentences: why one would look */
    const char *recipes[PLOT_RECIPES_MAX + 1];
    const char *fits;            /* SQL: the runs that can be drawn */
    const char *counts;          /* SQL: an aggregate, greatest for the family to draw */
    const char *varied_machine;  /* JSON paths that a family leaves out, "" or ",'$.a.b'" */
    const char *varied_workload; /* likewise, besides those of the transfer's size */
    const char *fixed_machine;   /* JSON paths and values that the recipes set: ",'$.a.b','c'" */
    int height;                  /* of 800 wide */
    plot_draw *draw;
};

/* Every kind, sorted. */
#define PLOT_KINDS(X)                                                                              \
    X(cores)                                                                                       \
    X(fft)                                                                                         \
    X(floor)                                                                                       \
    X(hypotheses)                                                                                  \
    X(laps)                                                                                        \
    X(notch)                                                                                       \
    X(roofline)                                                                                    \
    X(split)

#define PLOT_DECLARE(name) extern const struct plot_kind plot_##name;
PLOT_KINDS(PLOT_DECLARE)

/* Ends with NULL. */
extern const struct plot_kind *const plot_kinds[];

const struct plot_kind *plot_find(const char *name);

struct plot_request {
    struct store *store;
    const struct evidence *evidence; /* published points; NULL: none */
    const struct setup *setup;       /* whose family is drawn; NULL: the one with most runs */
    bool only;                       /* draw no other; else it is first among equals */
    enum plot_format format;
};

struct plot_picture {
    char *script;
    char *caption;  /* sentences, plain ASCII but for what the config holds */
    char note[160]; /* what was left out; "" */
    bool lacking;   /* no picture: the database has too little for it */
};

/* The script writes the picture to stdout.  False when a diagnostic was added;
 * then picture->lacking tells whether the database is to blame.  The caller
 * frees the picture either way. */
bool plot_make(const struct plot_kind *kind, const struct plot_request *request,
               struct plot_picture *picture, struct diagnostics *errors);
void plot_picture_free(struct plot_picture *picture);

#endif
