/* The trace against the machine's own books, and in its order. */
#include "sim/report/trace.h"

#include <inttypes.h>

#include "sim/experiment/simulate.h"
#include "sim/kernel/random.h"
#include "sim/report/trace_side.h"
#include "tests/report/example_report.h"

/* ---- the queue */

START_TEST(the_queue_gives_back_in_order)
{
    struct trace_queue queue = {0};
    struct random random;
    random_seed(&random, 7);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 5000; i++) {
            struct trace_item item = {.time = (sim_time)random_below(&random, 300), .value = i};
            ck_assert(trace_queue_push(&queue, item));
        }
        struct trace_item before = {.time = -1};
        for (int i = 0; i < 5000; i++) {
            ck_assert_uint_eq(queue.count, (size_t)(5000 - i));
            sim_time next = trace_queue_next(&queue);
            struct trace_item item = trace_queue_pop(&queue);
            ck_assert_int_eq(item.time, next);
            ck_assert(item.time > before.time ||
                      (item.time == before.time && item.value > before.value));
            before = item;
        }
        ck_assert_int_eq(trace_queue_next(&queue), SIM_NEVER);
    }
    ck_assert_uint_eq(queue.count_max, 5000);
    trace_queue_free(&queue);
}
END_TEST

/* ---- the machine */

/* Adds up what it sees, as the machine's counters do. */
struct auditor {
    struct trace_sink sink;
    sim_time began, ended, before;
    uint64_t steps;
    uint32_t cores, channels;
    sim_time wait_ps[ANE_CORES_MAX][KDMA_WAITS];
    sim_time busy_ps[DRAM_CHANNELS_MAX];
    sim_time kmem_ps[ANE_CORES_MAX];
    int64_t kmem_max[ANE_CORES_MAX];
    int64_t credits_max;
    uint64_t cores_seen;
    int64_t last[TRACE_VARIABLES];
};

static void audit_begin(struct trace_sink *sink, const struct trace *trace, sim_time time)
{
    struct auditor *auditor = (struct auditor *)sink;
    auditor->began = auditor->before = time;
    auditor->cores = (uint32_t)trace->setup->chip.ane.cores;
    auditor->channels = (uint32_t)trace->setup->chip.dram.channels;
    memcpy(auditor->last, trace->value, sizeof auditor->last);
}

static void audit_until(struct auditor *auditor, sim_time time)
{
    sim_time passed = time - auditor->before;
    for (uint32_t core = 0; core < auditor->cores; core++) {
        const int64_t *value = &auditor->last[trace_of_core(core, 0)];
        auditor->wait_ps[core][value[TRACE_WAIT]] += passed;
        auditor->kmem_ps[core] += value[TRACE_KMEM] * passed;
        if (value[TRACE_KMEM] > auditor->kmem_max[core])
            auditor->kmem_max[core] = value[TRACE_KMEM];
        if (value[TRACE_CREDITS_OUT] > auditor->credits_max)
            auditor->credits_max = value[TRACE_CREDITS_OUT];
    }
    for (uint32_t channel = 0; channel < auditor->channels; channel++)
        auditor->busy_ps[channel] += auditor->last[trace_of_channel(channel, TRACE_BUSY)] * passed;
    auditor->before = time;
}

static void audit_step(struct trace_sink *sink, const struct trace *trace, sim_time time,
                       const uint16_t *changed, size_t count)
{
    struct auditor *auditor = (struct auditor *)sink;
    bool good = time > auditor->before; /* an assertion that passes is a system call */
    audit_until(auditor, time);
    auditor->steps++;
    for (size_t i = 0; i < count; i++) {
        int64_t *last = &auditor->last[changed[i]];
        int64_t value = trace->value[changed[i]];
        good = good && trace->before[changed[i]] == *last && value != *last && value >= 0;
        *last = value;
        if (changed[i] < TRACE_CHANNELS_AT)
            auditor->cores_seen |= UINT64_C(1) << changed[i] / TRACE_CORE_VALUES;
    }
    if (!good)
        ck_abort_msg("a bad step at %" PRId64 " ps", time);
}

static void audit_end(struct trace_sink *sink, const struct trace *trace, sim_time time)
{
    struct auditor *auditor = (struct auditor *)sink;
    ck_assert_int_ge(time, auditor->before);
    ck_assert_mem_eq(auditor->last, trace->value, sizeof auditor->last);
    audit_until(auditor, time);
    auditor->ended = time;
}

static struct trace trace;
static struct auditor auditor;
static struct simulation plain, watched;

static const struct trace_window whole = {0, SIM_NEVER - 1, UINT64_MAX};

static void simulate_watched(const struct setup *setup, const struct trace_window *window)
{
    struct diagnostics errors = {0};
    memset(&auditor, 0, sizeof auditor);
    auditor.sink = (struct trace_sink){.begin = audit_begin, .step = audit_step, .end = audit_end};
    trace_init(&trace, setup, window);
    trace_add(&trace, &auditor.sink);
    ck_assert(simulate(setup, &trace.observer, &watched, &errors));
    ck_assert_int_eq(watched.status, WORKLOAD_OK);
    ck_assert(trace_finish(&trace, watched.result.time_ps));
    ck_assert_uint_eq(trace.late, 0);
    trace_free(&trace);
}

/* A machine that shows one side of itself. */
static void make_setup(struct setup *setup, int which)
{
    example_setup(setup);
    setup->workload.cin = 256; /* 128 KiB a core */
    setup->chip.core.ring.pointer_bits = 11;
    switch (which) {
    case 1:
        setup->workload.split = 3;
        break;
    case 2:
        setup->chip.dram.model = DRAM_IDEAL;
        setup->workload.split = 2;
        break;
    case 3:
        setup->chip.dram.refresh = DRAM_REFRESH_PER_BANK;
        setup->workload.pad_lines = -100;
        break;
    case 4:
        setup->chip.core.kdma.scope = KDMA_SCOPE_SHARED;
        setup->workload.split = 2;
        break;
    case 5:
        setup->chip.core.ring.latch = RING_LATCH_LIVE;
        setup->chip.core.kmem.size_bytes = 2048;
        break;
    case 6:
        setup->chip.ane.dispatch_ps = setup->chip.ane.task_overhead_ps = 0;
        setup->workload.split = 7;
        setup->workload.axis = AXIS_COUT;
        setup->workload.partition = PARTITION_BALANCED;
        setup->workload.cout = 100;
        break;
    case 7:
        setup->chip.core.fabric.clock_hz = 20000000;
        setup->chip.core.fabric.request_latency_ps = 1;
        setup->chip.core.fabric.response_latency_ps = 0;
        setup->chip.dram.bus_bits = 8;
        break;
    case 8:
        setup->workload.cores = 3;
        setup->chip.dram.bus_bits = 32;
        setup->chip.core.kdma.credit_return_ps = 300 * PS_PER_US;
        setup->workload.pad_lines = 60;
        setup->workload.split = 2;
        break;
    default:
        break;
    }
}
enum { SETUPS = 9 };

static void expect_same_core(const struct chip_result *a, const struct chip_result *b, uint32_t i)
{
    ck_assert_mem_eq(&a->cores[i], &b->cores[i], sizeof a->cores[i]);
    ck_assert_int_eq(a->kmem_residence_ps[i], b->kmem_residence_ps[i]);
    ck_assert_uint_eq(a->kmem_used_max[i], b->kmem_used_max[i]);
}

static void expect_same_channel(const struct dram_counters *a, const struct dram_counters *b)
{
    ck_assert_mem_eq(a->lines, b->lines, sizeof a->lines);
    ck_assert_uint_eq(a->row_hits, b->row_hits);
    ck_assert_uint_eq(a->row_misses, b->row_misses);
    ck_assert_uint_eq(a->row_conflicts, b->row_conflicts);
    ck_assert_uint_eq(a->refreshes, b->refreshes);
    ck_assert_int_eq(a->refresh_ps, b->refresh_ps);
    ck_assert_int_eq(a->busy_ps, b->busy_ps);
    ck_assert_int_eq(a->residence_ps, b->residence_ps);
    ck_assert_uint_eq(a->queue_lines_max, b->queue_lines_max);
}

START_TEST(watching_changes_no_result)
{
    struct setup setup;
    struct diagnostics errors = {0};
    make_setup(&setup, _i);
    ck_assert(simulate(&setup, NULL, &plain, &errors));
    simulate_watched(&setup, &whole);
    const struct chip_result *a = &plain.result, *b = &watched.result;
    ck_assert_int_eq(a->time_ps, b->time_ps);
    ck_assert_uint_eq(a->lines, b->lines);
    ck_assert_uint_eq(a->events, b->events);
    ck_assert_int_eq(a->credit_lines, b->credit_lines);
    for (uint32_t i = 0; i < a->core_count; i++)
        expect_same_core(a, b, i);
    for (uint32_t i = 0; i < a->channel_count; i++)
        expect_same_channel(&a->channels[i], &b->channels[i]);
}
END_TEST

/* Each counter of the machine can be told from the trace alone. */
START_TEST(the_trace_adds_up_to_the_machines_counters)
{
    struct setup setup;
    make_setup(&setup, _i);
    simulate_watched(&setup, &whole);
    const struct chip_result *result = &watched.result;
    ck_assert_int_eq(auditor.ended, result->time_ps);
    for (uint32_t i = 0; i < result->core_count; i++) {
        const int64_t *last = &auditor.last[trace_of_core(i, 0)];
        const struct kdma_counters *counters = &result->cores[i];
        for (int wait = 0; wait < KDMA_WAITS; wait++)
            ck_assert_int_eq(auditor.wait_ps[i][wait], counters->wait_ps[wait]);
        ck_assert_int_eq(auditor.kmem_ps[i], result->kmem_residence_ps[i]);
        ck_assert_int_le(auditor.kmem_max[i], (int64_t)result->kmem_used_max[i]);
        ck_assert_uint_eq((uint64_t)last[TRACE_ARRIVED],
                          counters->arrived[LINE_DEMAND] + counters->arrived[LINE_SPECULATIVE]);
        ck_assert_int_eq(last[TRACE_DEMAND], 0);
        ck_assert_int_eq(last[TRACE_SPECULATIVE], 0);
        ck_assert_int_eq(last[TRACE_KMEM], 0);
        ck_assert_int_eq(last[TRACE_TASK], 0);
    }
    for (uint32_t i = 0; i < result->channel_count; i++) {
        const int64_t *last = &auditor.last[trace_of_channel(i, 0)];
        ck_assert_int_eq(auditor.busy_ps[i], result->channels[i].busy_ps);
        ck_assert_uint_eq((uint64_t)last[TRACE_ROW_HITS], result->channels[i].row_hits);
        ck_assert_uint_eq((uint64_t)last[TRACE_ROW_MISSES], result->channels[i].row_misses);
        ck_assert_uint_eq((uint64_t)last[TRACE_ROW_CONFLICTS], result->channels[i].row_conflicts);
        ck_assert_int_eq(last[TRACE_QUEUE], 0);
        ck_assert_int_eq(last[TRACE_BUSY], 0);
    }
    if (setup.chip.core.kdma.scope == KDMA_SCOPE_CORE)
        ck_assert_int_le(auditor.credits_max, setup.chip.core.ring.credit_max);
}
END_TEST

START_TEST(a_window_shows_what_the_whole_shows_there)
{
    struct setup setup;
    static int64_t at_end[TRACE_VARIABLES];
    make_setup(&setup, 1);
    struct trace_window window = {0, 120 * PS_PER_US + 1234, UINT64_MAX};
    simulate_watched(&setup, &window);
    uint64_t steps = auditor.steps;
    ck_assert_int_eq(auditor.ended, window.to);
    memcpy(at_end, auditor.last, sizeof at_end);

    /* From within: the values that stand at its start are known. */
    window.from = 112 * PS_PER_US;
    simulate_watched(&setup, &window);
    ck_assert_int_eq(auditor.began, window.from);
    ck_assert_int_eq(auditor.ended, window.to);
    ck_assert_mem_eq(auditor.last, at_end, sizeof at_end);
    ck_assert_uint_gt(auditor.steps, 0);
    ck_assert_uint_lt(auditor.steps, steps);

    /* Behind the last change there is a begin and an end. */
    window = (struct trace_window){1, 2, UINT64_MAX};
    simulate_watched(&setup, &window);
    ck_assert_uint_eq(auditor.steps, 0);
    ck_assert_int_eq(auditor.began, 1);
    ck_assert_int_eq(auditor.ended, 2);
}
END_TEST

START_TEST(only_the_cores_asked_for_are_shown)
{
    struct setup setup;
    make_setup(&setup, 0);
    simulate_watched(&setup, &whole);
    ck_assert_uint_eq(auditor.cores_seen, 0xffff);
    struct trace_window some = {0, SIM_NEVER - 1, 0x8005};
    uint64_t all = auditor.steps;
    simulate_watched(&setup, &some);
    ck_assert_uint_eq(auditor.cores_seen, 0x8005);
    ck_assert_uint_lt(auditor.steps, all);
    ck_assert_int_eq(auditor.last[trace_of_core(1, TRACE_ARRIVED)], 0);
    ck_assert_int_gt(auditor.last[trace_of_channel(3, TRACE_ROW_HITS)], 0);
}
END_TEST

static void count_step(struct trace_sink *sink, const struct trace *seen, sim_time time,
                       const uint16_t *changed, size_t count)
{
    (void)seen, (void)time, (void)changed, (void)count;
    ((struct auditor *)sink)->steps++;
}

static void count_nothing(struct trace_sink *sink, const struct trace *seen, sim_time time)
{
    (void)sink, (void)seen, (void)time;
}

/* Returns the most items the queue ever had. */
static size_t simulate_counted(const struct setup *setup)
{
    struct diagnostics errors = {0};
    auditor.steps = 0;
    auditor.sink =
        (struct trace_sink){.begin = count_nothing, .step = count_step, .end = count_nothing};
    trace_init(&trace, setup, &whole);
    trace_add(&trace, &auditor.sink);
    ck_assert(simulate(setup, &trace.observer, &watched, &errors));
    ck_assert(trace_finish(&trace, watched.result.time_ps));
    size_t most = trace.queue.count_max;
    trace_free(&trace);
    return most;
}

/* Eight times the transfer, the same queue: it holds what is in flight and
 * what 10 us bring, at 16 changes a line or less.  Once starved, once not. */
START_TEST(memory_does_not_grow_with_the_trace)
{
    struct setup setup;
    example_setup(&setup);
    setup.workload.cores = 2;
    setup.workload.cin = 2048; /* 1 MiB a core */
    setup.workload.trim_cin = _i * 32;
    size_t small = simulate_counted(&setup);
    uint64_t small_steps = auditor.steps;
    setup.workload.cin = 8 * 2048;
    size_t large = simulate_counted(&setup);
    ck_assert_uint_gt(auditor.steps, 7 * small_steps);
    uint64_t ten_us = (uint64_t)dram_peak_bytes_per_s(&setup.chip.dram) / LINE_BYTES / 100000;
    uint64_t in_flight = 2 * (kmem_slot_count(&setup.chip.core.kmem) + 256);
    ck_assert_msg(large <= small + small / 4, "%zu items, then %zu", small, large);
    ck_assert_uint_le(large, 16 * (ten_us + in_flight));
}
END_TEST

/* ---- the half of a timeline */

static const struct trace_row *row_with(const struct trace_side *side, const char *text)
{
    for (size_t i = 0; i < side->row_count; i++)
        if (strstr(side->rows[i].text, text))
            return &side->rows[i];
    ck_abort_msg("no row says '%s'", text);
    return NULL;
}

static struct trace_side look_at(const struct setup *setup)
{
    struct trace_side side;
    struct diagnostics errors = {0};
    sim_time origin = setup->chip.ane.dispatch_ps + setup->chip.ane.task_overhead_ps;
    trace_init(&trace, setup, &whole);
    trace_side_init(&side, setup, 0, origin, origin + 10 * PS_PER_US);
    trace_add(&trace, &side.sink);
    ck_assert(simulate(setup, &trace.observer, &watched, &errors));
    ck_assert(trace_finish(&trace, watched.result.time_ps));
    trace_free(&trace);
    for (size_t i = 1; i < side.row_count; i++)
        ck_assert_int_ge(side.rows[i].time, side.rows[i - 1].time);
    ck_assert_uint_eq(side.marks, TRACE_SIDE_MARKS);
    return side;
}

START_TEST(a_side_tells_the_notch)
{
    struct setup setup;
    example_setup(&setup);
    struct trace_side side = look_at(&setup);
    const struct trace_row *row = row_with(&side, "0x4000 lines, a distance of 0x0 in a ring of "
                                                  "0x4000: credit 0.");
    ck_assert_int_eq(row->time, side.from);
    row = row_with(&side, "All 4 demand slots are taken; without credit");
    ck_assert_int_eq(row->time, side.from + 3 * PS_PER_NS);
    row = row_with(&side, "First data, ");
    ck_assert_ptr_nonnull(strstr(row->text, "the next line takes its slot"));
    for (size_t i = 0; i < side.row_count; i++)
        ck_assert_ptr_null(strstr(side.rows[i].text, "credits are spent"));
    ck_assert_int_lt(side.in_flight_ps, 4 * (side.to - side.from) + 1);
    ck_assert_int_gt(side.in_flight_ps, 399 * (side.to - side.from) / 100);
}
END_TEST

START_TEST(a_side_tells_of_credits)
{
    struct setup setup;
    example_setup(&setup);
    setup.workload.split = 2;
    struct trace_side side = look_at(&setup);
    row_with(&side, "a distance of 0x2000 in a ring of 0x4000: credit 256.");
    const struct trace_row *spent = row_with(&side, "All 256 credits are spent");
    const struct trace_row *back = row_with(&side, "Credits come back, 5.500 us after");
    ck_assert_int_lt(spent->time, back->time);
    ck_assert_int_eq(back->time, side.from + 4 * PS_PER_NS + 5500 * PS_PER_NS);
    ck_assert_int_gt(side.arrived_to, 500);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace");
    TCase *tests = tcase_create("trace");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_queue_gives_back_in_order);
    tcase_add_loop_test(tests, watching_changes_no_result, 0, SETUPS);
    tcase_add_loop_test(tests, the_trace_adds_up_to_the_machines_counters, 0, SETUPS);
    tcase_add_test(tests, a_window_shows_what_the_whole_shows_there);
    tcase_add_test(tests, only_the_cores_asked_for_are_shown);
    tcase_add_loop_test(tests, memory_does_not_grow_with_the_trace, 0, 2);
    tcase_add_test(tests, a_side_tells_the_notch);
    tcase_add_test(tests, a_side_tells_of_credits);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
