#include "sim/report/trace_queue.h"

#include <stdlib.h>

enum { CAPACITY_MIN = 1024 };

static bool before(const struct trace_item *a, const struct trace_item *b)
{
    return a->time < b->time || (a->time == b->time && a->order < b->order);
}

static bool grow(struct trace_queue *queue)
{
    size_t capacity = queue->capacity > 0 ? 2 * queue->capacity : CAPACITY_MIN;
    struct trace_item *items = realloc(queue->items, capacity * sizeof *items);
    if (!items)
        return false;
    queue->items = items;
    queue->capacity = capacity;
    return true;
}

bool trace_queue_push(struct trace_queue *queue, struct trace_item item)
{
    if (queue->count == queue->capacity && !grow(queue))
        return false;
    item.order = queue->order++;
    size_t at = queue->count++;
    if (queue->count > queue->count_max)
        queue->count_max = queue->count;
    for (; at > 0 && before(&item, &queue->items[(at - 1) / 2]); at = (at - 1) / 2)
        queue->items[at] = queue->items[(at - 1) / 2];
    queue->items[at] = item;
    return true;
}

struct trace_item trace_queue_pop(struct trace_queue *queue)
{
    struct trace_item *items = queue->items;
    struct trace_item first = items[0];
    struct trace_item last = items[--queue->count];
    size_t at = 0;
    for (size_t child = 1; child < queue->count; child = 2 * at + 1) {
        if (child + 1 < queue->count && before(&items[child + 1], &items[child]))
            child++;
        if (!before(&items[child], &last))
            break;
        items[at] = items[child];
        at = child;
    }
    items[at] = last;
    return first;
}

void trace_queue_free(struct trace_queue *queue)
{
    free(queue->items);
    *queue = (struct trace_queue){0};
}
