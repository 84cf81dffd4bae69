#include "sim/report/trace.h"

#include <string.h>

#include "sim/report/trace_signals.h"

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
        if (sink->begin)
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

static void show_step(struct trace *trace, size_t changed, bool in_window)
{
    trace->over = true;
    for (struct trace_sink *sink = trace->sinks; sink; sink = sink->next) {
        if (!sink->stopped && (in_window || sink->early))
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
    if (changed > 0)
        show_step(trace, changed, shown);
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

static void report(struct observer *self, sim_time time, uint32_t source, uint32_t signal,
                   int64_t value)
{
    struct trace *trace = (struct trace *)self;
    if (trace->over)
        return;
    sim_time done = *self->clock - OBSERVER_LAG_PS;
    if (done > trace->sorted)
        sort_until(trace, done);
    trace_signal(trace, time, source, signal, value);
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
