#include "sim/kernel/simulator.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/check_main.h"

enum { SLOTS = 8, FIRINGS_MAX = 64, WATCHDOG = 1000000 };

static struct simulator sim;
static struct event_slot slots[SLOTS];

/* An event that follows a script of the times it returns, and writes down
 * when it fired. */
struct scripted {
    struct event event;
    const sim_time *returns; /* ends with SIM_NEVER */
    uint32_t fired;
    char name;
};

static char firings[FIRINGS_MAX];
static sim_time firing_times[FIRINGS_MAX];
static size_t firing_count;

static sim_time scripted_fire(struct event *event, sim_time now)
{
    struct scripted *self = (struct scripted *)event;
    firings[firing_count] = self->name;
    firing_times[firing_count++] = now;
    sim.progress++;
    return self->returns ? self->returns[self->fired++] : SIM_NEVER;
}

static void setup(void)
{
    simulator_init(&sim, slots, SLOTS);
    memset(firings, 0, sizeof firings);
    firing_count = 0;
}

static void add(struct scripted *scripted, char name, uint8_t priority, const sim_time *returns)
{
    *scripted = (struct scripted){.name = name, .returns = returns};
    simulator_add_event(&sim, &scripted->event, scripted_fire, priority);
}

static void run(void)
{
    if (!simulator_run(&sim))
        ck_abort_msg("%s", sim.report);
}

START_TEST(an_empty_simulator_ends_at_once)
{
    run();
    ck_assert_int_eq(sim.now, 0);
    ck_assert_uint_eq(sim.events, 0);
}
END_TEST

START_TEST(the_return_value_arms_again)
{
    static const sim_time returns_a[] = {5, 5, 9, SIM_NEVER};
    static const sim_time returns_b[] = {9, SIM_NEVER};
    struct scripted a, b;
    add(&a, 'a', 1, returns_a);
    add(&b, 'b', 0, returns_b);
    simulator_arm(&sim, &a.event, 0);
    simulator_arm(&sim, &b.event, 5);
    run();
    /* 0: a; 5: b, then a twice; 9: b, whose priority number is lower, then a. */
    ck_assert_str_eq(firings, "abaaba");
}
END_TEST

START_TEST(what_fire_returns_replaces_what_it_armed)
{
    static const sim_time returns[] = {30, SIM_NEVER};
    struct scripted a;
    add(&a, 'a', 0, returns);
    simulator_arm(&sim, &a.event, 10);
    run();
    ck_assert_uint_eq(firing_count, 2);
    ck_assert_int_eq(firing_times[0], 10);
    ck_assert_int_eq(firing_times[1], 30);
    ck_assert_int_eq(sim.now, 30);
    ck_assert_uint_eq(sim.events, 2);
}
END_TEST

/* Arms itself for 20 and returns SIM_NEVER: the return value counts. */
static sim_time arms_itself(struct event *event, sim_time now)
{
    firings[firing_count++] = 's';
    simulator_arm(&sim, event, now + 10);
    return SIM_NEVER;
}

START_TEST(never_returned_cancels_what_it_armed)
{
    struct event event;
    simulator_add_event(&sim, &event, arms_itself, 0);
    simulator_arm(&sim, &event, 10);
    run();
    ck_assert_str_eq(firings, "s");
}
END_TEST

START_TEST(arm_moves_both_ways_but_arm_by_only_forward)
{
    struct scripted a;
    add(&a, 'a', 0, NULL);
    simulator_arm_by(&sim, &a.event, SIM_NEVER);
    ck_assert_int_eq(event_time(&sim.queue, &a.event), SIM_NEVER);
    simulator_arm_by(&sim, &a.event, 50); /* not armed is later than anything */
    ck_assert_int_eq(event_time(&sim.queue, &a.event), 50);
    simulator_arm_by(&sim, &a.event, 60);
    ck_assert_int_eq(event_time(&sim.queue, &a.event), 50);
    simulator_arm_by(&sim, &a.event, SIM_NEVER);
    ck_assert_int_eq(event_time(&sim.queue, &a.event), 50);
    simulator_arm_by(&sim, &a.event, 40);
    ck_assert_int_eq(event_time(&sim.queue, &a.event), 40);
    simulator_arm(&sim, &a.event, 70);
    ck_assert_int_eq(event_time(&sim.queue, &a.event), 70);
    run();
    ck_assert_int_eq(sim.now, 70);
}
END_TEST

/* Armed by for the time it already has, an event keeps its place. */
START_TEST(arm_by_does_not_renumber)
{
    struct scripted a, b;
    add(&a, 'a', 0, NULL);
    add(&b, 'b', 0, NULL);
    simulator_arm(&sim, &a.event, 5);
    simulator_arm(&sim, &b.event, 5);
    simulator_arm_by(&sim, &a.event, 5);
    run();
    ck_assert_str_eq(firings, "ab");
}
END_TEST

START_TEST(a_cancelled_event_does_not_fire)
{
    struct scripted a, b;
    add(&a, 'a', 0, NULL);
    add(&b, 'b', 0, NULL);
    simulator_arm(&sim, &a.event, 5);
    simulator_arm(&sim, &b.event, 6);
    simulator_arm(&sim, &a.event, SIM_NEVER);
    run();
    ck_assert_str_eq(firings, "b");
    ck_assert_int_eq(sim.now, 6);
}
END_TEST

/* ---- failures */

static void expect_report(const char *expected)
{
    if (!strstr(sim.report, expected))
        ck_abort_msg("'%s' is not in the report: %s", expected, sim.report);
}

static void expect_failed_run(void)
{
    ck_assert(!simulator_run(&sim));
    ck_assert(sim.failed);
    ck_assert(!sim.running);
}

static sim_time arms_the_past(struct event *event, sim_time now)
{
    (void)event;
    firings[firing_count++] = 'p';
    return now - 3;
}

START_TEST(the_past_cannot_be_armed)
{
    struct event event;
    simulator_add_event(&sim, &event, arms_the_past, 0);
    simulator_arm(&sim, &event, INT64_C(12345678));
    expect_failed_run();
    ck_assert_str_eq(firings, "p");
    ck_assert_int_eq(sim.now, 12345678);
    expect_report("at 12.345678 us: event armed 3 ps in the past (");
    expect_report("simulator.c:");
}
END_TEST

static struct component widget = {.name = "widget", .index = 7};
static int asserted_line;

static sim_time asserts(struct event *event, sim_time now)
{
    (void)event;
    firings[firing_count++] = 'x';
    asserted_line = __LINE__ + 1;
    SIM_ASSERT(&sim, &widget, now < 0, "%d is not %s", 4, "5");
    firings[firing_count++] = 'y';
    return SIM_NEVER;
}

START_TEST(an_assertion_names_time_component_and_place)
{
    struct scripted later;
    struct event event;
    char place[200];
    simulator_add_event(&sim, &event, asserts, 0);
    add(&later, 'l', 0, NULL);
    simulator_arm(&sim, &event, 1000002);
    simulator_arm(&sim, &later.event, 1000003);
    expect_failed_run();
    ck_assert_str_eq(firings, "x");
    expect_report("at 1.000002 us in widget 7: 4 is not 5 (");
    snprintf(place, sizeof place, "(%s:%d)", __FILE__, asserted_line);
    expect_report(place);
}
END_TEST

static sim_time holds(struct event *event, sim_time now)
{
    (void)event;
    SIM_ASSERT(&sim, &widget, now == 9, "never to be seen");
    return SIM_NEVER;
}

START_TEST(an_assertion_that_holds_is_silent)
{
    struct event event;
    simulator_add_event(&sim, &event, holds, 0);
    simulator_arm(&sim, &event, 9);
    run();
    ck_assert(!sim.failed);
    ck_assert_str_eq(sim.report, "");
}
END_TEST

START_TEST(too_many_events_fail_the_run)
{
    static struct scripted many[SLOTS + 1];
    for (int i = 0; i < SLOTS; i++)
        add(&many[i], 'm', 0, NULL);
    ck_assert(!sim.failed);
    add(&many[SLOTS], 'm', 0, NULL);
    expect_failed_run();
    expect_report("more than 8 events");
}
END_TEST

/* ---- watchdog and deadlock */

static uint64_t progress_every;

static sim_time ticks(struct event *event, sim_time now)
{
    (void)event;
    if (progress_every && sim.events % progress_every == 0)
        sim.progress++;
    return sim.events < 3 * (uint64_t)WATCHDOG ? now + 1 : SIM_NEVER;
}

static void arm_ticks(struct event *event)
{
    simulator_add_event(&sim, event, ticks, 0);
    simulator_arm(&sim, event, 0);
}

static void tell_occupancy(const struct component *self, struct simulator *simulator)
{
    simulator_note(simulator, "%" PRIu32 " lines held", 100 + self->index);
}

START_TEST(the_watchdog_ends_a_run_without_progress)
{
    struct event event;
    struct component core = {.name = "core", .index = 4, .occupancy = tell_occupancy};
    simulator_add_component(&sim, &core);
    progress_every = 0;
    arm_ticks(&event);
    expect_failed_run();
    ck_assert_uint_eq(sim.events, WATCHDOG);
    ck_assert_str_eq(sim.report, "at 0.999999 us: no progress in 1000000 events\n"
                                 "  core 4: 104 lines held");
}
END_TEST

START_TEST(the_watchdog_waits_a_million_events)
{
    struct event event;
    progress_every = WATCHDOG - 1;
    arm_ticks(&event);
    run();
    ck_assert_uint_eq(sim.events, 3 * WATCHDOG);
}
END_TEST

START_TEST(a_deadlock_lists_every_component)
{
    struct component components[] = {
        {.name = "core", .index = 0, .occupancy = tell_occupancy},
        {.name = "core", .index = 1, .occupancy = tell_occupancy},
        {.name = "wire", .index = 3},
        {.name = "channel", .index = 2, .occupancy = tell_occupancy},
    };
    for (size_t i = 0; i < sizeof components / sizeof components[0]; i++)
        simulator_add_component(&sim, &components[i]);
    struct scripted a;
    add(&a, 'a', 0, NULL);
    simulator_arm(&sim, &a.event, 2500000);
    run();
    simulator_deadlock(&sim, "lines are pending");
    ck_assert(sim.failed);
    ck_assert_str_eq(sim.report, "at 2.500000 us: lines are pending, but no event is left\n"
                                 "  core 0: 100 lines held\n"
                                 "  core 1: 101 lines held\n"
                                 "  wire 3: \n"
                                 "  channel 2: 102 lines held");
}
END_TEST

START_TEST(a_report_too_long_is_cut)
{
    for (int i = 0; i < 1000; i++)
        simulator_note(&sim, "%0100d", i);
    ck_assert_uint_eq(strlen(sim.report), SIM_REPORT_BYTES - 1);
    ck_assert_uint_eq(sim.report_length, SIM_REPORT_BYTES - 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulator");
    TCase *tests = tcase_create("simulator");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, an_empty_simulator_ends_at_once);
    tcase_add_test(tests, the_return_value_arms_again);
    tcase_add_test(tests, what_fire_returns_replaces_what_it_armed);
    tcase_add_test(tests, never_returned_cancels_what_it_armed);
    tcase_add_test(tests, arm_moves_both_ways_but_arm_by_only_forward);
    tcase_add_test(tests, arm_by_does_not_renumber);
    tcase_add_test(tests, a_cancelled_event_does_not_fire);
    tcase_add_test(tests, the_past_cannot_be_armed);
    tcase_add_test(tests, an_assertion_names_time_component_and_place);
    tcase_add_test(tests, an_assertion_that_holds_is_silent);
    tcase_add_test(tests, too_many_events_fail_the_run);
    tcase_add_test(tests, the_watchdog_ends_a_run_without_progress);
    tcase_add_test(tests, the_watchdog_waits_a_million_events);
    tcase_add_test(tests, a_deadlock_lists_every_component);
    tcase_add_test(tests, a_report_too_long_is_cut);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
