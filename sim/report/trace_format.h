/* Trace formats: files that other programs draw.
 *
 * A new format is one file, trace_NAME.c, and one line in TRACE_FORMATS; it
 * gets an option --NAME.  A format writes what it has to write as it comes and
 * keeps nothing: trace->before and trace->value hold what there was and is.  In
 * begin() both are the same; end() is to go by trace->before.
 */
#ifndef ANESIM_REPORT_TRACE_FORMAT_H
#define ANESIM_REPORT_TRACE_FORMAT_H

#include <stdio.h>

#include "sim/report/trace.h"

/* name, what its option's help says */
#define TRACE_FORMATS(X)                                                                           \
    X(vcd, "waveforms as VCD, for GTKWave and others")                                             \
    X(perfetto, "a timeline as JSON, for ui.perfetto.dev and chrome://tracing")

/* A stream that counts what goes into it. */
struct trace_file {
    FILE *stream;
    uint64_t bytes;
    uint64_t limit; /* bytes; UINT64_MAX: none */
    int error;      /* errno of the first write that failed; 0: none */
};

void trace_print(struct trace_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct trace_format {
    const char *name;
    void (*begin)(struct trace_file *file, const struct trace *trace, sim_time time);
    void (*step)(struct trace_file *file, const struct trace *trace, sim_time time,
                 const uint16_t *changed, size_t count);
    void (*end)(struct trace_file *file, const struct trace *trace, sim_time time);
};

#define TRACE_FORMAT_DECLARE(name, help) extern const struct trace_format trace_##name;
TRACE_FORMATS(TRACE_FORMAT_DECLARE)

#define TRACE_FORMAT_ONE(name, help) +1
enum { TRACE_FORMAT_COUNT = 0 TRACE_FORMATS(TRACE_FORMAT_ONE) };

/* What one variable's change, and what end() may take at most.  A step that
 * might not fit below the limit is not begun. */
enum {
    TRACE_CHANGE_BYTES_MAX = 512,
    TRACE_TAIL_BYTES_MAX = 32 * 1024,
    TRACE_LIMIT_BYTES_MIN = 256 * 1024,
};

struct trace_output {
    struct trace_sink sink;
    const struct trace_format *format;
    struct trace_file file;
    sim_time stopped; /* by the limit; SIM_NEVER: it was not reached */
};

void trace_output_init(struct trace_output *output, const struct trace_format *format, FILE *stream,
                       uint64_t limit);

/* Calls line() with every key of the config, "ring.latch", and its value. */
void trace_each_key(struct trace_file *file, const struct setup *setup,
                    void (*line)(struct trace_file *file, const char *key, const char *value));

#endif
