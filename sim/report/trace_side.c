#include "sim/report/trace_side.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* The core before and after a step. */
struct change {
    const int64_t *was;
    const int64_t *is;
    sim_time time;
};

static struct trace_row *add_row(struct trace_side *side, sim_time time, const int64_t *state)
{
    if (time < side->from || time > side->to || side->row_count == TRACE_SIDE_ROWS_MAX)
        return NULL;
    struct trace_row *row = &side->rows[side->row_count++];
    *row = (struct trace_row){
        .time = time,
        .demand = state[TRACE_DEMAND],
        .speculative = state[TRACE_SPECULATIVE],
        .arrived = state[TRACE_ARRIVED],
    };
    return row;
}

/* A row for this change, or one sentence more in the row it has. */
static void tell(struct trace_side *side, const struct change *change, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void tell(struct trace_side *side, const struct change *change, const char *format, ...)
{
    struct trace_row *row = side->row_count > 0 ? &side->rows[side->row_count - 1] : NULL;
    if (!row || row->time != change->time)
        row = add_row(side, change->time, change->is);
    if (!row)
        return;
    size_t used = 0;
    while (row->text[used] != '\0')
        used++;
    if (used > 0 && used + 1 < sizeof row->text)
        row->text[used++] = ' ';
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(row->text + used, sizeof row->text - used, format, arguments);
    va_end(arguments);
}

/* True once a task. */
static bool first(struct trace_side *side, enum trace_moment moment, bool happens)
{
    bool is_first = happens && !side->seen[moment];
    side->seen[moment] = side->seen[moment] || happens;
    return is_first;
}

static void tell_task(struct trace_side *side, const struct change *change)
{
    const int64_t *is = change->is;
    if (change->was[TRACE_TASK] == is[TRACE_TASK])
        return;
    if (is[TRACE_TASK] == 0) {
        tell(side, change, "Task %" PRId64 " is done.", change->was[TRACE_TASK]);
        return;
    }
    for (int moment = 0; moment < TRACE_MOMENTS; moment++)
        side->seen[moment] = false;
    side->task_begun = change->time;
    side->first_left = side->first_spent = SIM_NEVER;
    tell(side, change,
         "Task %" PRId64 ": 0x%" PRIx64 " lines, a distance of 0x%" PRIx64
         " in a ring of 0x%" PRIx64 ": credit %" PRId64 ".",
         is[TRACE_TASK], (uint64_t)is[TRACE_TASK_LINES], (uint64_t)is[TRACE_DISTANCE],
         UINT64_C(1) << side->setup->chip.core.ring.pointer_bits, is[TRACE_CREDIT]);
}

/* Slots and credits that cores share are not one core's to use up. */
static void tell_leaving(struct trace_side *side, const struct change *change)
{
    const int64_t *was = change->was, *is = change->is;
    bool shared = side->setup->chip.core.kdma.scope == KDMA_SCOPE_SHARED;
    if (side->first_left == SIM_NEVER && is[TRACE_KMEM] > was[TRACE_KMEM])
        side->first_left = change->time;
    if (side->first_spent == SIM_NEVER && is[TRACE_CREDITS_OUT] > was[TRACE_CREDITS_OUT])
        side->first_spent = change->time;
    if (first(side, TRACE_SLOTS_TAKEN,
              !shared && is[TRACE_DEMAND] >= side->setup->chip.core.kdma.demand_lines))
        tell(side, change, "All %" PRId64 " demand slots are taken; %s", is[TRACE_DEMAND],
             is[TRACE_CREDIT] > 0 ? "more lines leave on credit, one a clock."
                                  : "without credit nothing else may leave.");
    if (first(side, TRACE_CREDITS_SPENT,
              !shared && is[TRACE_CREDIT] > 0 && is[TRACE_CREDITS_OUT] >= is[TRACE_CREDIT]))
        tell(side, change, "All %" PRId64 " credits are spent; only demand lines move.",
             is[TRACE_CREDITS_OUT]);
    if (first(side, TRACE_KMEM_FULL,
              is[TRACE_KMEM] >= (int64_t)kmem_slot_count(&side->setup->chip.core.kmem)))
        tell(side, change, "KMem is full.");
}

/* Credits that come back and are spent at once show as lines that leave. */
static void tell_coming_back(struct trace_side *side, const struct change *change)
{
    const int64_t *was = change->was, *is = change->is;
    bool spent = side->seen[TRACE_CREDITS_SPENT] && was[TRACE_CREDITS_OUT] >= was[TRACE_CREDIT];
    bool back = is[TRACE_CREDITS_OUT] < was[TRACE_CREDITS_OUT] ||
                is[TRACE_SPECULATIVE] > was[TRACE_SPECULATIVE];
    sim_time left = change->time - side->first_left;
    sim_time round = change->time - side->first_spent;
    if (first(side, TRACE_FIRST_DATA, is[TRACE_ARRIVED] > was[TRACE_ARRIVED]))
        tell(side, change, "First data, %" PRId64 ".%03" PRId64 " ns after the first line left%s",
             left / PS_PER_NS, left % PS_PER_NS,
             is[TRACE_DEMAND] >= was[TRACE_DEMAND] ? "; the next line takes its slot." : ".");
    if (first(side, TRACE_ALL_DATA, spent && is[TRACE_SPECULATIVE] == 0))
        tell(side, change, "All data asked for on credit is there; the credits are still out.");
    if (first(side, TRACE_CREDITS_BACK, spent && back && is[TRACE_TASK] == was[TRACE_TASK]))
        tell(side, change,
             "Credits come back, %" PRId64 ".%03" PRId64 " us after they were spent, and more "
             "lines leave.",
             round / PS_PER_US, round % PS_PER_US / PS_PER_NS);
}

static sim_time mark_time(const struct trace_side *side)
{
    return side->from + (side->to - side->from) / TRACE_SIDE_MARKS * (side->marks + 1);
}

/* Until `time` the core was as `state` says. */
static void pass(struct trace_side *side, const int64_t *state, sim_time time)
{
    sim_time until = sim_time_min(time, side->to);
    for (; side->marks < TRACE_SIDE_MARKS && mark_time(side) < time; side->marks++)
        add_row(side, mark_time(side), state);
    if (until > side->counted) {
        side->in_flight_ps +=
            (state[TRACE_DEMAND] + state[TRACE_SPECULATIVE]) * (until - side->counted);
        side->counted = until;
    }
    if (time <= side->from)
        side->arrived_from = state[TRACE_ARRIVED];
    side->arrived_to = state[TRACE_ARRIVED];
}

static void tell_all(struct trace_side *side, const struct change *change)
{
    tell_task(side, change);
    if (change->is[TRACE_TASK] == 0)
        return;
    tell_leaving(side, change);
    tell_coming_back(side, change);
}

static void step(struct trace_sink *sink, const struct trace *trace, sim_time time,
                 const uint16_t *changed, size_t count)
{
    struct trace_side *side = (struct trace_side *)sink;
    uint16_t at = trace_of_core(side->core, 0);
    struct change change = {&trace->before[at], &trace->value[at], time};
    (void)changed, (void)count;
    pass(side, change.was, time);
    sink->stopped = time > side->to;
    if (!sink->stopped)
        tell_all(side, &change);
}

static void end(struct trace_sink *sink, const struct trace *trace, sim_time time)
{
    struct trace_side *side = (struct trace_side *)sink;
    const int64_t *state = &trace->value[trace_of_core(side->core, 0)];
    pass(side, state, time);
    pass(side, state, side->to + 1);
}

void trace_side_init(struct trace_side *side, const struct setup *setup, uint32_t core,
                     sim_time from, sim_time to)
{
    *side = (struct trace_side){
        .sink = {.step = step, .end = end, .early = true},
        .setup = setup,
        .core = core,
        .from = from,
        .to = to,
        .counted = from,
        .first_left = SIM_NEVER,
        .first_spent = SIM_NEVER,
    };
}
