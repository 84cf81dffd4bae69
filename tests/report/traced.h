/* Traces by hand: signals that a test makes up, at times that it chooses. */
#ifndef ANESIM_TESTS_TRACED_H
#define ANESIM_TESTS_TRACED_H

#include "sim/report/trace_format.h"
#include "tests/report/example_report.h"

struct traced {
    struct setup setup;
    struct trace trace;
    struct capture capture;
    struct trace_output output;
    sim_time clock;
};

static inline void traced_begin(struct traced *traced, const struct trace_format *format,
                                struct trace_window window, uint64_t limit)
{
    memset(traced, 0, sizeof *traced);
    example_setup(&traced->setup);
    traced->setup.chip.ane.cores = traced->setup.workload.cores = 2;
    traced->setup.chip.dram.channels = 1;
    trace_init(&traced->trace, &traced->setup, &window);
    traced->trace.observer.clock = &traced->clock;
    capture_begin(&traced->capture);
    trace_output_init(&traced->output, format, traced->capture.stream, limit);
    trace_add(&traced->trace, &traced->output.sink);
}

/* A report; the clock is the test's business. */
static inline void traced_report(struct traced *traced, sim_time time, uint32_t source,
                                 uint32_t signal, int64_t value)
{
    traced->trace.observer.report(&traced->trace.observer, time, source, signal, value);
}

/* The caller frees the text. */
static inline char *traced_end(struct traced *traced, sim_time time)
{
    ck_assert(trace_finish(&traced->trace, time));
    ck_assert_uint_eq(traced->trace.late, 0);
    char *text = capture_end(&traced->capture);
    trace_free(&traced->trace);
    return text;
}

#endif
