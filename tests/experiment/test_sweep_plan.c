#include "sim/experiment/sweep_plan.h"

#include "tests/experiment/sweep_axes.h"

static struct sweep_plan plan;
static struct diagnostics errors;

static void begin(void)
{
    plan_init(&plan);
}

static void end(void)
{
    sweep_plan_free(&plan);
    diagnostics_free(&errors);
}

static void expect_label(int64_t position, const char *text)
{
    char label[POINT_LABEL_BYTES];
    sweep_plan_label(&plan, position, label);
    ck_assert_str_eq(label, text);
}

START_TEST(the_last_axis_is_the_fastest)
{
    struct setup setup;
    plan_axis(&plan, "workload.cin", "64,128");
    plan_axis(&plan, "workload.split", "1,2,4");
    plan_complete(&plan);
    ck_assert_int_eq(plan.points, 6);
    expect_label(0, "cin=64 split=1");
    expect_label(1, "cin=64 split=2");
    expect_label(3, "cin=128 split=1");
    expect_label(5, "cin=128 split=4");
    sweep_plan_setup(&plan, 4, &setup);
    ck_assert_int_eq(setup.workload.cin, 128);
    ck_assert_int_eq(setup.workload.split, 2);
    ck_assert_int_eq(setup.workload.cout, 64);
    for (int64_t i = 0; i < plan.points; i++)
        for (int64_t j = 0; j < i; j++)
            ck_assert_str_ne(plan.run_ids[i], plan.run_ids[j]);
}
END_TEST

START_TEST(without_axes_there_is_one_point)
{
    plan_complete(&plan);
    ck_assert_int_eq(plan.points, 1);
    expect_label(0, "workload");
    ck_assert_ptr_null(plan.experiment.sample_order);
    ck_assert_ptr_null(plan.experiment.noise);
}
END_TEST

START_TEST(labels_name_the_section_where_they_must)
{
    plan_axis(&plan, "ane.cores", "8,16");
    plan_axis(&plan, "kdma.credit_return", "1us,1.5us");
    plan_complete(&plan);
    expect_label(3, "ane.cores=16 credit_return=1.5us");
}
END_TEST

START_TEST(a_label_that_is_too_long_ends_in_dots)
{
    static const char *const names[] = {"kdma.credit_return", "dram.refresh_stagger",
                                        "fabric.request_latency", "fabric.response_latency",
                                        "ane.task_overhead"};
    static const char *const texts[] = {"1us,2us", "on,off", "10ns,20ns", "10ns,20ns", "1us,2us"};
    char label[POINT_LABEL_BYTES];
    for (size_t i = 0; i < 5; i++)
        plan_axis(&plan, names[i], texts[i]);
    plan_complete(&plan);
    sweep_plan_label(&plan, 0, label);
    size_t bytes = strlen(label);
    ck_assert(bytes < POINT_LABEL_BYTES - 1 || strcmp(label + bytes - 3, "...") == 0);
}
END_TEST

static void identity(char id[STORE_ID_BYTES])
{
    plan_complete(&plan);
    memcpy(id, plan.experiment.id, STORE_ID_BYTES);
    end();
    begin();
}

START_TEST(an_id_says_what_is_run_and_sampled)
{
    char plain[STORE_ID_BYTES], same[STORE_ID_BYTES], other[7][STORE_ID_BYTES];
    plan_axis(&plan, "workload.cin", "64:128:64");
    identity(plain);
    plan_axis(&plan, "workload.cin", "64,128");
    plan.arguments = "in other words";
    identity(same);
    ck_assert_str_eq(plain, same);
    for (int i = 0; i < 7; i++) {
        plan_axis(&plan, "workload.cin", i == 0 ? "128,64" : "64,128");
        plan.base.workload.cout += i == 1 ? 1 : 0;
        plan.rounds = i >= 2 ? 3 : 0;
        plan.order = i == 3 ? SWEEP_INTERLEAVED : SWEEP_RANDOM;
        plan.with_noise = i == 4 || i == 5;
        plan.base.noise.seed = i >= 5 ? 7 : plan.base.noise.seed;
        identity(other[i]);
        ck_assert_str_ne(other[i], plain);
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(other[i], other[j]);
    }
}
END_TEST

/* Each turn once; and within a round of each order, each point once. */
START_TEST(turns)
{
    enum { POINTS = 5, ROUNDS = 40, SAMPLES = POINTS * ROUNDS };
    static const struct store_run run = {.time_us = 10, .throughput_gbps = 3, .bytes_total = 30000};
    for (int order = 0; order < SWEEP_ORDERS; order++) {
        bool seen[SAMPLES] = {false};
        bool moved = false;
        plan_axis(&plan, "workload.cin", "64,65,66,67,68");
        plan.rounds = ROUNDS;
        plan.order = (enum sweep_order)order;
        plan_complete(&plan);
        for (int64_t round = 0; round < ROUNDS; round++) {
            for (int64_t point = 0; point < POINTS; point++) {
                struct store_sample sample = sweep_plan_sample(&plan, point, round, &run);
                ck_assert(sample.sequence >= 0 && sample.sequence < SAMPLES);
                ck_assert(!seen[sample.sequence]);
                seen[sample.sequence] = true;
                ck_assert_double_eq(sample.time_us, 10);
                ck_assert_double_eq(sample.throughput_gbps, 3);
                if (order == SWEEP_SEQUENTIAL)
                    ck_assert_int_eq(sample.sequence, point * ROUNDS + round);
                else
                    ck_assert_int_eq(sample.sequence / POINTS, round);
                moved = moved || sample.sequence != round * POINTS + point;
            }
        }
        ck_assert_int_eq(moved, order != SWEEP_INTERLEAVED);
        end();
        begin();
    }
}
END_TEST

START_TEST(a_sample_depends_on_its_turn_only)
{
    static const struct store_run run = {
        .time_us = 100, .throughput_gbps = 30, .bytes_total = 3000000};
    plan_axis(&plan, "workload.cin", "64:100");
    plan.rounds = 9;
    plan.with_noise = true;
    plan_complete(&plan);
    struct store_sample late = sweep_plan_sample(&plan, 30, 8, &run);
    sweep_plan_sample(&plan, 2, 1, &run);
    struct store_sample again = sweep_plan_sample(&plan, 30, 8, &run);
    ck_assert_double_eq(late.time_us, again.time_us);
    ck_assert_double_ne(late.time_us, 100);
    ck_assert_double_eq(late.throughput_gbps, 3000000 / late.time_us / 1e3);
}
END_TEST

static void refuse(const char *message)
{
    ck_assert(!sweep_plan_complete(&plan, &errors));
    ck_assert_msg(strstr(errors.items[errors.count - 1].message, message) != NULL, "%s",
                  errors.items[errors.count - 1].message);
}

START_TEST(too_many_points)
{
    plan_axis(&plan, "workload.cin", "1:1001");
    plan_axis(&plan, "workload.cout", "1:1000");
    refuse("more than 1000000 combinations");
}
END_TEST

START_TEST(too_many_samples)
{
    plan_axis(&plan, "workload.cin", "1:1001");
    plan.rounds = 10000;
    refuse("more than 10000000 samples");
}
END_TEST

/* 8 ns at most for a refresh every 9 ns, and so on: no chip can have these. */
START_TEST(impossible_chips_are_found_at_once)
{
    plan_axis(&plan, "workload.cin", "1:10");
    plan_axis(&plan, "dram.trefi", "100,3125");
    refuse("and 5 more of the 20 combinations");
    ck_assert_uint_eq(errors.count, 6);
    ck_assert_msg(strstr(errors.items[0].message, "cin=1 trefi=100: ") != NULL, "%s",
                  errors.items[0].message);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep_plan");
    TCase *tests = tcase_create("sweep_plan");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, the_last_axis_is_the_fastest);
    tcase_add_test(tests, without_axes_there_is_one_point);
    tcase_add_test(tests, labels_name_the_section_where_they_must);
    tcase_add_test(tests, a_label_that_is_too_long_ends_in_dots);
    tcase_add_test(tests, an_id_says_what_is_run_and_sampled);
    tcase_add_test(tests, turns);
    tcase_add_test(tests, a_sample_depends_on_its_turn_only);
    tcase_add_test(tests, too_many_points);
    tcase_add_test(tests, too_many_samples);
    tcase_add_test(tests, impossible_chips_are_found_at_once);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
