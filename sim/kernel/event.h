/* Event queue: a total order over (time, priority, sequence).
 *
 *                 [1] who is first                 winner of each pair,
 *               /               \                  up to the root
 *           [2]                   [3]
 *          /    \                /    \
 *        e0      e1            e2      e3          one leaf for each event
 *
 * A tournament over all events that exist.  Their number is small and known,
 * and nearly all of them are armed all the time, so arming is a walk from a
 * leaf to the root with one comparison a level, and nothing is ever moved or
 * allocated.  Components embed their events; the caller gives the slots.  Of
 * two events at one time the lower priority number goes first, then the one
 * armed earlier.
 */
#ifndef ANESIM_KERNEL_EVENT_H
#define ANESIM_KERNEL_EVENT_H

#include "sim/kernel/time.h"
#include <stdbool.h>
#include <stddef.h>

struct event;

/* Called when the event is due.  Returns the time to fire next, or SIM_NEVER.
 * The return value replaces any arming of this event done meanwhile. */
typedef sim_time event_fire(struct event *event, sim_time now);

struct event {
    event_fire *fire;
    uint32_t leaf;
    uint8_t priority;
};

/* Time in the upper half; priority (8 bits) and sequence in the lower. */
__extension__ typedef unsigned __int128 event_key;

struct event_slot {
    event_key key; /* of leaf i */
    struct event *event;
    uint32_t winner; /* of inner node i: the leaf that goes first below it */
};

struct event_queue {
    struct event_slot *slots;
    uint32_t capacity; /* a power of two */
    uint32_t count;    /* events added */
    uint64_t sequence;
};

/* `capacity` slots, a power of two, for as many events as will ever exist. */
void event_queue_init(struct event_queue *queue, struct event_slot *slots, uint32_t capacity);

/* Adds an event, not armed.  Returns false when no leaf is left: a mistake of
 * the caller, who counts its events beforehand. */
bool event_add(struct event_queue *queue, struct event *event, event_fire *fire, uint8_t priority);

/* The time an event is due; SIM_NEVER when it is not armed. */
static inline sim_time event_time(const struct event_queue *queue, const struct event *event)
{
    return (sim_time)(queue->slots[event->leaf].key >> 64);
}

/* Arms an event, or moves an armed one; SIM_NEVER cancels. */
void event_arm(struct event_queue *queue, struct event *event, sim_time time);

static inline void event_cancel(struct event_queue *queue, struct event *event)
{
    event_arm(queue, event, SIM_NEVER);
}

/* The first event in the order, NULL when none is armed. */
static inline struct event *event_queue_first(const struct event_queue *queue)
{
    const struct event_slot *first = &queue->slots[queue->slots[1].winner];
    return (sim_time)(first->key >> 64) == SIM_NEVER ? NULL : first->event;
}

#endif
