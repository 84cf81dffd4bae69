/* Trace side: what happens to one core in a short time, as one half of the
 * timeline that `anesim trace --text` prints.
 *
 * A row is a moment at which something happens for the first time, with a text
 * that says what, or one of the marks at even distances, without.
 */
#ifndef ANESIM_REPORT_TRACE_SIDE_H
#define ANESIM_REPORT_TRACE_SIDE_H

#include "sim/report/trace.h"

enum { TRACE_SIDE_MARKS = 10, TRACE_SIDE_ROWS_MAX = 32, TRACE_SIDE_TEXT_BYTES = 160 };

struct trace_row {
    sim_time time;
    int64_t demand; /* lines in flight */
    int64_t speculative;
    int64_t arrived; /* lines */
    char text[TRACE_SIDE_TEXT_BYTES];
};

/* What is told of a task once, when it happens first. */
enum trace_moment {
    TRACE_SLOTS_TAKEN,
    TRACE_CREDITS_SPENT,
    TRACE_FIRST_DATA,
    TRACE_ALL_DATA,
    TRACE_CREDITS_BACK,
    TRACE_KMEM_FULL,
    TRACE_MOMENTS
};

struct trace_side {
    struct trace_sink sink;
    const struct setup *setup;
    uint32_t core;
    sim_time from;
    sim_time to;
    sim_time counted; /* until when in_flight is summed */
    int64_t in_flight_ps;
    int64_t arrived_from; /* lines, at `from` and at `to` */
    int64_t arrived_to;
    uint32_t marks;
    bool seen[TRACE_MOMENTS];
    sim_time task_begun;
    sim_time first_left; /* of the task's lines */
    sim_time first_spent;
    size_t row_count;
    struct trace_row rows[TRACE_SIDE_ROWS_MAX];
};

/* Looks at a core from `from` to `to`, both absolute. */
void trace_side_init(struct trace_side *side, const struct setup *setup, uint32_t core,
                     sim_time from, sim_time to);

#endif
