/* Trace: an observer that turns signals into values over time, for sinks that
 * draw them.
 *
 *   cores, channels --report--> queue --in order--> values --steps--> sinks
 *                                                    |                 vcd, perfetto,
 *                                        only those of the window,     text
 *                                        only those of some cores
 *
 * A step is all that changes at one time; what changes and changes back at
 * once is no change.  Nothing is kept beyond the queue, so memory does not
 * grow with the length of a trace.  Watching changes no result.
 */
#ifndef ANESIM_REPORT_TRACE_H
#define ANESIM_REPORT_TRACE_H

#include "sim/kernel/observer.h"
#include "sim/report/trace_queue.h"
#include "sim/workload/setup.h"

enum trace_core_value {
    TRACE_RD,
    TRACE_END,
    TRACE_DISTANCE,
    TRACE_CREDIT,
    TRACE_CREDITS_OUT,
    TRACE_DEMAND,      /* lines in flight */
    TRACE_SPECULATIVE, /* lines in flight */
    TRACE_KMEM,        /* lines that have a slot */
    TRACE_ARRIVED,     /* lines, since the program began */
    TRACE_TASK_LINES,  /* of the task under way, or the last one */
    TRACE_TASK,        /* 1: the first that the core takes part in; 0: none under way */
    TRACE_WAIT,        /* enum kdma_wait */
    TRACE_CORE_VALUES
};

enum trace_channel_value {
    TRACE_BUSY,    /* data on the bus */
    TRACE_REFRESH, /* of any bank */
    TRACE_ROW_HIT, /* data of a read that hit its row on the bus */
    TRACE_ROW_HITS,
    TRACE_ROW_MISSES,
    TRACE_ROW_CONFLICTS,
    TRACE_QUEUE,
    TRACE_CHANNEL_VALUES
};

extern const char *const trace_core_names[TRACE_CORE_VALUES];
extern const char *const trace_channel_names[TRACE_CHANNEL_VALUES];

/* A variable is a value of one core or channel, numbered cores first. */
enum {
    TRACE_CHANNELS_AT = ANE_CORES_MAX * TRACE_CORE_VALUES,
    TRACE_VARIABLES = TRACE_CHANNELS_AT + DRAM_CHANNELS_MAX * TRACE_CHANNEL_VALUES
};

static inline uint16_t trace_of_core(uint32_t core, enum trace_core_value value)
{
    return (uint16_t)(core * TRACE_CORE_VALUES + value);
}

static inline uint16_t trace_of_channel(uint32_t channel, enum trace_channel_value value)
{
    return (uint16_t)(TRACE_CHANNELS_AT + channel * TRACE_CHANNEL_VALUES + value);
}

struct trace_window {
    sim_time from;
    sim_time to;
    uint64_t cores; /* bit per core; channels are always shown */
};

struct trace;

/* Who draws.  begin() shows the values at the start of the window, if it is there, step() what
 * has changed since, end() the end of the window or of the program. */
struct trace_sink {
    void (*begin)(struct trace_sink *self, const struct trace *trace, sim_time time);
    void (*step)(struct trace_sink *self, const struct trace *trace, sim_time time,
                 const uint16_t *changed, size_t count);
    void (*end)(struct trace_sink *self, const struct trace *trace, sim_time time);
    bool early;   /* wants to see steps before the window, too, ahead of begin() */
    bool stopped; /* set by the sink: it wants to see no more, and has ended itself */
    struct trace_sink *next;
};

struct trace {
    struct observer observer;
    const struct setup *setup;
    struct trace_window window;
    struct trace_sink *sinks;
    struct trace_queue queue;
    bool begun;
    bool over;       /* nobody wants to see more */
    bool no_memory;  /* the trace has a hole */
    uint64_t late;   /* reports that break the promise of observer.h */
    sim_time time;   /* of the step being gathered */
    sim_time sorted; /* what is older has been taken out of the queue */
    uint32_t tasks_reported[ANE_CORES_MAX];
    uint32_t tasks_begun[ANE_CORES_MAX];
    size_t touched_count;
    uint16_t touched[TRACE_VARIABLES]; /* in the step being gathered */
    bool is_touched[TRACE_VARIABLES];
    int64_t gathered[TRACE_VARIABLES];
    int64_t before[TRACE_VARIABLES]; /* the step that is being shown */
    int64_t value[TRACE_VARIABLES];
};

/* `setup` must outlive the trace. */
void trace_init(struct trace *trace, const struct setup *setup, const struct trace_window *window);
void trace_add(struct trace *trace, struct trace_sink *sink);

/* The program has ended at `time`: shows the rest.  False: out of memory on the
 * way, so that what was shown has a hole. */
bool trace_finish(struct trace *trace, sim_time time);
void trace_free(struct trace *trace);

static inline bool trace_shows_core(const struct trace *trace, uint32_t core)
{
    return trace->window.cores >> core & 1;
}

static inline int64_t trace_core(const struct trace *trace, uint32_t core,
                                 enum trace_core_value value)
{
    return trace->value[trace_of_core(core, value)];
}

#endif
