/* KMem: a core's memory for weights on their way to the MAC array.
 *
 *   take()           fill(arrival)         in order, one line per drain_time
 *   slot for a  -->  data has come   -->   the MAC array  -->  slot is free
 *   new line
 *
 *   |drained ......... scheduled ......... taken|
 *    ^ slot next freed  ^ data not come yet
 *
 * 64 KiB, 1024 lines of 64 bytes (published).  A line holds its slot from the
 * request until it is drained.  Draining is in order: a line that came early
 * waits for its elders.  As soon as the data's arrival is known, so is the
 * time at which the line is drained, and no event is spent on it.
 */
#ifndef ANESIM_KMEM_KMEM_H
#define ANESIM_KMEM_KMEM_H

#include "models/fabric/line.h"
#include "sim/config/schema.h"
#include <stdbool.h>

struct kmem_params {
    int64_t size_bytes;
    int64_t drain_ps; /* per line */
};

extern const struct config_section kmem_section;

struct kmem_slot {
    struct line line;
    sim_time arrived; /* SIM_NEVER until known */
    sim_time drained; /* meaningful once scheduled */
};

/* One cache line of the host, because a run touches all of them in turn. */
_Static_assert(sizeof(struct kmem_slot) == 64, "a slot fills a cache line");

struct kmem {
    struct kmem_slot *slots;
    uint64_t slot_count; /* a power of two */
    uint64_t taken;      /* lines that ever got a slot */
    uint64_t scheduled;  /* of those, the oldest whose drain time is known */
    uint64_t drained;    /* of those, the ones drained by the last settle() */
    sim_time drain_ps;
    sim_time last_drain;
    sim_time residence_ps; /* summed over lines, take to drain */
    uint64_t used_max;     /* lines */
};

/* Slots a core needs; the caller owns the array. */
uint64_t kmem_slot_count(const struct kmem_params *params);
void kmem_init(struct kmem *kmem, const struct kmem_params *params, struct kmem_slot *slots);

static inline struct kmem_slot *kmem_slot(const struct kmem *kmem, uint64_t line)
{
    return &kmem->slots[line & (kmem->slot_count - 1)];
}

static inline uint64_t kmem_used(const struct kmem *kmem)
{
    return kmem->taken - kmem->drained;
}

static inline bool kmem_is_full(const struct kmem *kmem)
{
    return kmem_used(kmem) == kmem->slot_count;
}

/* Frees the slots of all lines drained by `now`. */
void kmem_settle(struct kmem *kmem, sim_time now);

/* A slot for the next line in order; kmem must not be full. */
struct kmem_slot *kmem_take(struct kmem *kmem, sim_time now);

/* The data of a slot will have come at `arrival`. */
void kmem_fill(struct kmem *kmem, struct kmem_slot *slot, sim_time arrival);

/* When the oldest line in memory is drained; SIM_NEVER while unknown. */
static inline sim_time kmem_next_free(const struct kmem *kmem)
{
    return kmem->drained < kmem->scheduled ? kmem_slot(kmem, kmem->drained)->drained : SIM_NEVER;
}

/* When the memory will be empty; SIM_NEVER while data is still to come. */
static inline sim_time kmem_empty_at(const struct kmem *kmem)
{
    return kmem->scheduled == kmem->taken ? kmem->last_drain : SIM_NEVER;
}

#endif
