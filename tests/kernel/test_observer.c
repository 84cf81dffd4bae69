#include "sim/kernel/simulator.h"

#include "tests/check_main.h"

enum { REPORTS_MAX = 32 };

struct report {
    int observer;
    sim_time time;
    uint32_t source, signal;
    int64_t value;
};

static struct report reports[REPORTS_MAX];
static size_t report_count;

struct recorder {
    struct observer observer;
    int number;
};

static void record(struct observer *observer, sim_time time, uint32_t source, uint32_t signal,
                   int64_t value)
{
    reports[report_count++] =
        (struct report){((struct recorder *)observer)->number, time, source, signal, value};
}

static struct simulator sim;
static struct event_slot slots[2];

static void setup(void)
{
    simulator_init(&sim, slots, 2);
    report_count = 0;
}

static void expect(size_t at, int observer, sim_time time, uint32_t source, uint32_t signal,
                   int64_t value)
{
    ck_assert_uint_gt(report_count, at);
    ck_assert_int_eq(reports[at].observer, observer);
    ck_assert_int_eq(reports[at].time, time);
    ck_assert_uint_eq(reports[at].source, source);
    ck_assert_uint_eq(reports[at].signal, signal);
    ck_assert_int_eq(reports[at].value, value);
}

START_TEST(without_observers_nothing_happens)
{
    observe(sim.observers, 1, 2, 3, 4);
    ck_assert_uint_eq(report_count, 0);
}
END_TEST

START_TEST(one_observer_gets_all_of_a_report)
{
    struct recorder only = {{.report = record}, 1};
    simulator_attach(&sim, &only.observer);
    observe(sim.observers, INT64_C(5000000000000), 2, UINT32_MAX, INT64_MIN);
    ck_assert_uint_eq(report_count, 1);
    expect(0, 1, INT64_C(5000000000000), 2, UINT32_MAX, INT64_MIN);
}
END_TEST

/* Each gets each report, before anyone gets the next; the one attached last is
 * told first. */
START_TEST(several_observers_get_every_report_in_order)
{
    struct recorder recorders[3];
    for (int i = 0; i < 3; i++) {
        recorders[i] = (struct recorder){{.report = record}, i};
        simulator_attach(&sim, &recorders[i].observer);
    }
    for (int64_t n = 0; n < 4; n++)
        observe(sim.observers, 100 + n, (uint32_t)n, 7, -n);
    ck_assert_uint_eq(report_count, 12);
    for (int64_t n = 0; n < 4; n++) {
        for (int i = 0; i < 3; i++)
            expect((size_t)(3 * n + i), 2 - i, 100 + n, (uint32_t)n, 7, -n);
    }
}
END_TEST

static sim_time reports_itself(struct event *event, sim_time now)
{
    (void)event;
    observe(sim.observers, now, 1, 2, 3);
    return now < 30 ? now + 10 : SIM_NEVER;
}

START_TEST(an_observer_can_be_attached_before_or_between_runs)
{
    struct recorder early = {{.report = record}, 1}, late = {{.report = record}, 2};
    struct event event;
    simulator_add_event(&sim, &event, reports_itself, 0);
    simulator_attach(&sim, &early.observer);
    simulator_arm(&sim, &event, 20);
    ck_assert(simulator_run(&sim));
    ck_assert_uint_eq(report_count, 2);
    simulator_attach(&sim, &late.observer);
    simulator_arm(&sim, &event, 30);
    ck_assert(simulator_run(&sim));
    ck_assert_uint_eq(report_count, 4);
    expect(0, 1, 20, 1, 2, 3);
    expect(1, 1, 30, 1, 2, 3);
    expect(2, 2, 30, 1, 2, 3);
    expect(3, 1, 30, 1, 2, 3);
}
END_TEST

START_TEST(an_observer_reads_the_clock)
{
    struct recorder only = {{.report = record}, 1};
    struct event event;
    simulator_attach(&sim, &only.observer);
    ck_assert_int_eq(*only.observer.clock, 0);
    simulator_add_event(&sim, &event, reports_itself, 0);
    simulator_arm(&sim, &event, 20);
    ck_assert(simulator_run(&sim));
    ck_assert_int_eq(*only.observer.clock, reports[report_count - 1].time);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("observer");
    TCase *tests = tcase_create("observer");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, without_observers_nothing_happens);
    tcase_add_test(tests, one_observer_gets_all_of_a_report);
    tcase_add_test(tests, several_observers_get_every_report_in_order);
    tcase_add_test(tests, an_observer_can_be_attached_before_or_between_runs);
    tcase_add_test(tests, an_observer_reads_the_clock);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
