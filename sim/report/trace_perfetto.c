/* Perfetto: the Chrome trace-event format, as JSON.
 *
 *   process 1, a thread per core:     |      task 1      |   | task 2 ...
 *                                     |credit|fabric|...
 *   process 2, two threads a channel: |busy| |busy|    and   |refresh|
 *
 * Slices are pairs of events, begin and end, so that all events come in order
 * of time and nothing is kept until a slice ends.
 */
#include <inttypes.h>

#include "sim/report/trace_format.h"

enum { CORES = 1, CHANNELS = 2 }; /* processes */

static void print_event(struct trace_file *file, char phase, int process, sim_time time)
{
    trace_print(file, ",\n{\"ph\":\"%c\",\"pid\":%d,\"ts\":%" PRId64 ".%06" PRId64, phase, process,
                time / PS_PER_US, time % PS_PER_US);
}

static void slice_begin(struct trace_file *file, int process, uint32_t thread, sim_time time,
                        const char *name)
{
    print_event(file, 'B', process, time);
    trace_print(file, ",\"tid\":%" PRIu32 ",\"name\":\"%s\"}", thread, name);
}

static void slice_end(struct trace_file *file, int process, uint32_t thread, sim_time time)
{
    print_event(file, 'E', process, time);
    trace_print(file, ",\"tid\":%" PRIu32 "}", thread);
}

static void counter(struct trace_file *file, int process, sim_time time, uint32_t index,
                    const char *name, int64_t value)
{
    print_event(file, 'C', process, time);
    trace_print(file, ",\"name\":\"%s %" PRIu32 " %s\",\"args\":{\"lines\":%" PRId64 "}}",
                process == CORES ? "core" : "channel", index, name, value);
}

static uint32_t bus_thread(uint32_t channel)
{
    return 2 * channel + 1;
}

static uint32_t refresh_thread(uint32_t channel)
{
    return 2 * channel + 2;
}

/* A wait belongs to a task; between tasks a core's track is empty. */
static void begin_core(struct trace_file *file, const struct trace *trace, sim_time time,
                       uint32_t core, bool task_began)
{
    char name[32];
    int64_t task = trace_core(trace, core, TRACE_TASK);
    if (task == 0)
        return;
    snprintf(name, sizeof name, "task %" PRId64, task);
    if (task_began)
        slice_begin(file, CORES, core + 1, time, name);
    slice_begin(file, CORES, core + 1, time, kdma_wait_names[trace_core(trace, core, TRACE_WAIT)]);
}

static void end_core(struct trace_file *file, const struct trace *trace, sim_time time,
                     uint32_t core, bool task_ended)
{
    if (trace->before[trace_of_core(core, TRACE_TASK)] == 0)
        return;
    slice_end(file, CORES, core + 1, time);
    if (task_ended)
        slice_end(file, CORES, core + 1, time);
}

static bool is_counter(unsigned value)
{
    return value == TRACE_CREDIT || value == TRACE_CREDITS_OUT || value == TRACE_DEMAND ||
           value == TRACE_SPECULATIVE || value == TRACE_KMEM;
}

static void change_core(struct trace_file *file, const struct trace *trace, sim_time time,
                        unsigned variable)
{
    uint32_t core = variable / TRACE_CORE_VALUES;
    unsigned value = variable % TRACE_CORE_VALUES;
    uint16_t task = trace_of_core(core, TRACE_TASK);
    bool new_task = trace->before[task] != trace->value[task];
    if (value == TRACE_TASK || (value == TRACE_WAIT && !new_task)) {
        end_core(file, trace, time, core, new_task);
        begin_core(file, trace, time, core, new_task);
    } else if (is_counter(value)) {
        counter(file, CORES, time, core, trace_core_names[value], trace->value[variable]);
    }
}

static void change_channel(struct trace_file *file, const struct trace *trace, sim_time time,
                           unsigned variable)
{
    uint32_t channel = (variable - TRACE_CHANNELS_AT) / TRACE_CHANNEL_VALUES;
    unsigned value = (variable - TRACE_CHANNELS_AT) % TRACE_CHANNEL_VALUES;
    uint32_t thread = value == TRACE_BUSY ? bus_thread(channel) : refresh_thread(channel);
    if (value == TRACE_QUEUE)
        counter(file, CHANNELS, time, channel, trace_channel_names[value], trace->value[variable]);
    else if (value != TRACE_BUSY && value != TRACE_REFRESH)
        return;
    else if (trace->value[variable] != 0)
        slice_begin(file, CHANNELS, thread, time, trace_channel_names[value]);
    else
        slice_end(file, CHANNELS, thread, time);
}

static void print_text(struct trace_file *file, const char *text)
{
    trace_print(file, "\"");
    for (; *text != '\0'; text++)
        trace_print(file, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    trace_print(file, "\"");
}

static void print_key(struct trace_file *file, const char *key, const char *value)
{
    trace_print(file, ",\n\"%s\":", key);
    print_text(file, value);
}

static void name_thread(struct trace_file *file, int process, uint32_t thread, const char *name,
                        uint32_t index)
{
    trace_print(file,
                ",\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%" PRIu32
                ",\"name\":\"thread_name\",\"args\":{\"name\":\"",
                process, thread);
    trace_print(file, name, index);
    trace_print(file,
                "\"}},\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%" PRIu32
                ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%" PRIu32 "}}",
                process, thread, thread);
}

static void print_metadata(struct trace_file *file, const struct trace *trace)
{
    static const char name[] =
        "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}}";
    trace_print(file, name, CORES, "cores");
    trace_print(file, ",\n");
    trace_print(file, name, CHANNELS, "channels");
    for (uint32_t core = 0; core < (uint32_t)trace->setup->chip.ane.cores; core++)
        if (trace_shows_core(trace, core))
            name_thread(file, CORES, core + 1, "core %" PRIu32, core);
    for (uint32_t channel = 0; channel < (uint32_t)trace->setup->chip.dram.channels; channel++) {
        name_thread(file, CHANNELS, bus_thread(channel), "channel %" PRIu32, channel);
        name_thread(file, CHANNELS, refresh_thread(channel), "channel %" PRIu32 " refresh",
                    channel);
    }
}

static void begin(struct trace_file *file, const struct trace *trace, sim_time time)
{
    trace_print(file, "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"version\":\"anesim %s\"",
                ANESIM_VERSION);
    trace_each_key(file, trace->setup, print_key);
    trace_print(file, "},\n\"traceEvents\":[\n");
    print_metadata(file, trace);
    for (uint32_t core = 0; core < (uint32_t)trace->setup->chip.ane.cores; core++) {
        if (!trace_shows_core(trace, core))
            continue;
        begin_core(file, trace, time, core, true);
        for (unsigned value = 0; value < TRACE_CORE_VALUES; value++)
            if (is_counter(value))
                change_core(file, trace, time, trace_of_core(core, (enum trace_core_value)value));
    }
    for (uint32_t channel = 0; channel < (uint32_t)trace->setup->chip.dram.channels; channel++)
        for (unsigned value = 0; value < TRACE_CHANNEL_VALUES; value++) {
            uint16_t variable = trace_of_channel(channel, (enum trace_channel_value)value);
            if (value == TRACE_QUEUE || trace->value[variable] != 0)
                change_channel(file, trace, time, variable);
        }
}

static void step(struct trace_file *file, const struct trace *trace, sim_time time,
                 const uint16_t *changed, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (changed[i] < TRACE_CHANNELS_AT)
            change_core(file, trace, time, changed[i]);
        else
            change_channel(file, trace, time, changed[i]);
    }
}

static void end(struct trace_file *file, const struct trace *trace, sim_time time)
{
    for (uint32_t core = 0; core < ANE_CORES_MAX; core++)
        end_core(file, trace, time, core, true);
    for (uint32_t channel = 0; channel < DRAM_CHANNELS_MAX; channel++) {
        if (trace->before[trace_of_channel(channel, TRACE_BUSY)] != 0)
            slice_end(file, CHANNELS, bus_thread(channel), time);
        if (trace->before[trace_of_channel(channel, TRACE_REFRESH)] != 0)
            slice_end(file, CHANNELS, refresh_thread(channel), time);
    }
    trace_print(file, "\n]}\n");
}

const struct trace_format trace_perfetto = {
    .name = "perfetto", .begin = begin, .step = step, .end = end};
