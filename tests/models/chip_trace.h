/* Every line of a run, as an observer sees it: the machine's limits can be
 * checked from outside, without its own counters. */
#ifndef ANESIM_TESTS_CHIP_TRACE_H
#define ANESIM_TESTS_CHIP_TRACE_H

#include "tests/models/chip_params.h"

enum { TRACE_LINES_MAX = 1 << 19 };

struct trace_line {
    uint32_t core;
    enum line_class class;
    sim_time issued, arrived;
};

struct chip_trace {
    struct observer observer;
    size_t count;
    struct trace_line lines[TRACE_LINES_MAX];
};

static inline void trace_report(struct observer *observer, sim_time time, uint32_t source,
                                uint32_t signal, int64_t value)
{
    struct chip_trace *trace = (struct chip_trace *)observer;
    if (signal != KDMA_SIGNAL_DEMAND_LATENCY && signal != KDMA_SIGNAL_SPECULATIVE_LATENCY)
        return;
    if (trace->count == TRACE_LINES_MAX)
        ck_abort_msg("a run too long to trace");
    trace->lines[trace->count++] = (struct trace_line){
        .core = source,
        .class = signal == KDMA_SIGNAL_DEMAND_LATENCY ? LINE_DEMAND : LINE_SPECULATIVE,
        .issued = time - value,
        .arrived = time,
    };
}

/* By core, then in the order in which the core asked. */
static inline int trace_compare(const void *left, const void *right)
{
    const struct trace_line *a = left, *b = right;
    if (a->core != b->core)
        return a->core < b->core ? -1 : 1;
    return a->issued < b->issued ? -1 : a->issued > b->issued;
}

static inline void trace_run(struct chip_trace *trace, const struct chip_params *params,
                             const struct program *program, struct chip_result *result)
{
    trace->observer = (struct observer){.report = trace_report};
    trace->count = 0;
    chip_test_run(params, program, &trace->observer, result);
    qsort(trace->lines, trace->count, sizeof trace->lines[0], trace_compare);
}

/* The lines of one core: the first, and how many. */
static inline const struct trace_line *trace_core(const struct chip_trace *trace, uint32_t core,
                                                  size_t *count)
{
    size_t first = 0;
    while (first < trace->count && trace->lines[first].core < core)
        first++;
    size_t end = first;
    while (end < trace->count && trace->lines[end].core == core)
        end++;
    *count = end - first;
    return &trace->lines[first];
}

#endif
