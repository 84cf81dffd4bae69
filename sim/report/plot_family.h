/* Which of the runs that fit are drawn together. */
#ifndef ANESIM_REPORT_PLOT_FAMILY_H
#define ANESIM_REPORT_PLOT_FAMILY_H

#include "sim/report/plot_draw.h"

/* Fills in plot->family, setup and counts; false when a diagnostic was added. */
bool plot_family(struct plot *plot);

/* SQL of the tables `runs` is selected from, for the caller to free; NULL: out
 * of memory. */
char *plot_family_sql(const struct plot *plot);

#endif
