#include "sim/report/trace.h"

#include <string.h>

const char *const trace_core_names[TRACE_CORE_VALUES] = {
    "rd",
    "end",
    "distance",
    "credit",
    "credits_out",
    "demand_in_flight",
    "speculative_in_flight",
    "kmem_lines",
    "arrived",
    "task_lines",
    "task",
    "wait",
};

const char *const trace_channel_names[TRACE_CHANNEL_VALUES] = {
    "busy", "refresh", "row_hit", "row_hits", "row_misses", "row_conflicts", "queue",
};

/* What may be under way more than once at a time, but is shown as on or off. */
static bool is_level(uint16_t variable)
{
    if (variable < TRACE_CHANNELS_AT)
        return false;
    unsigned value = (variable - (unsigned)TRACE_CHANNELS_AT) % TRACE_CHANNEL_VALUES;
    return value == TRACE_BUSY || value == TRACE_REFRESH || value == TRACE_ROW_HIT;
}

static void begin(struct trace *trace)
{
    trace->begun = true;
    for (struct trace_sink *sink = trace->sinks; sink; sink = sink->next)
        sink->begin(sink, trace, trace->window.from);
}

/* Takes over what was gathered; returns how many variables changed, which are
 * then the first of `touched`. */
static size_t take_over(struct trace *trace)
{
    size_t changed = 0;
    for (size_t i = 0; i < trace->touched_count; i++) {
        uint16_t variable = trace->touched[i];
        int64_t value = trace->gathered[variable];
        if (is_level(variable))
            value = value > 0;
        trace->is_touched[variable] = false;
        trace->before[variable] = trace->value[variable];
        trace->value[variable] = value;
        if (value != trace->before[variable])
            trace->touched[changed++] = variable;
    }
    trace->touched_count = 0;
    return changed;
}

static void show_step(struct trace *trace, size_t changed)
{
    trace->over = true;
    for (struct trace_sink *sink = trace->sinks; sink; sink = sink->next) {
        if (!sink->stopped)
            sink->step(sink, trace, trace->time, trace->touched, changed);
        trace->over = trace->over && sink->stopped;
    }
}

/* Everything about trace->time has been gathered. */
static void close_step(struct trace *trace)
{
    bool shown = trace->time > trace->window.from;
    if (shown && !trace->begun)
        begin(trace);
    size_t changed = take_over(trace);
    if (shown && changed > 0)
        show_step(trace, changed);
    for (size_t i = 0; i < changed; i++)
        trace->before[trace->touched[i]] = trace->value[trace->touched[i]];
}

static void gather(struct trace *trace, const struct trace_item *item)
{
    uint32_t core = item->variable / TRACE_CORE_VALUES;
    if (item->operation == TRACE_CREDIT_BACK && item->task != trace->tasks_begun[core])
        return;
    if (item->operation == TRACE_BEGIN) {
        trace->tasks_begun[core] = item->task;
        struct trace_item back = {.variable = trace_of_core(core, TRACE_CREDITS_OUT)};
        gather(trace, &back);
    }
    if (!trace->is_touched[item->variable]) {
        trace->is_touched[item->variable] = true;
        trace->touched[trace->touched_count++] = item->variable;
    }
    bool adds = item->operation == TRACE_ADD || item->operation == TRACE_CREDIT_BACK;
    trace->gathered[item->variable] = item->value + (adds ? trace->gathered[item->variable] : 0);
}

/* Takes out of the queue what happened before `time`. */
static void sort_until(struct trace *trace, sim_time time)
{
    while (!trace->over && trace_queue_next(&trace->queue) < time) {
        struct trace_item item = trace_queue_pop(&trace->queue);
        trace->late += item.time < trace->time;
        if (item.time > trace->time) {
            close_step(trace);
            trace->time = item.time;
        }
        gather(trace, &item);
    }
    trace->sorted = time;
}

static void push(struct trace *trace, sim_time time, uint32_t variable,
                 enum trace_operation operation, int64_t value)
{
    if (time > trace->window.to)
        return;
    struct trace_item item = {.time = time,
                              .value = value,
                              .variable = (uint16_t)variable,
                              .operation = (uint8_t)operation};
    if (variable < TRACE_CHANNELS_AT)
        item.task = trace->tasks_reported[variable / TRACE_CORE_VALUES];
    if (!trace_queue_push(&trace->queue, item))
        trace->no_memory = true;
}

static void add(struct trace *trace, sim_time time, uint32_t variable, int64_t value)
{
    push(trace, time, variable, TRACE_ADD, value);
}

static void set(struct trace *trace, sim_time time, uint32_t variable, int64_t value)
{
    push(trace, time, variable, TRACE_SET, value);
}

static void report_core(struct trace *trace, sim_time time, uint32_t core, uint32_t signal,
                        int64_t value)
{
    uint32_t first = trace_of_core(core, 0);
    switch (signal) {
    case KDMA_SIGNAL_TASK_BEGIN:
        trace->tasks_reported[core]++;
        push(trace, time, first + TRACE_TASK, TRACE_BEGIN, trace->tasks_reported[core]);
        set(trace, time, first + TRACE_TASK_LINES, value);
        break;
    case KDMA_SIGNAL_TASK_END:
        set(trace, time, first + TRACE_TASK, 0);
        break;
    case KDMA_SIGNAL_RD:
    case KDMA_SIGNAL_END:
    case KDMA_SIGNAL_DISTANCE:
    case KDMA_SIGNAL_CREDIT:
        set(trace, time, first + TRACE_RD + (signal - KDMA_SIGNAL_RD), value);
        break;
    case KDMA_SIGNAL_ISSUE:
        add(trace, time, first + TRACE_DEMAND + (uint32_t)value, 1);
        add(trace, time, first + TRACE_KMEM, 1);
        break;
    case KDMA_SIGNAL_CREDIT_SPENT:
        add(trace, time, first + TRACE_CREDITS_OUT, 1);
        push(trace, value, first + TRACE_CREDITS_OUT, TRACE_CREDIT_BACK, -1);
        break;
    case KDMA_SIGNAL_DEMAND_LATENCY:
    case KDMA_SIGNAL_SPECULATIVE_LATENCY:
        add(trace, time, first + TRACE_DEMAND + (signal - KDMA_SIGNAL_DEMAND_LATENCY), -1);
        add(trace, time, first + TRACE_ARRIVED, 1);
        break;
    case KDMA_SIGNAL_DRAIN:
        add(trace, time, first + TRACE_KMEM, -1);
        break;
    case KDMA_SIGNAL_WAIT:
        set(trace, time, first + TRACE_WAIT, value);
        break;
    default:
        break;
    }
}

static void level(struct trace *trace, sim_time time, uint32_t variable, int64_t duration)
{
    add(trace, time, variable, 1);
    add(trace, time + duration, variable, -1);
}

static void report_channel(struct trace *trace, sim_time time, uint32_t channel, uint32_t signal,
                           int64_t value)
{
    uint32_t first = trace_of_channel(channel, 0);
    switch (signal) {
    case DRAM_SIGNAL_ROW_HIT:
    case DRAM_SIGNAL_ROW_MISS:
    case DRAM_SIGNAL_ROW_CONFLICT:
        add(trace, time, first + TRACE_ROW_HITS + (signal - DRAM_SIGNAL_ROW_HIT), 1);
        break;
    case DRAM_SIGNAL_BURST_HIT:
        level(trace, time, first + TRACE_ROW_HIT, value);
        level(trace, time, first + TRACE_BUSY, value);
        break;
    case DRAM_SIGNAL_BURST:
        level(trace, time, first + TRACE_BUSY, value);
        break;
    case DRAM_SIGNAL_REFRESH:
        level(trace, time, first + TRACE_REFRESH, value);
        break;
    case DRAM_SIGNAL_QUEUE:
        set(trace, time, first + TRACE_QUEUE, value);
        break;
    default:
        break;
    }
}

static void report(struct observer *self, sim_time time, uint32_t source, uint32_t signal,
                   int64_t value)
{
    struct trace *trace = (struct trace *)self;
    if (trace->over)
        return;
    sim_time done = *self->clock - OBSERVER_LAG_PS;
    if (done > trace->sorted)
        sort_until(trace, done);
    if (signal >= DRAM_SIGNAL_ROW_HIT)
        report_channel(trace, time, source, signal, value);
    else if (trace_shows_core(trace, source))
        report_core(trace, time, source, signal, value);
}

void trace_init(struct trace *trace, const struct setup *setup, const struct trace_window *window)
{
    memset(trace, 0, sizeof *trace);
    trace->observer.report = report;
    trace->setup = setup;
    trace->window = *window;
    for (uint32_t core = 0; core < ANE_CORES_MAX; core++) {
        uint16_t variable = trace_of_core(core, TRACE_WAIT);
        trace->gathered[variable] = KDMA_WAIT_DISPATCH;
        trace->before[variable] = trace->value[variable] = KDMA_WAIT_DISPATCH;
    }
}

void trace_add(struct trace *trace, struct trace_sink *sink)
{
    sink->next = trace->sinks;
    trace->sinks = sink;
}

bool trace_finish(struct trace *trace, sim_time time)
{
    sim_time end = sim_time_min(time, trace->window.to);
    sort_until(trace, end + 1);
    if (!trace->over)
        close_step(trace);
    if (!trace->begun)
        begin(trace);
    for (struct trace_sink *sink = trace->sinks; sink; sink = sink->next)
        if (!sink->stopped)
            sink->end(sink, trace, end);
    return !trace->no_memory;
}

void trace_free(struct trace *trace)
{
    trace_queue_free(&trace->queue);
}
