/* The memory alone, without fabric or cores. */
#include "tests/models/dram_driver.h"

#include <math.h>

static struct dram_driver driver;

/* As the cross-checks with other simulators have it. */
#define BASE "mapping=row-bank-group-column-group1-channel", "refresh_stagger=off"

static struct dram_params params_of(const char *refresh)
{
    const char *const settings[] = {BASE, refresh};
    return driver_params(settings, 3);
}

static double sequential(const struct dram_params *params, uint64_t window)
{
    return driver_run(&driver, params,
                      (struct driver_load){.window = window, .lines = 2000 * window + 20000});
}

static void expect_near(double value, double expected, double share)
{
    if (fabs(value - expected) > share * expected)
        ck_abort_msg("%.2f is not within %.0f %% of %.2f", value, 100 * share, expected);
}

/* ---- latency of one line */

/* Two lines, one after the other, so far apart in the address; of the second. */
static sim_time second_latency(const struct dram_params *params, uint64_t stride)
{
    driver_run(&driver, params, (struct driver_load){.window = 1, .lines = 1});
    sim_time first = driver.last_data;
    driver_run(&driver, params,
               (struct driver_load){.streams = 2, .stride_lines = stride, .window = 1, .lines = 2});
    return driver.last_data - first;
}

enum { NEXT_COLUMN = 1 << 4, NEXT_ROW = 1 << 12 }; /* in this mapping, same channel and bank */

START_TEST(idle_latencies_are_those_of_other_simulators)
{
    struct dram_params params = params_of("refresh=none");
    params.hash = false;
    driver_run(&driver, &params, (struct driver_load){.window = 1, .lines = 1});
    expect_near((double)driver.last_data / PS_PER_NS, 49.5, 0.05);
    ck_assert_uint_eq(driver.dram.channels[0].counters.row_misses, 1);
    expect_near((double)second_latency(&params, NEXT_COLUMN) / PS_PER_NS, 28.8, 0.05);
    ck_assert_uint_eq(driver.dram.channels[0].counters.row_hits, 1);
    expect_near((double)second_latency(&params, NEXT_ROW) / PS_PER_NS, 68, 0.05);
    ck_assert_uint_eq(driver.dram.channels[0].counters.row_conflicts, 1);
}
END_TEST

static const char *const latency_mixes[][5] = {
    {BASE, "refresh=none", "hash=off", "rl=17"},
    {BASE, "refresh=none", "hash=off", "rl=31"},
    {BASE, "refresh=none", "hash=off", "trcd=23"},
    {BASE, "refresh=none", "hash=off", "trp=29"},
    {BASE, "refresh=none", "hash=off", "tccd_l=6"},
    {BASE, "refresh=none", "hash=off", "data_rate=4000MT/s"},
    {BASE, "refresh=none", "hash=off", "bus_bits=32"},
};

START_TEST(the_stated_idle_latencies_are_the_measured_ones)
{
    struct dram_params params = driver_params(latency_mixes[_i], 5);
    driver_run(&driver, &params, (struct driver_load){.window = 1, .lines = 1});
    ck_assert_int_eq(driver.last_data, dram_idle_latency_ps(&params, false, false));
    ck_assert_int_eq(second_latency(&params, NEXT_COLUMN),
                     dram_idle_latency_ps(&params, true, false));
    ck_assert_int_eq(second_latency(&params, NEXT_ROW), dram_idle_latency_ps(&params, true, true));
}
END_TEST

/* ---- bandwidth */

START_TEST(sequential_lines_in_flight)
{
    static const struct {
        uint64_t window;
        double gbps;
    } known[] = {{1, 1.9}, {4, 8.1}, {16, 32}, {64, 92}, {128, 95}};
    struct dram_params params = params_of("refresh=all-bank");
    expect_near(sequential(&params, known[_i].window), known[_i].gbps, 0.06);
}
END_TEST

START_TEST(a_saturating_stream_loses_only_the_refreshes)
{
    uint64_t window = _i ? 2048 : 512;
    struct driver_load load = {.window = window, .lines = 300000};
    struct dram_params params = params_of("refresh=all-bank");
    double all_bank = driver_run(&driver, &params, load);
    ck_assert_double_ge(all_bank, 94);
    ck_assert_double_le(all_bank, 97);
    params = params_of("refresh=per-bank");
    double per_bank = driver_run(&driver, &params, load);
    ck_assert_double_ge(per_bank, 97);
    ck_assert_double_le(per_bank, 100);
    params = params_of("refresh=none");
    double none = driver_run(&driver, &params, load);
    ck_assert_double_ge(none, 101.5);
    ck_assert_double_le(none, 102.4);
}
END_TEST

START_TEST(no_window_is_faster_than_the_peak)
{
    struct dram_params params = params_of("refresh=none");
    ck_assert_int_eq(dram_peak_bytes_per_s(&params), INT64_C(102400000000));
    params.model = _i ? DRAM_IDEAL : DRAM_BANKED;
    for (uint64_t window = 1; window <= DRIVER_LINES_MAX; window = window * 3 / 2 + 1) {
        double gbps =
            driver_run(&driver, &params, (struct driver_load){.window = window, .lines = 20000});
        if (gbps > 102.4)
            ck_abort_msg("%.2f GB/s with %d lines in flight", gbps, (int)window);
    }
}
END_TEST

/* ---- 16 streams, as the cores make them */

static double sixteen_streams(const struct dram_params *params)
{
    return driver_run(&driver, params,
                      (struct driver_load){.streams = 16,
                                           .stride_lines = 1 << 14, /* 1 MiB */
                                           .window = 256,
                                           .lines = 60000});
}

START_TEST(without_hash_equal_strides_thrash)
{
    struct dram_params params = params_of("refresh=all-bank");
    double hashed = sixteen_streams(&params);
    ck_assert_double_ge(hashed, 85);
    params.hash = false;
    double plain = sixteen_streams(&params);
    ck_assert_double_lt(plain, 0.6 * hashed);
    ck_assert_uint_gt(driver.dram.channels[0].counters.row_conflicts,
                      driver.dram.channels[0].counters.lines[LINE_SPECULATIVE] / 8);
}
END_TEST

START_TEST(fcfs_is_far_slower_than_frfcfs)
{
    struct dram_params params = params_of("refresh=all-bank");
    double ready_first = sixteen_streams(&params);
    params.scheduler = DRAM_FCFS;
    double in_order = sixteen_streams(&params);
    ck_assert_double_lt(in_order, 0.5 * ready_first);
}
END_TEST

START_TEST(a_longer_queue_finds_more_row_hits)
{
    struct dram_params params = params_of("refresh=all-bank");
    params.hash = false;
    double before = 0;
    for (params.queue_lines = 1; params.queue_lines <= 64; params.queue_lines *= 8) {
        double gbps = sixteen_streams(&params);
        ck_assert_double_gt(gbps, 1.2 * before);
        for (int channel = 0; channel < 8; channel++)
            ck_assert_uint_le(driver.dram.channels[channel].counters.queue_lines_max,
                              (uint64_t)params.queue_lines);
        before = gbps;
    }
}
END_TEST

/* ---- demand before speculative */

START_TEST(demand_lines_overtake)
{
    struct driver_load load = {
        .window = 512, .lines = 60000, .demand_every = 8, .scattered = _i == 1};
    struct dram_params params = params_of("refresh=all-bank");
    driver_run(&driver, &params, load);
    double demand = driver_mean_latency_ns(&driver, LINE_DEMAND);
    double speculative = driver_mean_latency_ns(&driver, LINE_SPECULATIVE);
    ck_assert_double_lt(demand, 0.4 * speculative);
    params.demand_first = false;
    driver_run(&driver, &params, load);
    expect_near(driver_mean_latency_ns(&driver, LINE_DEMAND),
                driver_mean_latency_ns(&driver, LINE_SPECULATIVE), 0.05);
}
END_TEST

/* ---- accounts */

static void check_accounts(const struct dram_params *params)
{
    uint64_t lines[LINE_CLASSES] = {0};
    for (int64_t i = 0; i < params->channels; i++) {
        const struct dram_counters *c = &driver.dram.channels[i].counters;
        uint64_t own = c->lines[LINE_DEMAND] + c->lines[LINE_SPECULATIVE];
        lines[LINE_DEMAND] += c->lines[LINE_DEMAND];
        lines[LINE_SPECULATIVE] += c->lines[LINE_SPECULATIVE];
        if (c->row_hits + c->row_misses + c->row_conflicts != own)
            ck_abort_msg("hits, misses and conflicts do not add up to the lines");
        if (c->busy_ps != (sim_time)own * dram_line_ps(params) || c->busy_ps > driver.last_data)
            ck_abort_msg("the bus was busy for %d ps", (int)c->busy_ps);
    }
    for (int class = 0; class < LINE_CLASSES; class ++) {
        ck_assert_uint_eq(lines[class], driver.served_class[class]);
        ck_assert_uint_gt(lines[class], 0);
    }
}

/* The driver itself checks that each line is served once, in a free bus slot. */
START_TEST(every_line_is_served_once_and_accounted_for)
{
    static const char *const refreshes[] = {"refresh=none", "refresh=all-bank", "refresh=per-bank"};
    for (int scheduler = 0; scheduler < 2; scheduler++) {
        for (int demand_first = 0; demand_first < 2; demand_first++) {
            struct dram_params params = params_of(refreshes[_i / 2]);
            params.scheduler = scheduler;
            params.demand_first = demand_first;
            driver_run(&driver, &params,
                       (struct driver_load){
                           .window = 300, .lines = 20000, .demand_every = 3, .scattered = _i % 2});
            check_accounts(&params);
        }
    }
}
END_TEST

/* Arrival to read, summed, is the mean number of lines held (Little's law). */
START_TEST(residence_is_latency_without_the_data)
{
    struct dram_params params = params_of("refresh=none");
    driver_run(&driver, &params, (struct driver_load){.window = 200, .lines = 20000});
    sim_time residence = 0;
    for (int i = 0; i < 8; i++)
        residence += driver.dram.channels[i].counters.residence_ps;
    /* A read takes RL + tCCD_L + 2 clocks until its data has left. */
    ck_assert_int_eq(residence, driver.latency_ps[LINE_SPECULATIVE] - 20000 * INT64_C(23) * 1250);
}
END_TEST

START_TEST(refreshes_keep_their_pace)
{
    static const char *const refreshes[] = {"refresh=all-bank", "refresh=per-bank"};
    for (int64_t trefi = 1500; trefi <= 6000; trefi *= 2) {
        struct dram_params params = params_of(refreshes[_i]);
        params.trefi = trefi;
        driver_run(&driver, &params, (struct driver_load){.window = 128, .lines = 100000});
        int64_t clocks = driver.last_data / 1250;
        int64_t apart = _i ? trefi / 8 : trefi;
        int64_t expected = (clocks - trefi) / apart + 1; /* the first after tREFI */
        for (int i = 0; i < 8; i++) {
            int64_t refreshes_done = (int64_t)driver.dram.channels[i].counters.refreshes;
            /* The last one may fall into the data of the last lines. */
            ck_assert_int_ge(refreshes_done, expected - 1);
            ck_assert_int_le(refreshes_done, expected);
            ck_assert_int_ge(refreshes_done, 8);
        }
    }
}
END_TEST

/* ---- ideal */

START_TEST(the_ideal_memory_is_exact)
{
    struct dram_params params = params_of("refresh=all-bank");
    params.model = DRAM_IDEAL;
    params.ideal_latency_ps = _i ? 123750 : 50000;
    for (int hit = 0; hit < 2; hit++) {
        for (int conflict = 0; conflict < 2; conflict++)
            ck_assert_int_eq(dram_idle_latency_ps(&params, hit, conflict), params.ideal_latency_ps);
    }
    enum { LINES = 8 * 3000 };
    driver_run(&driver, &params, (struct driver_load){.window = 1, .lines = LINES});
    ck_assert_int_eq(driver.last_data, LINES * params.ideal_latency_ps);
    ck_assert_int_eq(driver.latency_ps[LINE_SPECULATIVE], LINES * params.ideal_latency_ps);
    /* A line of 64 bytes every 5 ns on each of the 8 channels, from first to last. */
    driver_run(&driver, &params, (struct driver_load){.window = 512, .lines = LINES});
    ck_assert_int_eq(driver.last_data, (LINES / 8 - 1) * INT64_C(5000) + params.ideal_latency_ps);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(driver.dram.channels[i].counters.busy_ps, LINES / 8 * INT64_C(5000));
        ck_assert_uint_eq(driver.dram.channels[i].counters.refreshes, 0);
    }
}
END_TEST

START_TEST(the_ideal_memory_takes_demand_first)
{
    struct dram_params params = params_of("refresh=none");
    params.model = DRAM_IDEAL;
    struct driver_load load = {.window = 512, .lines = 20000, .demand_every = 7};
    driver_run(&driver, &params, load);
    ck_assert_double_lt(driver_mean_latency_ns(&driver, LINE_DEMAND),
                        0.4 * driver_mean_latency_ns(&driver, LINE_SPECULATIVE));
}
END_TEST

/* ---- the same, whatever else */

static const char *const policies[][4] = {
    {BASE, "refresh=all-bank", "scheduler=frfcfs"}, {BASE, "refresh=per-bank", "scheduler=frfcfs"},
    {BASE, "refresh=per-bank", "demand_first=off"}, {BASE, "refresh=none", "scheduler=fcfs"},
    {BASE, "refresh=all-bank", "queue_lines=3"},    {BASE, "refresh=all-bank", "model=ideal"},
};

enum { POLICIES = sizeof policies / sizeof policies[0] };

START_TEST(two_runs_are_the_same)
{
    struct dram_params params = driver_params(policies[_i], 4);
    struct driver_load load = {.window = 200, .lines = 20000, .demand_every = 5, .scattered = true};
    driver_run(&driver, &params, load);
    uint64_t trace = driver.trace, events = driver.sim.events;
    sim_time last_data = driver.last_data;
    driver_run(&driver, &params, load);
    ck_assert_uint_eq(driver.trace, trace);
    ck_assert_uint_eq(driver.sim.events, events);
    ck_assert_int_eq(driver.last_data, last_data);
    load.window = 199;
    driver_run(&driver, &params, load);
    ck_assert_uint_ne(driver.trace, trace); /* or the trace says nothing */
}
END_TEST

/* How far a channel works ahead is a matter of speed, never of results. */
START_TEST(working_ahead_changes_nothing)
{
    struct dram_params params = driver_params(policies[_i], 4);
    for (int scattered = 0; scattered < 2; scattered++) {
        struct driver_load load = {.window = 150,
                                   .lines = 15000,
                                   .demand_every = 5,
                                   .scattered = scattered,
                                   .travel_ps = 80000};
        driver_run(&driver, &params, load);
        uint64_t trace = driver.trace, events = driver.sim.events;
        for (load.lookahead_ps = 1; load.lookahead_ps <= load.travel_ps;
             load.lookahead_ps = load.lookahead_ps * 3 + 23330) {
            driver_run(&driver, &params, load);
            ck_assert_uint_eq(driver.trace, trace);
        }
        load.lookahead_ps = load.travel_ps;
        driver_run(&driver, &params, load);
        ck_assert_uint_eq(driver.trace, trace);
        if (params.model == DRAM_BANKED)
            ck_assert_uint_lt(driver.sim.events, events);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dram");
    TCase *tests = tcase_create("dram");
    tcase_add_test(tests, idle_latencies_are_those_of_other_simulators);
    tcase_add_loop_test(tests, the_stated_idle_latencies_are_the_measured_ones, 0,
                        sizeof latency_mixes / sizeof latency_mixes[0]);
    tcase_add_loop_test(tests, sequential_lines_in_flight, 0, 5);
    tcase_add_loop_test(tests, a_saturating_stream_loses_only_the_refreshes, 0, 2);
    tcase_add_loop_test(tests, no_window_is_faster_than_the_peak, 0, 2);
    tcase_add_test(tests, without_hash_equal_strides_thrash);
    tcase_add_test(tests, fcfs_is_far_slower_than_frfcfs);
    tcase_add_test(tests, a_longer_queue_finds_more_row_hits);
    tcase_add_loop_test(tests, demand_lines_overtake, 0, 2);
    tcase_add_loop_test(tests, every_line_is_served_once_and_accounted_for, 0, 6);
    tcase_add_test(tests, residence_is_latency_without_the_data);
    tcase_add_loop_test(tests, refreshes_keep_their_pace, 0, 2);
    tcase_add_loop_test(tests, the_ideal_memory_is_exact, 0, 2);
    tcase_add_test(tests, the_ideal_memory_takes_demand_first);
    tcase_add_loop_test(tests, two_runs_are_the_same, 0, POLICIES);
    tcase_add_loop_test(tests, working_ahead_changes_nothing, 0, POLICIES);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
