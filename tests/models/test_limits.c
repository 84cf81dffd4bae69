/* What a core may have in flight, seen from outside: each line's way is traced
 * by an observer, and the limits are checked line by line. */
#include "tests/models/chip_trace.h"

static struct chip_trace trace;

/* No more than `limit` lines of a class in flight at any time; true when so
 * many were.  Few are in flight at once, so it looks back only so far. */
static bool check_in_flight(const struct trace_line *lines, size_t count, enum line_class class,
                            int64_t limit)
{
    enum { LOOK_BACK = 2048 };
    bool reached = false;
    for (size_t i = 0; i < count; i++) {
        int64_t in_flight = 0;
        size_t from = i > LOOK_BACK ? i - LOOK_BACK : 0;
        for (size_t j = from; j <= i && lines[i].class == class; j++)
            in_flight += lines[j].class == class && lines[j].arrived > lines[i].issued;
        if (in_flight > limit)
            ck_abort_msg("%d lines of class %d in flight", (int)in_flight, class);
        reached |= in_flight == limit;
    }
    return reached;
}

/* No more than `credit` speculative lines within any credit_return. */
static bool check_credit(const struct trace_line *lines, size_t count, int64_t credit,
                         sim_time credit_return)
{
    static sim_time issued[TRACE_LINES_MAX];
    size_t speculative = 0;
    sim_time tightest = SIM_NEVER;
    for (size_t i = 0; i < count; i++) {
        if (lines[i].class == LINE_SPECULATIVE)
            issued[speculative++] = lines[i].issued;
    }
    if (credit == 0 && speculative > 0)
        ck_abort_msg("%d speculative lines without any credit", (int)speculative);
    for (size_t i = (size_t)credit; credit && i < speculative; i++)
        tightest = sim_time_min(tightest, issued[i] - issued[i - (size_t)credit]);
    if (tightest < credit_return)
        ck_abort_msg("a credit was back after %d ps", (int)tightest);
    return tightest < credit_return + 2 * PS_PER_NS;
}

/* The port sends one line a clock. */
static void check_port(const struct trace_line *lines, size_t count, sim_time clock)
{
    for (size_t i = 1; i < count; i++) {
        if (lines[i].issued < lines[i - 1].issued + clock)
            ck_abort_msg("two lines within %d ps", (int)(lines[i].issued - lines[i - 1].issued));
    }
}

/* A line leaves only when the one a memory's length before it is drained. */
static bool check_kmem(const struct trace_line *lines, size_t count, size_t slots, sim_time drain)
{
    static sim_time drained[TRACE_LINES_MAX];
    bool waited = false;
    for (size_t i = 0; i < count; i++) {
        sim_time before = i ? drained[i - 1] : 0;
        drained[i] = sim_time_max(before, lines[i].arrived) + drain;
        if (i >= slots && lines[i].issued < drained[i - slots])
            ck_abort_msg("line %d has no place in KMem", (int)i);
        waited |= i >= slots && lines[i].issued == drained[i - slots];
    }
    return waited;
}

/* Latencies below what wires and memory take are impossible. */
static void check_latency(const struct trace_line *lines, size_t count, sim_time least)
{
    for (size_t i = 0; i < count; i++) {
        if (lines[i].arrived - lines[i].issued < least)
            ck_abort_msg("line %d took %d ps", (int)i, (int)(lines[i].arrived - lines[i].issued));
    }
}

struct limits_reached {
    bool demand, credit, kmem;
};

static struct limits_reached check_run(const struct chip_params *params, uint64_t lines_per_core,
                                       int64_t credit)
{
    const struct kdma_core_params *core = &params->core;
    struct limits_reached reached = {false, false, false};
    struct chip_result result;
    struct program program = chip_test_program(params, 1, lines_per_core);
    trace_run(&trace, params, &program, &result);
    program_free(&program);
    sim_time least = core->fabric.request_latency_ps + core->fabric.response_latency_ps +
                     dram_idle_latency_ps(&params->dram, true, false);
    for (uint32_t i = 0; i < (uint32_t)params->ane.cores; i++) {
        size_t count;
        const struct trace_line *lines = trace_core(&trace, i, &count);
        if (count != lines_per_core)
            ck_abort_msg("core %u: %d lines, not %d", i, (int)count, (int)lines_per_core);
        reached.demand |= check_in_flight(lines, count, LINE_DEMAND, core->kdma.demand_lines);
        reached.credit |= check_credit(lines, count, credit, core->kdma.credit_return_ps);
        reached.kmem |= check_kmem(lines, count, kmem_slot_count(&core->kmem), core->kmem.drain_ps);
        check_port(lines, count, fabric_clock_ps(&core->fabric));
        check_latency(lines, count, least);
    }
    return reached;
}

/* A small ring, so that few lines make many laps. */
static struct chip_params small_ring(int hypothesis, int latch)
{
    struct chip_params params = chip_test_params();
    params.ane.cores = 4;
    params.core.ring.pointer_bits = 10;
    params.core.ring.credit_max = 64;
    params.core.ring.hypothesis = hypothesis;
    params.core.ring.latch = latch;
    return params;
}

START_TEST(every_hypothesis_keeps_to_its_credit)
{
    static const int64_t offsets[] = {-200, -64, -9, -1, 0, 1, 30, 63, 64, 300};
    struct chip_params params = small_ring(_i, RING_LATCH_TASK);
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        uint64_t lines = (uint64_t)(4 * 1024 + offsets[i]);
        int64_t credit = ring_initial_credit(&params.core.ring, lines);
        struct limits_reached reached = check_run(&params, lines, credit);
        if (!reached.demand)
            ck_abort_msg("%d lines: never 4 demand lines in flight", (int)lines);
        if (credit > 0 && !reached.credit)
            ck_abort_msg("%d lines: never %d credits out", (int)lines, (int)credit);
    }
}
END_TEST

START_TEST(every_latch_keeps_to_the_clamp)
{
    for (int hypothesis = 0; hypothesis < RING_HYPOTHESIS_COUNT; hypothesis++) {
        struct chip_params params = small_ring(hypothesis, _i);
        int64_t credit = hypothesis == RING_none ? 0 : params.core.ring.credit_max;
        check_run(&params, 3 * 1024, credit);
        check_run(&params, 3 * 1024 + 17, credit);
    }
}
END_TEST

START_TEST(demand_lines_is_a_limit)
{
    for (int64_t demand = 1; demand <= KDMA_DEMAND_LINES_MAX; demand *= 3) {
        struct chip_params params = small_ring(_i, RING_LATCH_TASK);
        params.core.kdma.demand_lines = demand;
        uint64_t lines = 2 * 1024 + 40;
        struct limits_reached reached =
            check_run(&params, lines, ring_initial_credit(&params.core.ring, lines));
        if (!reached.demand)
            ck_abort_msg("never %d demand lines in flight", (int)demand);
    }
}
END_TEST

START_TEST(credit_max_is_a_limit)
{
    for (int64_t credit = 0; credit <= KDMA_CREDITS_MAX; credit = credit ? credit * 8 : 1) {
        struct chip_params params = small_ring(RING_epoch, RING_LATCH_TASK);
        params.core.ring.credit_max = credit;
        struct limits_reached reached = check_run(&params, 6000, credit);
        if (credit > 0 && credit <= 512 && !reached.credit)
            ck_abort_msg("never %d credits out", (int)credit);
    }
}
END_TEST

START_TEST(kmem_is_a_limit)
{
    struct chip_params params = small_ring(RING_epoch, RING_LATCH_TASK);
    for (int64_t size = 1024; size <= 65536; size *= 4) {
        params.core.kmem.size_bytes = size;
        params.core.kmem.drain_ps = _i ? 150 * PS_PER_NS : PS_PER_NS;
        struct limits_reached reached = check_run(&params, 3000, 64);
        if ((_i || size <= 1024) && !reached.kmem)
            ck_abort_msg("%d bytes of KMem were never full", (int)size);
    }
}
END_TEST

START_TEST(the_port_is_a_limit)
{
    struct chip_params params = small_ring(RING_epoch, RING_LATCH_TASK);
    params.core.fabric.clock_hz = _i ? 300000000 : 10000000000;
    check_run(&params, 3000, 64);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("limits");
    TCase *tests = tcase_create("limits");
    tcase_add_loop_test(tests, every_hypothesis_keeps_to_its_credit, 0, RING_HYPOTHESIS_COUNT);
    tcase_add_loop_test(tests, every_latch_keeps_to_the_clamp, 0, 3);
    tcase_add_loop_test(tests, demand_lines_is_a_limit, 0, RING_HYPOTHESIS_COUNT);
    tcase_add_test(tests, credit_max_is_a_limit);
    tcase_add_loop_test(tests, kmem_is_a_limit, 0, 2);
    tcase_add_loop_test(tests, the_port_is_a_limit, 0, 2);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
