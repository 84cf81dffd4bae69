/* A plan that was checked, in any format. */
#ifndef ANESIM_REPORT_PLAN_CHECK_WRITE_H
#define ANESIM_REPORT_PLAN_CHECK_WRITE_H

#include "sim/experiment/plan_check.h"
#include "sim/report/format.h"

/* False when memory is short or the stream failed. */
bool plan_check_write(FILE *stream, const struct format *format, const struct plan_check *check);

#endif
