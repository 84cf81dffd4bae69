/* VCD: IEEE 1364, value change dump.  A time in ps, then what changed then. */
#include <inttypes.h>

#include "sim/report/trace_format.h"

enum { ID_FIRST = '!', ID_LETTERS = '~' - '!' + 1, COUNTER_BITS = 64 };

/* A variable's identifier: its number in printable letters. */
struct id {
    char text[8];
};

static struct id id_of(unsigned variable)
{
    struct id id;
    size_t bytes = 0;
    do {
        id.text[bytes++] = (char)(ID_FIRST + variable % ID_LETTERS);
        variable /= ID_LETTERS;
    } while (variable > 0);
    id.text[bytes] = '\0';
    return id;
}

static unsigned bits_for(int64_t most)
{
    return most > 0 ? 64 - (unsigned)__builtin_clzll((uint64_t)most) : 1;
}

static unsigned core_bits(const struct setup *setup, enum trace_core_value value)
{
    const struct kdma_core_params *core = &setup->chip.core;
    int64_t sharers = core->kdma.scope == KDMA_SCOPE_SHARED ? setup->chip.ane.cores : 1;
    switch (value) {
    case TRACE_RD:
    case TRACE_END:
    case TRACE_DISTANCE:
        return (unsigned)core->ring.pointer_bits;
    case TRACE_CREDIT:
        return bits_for(core->ring.credit_max);
    case TRACE_CREDITS_OUT:
        return bits_for(core->ring.credit_max * sharers);
    case TRACE_DEMAND:
        return bits_for(core->kdma.demand_lines * sharers);
    case TRACE_SPECULATIVE:
    case TRACE_KMEM:
        return bits_for((int64_t)kmem_slot_count(&core->kmem));
    case TRACE_TASK:
        return bits_for(setup->workload.split);
    case TRACE_WAIT:
        return bits_for(KDMA_WAITS - 1);
    default:
        return COUNTER_BITS;
    }
}

static unsigned channel_bits(const struct setup *setup, enum trace_channel_value value)
{
    if (value == TRACE_QUEUE)
        return bits_for(setup->chip.dram.queue_lines * LINE_CLASSES);
    return value == TRACE_BUSY || value == TRACE_REFRESH || value == TRACE_ROW_HIT ? 1
                                                                                   : COUNTER_BITS;
}

static unsigned bits_of(const struct setup *setup, unsigned variable)
{
    if (variable < TRACE_CHANNELS_AT)
        return core_bits(setup, (enum trace_core_value)(variable % TRACE_CORE_VALUES));
    variable -= TRACE_CHANNELS_AT;
    return channel_bits(setup, (enum trace_channel_value)(variable % TRACE_CHANNEL_VALUES));
}

static void print_value(struct trace_file *file, const struct trace *trace, unsigned variable)
{
    uint64_t value = (uint64_t)trace->value[variable];
    struct id id = id_of(variable);
    if (bits_of(trace->setup, variable) == 1) {
        trace_print(file, "%d%s\n", (int)(value & 1), id.text);
        return;
    }
    char digits[COUNTER_BITS + 1];
    char *digit = digits + COUNTER_BITS;
    *digit = '\0';
    do
        *--digit = (char)('0' + (value & 1));
    while (value >>= 1);
    trace_print(file, "b%s %s\n", digit, id.text);
}

/* A dollar could end the comment. */
static void print_key(struct trace_file *file, const char *key, const char *value)
{
    trace_print(file, "  %s = ", key);
    for (; *value != '\0'; value++)
        trace_print(file, "%c", *value == '$' ? '?' : *value);
    trace_print(file, "\n");
}

static void print_comment(struct trace_file *file, const struct trace *trace, sim_time time)
{
    trace_print(file, "$version anesim %s $end\n$comment\n", ANESIM_VERSION);
    trace_print(file, "Written by anesim trace; from %" PRId64 " ps on.\n", time);
    trace_print(file, "Lines are of 64 bytes.  wait: ");
    for (int wait = 0; wait < KDMA_WAITS; wait++)
        trace_print(file, "%s%d %s", wait > 0 ? ", " : "", wait, kdma_wait_names[wait]);
    trace_print(file, ".\ntask: 0 between tasks.  refresh: of any bank.\nConfig:\n");
    trace_each_key(file, trace->setup, print_key);
    trace_print(file, "$end\n$timescale 1ps $end\n");
}

static void each_variable(struct trace_file *file, const struct trace *trace,
                          void (*print)(struct trace_file *file, const struct trace *trace,
                                        unsigned variable))
{
    for (uint32_t core = 0; core < (uint32_t)trace->setup->chip.ane.cores; core++)
        for (unsigned i = 0; i < TRACE_CORE_VALUES && trace_shows_core(trace, core); i++)
            print(file, trace, trace_of_core(core, (enum trace_core_value)i));
    for (uint32_t channel = 0; channel < (uint32_t)trace->setup->chip.dram.channels; channel++)
        for (unsigned i = 0; i < TRACE_CHANNEL_VALUES; i++)
            print(file, trace, trace_of_channel(channel, (enum trace_channel_value)i));
}

static void declare(struct trace_file *file, const struct trace *trace, unsigned variable)
{
    const char *const *names = trace_core_names;
    const char *scope = "core";
    unsigned count = TRACE_CORE_VALUES, at = variable;
    if (variable >= TRACE_CHANNELS_AT) {
        names = trace_channel_names;
        scope = "channel";
        count = TRACE_CHANNEL_VALUES;
        at = variable - TRACE_CHANNELS_AT;
    }
    if (at % count == 0)
        trace_print(file, "$scope module %s%u $end\n", scope, at / count);
    trace_print(file, "$var wire %u %s %s $end\n", bits_of(trace->setup, variable),
                id_of(variable).text, names[at % count]);
    if (at % count == count - 1)
        trace_print(file, "$upscope $end\n");
}

static void begin(struct trace_file *file, const struct trace *trace, sim_time time)
{
    print_comment(file, trace, time);
    trace_print(file, "$scope module anesim $end\n");
    each_variable(file, trace, declare);
    trace_print(file, "$upscope $end\n$enddefinitions $end\n#%" PRId64 "\n$dumpvars\n", time);
    each_variable(file, trace, print_value);
    trace_print(file, "$end\n");
}

static void step(struct trace_file *file, const struct trace *trace, sim_time time,
                 const uint16_t *changed, size_t count)
{
    trace_print(file, "#%" PRId64 "\n", time);
    for (size_t i = 0; i < count; i++)
        print_value(file, trace, changed[i]);
}

static void end(struct trace_file *file, const struct trace *trace, sim_time time)
{
    (void)trace;
    trace_print(file, "#%" PRId64 "\n", time);
}

const struct trace_format trace_vcd = {.name = "vcd", .begin = begin, .step = step, .end = end};
