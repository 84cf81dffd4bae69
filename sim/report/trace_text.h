/* Trace text: the first microseconds of a layer on one core, next to those of
 * the same layer cut otherwise, for a terminal or a lecture. */
#ifndef ANESIM_REPORT_TRACE_TEXT_H
#define ANESIM_REPORT_TRACE_TEXT_H

#include <stdio.h>

#include "sim/report/trace_side.h"

struct trace_column {
    const struct trace_side *side; /* NULL: there is none */
    sim_time time;                 /* of the whole program */
};

/* Both columns are of the same core, from the same time on.  Times are shown
 * from `origin` on, the beginning of the first task. */
void trace_text_write(FILE *out, const struct trace_column columns[2], sim_time origin);

#endif
