/* The tables of the page. */
#ifndef ANESIM_REPORT_REPORT_TABLES_H
#define ANESIM_REPORT_REPORT_TABLES_H

#include "sim/report/plot.h"

/* Published values beside those of the database, where it has such a run. */
bool report_published(FILE *out, const struct plot_request *request, struct diagnostics *errors);

/* What was run, experiment by experiment. */
bool report_experiments(FILE *out, struct store *store, struct diagnostics *errors);

#endif
