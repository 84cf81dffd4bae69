/* Report: everything a database can show, on one page that needs nothing else.
 *
 * HTML5 that is also well-formed XML: inline SVG, no script, no other file, no
 * network.  The same database and gnuplot give the same bytes.
 */
#ifndef ANESIM_REPORT_REPORT_HTML_H
#define ANESIM_REPORT_REPORT_HTML_H

#include "sim/report/plot.h"

struct report_html {
    const struct plot_request *plots; /* of format svg */
    const char *sweep;                /* words behind `anesim sweep`: chip and database */
    const char *plot;                 /* words behind `anesim plot KIND` */
    const char *report;               /* the command that makes this page */
};

/* What the database cannot draw is listed, and counted.  False when a diagnostic was added. */
bool report_html_write(FILE *out, const struct report_html *report, size_t *missing_figures,
                       struct diagnostics *errors);

#endif
