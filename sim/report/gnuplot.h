/* Gnuplot: the program that turns a script into a picture, found on PATH. */
#ifndef ANESIM_REPORT_GNUPLOT_H
#define ANESIM_REPORT_GNUPLOT_H

#include "sim/report/plot.h"

struct gnuplot_output {
    char *bytes; /* a whole file of the format */
    size_t size;
};

/* Runs the script, without the user's own settings; what it writes to stdout is
 * the output.  False when a diagnostic was added: no gnuplot (and how to
 * install it), what gnuplot complains of, output that is cut off or of another
 * format, no memory.  The caller frees output->bytes either way. */
bool gnuplot_run(const char *script, enum plot_format format, struct gnuplot_output *output,
                 struct diagnostics *errors);

#endif
