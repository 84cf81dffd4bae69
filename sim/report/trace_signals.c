#include "sim/report/trace_signals.h"

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

void trace_signal(struct trace *trace, sim_time time, uint32_t source, uint32_t signal,
                  int64_t value)
{
    if (signal >= DRAM_SIGNAL_ROW_HIT)
        report_channel(trace, time, source, signal, value);
    else if (trace_shows_core(trace, source))
        report_core(trace, time, source, signal, value);
}
