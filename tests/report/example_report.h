/* A report by hand: nothing is simulated, so every printed number is known. */
#ifndef ANESIM_TESTS_EXAMPLE_REPORT_H
#define ANESIM_TESTS_EXAMPLE_REPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/experiment/run.h"
#include "tests/check_main.h"

enum { EXAMPLE_ROWS = 3, EXAMPLE_CORES = 3 };

/* Defaults, and what has none. */
static inline void example_setup(struct setup *setup)
{
    static const char *const set[] = {
        "ane.name=Test chip",  "ane.dispatch=108us",           "ane.task_overhead=2us",
        "kdma.demand_lines=4", "kdma.credit_return=5.5us",     "fabric.request_latency=82ns",
        "workload.cin=2048",   "fabric.response_latency=82ns", "workload.cout=4096",
    };
    struct config config = {0};
    struct diagnostics errors = {0};
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
        config_override(&config, &setup_schema, set[i], "test", &errors);
    setup_resolve(&config, NULL, setup, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(diagnostics_empty(&errors));
    config_free(&config);
}

/* Two of three cores at work, one channel, 10 us. */
static inline void example_result(struct run_row *row)
{
    struct chip_result *result = &row->result;
    *result = (struct chip_result){
        .time_ps = 10 * PS_PER_US, .lines = 100, .events = 321, .core_count = EXAMPLE_CORES};
    for (int core = 0; core < 2; core++) {
        struct kdma_counters *counters = &result->cores[core];
        counters->issued[LINE_DEMAND] = counters->arrived[LINE_DEMAND] = 10;
        counters->issued[LINE_SPECULATIVE] = counters->arrived[LINE_SPECULATIVE] = 40;
        counters->latency_ps[LINE_DEMAND] = 10 * (200 + core) * PS_PER_NS;
        counters->latency_ps[LINE_SPECULATIVE] = 40 * (300 + core) * PS_PER_NS;
        counters->wait_ps[KDMA_WAIT_CREDIT] = (5 + core) * PS_PER_US;
        counters->wait_ps[KDMA_WAIT_DISPATCH] = (5 - core) * PS_PER_US;
        result->kmem_residence_ps[core] = 25 * PS_PER_US;
        result->kmem_used_max[core] = (uint64_t)(12 + core);
    }
    result->cores[2].wait_ps[KDMA_WAIT_DISPATCH] = 10 * PS_PER_US;
    result->channel_count = 2;
    for (int channel = 0; channel < 2; channel++) {
        struct dram_counters *counters = &result->channels[channel];
        counters->lines[LINE_DEMAND] = 10;
        counters->lines[LINE_SPECULATIVE] = 40;
        counters->row_hits = 40;
        counters->row_misses = 4;
        counters->row_conflicts = 6;
        counters->refreshes = 3;
        counters->refresh_ps = PS_PER_US / 2;
        counters->busy_ps = (1 + channel) * PS_PER_US;
        counters->residence_ps = 15 * PS_PER_US;
        counters->queue_lines_max = (uint32_t)(7 - channel);
    }
    row->latency[LINE_DEMAND] = (struct run_latency){
        .count = 20,
        .mean_ns = 200.5,
        .p50_ns = 200,
        .p99_ns = 250,
        .max_ns = 260,
        .bin_count = 3,
        .bins = {{128, 192, 4}, {192, 256, 15}, {256, 384, 1}},
    };
}

static inline void example_row(struct run_row *row, const char *label)
{
    memset(row, 0, sizeof *row);
    snprintf(row->label, sizeof row->label, "%s", label);
    example_setup(&row->setup);
    row->known = true;
    row->workload.cin = 2048;
    row->workload.bytes_per_core = 1048576;
    row->workload.lines_per_core = 16384;
    row->position = (struct ring_position){.k = 1, .x = 0};
    row->time_us = 1000.0 / 3;
    row->throughput_gbps = 17.0390625;
    row->dram_utilization = 0.16625;
    row->speedup = 1;
    example_result(row);
}

/* Rows: known; unknown; known, with a label of bytes that hurt. */
static inline struct run_report example_report(void)
{
    struct run_report report = {.row_count = EXAMPLE_ROWS};
    report.rows = calloc(EXAMPLE_ROWS, sizeof *report.rows);
    ck_assert_ptr_nonnull(report.rows);
    example_row(&report.rows[0], "whole");
    example_row(&report.rows[1], "two groups");
    report.rows[1].known = false;
    report.rows[1].setup.workload.groups = 2;
    snprintf(report.rows[1].message, sizeof report.rows[1].message, "%s",
             "unknown: how a grouped convolution is spread over the cores is not published; only "
             "groups = 1 can be answered");
    example_row(&report.rows[2], "say \"a,b\" \xC3\xA9 \x1B[2J \xFF");
    report.rows[2].setup.workload.split = 2;
    report.rows[2].position = (struct ring_position){.k = 1, .x = -8192};
    report.rows[2].credit_lines = 256;
    report.rows[2].workload.lines_per_core = 8192;
    report.rows[2].speedup = 2.719;
    snprintf(report.diagnosis, sizeof report.diagnosis, "%s",
             "'whole': 0x4000 lines per core are distance 0x0 mod 0x4000, credit 0 of 256: nothing "
             "seems left to prefetch.");
    return report;
}

/* What a stream received; the caller frees it. */
struct capture {
    FILE *stream;
    char *text;
    size_t size;
};

static inline void capture_begin(struct capture *capture)
{
    capture->stream = open_memstream(&capture->text, &capture->size);
    ck_assert_ptr_nonnull(capture->stream);
}

static inline char *capture_end(struct capture *capture)
{
    ck_assert_int_eq(fclose(capture->stream), 0);
    return capture->text;
}

/* No line over 80 characters, none with blanks at its end. */
static inline void expect_tidy_lines(const char *text)
{
    size_t columns = 0;
    size_t line = 1;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '\n') {
            ck_assert_msg(at == text || at[-1] != ' ', "blanks at the end of line %zu", line);
            ck_assert_msg(columns <= 80, "line %zu has %zu columns", line, columns);
            columns = 0;
            line++;
        } else {
            columns += ((unsigned char)*at & 0xC0) != 0x80;
        }
    }
    ck_assert_uint_eq(columns, 0);
}

#endif
