/* Trace signals: what each signal of a model does to the values of a trace, and
 * when. */
#ifndef ANESIM_REPORT_TRACE_SIGNALS_H
#define ANESIM_REPORT_TRACE_SIGNALS_H

#include "sim/report/trace.h"

/* Queues the changes that a report means. */
void trace_signal(struct trace *trace, sim_time time, uint32_t source, uint32_t signal,
                  int64_t value);

#endif
