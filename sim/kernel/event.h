/* Event queue: a total order over (time, priority, sequence).
 *
 *        slots: 4-ary heap of {key, event*}          event (intrusive)
 *        +-----+-----+-----+-----+ ...               +-----------+
 *        |  0  |  1  |  2  |  3  |          <------> | slot      |
 *        +-----+-----+-----+-----+ ...               | fire()    |
 *                                                    +-----------+
 *
 * Components embed their events; the caller gives the slots, one per event
 * that may ever be armed at once, so nothing is allocated while running.
 * Arming an armed event moves it.  Of two events at one time the lower
 * priority number goes first, then the one armed earlier.
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

#define EVENT_IDLE UINT32_MAX

struct event {
    event_fire *fire;
    uint32_t slot; /* place in the heap, EVENT_IDLE when not armed */
    uint8_t priority;
};

struct event_slot {
    sim_time time;
    uint64_t order; /* priority in the top 8 bits, sequence below */
    struct event *event;
};

struct event_queue {
    struct event_slot *slots;
    uint32_t count;
    uint32_t capacity;
    uint64_t sequence;
};

void event_init(struct event *event, event_fire *fire, uint8_t priority);
void event_queue_init(struct event_queue *queue, struct event_slot *slots, uint32_t capacity);

static inline bool event_is_armed(const struct event *event)
{
    return event->slot != EVENT_IDLE;
}

/* The time an armed event is due; SIM_NEVER when it is not armed. */
static inline sim_time event_time(const struct event_queue *queue, const struct event *event)
{
    return event_is_armed(event) ? queue->slots[event->slot].time : SIM_NEVER;
}

/* Arms or moves.  Returns false when every slot is taken: a mistake of the
 * caller, who counts its events beforehand. */
bool event_arm(struct event_queue *queue, struct event *event, sim_time time);

/* Moves an event only if that makes it earlier; arms an idle one. */
static inline bool event_arm_by(struct event_queue *queue, struct event *event, sim_time time)
{
    return event_time(queue, event) <= time || event_arm(queue, event, time);
}

void event_cancel(struct event_queue *queue, struct event *event);

/* The first event in the order, NULL when there is none. */
static inline struct event *event_queue_first(const struct event_queue *queue)
{
    return queue->count ? queue->slots[0].event : NULL;
}

#endif
