#include "tests/report/traced.h"

static const struct trace_window whole = {0, SIM_NEVER - 1, UINT64_MAX};

/* What follows the header's comment, with its long middle left out. */
static void expect_body(const char *text, const char *expected)
{
    const char *body = strstr(text, "$enddefinitions");
    ck_assert_ptr_nonnull(body);
    ck_assert_str_eq(body, expected);
}

START_TEST(the_header_declares_every_signal)
{
    struct traced traced;
    struct trace_window second = {0, SIM_NEVER - 1, 2};
    traced_begin(&traced, &trace_vcd, second, UINT64_MAX);
    strcpy(traced.setup.chip.ane.name, "$end of $it");
    char *text = traced_end(&traced, 10);
    ck_assert(strncmp(text, "$version anesim " ANESIM_VERSION " $end\n$comment\n", 20) == 0);
    ck_assert_ptr_nonnull(strstr(text, "wait: 0 credit, 1 demand_slot, 2 kmem, 3 fabric, 4 dram, "
                                       "5 dispatch.\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n  ane.name = ?end of ?it\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n  workload.cin = 2048\n"));
    const char *declarations = strstr(text, "$end\n$timescale");
    ck_assert_ptr_nonnull(declarations);
    declarations += strlen("$end\n");
    size_t bytes = (size_t)(strstr(declarations, "$enddefinitions") - declarations);
    static const char expected[] = "$timescale 1ps $end\n"
                                   "$scope module anesim $end\n"
                                   "$scope module core1 $end\n"
                                   "$var wire 14 - rd $end\n"
                                   "$var wire 14 . end $end\n"
                                   "$var wire 14 / distance $end\n"
                                   "$var wire 9 0 credit $end\n"
                                   "$var wire 9 1 credits_out $end\n"
                                   "$var wire 3 2 demand_in_flight $end\n"
                                   "$var wire 11 3 speculative_in_flight $end\n"
                                   "$var wire 11 4 kmem_lines $end\n"
                                   "$var wire 64 5 arrived $end\n"
                                   "$var wire 64 6 task_lines $end\n"
                                   "$var wire 1 7 task $end\n"
                                   "$var wire 3 8 wait $end\n"
                                   "$upscope $end\n"
                                   "$scope module channel0 $end\n"
                                   "$var wire 1 1) busy $end\n"
                                   "$var wire 1 2) refresh $end\n"
                                   "$var wire 1 3) row_hit $end\n"
                                   "$var wire 64 4) row_hits $end\n"
                                   "$var wire 64 5) row_misses $end\n"
                                   "$var wire 64 6) row_conflicts $end\n"
                                   "$var wire 7 7) queue $end\n"
                                   "$upscope $end\n"
                                   "$upscope $end\n";
    ck_assert_uint_eq(bytes, sizeof expected - 1);
    ck_assert_int_eq(strncmp(declarations, expected, bytes), 0);
    free(text);
}
END_TEST

/* Reports out of order, a glitch, credits that a new task takes back. */
static void report_some(struct traced *traced)
{
    traced_report(traced, 5000, 1, KDMA_SIGNAL_DEMAND_LATENCY, 4000);
    traced_report(traced, 1000, 1, KDMA_SIGNAL_TASK_BEGIN, 7);
    traced_report(traced, 1000, 1, KDMA_SIGNAL_ISSUE, LINE_DEMAND);
    traced_report(traced, 2000, 1, KDMA_SIGNAL_RD, 1);
    traced_report(traced, 2000, 1, KDMA_SIGNAL_WAIT, KDMA_WAIT_FABRIC);
    traced_report(traced, 2000, 1, KDMA_SIGNAL_WAIT, KDMA_WAIT_DRAM);
    traced_report(traced, 2500, 0, DRAM_SIGNAL_BURST_HIT, 2500);
    traced_report(traced, 5000, 0, DRAM_SIGNAL_BURST, 2500);
    traced_report(traced, 2500, 0, DRAM_SIGNAL_ROW_HIT, 1);
    traced_report(traced, 3000, 1, KDMA_SIGNAL_CREDIT_SPENT, 9000);
    traced_report(traced, 4000, 1, KDMA_SIGNAL_TASK_END, 7);
    traced_report(traced, 6000, 1, KDMA_SIGNAL_TASK_BEGIN, 7);
    traced_report(traced, 7000, 1, KDMA_SIGNAL_CREDIT_SPENT, 9500);
    traced->clock = 2 * OBSERVER_LAG_PS;
    traced_report(traced, OBSERVER_LAG_PS, 0, DRAM_SIGNAL_REFRESH, 100);
}

START_TEST(changes_come_in_order_and_without_glitches)
{
    struct traced traced;
    struct trace_window second = {2000, SIM_NEVER - 1, 2};
    traced_begin(&traced, &trace_vcd, second, UINT64_MAX);
    traced.setup.workload.split = 2;
    report_some(&traced);
    char *text = traced_end(&traced, 2 * OBSERVER_LAG_PS);
    expect_body(text, "$enddefinitions $end\n"
                      "#2000\n$dumpvars\n"
                      "b1 -\nb0 .\nb0 /\nb0 0\nb0 1\nb1 2\nb0 3\nb1 4\nb0 5\nb111 6\nb1 7\nb100 8\n"
                      "01)\n02)\n03)\nb0 4)\nb0 5)\nb0 6)\nb0 7)\n$end\n"
                      "#2500\n13)\n11)\nb1 4)\n"
                      "#3000\nb1 1\n"
                      "#4000\nb0 7\n"
                      "#5000\nb0 2\nb1 5\n03)\n"
                      "#6000\nb0 1\nb10 7\n"
                      "#7000\nb1 1\n"
                      "#7500\n01)\n"
                      "#9500\nb0 1\n"
                      "#10000000\n12)\n"
                      "#10000100\n02)\n"
                      "#20000000\n");
    free(text);
}
END_TEST

START_TEST(a_limit_ends_it_between_two_steps)
{
    struct traced traced;
    char *text;
    size_t before = 0;
    for (int steps = 0; steps < 3; steps++) {
        traced_begin(&traced, &trace_vcd, whole, TRACE_LIMIT_BYTES_MIN);
        for (sim_time i = 1; i <= (steps == 0 ? 10 : 100000 * steps); i++) {
            traced.clock = 1000 * i;
            traced_report(&traced, traced.clock, 0, KDMA_SIGNAL_RD, i & 0x3fff);
        }
        text = traced_end(&traced, traced.clock + 1);
        size_t bytes = strlen(text);
        ck_assert_uint_eq(bytes, traced.output.file.bytes);
        ck_assert_uint_le(bytes, TRACE_LIMIT_BYTES_MIN);
        ck_assert_int_eq(text[bytes - 1], '\n');
        ck_assert_int_eq(traced.output.stopped == SIM_NEVER, steps == 0);
        if (steps == 2)
            ck_assert_uint_eq(bytes, before);
        before = bytes;
        if (steps > 0) {
            char last[40];
            snprintf(last, sizeof last, "\n#%lld\n", (long long)traced.output.stopped);
            ck_assert_str_eq(text + bytes - strlen(last), last);
            ck_assert(traced.trace.over);
        }
        free(text);
    }
}
END_TEST

START_TEST(a_stream_that_fails_says_why)
{
    struct traced traced;
    traced_begin(&traced, &trace_vcd, whole, UINT64_MAX);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        setvbuf(full, NULL, _IONBF, 0);
        traced.output.file.stream = full;
    }
    report_some(&traced);
    free(traced_end(&traced, 2 * OBSERVER_LAG_PS));
    if (full) {
        ck_assert_str_eq(strerror(traced.output.file.error), "No space left on device");
        ck_assert(traced.output.sink.stopped);
        fclose(full);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace as VCD");
    TCase *tests = tcase_create("vcd");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, the_header_declares_every_signal);
    tcase_add_test(tests, changes_come_in_order_and_without_glitches);
    tcase_add_test(tests, a_limit_ends_it_between_two_steps);
    tcase_add_test(tests, a_stream_that_fails_says_why);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
