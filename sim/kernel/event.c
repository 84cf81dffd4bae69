#include "sim/kernel/event.h"

enum { ARITY = 4, PRIORITY_SHIFT = 56 };

static bool before(const struct event_slot *a, const struct event_slot *b)
{
    return a->time < b->time || (a->time == b->time && a->order < b->order);
}

static void place(struct event_queue *queue, uint32_t at, struct event_slot slot)
{
    queue->slots[at] = slot;
    slot.event->slot = at;
}

static void sift_up(struct event_queue *queue, uint32_t at, struct event_slot slot)
{
    while (at > 0) {
        uint32_t parent = (at - 1) / ARITY;
        if (!before(&slot, &queue->slots[parent]))
            break;
        place(queue, at, queue->slots[parent]);
        at = parent;
    }
    place(queue, at, slot);
}

static void sift_down(struct event_queue *queue, uint32_t at, struct event_slot slot)
{
    for (;;) {
        uint32_t child = at * ARITY + 1;
        if (child >= queue->count)
            break;
        uint32_t end = child + ARITY < queue->count ? child + ARITY : queue->count;
        uint32_t best = child;
        for (uint32_t i = child + 1; i < end; i++) {
            if (before(&queue->slots[i], &queue->slots[best]))
                best = i;
        }
        if (!before(&queue->slots[best], &slot))
            break;
        place(queue, at, queue->slots[best]);
        at = best;
    }
    place(queue, at, slot);
}

void event_init(struct event *event, event_fire *fire, uint8_t priority)
{
    *event = (struct event){.fire = fire, .slot = EVENT_IDLE, .priority = priority};
}

void event_queue_init(struct event_queue *queue, struct event_slot *slots, uint32_t capacity)
{
    *queue = (struct event_queue){.slots = slots, .capacity = capacity};
}

bool event_arm(struct event_queue *queue, struct event *event, sim_time time)
{
    struct event_slot slot = {
        .time = time,
        .order = (uint64_t)event->priority << PRIORITY_SHIFT | queue->sequence++,
        .event = event,
    };
    if (!event_is_armed(event)) {
        if (queue->count == queue->capacity)
            return false;
        sift_up(queue, queue->count++, slot);
    } else if (before(&slot, &queue->slots[event->slot])) {
        sift_up(queue, event->slot, slot);
    } else {
        sift_down(queue, event->slot, slot);
    }
    return true;
}

void event_cancel(struct event_queue *queue, struct event *event)
{
    if (!event_is_armed(event))
        return;
    uint32_t hole = event->slot;
    event->slot = EVENT_IDLE;
    struct event_slot last = queue->slots[--queue->count];
    if (hole == queue->count)
        return;
    if (hole > 0 && before(&last, &queue->slots[(hole - 1) / ARITY]))
        sift_up(queue, hole, last);
    else
        sift_down(queue, hole, last);
}
