#include "models/kdma/kdma.h"
#include <inttypes.h>

enum { KDMA_EVENT_PRIORITY = 2 };

static sim_time next_credit(const struct kdma_credits *credits)
{
    return credits->count ? credits->back[credits->head] : SIM_NEVER;
}

static void credit_spend(struct kdma_credits *credits, sim_time back)
{
    uint32_t at = credits->head + credits->count++;
    credits->back[at < credits->capacity ? at : at - credits->capacity] = back;
}

static void credit_return(struct kdma_credits *credits)
{
    credits->count--;
    if (++credits->head == credits->capacity)
        credits->head = 0;
}

static sim_time next_demand(const struct kdma_limits *limits)
{
    return limits->demand_known ? limits->demand_data[limits->demand_known - 1] : SIM_NEVER;
}

static void demand_expect(struct kdma_limits *limits, sim_time arrival)
{
    uint32_t at = limits->demand_known++;
    for (; at > 0 && limits->demand_data[at - 1] < arrival; at--)
        limits->demand_data[at] = limits->demand_data[at - 1];
    limits->demand_data[at] = arrival;
}

/* The line's place in memory; the ring never sees it. */
static uint64_t locate(const struct kdma_core *core, uint64_t address)
{
    if (!core->pages)
        return address;
    return (uint64_t)core->pages[address / KDMA_PAGE_LINES] * KDMA_PAGE_LINES +
           address % KDMA_PAGE_LINES;
}

static void occupancy(const struct component *self, struct simulator *sim)
{
    const struct kdma_core *core =
        (const struct kdma_core *)((const char *)self - offsetof(struct kdma_core, component));
    simulator_note(sim,
                   "%" PRIu64 " of %" PRIu64 " lines issued, %" PRIu32 " demand in flight, %" PRIu32
                   " of %" PRId64 " credits out, %" PRIu64 " of %" PRIu64
                   " KMem lines used, waiting for %s",
                   core->issued, core->lines, core->limits->demand_in_flight,
                   core->limits->credits_out.count, core->ring.credit, kmem_used(&core->kmem),
                   core->kmem.slot_count, kdma_wait_names[core->wait]);
}

/* The port's clock counts as the fabric's, the rest as what was waited for. */
static void charge(struct kdma_core *core, sim_time now)
{
    sim_time *wait_ps = core->counters.wait_ps;
    sim_time from = core->charged_until;
    sim_time port_until = sim_time_min(core->port.send_free, now);
    if (port_until > from) {
        wait_ps[KDMA_WAIT_FABRIC] += port_until - from;
        from = port_until;
    }
    wait_ps[core->wait] += now - from;
    core->charged_until = now;
}

/* Takes back what has come back by `now`: demand slots, credits, KMem. */
static void settle(struct kdma_core *core, sim_time now)
{
    struct kdma_limits *limits = core->limits;
    while (next_demand(limits) <= now) {
        limits->demand_known--;
        limits->demand_in_flight--;
    }
    while (next_credit(&limits->credits_out) <= now)
        credit_return(&limits->credits_out);
    kmem_settle(&core->kmem, now);
}

static void report(const struct kdma_core *core, sim_time time, uint32_t signal, int64_t value)
{
    observe(core->sim->observers, time, core->component.index, signal, value);
}

static void report_ring(const struct kdma_core *core, sim_time now)
{
    report(core, now, KDMA_SIGNAL_RD, (int64_t)core->ring.rd);
    report(core, now, KDMA_SIGNAL_END, (int64_t)core->ring.end);
    report(core, now, KDMA_SIGNAL_DISTANCE, ring_distance(&core->ring));
    report(core, now, KDMA_SIGNAL_CREDIT, core->ring.credit);
}

static void report_begin(const struct kdma_core *core, sim_time now)
{
    report(core, now, KDMA_SIGNAL_TASK_BEGIN, (int64_t)core->lines);
    report_ring(core, now);
}

static void report_issue(const struct kdma_core *core, enum line_class class, sim_time now)
{
    report(core, now, KDMA_SIGNAL_ISSUE, class);
    if (class == LINE_SPECULATIVE)
        report(core, now, KDMA_SIGNAL_CREDIT_SPENT, now + core->credit_return_ps);
    report(core, now, KDMA_SIGNAL_WAIT, KDMA_WAIT_FABRIC);
    report_ring(core, now + core->port.clock_ps);
}

/* As charge() will count it: the port's clock first. */
static void report_wait(const struct kdma_core *core, sim_time now)
{
    report(core, sim_time_max(now, core->port.send_free), KDMA_SIGNAL_WAIT, core->wait);
}

/* The lines that the last fill has given a time to be drained at. */
static void report_drains(const struct kdma_core *core, uint64_t scheduled_before)
{
    for (uint64_t line = scheduled_before; line < core->kmem.scheduled; line++)
        report(core, kmem_slot(&core->kmem, line)->drained, KDMA_SIGNAL_DRAIN, (int64_t)line + 1);
}

static bool has_demand_slot(const struct kdma_core *core)
{
    return core->limits->demand_in_flight < core->limits->demand_lines;
}

static bool has_credit(const struct kdma_core *core)
{
    return core->limits->credits_out.count < core->ring.credit * core->limits->member_count;
}

/* When to act next as far as is known now, and what is waited for till then. */
static sim_time next_wake(struct kdma_core *core, sim_time now)
{
    if (core->issued == core->lines) {
        core->wait = KDMA_WAIT_DRAM;
        return kmem_empty_at(&core->kmem);
    }
    sim_time ready = now;
    if (kmem_is_full(&core->kmem)) {
        const struct kmem_slot *oldest = kmem_slot(&core->kmem, core->kmem.drained);
        core->wait = oldest->arrived <= now ? KDMA_WAIT_KMEM : KDMA_WAIT_DRAM;
        ready = kmem_next_free(&core->kmem);
    } else if (!has_demand_slot(core) && !has_credit(core)) {
        core->wait = core->ring.credit > 0 ? KDMA_WAIT_CREDIT : KDMA_WAIT_DEMAND_SLOT;
        ready = next_demand(core->limits);
        if (core->ring.credit > 0)
            ready = sim_time_min(ready, next_credit(&core->limits->credits_out));
    }
    return sim_time_max(ready, core->port.send_free);
}

static void issue(struct kdma_core *core, sim_time now)
{
    struct kdma_credits *credits_out = &core->limits->credits_out;
    bool demand = has_demand_slot(core);
    struct line *line = &kmem_take(&core->kmem, now)->line;
    line->class = demand ? LINE_DEMAND : LINE_SPECULATIVE;
    line->core = (uint8_t)core->component.index;
    if (demand)
        core->limits->demand_in_flight++;
    else
        credit_spend(credits_out, now + core->credit_return_ps);
    SIM_ASSERT(core->sim, &core->component, credits_out->count <= credits_out->capacity,
               "%" PRIu32 " credits out of %" PRIu32, credits_out->count, credits_out->capacity);
    core->counters.issued[line->class]++;
    core->issued++;
    ring_advance(&core->ring);
    if (core->sim->observers)
        report_issue(core, line->class, now);
    dram_push(core->dram, line, locate(core, core->address++), fabric_send(&core->port, now));
}

static bool can_issue(const struct kdma_core *core, sim_time now)
{
    return core->issued < core->lines && now >= core->port.send_free &&
           !kmem_is_full(&core->kmem) && (has_demand_slot(core) || has_credit(core));
}

static sim_time fire(struct event *event, sim_time now)
{
    struct kdma_core *core = (struct kdma_core *)event;
    charge(core, now);
    settle(core, now);
    if (can_issue(core, now))
        issue(core, now);
    if (core->issued == core->lines && kmem_empty_at(&core->kmem) <= now) {
        SIM_ASSERT(core->sim, &core->component,
                   kmem_used(&core->kmem) == 0 &&
                       (core->limits->member_count > 1 || core->limits->demand_in_flight == 0),
                   "%" PRIu64 " lines left at the end of a task", kmem_used(&core->kmem));
        core->wait = KDMA_WAIT_DISPATCH;
        if (core->sim->observers) {
            report_wait(core, now);
            report(core, now, KDMA_SIGNAL_TASK_END, (int64_t)core->lines);
        }
        core->done(core->owner, core, now);
        return SIM_NEVER;
    }
    sim_time next = next_wake(core, now);
    if (core->sim->observers)
        report_wait(core, now);
    return next;
}

void kdma_init(struct kdma_core *core, uint32_t index, struct simulator *sim, struct dram *dram,
               const struct kdma_core_params *params, struct kmem_slot *slots, kdma_done *done,
               void *owner)
{
    /* Cores due at one time go in the order of their numbers, whoever woke them. */
    simulator_add_event(sim, &core->event, fire, (uint8_t)(KDMA_EVENT_PRIORITY + index));
    core->component = (struct component){.name = "core", .index = index, .occupancy = occupancy};
    core->sim = sim;
    core->dram = dram;
    core->done = done;
    core->owner = owner;
    ring_init(&core->ring, &params->ring);
    fabric_port_init(&core->port, &params->fabric);
    kmem_init(&core->kmem, &params->kmem, slots);
    core->lines = core->issued = 0;
    core->pages = NULL;
    core->credit_return_ps = params->kdma.credit_return_ps;
    core->limits = &core->own_limits;
    core->limits->members = core;
    core->limits->member_count = 1;
    core->limits->demand_lines = (uint32_t)params->kdma.demand_lines;
    core->limits->demand_in_flight = core->limits->demand_known = 0;
    core->limits->credits_out.capacity = (uint32_t)params->ring.credit_max;
    core->limits->credits_out.head = core->limits->credits_out.count = 0;
    core->wait = KDMA_WAIT_DISPATCH;
    core->charged_until = 0;
    core->counters = (struct kdma_counters){0};
    simulator_add_component(sim, &core->component);
}

void kdma_share_limits(struct kdma_core *cores, uint32_t count)
{
    struct kdma_limits *limits = &cores[0].own_limits;
    limits->members = cores;
    limits->member_count = count;
    limits->demand_lines *= count;
    limits->credits_out.capacity *= count;
    for (uint32_t i = 0; i < count; i++)
        cores[i].limits = limits;
}

void kdma_begin(struct kdma_core *core, uint64_t start_line, uint64_t lines, sim_time now)
{
    charge(core, now);
    core->address = start_line;
    core->lines = lines;
    core->issued = 0;
    core->limits->credits_out.count = 0;
    ring_begin(&core->ring, start_line, lines);
    if (core->sim->observers)
        report_begin(core, now);
    simulator_arm(core->sim, &core->event, now);
}

static bool waits_for_limits(const struct kdma_core *core)
{
    return core->wait == KDMA_WAIT_CREDIT || core->wait == KDMA_WAIT_DEMAND_SLOT;
}

static void wake(struct kdma_core *core)
{
    charge(core, core->sim->now);
    simulator_arm_by(core->sim, &core->event, next_wake(core, core->sim->now));
    if (core->sim->observers)
        report_wait(core, core->sim->now);
}

/* A slot of the shared pool has become known; the core whose line it was comes
 * first, so that none is starved. */
static void wake_others(const struct kdma_core *core)
{
    const struct kdma_limits *limits = core->limits;
    for (uint32_t i = 1; i < limits->member_count; i++) {
        struct kdma_core *other =
            &limits->members[(core->component.index + i) % limits->member_count];
        if (waits_for_limits(other))
            wake(other);
    }
}

void kdma_deliver(struct kdma_core *core, struct line *line, sim_time data)
{
    struct kmem_slot *slot = (struct kmem_slot *)line;
    SIM_ASSERT(core->sim, &core->component, slot->arrived == SIM_NEVER,
               "KMem line %td was served twice", slot - core->kmem.slots);
    sim_time arrival = fabric_receive(&core->port, data);
    sim_time latency = arrival - line->issued;
    uint64_t scheduled_before = core->kmem.scheduled;
    kmem_fill(&core->kmem, slot, arrival);
    core->counters.arrived[line->class]++;
    core->counters.latency_ps[line->class] += latency;
    if (core->sim->observers) {
        report(core, arrival, KDMA_SIGNAL_DEMAND_LATENCY + line->class, latency);
        report_drains(core, scheduled_before);
    }
    core->sim->progress++;
    if (line->class == LINE_DEMAND)
        demand_expect(core->limits, arrival);
    if (core->wait == KDMA_WAIT_KMEM || core->wait == KDMA_WAIT_DRAM || line->class == LINE_DEMAND)
        wake(core);
    if (line->class == LINE_DEMAND && core->limits->member_count > 1)
        wake_others(core);
}

void kdma_close(struct kdma_core *core, sim_time now)
{
    charge(core, now);
}
