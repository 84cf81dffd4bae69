#include "sim/kernel/event.h"

enum { PRIORITY_SHIFT = 56 };

static event_key key_of(sim_time time, uint64_t order)
{
    return (event_key)(uint64_t)time << 64 | order;
}

void event_queue_init(struct event_queue *queue, struct event_slot *slots, uint32_t capacity)
{
    *queue = (struct event_queue){.slots = slots, .capacity = capacity};
    for (uint32_t i = 0; i < capacity; i++)
        slots[i] = (struct event_slot){.key = key_of(SIM_NEVER, UINT64_MAX)};
    for (uint32_t node = capacity - 1; node > 0; node--)
        slots[node].winner = 2 * node >= capacity ? 2 * node - capacity : slots[2 * node].winner;
}

bool event_add(struct event_queue *queue, struct event *event, event_fire *fire, uint8_t priority)
{
    if (queue->count == queue->capacity)
        return false;
    *event = (struct event){.fire = fire, .leaf = queue->count++, .priority = priority};
    queue->slots[event->leaf].event = event;
    return true;
}

/* Plays the matches from a leaf up.  They are settled early where the winner
 * is as before and is not the leaf that changed. */
static void replay(struct event_queue *queue, uint32_t leaf)
{
    struct event_slot *slots = queue->slots;
    event_key key = slots[leaf].key;
    uint32_t best = leaf;
    uint32_t rival = leaf ^ 1;
    for (uint32_t node = (leaf + queue->capacity) / 2;; node /= 2) {
        event_key rival_key = slots[rival].key;
        best = rival_key < key ? rival : best;
        key = rival_key < key ? rival_key : key;
        if (best != leaf && slots[node].winner == best)
            return;
        slots[node].winner = best;
        if (node == 1)
            return;
        rival = slots[node ^ 1].winner;
    }
}

void event_arm(struct event_queue *queue, struct event *event, sim_time time)
{
    uint64_t order = (uint64_t)event->priority << PRIORITY_SHIFT | queue->sequence++;
    queue->slots[event->leaf].key = key_of(time, order);
    replay(queue, event->leaf);
}
