/* Rows of `run` as a table: the columns that every format and command shares. */
#ifndef ANESIM_REPORT_RUN_ROWS_H
#define ANESIM_REPORT_RUN_ROWS_H

#include "sim/experiment/run.h"
#include "sim/record/table.h"

enum { RUN_COLUMNS = 16 };

extern const struct column run_columns[RUN_COLUMNS];

/* Their names, for a SELECT. */
#define RUN_COLUMN_NAMES                                                                           \
    "label, cin, cout, kernel, bits, cores, tasks, lines_per_core, bytes_per_core, k, x,"          \
    " credit_lines, time_us, throughput_gbps, dram_utilization, speedup"

/* Initializes the table and fills it; false when memory is short.  The caller
 * frees the table either way. */
bool run_rows(const struct run_report *report, struct table *table);

#endif
