#include "tests/models/chip_shapes.h"
#include "tests/models/chip_trace.h"

static struct chip_trace trace;

static uint64_t core_lines(const struct program *program, uint32_t core)
{
    uint64_t lines = 0;
    for (uint32_t task = 0; task < program->task_count; task++)
        lines += program_transfer(program, task, core)->lines;
    return lines;
}

/* ---- the books */

static void check_core(const struct program *program, const struct chip_result *result,
                       uint32_t core)
{
    const struct kdma_counters *c = &result->cores[core];
    size_t count;
    const struct trace_line *lines = trace_core(&trace, core, &count);
    uint64_t own = core_lines(program, core);
    uint64_t arrived[LINE_CLASSES] = {0};
    sim_time latency[LINE_CLASSES] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++) {
        arrived[lines[i].class]++;
        latency[lines[i].class] += lines[i].arrived - lines[i].issued;
    }
    for (int class = 0; class < LINE_CLASSES; class ++) {
        ck_assert_uint_eq(c->issued[class], arrived[class]);
        ck_assert_uint_eq(c->arrived[class], arrived[class]);
        ck_assert_int_eq(c->latency_ps[class], latency[class]);
    }
    ck_assert_uint_eq(arrived[LINE_DEMAND] + arrived[LINE_SPECULATIVE], own);
    for (int wait = 0; wait < KDMA_WAITS; wait++) {
        ck_assert_int_ge(c->wait_ps[wait], 0);
        sum += c->wait_ps[wait];
    }
    ck_assert_int_eq(sum, result->time_ps);
    if (own == 0)
        ck_assert_int_eq(c->wait_ps[KDMA_WAIT_DISPATCH], result->time_ps);
    /* A line stays from being asked for until drained: longer than its latency. */
    ck_assert_int_ge(result->kmem_residence_ps[core],
                     latency[0] + latency[1] + (sim_time)own * PS_PER_NS);
    ck_assert_uint_le(result->kmem_used_max[core], 1024);
    ck_assert_uint_le(result->kmem_used_max[core], own);
    ck_assert_int_eq(result->kmem_used_max[core] > 0, own > 0);
}

static void check_books(const struct program *program, const struct chip_params *params,
                        const struct chip_result *result)
{
    uint64_t read[LINE_CLASSES] = {0}, issued[LINE_CLASSES] = {0};
    ck_assert_uint_eq(result->core_count, (uint64_t)params->ane.cores);
    ck_assert_uint_eq(result->channel_count, (uint64_t)params->dram.channels);
    ck_assert_uint_eq(result->lines, program_lines(program));
    ck_assert_int_eq(
        result->credit_lines,
        ring_initial_credit(&params->core.ring, program_transfer(program, 0, 0)->lines));
    for (uint32_t core = 0; core < result->core_count; core++) {
        check_core(program, result, core);
        for (int class = 0; class < LINE_CLASSES; class ++)
            issued[class] += result->cores[core].issued[class];
    }
    for (uint32_t i = 0; i < result->channel_count; i++) {
        const struct dram_counters *c = &result->channels[i];
        for (int class = 0; class < LINE_CLASSES; class ++)
            read[class] += c->lines[class];
        ck_assert_uint_eq(c->row_hits + c->row_misses + c->row_conflicts,
                          c->lines[LINE_DEMAND] + c->lines[LINE_SPECULATIVE]);
        ck_assert_int_le(c->busy_ps, result->time_ps);
    }
    for (int class = 0; class < LINE_CLASSES; class ++)
        ck_assert_uint_eq(read[class], issued[class]);
    ck_assert_uint_eq(read[0] + read[1], result->lines);
}

static void check_shapes(const struct chip_params *params)
{
    for (int shape = 0; shape < SHAPES; shape++) {
        struct chip_result result;
        struct program program = shape_program(&shapes[shape], params);
        trace_run(&trace, params, &program, &result);
        check_books(&program, params, &result);
        program_free(&program);
    }
}

START_TEST(the_books_close)
{
    struct chip_params params = shape_params();
    params.core.ring.hypothesis = _i / 3;
    params.core.ring.latch = _i % 3;
    check_shapes(&params);
}
END_TEST

START_TEST(the_books_close_with_one_pool_for_all_cores)
{
    struct chip_params params = shape_params();
    params.core.kdma.scope = KDMA_SCOPE_SHARED;
    params.core.ring.latch = _i;
    check_shapes(&params);
}
END_TEST

/* ---- where the time goes */

static sim_time waits(const struct chip_result *result, enum kdma_wait wait)
{
    return result->cores[0].wait_ps[wait];
}

/* While streaming, a core waits nearly always for the one thing that is scarce. */
static void expect_wait(const struct chip_params *params, uint64_t lines, enum kdma_wait wait)
{
    struct chip_result result = chip_test_equal(params, 1, lines);
    sim_time streaming = result.time_ps - waits(&result, KDMA_WAIT_DISPATCH);
    if (waits(&result, wait) < streaming / 10 * 9)
        ck_abort_msg("%s: %d of %d us", kdma_wait_names[wait],
                     (int)(waits(&result, wait) / PS_PER_US), (int)(streaming / PS_PER_US));
}

START_TEST(the_scarce_thing_is_waited_for)
{
    struct chip_params params = chip_test_params();
    expect_wait(&params, 0x4000 - 4096, KDMA_WAIT_CREDIT);
    params.core.ring.hypothesis = RING_none;
    expect_wait(&params, 2000, KDMA_WAIT_DEMAND_SLOT);
    params = chip_test_params();
    params.core.kmem.drain_ps = 200 * PS_PER_NS;
    expect_wait(&params, 16000, KDMA_WAIT_KMEM);
    params = chip_test_params();
    params.ane.cores = 1;
    params.core.fabric.clock_hz = 100000000;
    params.core.ring.credit_max = 4096;
    expect_wait(&params, 8000, KDMA_WAIT_FABRIC);
    params = chip_test_params();
    params.core.ring.credit_max = 4096;
    params.dram.channels = 1; /* KMem is full of lines that have not come */
    expect_wait(&params, 4000, KDMA_WAIT_DRAM);
}
END_TEST

/* ---- times that can be worked out by hand */

/* One core, one line at a time, a memory of constant latency. */
START_TEST(one_line_at_a_time_takes_its_round_trips)
{
    enum { LINES = 500 };
    struct chip_params params = chip_test_params();
    params.ane.cores = 1;
    params.core.kdma.demand_lines = 1;
    params.core.ring.hypothesis = RING_none;
    params.dram.model = DRAM_IDEAL;
    params.core.fabric.request_latency_ps += _i; /* not a whole number of clocks */
    params.core.kmem.drain_ps = 700 + _i;
    struct chip_result result = chip_test_equal(&params, 1, LINES);
    sim_time now = 108 * PS_PER_US + 2800 * PS_PER_NS;
    for (int i = 0; i < LINES; i++) {
        sim_time channel = (now + 80 * PS_PER_NS + _i + 1249) / 1250 * 1250;
        now = channel + 50 * PS_PER_NS + 80 * PS_PER_NS;
    }
    ck_assert_int_eq(result.time_ps, now + 700 + _i);
    ck_assert_uint_eq(result.kmem_used_max[0], 2); /* the next is asked for before the drain */
}
END_TEST

/* No refresh, so the memory does not know what time it is. */
START_TEST(dispatch_and_overhead_come_on_top)
{
    struct chip_params params = shape_params();
    params.dram.refresh = DRAM_REFRESH_NONE;
    params.ane.dispatch_ps = params.ane.task_overhead_ps = 0;
    sim_time one = chip_test_equal(&params, 1, 500).time_ps;
    sim_time three = chip_test_equal(&params, 3, 500).time_ps;
    ck_assert_int_gt(three, 2 * one);
    params.ane.dispatch_ps = 40 * PS_PER_US;
    ck_assert_int_eq(chip_test_equal(&params, 1, 500).time_ps, one + 40 * PS_PER_US);
    params.ane.task_overhead_ps = 3 * PS_PER_US;
    ck_assert_int_eq(chip_test_equal(&params, 1, 500).time_ps, one + 43 * PS_PER_US);
    ck_assert_int_eq(chip_test_equal(&params, 3, 500).time_ps, three + 49 * PS_PER_US);
}
END_TEST

/* A slow MAC array sets the pace: one line a drain time. */
START_TEST(the_drain_sets_the_pace_when_slow)
{
    struct chip_params params = shape_params();
    params.core.kmem.drain_ps = 400 * PS_PER_NS;
    struct chip_result result = chip_test_equal(&params, 1, 3000);
    sim_time streaming = result.time_ps - 108 * PS_PER_US - 2800 * PS_PER_NS;
    ck_assert_int_ge(streaming, 3000 * 400 * (sim_time)PS_PER_NS);
    ck_assert_int_le(streaming, 3000 * 400 * (sim_time)PS_PER_NS + PS_PER_US);
}
END_TEST

/* Whatever these become, they must not become it by accident. */
START_TEST(golden_times)
{
    struct chip_params params = chip_test_params();
    params.ane.cores = 1;
    sim_time healthy = chip_test_equal(&params, 1, 0x4000 - 256).time_ps;
    sim_time collapsed = chip_test_equal(&params, 2, 0x4000 + 9).time_ps;
    params.core.ring.hypothesis = RING_modulo;
    params.core.ring.latch = RING_LATCH_LIVE;
    params.dram.refresh = DRAM_REFRESH_PER_BANK;
    sim_time live = chip_test_equal(&params, 3, 5000).time_ps;
    ck_assert_int_eq(healthy, INT64_C(353472500));
    ck_assert_int_eq(collapsed, INT64_C(1659547250));
    ck_assert_int_eq(live, INT64_C(349156000));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chip");
    TCase *tests = tcase_create("chip");
    tcase_add_loop_test(tests, the_books_close, 0, 3 * RING_HYPOTHESIS_COUNT);
    tcase_add_loop_test(tests, the_books_close_with_one_pool_for_all_cores, 0, 3);
    tcase_add_test(tests, the_scarce_thing_is_waited_for);
    tcase_add_loop_test(tests, one_line_at_a_time_takes_its_round_trips, 0, 3);
    tcase_add_test(tests, dispatch_and_overhead_come_on_top);
    tcase_add_test(tests, the_drain_sets_the_pace_when_slow);
    tcase_add_test(tests, golden_times);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
