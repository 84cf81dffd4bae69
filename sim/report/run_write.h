/* A run report, in any format. */
#ifndef ANESIM_REPORT_RUN_WRITE_H
#define ANESIM_REPORT_RUN_WRITE_H

#include "sim/experiment/run.h"
#include "sim/report/format.h"

enum run_stats { RUN_STATS_NONE, RUN_STATS_SUMMARY, RUN_STATS_FULL };

/* Shows `setup`, the config without its rows, and above the table the first
 * row's.  False when memory is short or the stream failed. */
bool run_write(FILE *stream, const struct format *format, const struct run_report *report,
               const struct setup *setup, enum run_stats stats);

enum { RUN_HEADING_BYTES = 512 };

/* A row's chip, ring and layer, a line each. */
void run_heading(const struct run_row *row, char text[RUN_HEADING_BYTES]);

#endif
