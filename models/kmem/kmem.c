#include "models/kmem/kmem.h"

static const struct config_key keys[] = {
    {.name = "size",
     .type = CONFIG_BYTES,
     .offset = offsetof(struct kmem_params, size_bytes),
     .min = 1024,
     .max = 1048576,
     .default_text = "64KiB",
     .provenance = PROVENANCE_MEASURED,
     .help = "memory of one core for weights in flight and not yet used"},
    {.name = "drain_time",
     .type = CONFIG_TIME,
     .offset = offsetof(struct kmem_params, drain_ps),
     .min = 1,
     .max = 1000000,
     .default_text = "1ns",
     .provenance = PROVENANCE_ASSUMED,
     .help = "time the MAC array takes to use up one line"},
};

const struct config_section kmem_section = {
    .name = "kmem",
    .help = "The memory of each core in which weights wait for the MAC array",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};

uint64_t kmem_slot_count(const struct kmem_params *params)
{
    return (uint64_t)params->size_bytes / LINE_BYTES;
}

void kmem_init(struct kmem *kmem, const struct kmem_params *params, struct kmem_slot *slots)
{
    *kmem = (struct kmem){
        .slots = slots,
        .slot_count = kmem_slot_count(params),
        .drain_ps = params->drain_ps,
    };
}

void kmem_settle(struct kmem *kmem, sim_time now)
{
    while (kmem_next_free(kmem) <= now)
        kmem->drained++;
}

struct kmem_slot *kmem_take(struct kmem *kmem, sim_time now)
{
    struct kmem_slot *slot = kmem_slot(kmem, kmem->taken++);
    slot->line.issued = now;
    slot->arrived = SIM_NEVER;
    if (kmem_used(kmem) > kmem->used_max)
        kmem->used_max = kmem_used(kmem);
    return slot;
}

void kmem_fill(struct kmem *kmem, struct kmem_slot *slot, sim_time arrival)
{
    slot->arrived = arrival;
    while (kmem->scheduled < kmem->taken) {
        struct kmem_slot *oldest = kmem_slot(kmem, kmem->scheduled);
        if (oldest->arrived == SIM_NEVER)
            return;
        kmem->last_drain = sim_time_max(kmem->last_drain, oldest->arrived) + kmem->drain_ps;
        oldest->drained = kmem->last_drain;
        kmem->residence_ps += oldest->drained - oldest->line.issued;
        kmem->scheduled++;
    }
}
