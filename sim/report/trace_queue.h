/* Trace queue: puts what is reported out of order into order.
 *
 * A binary heap by time, then by order of coming.  It holds what lies between
 * the oldest report that may still come and the furthest one known, so it
 * grows with the lines in flight and with OBSERVER_LAG_PS, not with the trace.
 */
#ifndef ANESIM_REPORT_TRACE_QUEUE_H
#define ANESIM_REPORT_TRACE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/kernel/time.h"

enum trace_operation {
    TRACE_SET,
    TRACE_ADD,
    TRACE_BEGIN,       /* set, and a core's credits are all back */
    TRACE_CREDIT_BACK, /* add, unless a task has begun since */
};

struct trace_item {
    sim_time time;
    uint64_t order; /* set by the queue */
    int64_t value;
    uint32_t task;     /* of the core, when it was reported */
    uint16_t variable; /* see trace.h */
    uint8_t operation; /* enum trace_operation */
};

struct trace_queue {
    struct trace_item *items;
    size_t count;
    size_t capacity;
    size_t count_max; /* ever */
    uint64_t order;
};

/* False: out of memory, and the item is lost. */
bool trace_queue_push(struct trace_queue *queue, struct trace_item item);

/* SIM_NEVER when it is empty. */
static inline sim_time trace_queue_next(const struct trace_queue *queue)
{
    return queue->count > 0 ? queue->items[0].time : SIM_NEVER;
}

/* The first; the queue must not be empty. */
struct trace_item trace_queue_pop(struct trace_queue *queue);

void trace_queue_free(struct trace_queue *queue);

#endif
