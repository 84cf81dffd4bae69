/* A stored sweep, in any format: a row for each point, of medians when samples
 * were taken. */
#ifndef ANESIM_REPORT_SWEEP_WRITE_H
#define ANESIM_REPORT_SWEEP_WRITE_H

#include "sim/experiment/sweep_plan.h"
#include "sim/report/format.h"

bool sweep_write(FILE *stream, const struct format *format, struct store *store,
                 const struct sweep_plan *plan, struct diagnostics *errors);

/* What the store holds of a sweep. */
struct sweep_found {
    int64_t points;
    int64_t samples;
    int64_t impossible; /* points without result; the first of them: */
    char label[POINT_LABEL_BYTES];
    char message[STORE_MESSAGE_BYTES];
};

bool sweep_find(struct store *store, const struct sweep_plan *plan, struct sweep_found *found,
                struct diagnostics *errors);

#endif
