/* Reports of `plan` and `llm`, in any format. */
#ifndef ANESIM_REPORT_PLAN_WRITE_H
#define ANESIM_REPORT_PLAN_WRITE_H

#include "sim/experiment/plan.h"
#include "sim/experiment/plan_file.h"
#include "sim/report/format.h"

/* All return false when memory is short or the stream failed. */

/* What to do with each layer. */
bool plan_write(FILE *stream, const struct format *format, const struct plan_report *report);

/* Where the time of a token goes; with `compare` also each layer that is hit as
 * the report splits it. */
bool llm_write(FILE *stream, const struct format *format, const struct plan_report *report,
               bool compare);

/* Many models, a row each. */
bool llm_write_all(FILE *stream, const struct format *format, const struct plan_report *reports,
                   size_t count, bool compare);

#endif
