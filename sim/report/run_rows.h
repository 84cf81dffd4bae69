/* Rows of `run` as a table: the columns that every format and command shares. */
#ifndef ANESIM_REPORT_RUN_ROWS_H
#define ANESIM_REPORT_RUN_ROWS_H

#include "sim/experiment/run.h"
#include "sim/record/table.h"

enum { RUN_COLUMNS = 16 };

extern const struct column run_columns[RUN_COLUMNS];

/* Initializes the table and fills it; false when memory is short.  The caller
 * frees the table either way. */
bool run_rows(const struct run_report *report, struct table *table);

#endif
