#include "sim/experiment/sweep_axis.h"

#include "tests/experiment/sweep_axes.h"

static struct sweep_axis axis;
static struct diagnostics errors;

static void end(void)
{
    sweep_axis_free(&axis);
    diagnostics_free(&errors);
}

/* What the values are as texts, with blanks between. */
static void expect(const char *name, const char *text, const char *values)
{
    char found[1024] = "";
    bool good = read_axis(&axis, name, text, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert_msg(good, "%s=%s", name, text);
    for (size_t i = 0, used = 0; i < axis.count; i++) {
        char value[SWEEP_TEXT_BYTES];
        sweep_axis_print(&axis, i, value);
        used +=
            (size_t)snprintf(found + used, sizeof found - used, "%s%s", i > 0 ? " " : "", value);
    }
    ck_assert_str_eq(found, values);
    end();
}

static void refuse(const char *name, const char *text, const char *message)
{
    ck_assert_msg(!read_axis(&axis, name, text, &errors), "%s=%s", name, text);
    ck_assert_uint_ge(errors.count, 1);
    ck_assert_msg(strstr(errors.items[0].message, "--test: ") == errors.items[0].message, "%s",
                  errors.items[0].message);
    ck_assert_msg(strstr(errors.items[0].message, message) != NULL, "%s", errors.items[0].message);
    end();
}

START_TEST(counts)
{
    expect("workload.cin", "64", "64");
    expect("workload.cin", "3:6", "3 4 5 6");
    expect("workload.cin", "1024:1100:32", "1024 1056 1088");
    expect("workload.cin", "1024:1088:32", "1024 1056 1088");
    expect("workload.cin", "5:5", "5");
    expect("workload.cin", "0x10:0x12", "16 17 18");
    expect("workload.cin", " 4 , 7 : 9 : 2 ", "4 7 9");
    expect("workload.pad_lines", "-2:2:2", "-2 0 2");
    expect("workload.cin", "256:512:128,300,400", "256 384 512 300 400");
}
END_TEST

START_TEST(down)
{
    expect("workload.cin", "6:3:-1", "6 5 4 3");
    expect("workload.pad_lines", "1:-3:-2", "1 -1 -3");
    refuse("workload.cin", "6:3", "'6:3': never gets there");
    refuse("workload.cin", "3:6:-1", "'3:6:-1': never gets there");
}
END_TEST

START_TEST(quantities)
{
    expect("kdma.credit_return", "5us:5.3us:0.1us", "5us 5.1us 5.2us 5.3us");
    expect("kdma.credit_return", "900ns:1100ns:100ns", "900ns 1us 1.1us");
    expect("kdma.credit_return", "2us:1us:-0.5us", "2us 1.5us 1us");
    expect("kmem.size", "32KiB:64KiB:32KiB,64KiB", "32KiB 64KiB");
    refuse("kdma.credit_return", "5us:6us", "needs a step");
    refuse("kdma.credit_return", "5us:6us:1", "'5us:6us:1': the step needs a unit");
    refuse("kdma.credit_return", "5:6us:1us", "needs a unit");
    refuse("kdma.credit_return", "5us:6us:0us", "zero");
}
END_TEST

START_TEST(lists_of_words)
{
    expect("ring.latch", "live,task", "live task");
    expect("dram.hash", "on,off,yes", "on off");
    refuse("ring.latch", "task,liv", "did you mean 'live'");
    refuse("ring.latch", "task:live", "no ranges");
    refuse("dram.hash", "off:on", "no ranges");
}
END_TEST

START_TEST(repeats_are_taken_once_where_they_came_first)
{
    expect("workload.cin", "5,3,5,3:5,4", "5 3 4");
}
END_TEST

START_TEST(mistakes)
{
    refuse("workload.cin", "", "a value is missing");
    refuse("workload.cin", "1,", "a value is missing");
    refuse("workload.cin", "1,,2", "a value is missing");
    refuse("workload.cin", ":5", "a value is missing");
    refuse("workload.cin", "5:", "a value is missing");
    refuse("workload.cin", "1:5:", "a value is missing");
    refuse("workload.cin", "1:5:2:3", "not '2:3'");
    refuse("workload.cin", "1:5:0", "zero");
    refuse("workload.cin", "1:5:0.5", "whole number");
    refuse("workload.cin", "1..5", "'1..5'");
    refuse("workload.cin", "0:5", "'0:5': cin");
    refuse("workload.cin", "1:2000000", "'1:2000000': cin");
    refuse("workload.cin", "4,x", "not 'x'");
}
END_TEST

/* The first of several, and each of them. */
START_TEST(all_mistakes_are_reported)
{
    ck_assert(!read_axis(&axis, "workload.cin", "0,5:1,x", &errors));
    ck_assert_uint_eq(errors.count, 3);
}
END_TEST

START_TEST(limits)
{
    char longer[400];
    memset(longer, '1', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    refuse("workload.cin", longer, "too long");
    refuse("workload.cin", "1:1048576", "more than 1000000");
    refuse("workload.pad_lines", "-1048576:1048576", "more than 1000000");
    refuse("workload.cin", "1:900000,900001:1048576", "more than 1000000");
    refuse("workload.cin", "1:5:9223372036854775808", "the step");
    refuse("workload.cin", "1:99999999999999999999", "cin");
    expect("workload.cin", "1:1048576:9223372036854775807", "1");
    expect("workload.cin", "7:1:-9223372036854775808", "7");
    ck_assert(read_axis(&axis, "workload.cin", "1:1000000", &errors));
    ck_assert_uint_eq(axis.count, 1000000);
    ck_assert_int_eq(axis.values[999999], 1000000);
}
END_TEST

START_TEST(a_value_is_set_in_the_setup)
{
    struct setup setup = {.workload = {.cin = 1, .cout = 2}};
    ck_assert(read_axis(&axis, "workload.cout", "8,9", &errors));
    sweep_axis_set(&axis, 1, &setup);
    ck_assert_int_eq(setup.workload.cout, 9);
    ck_assert_int_eq(setup.workload.cin, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep_axis");
    TCase *tests = tcase_create("sweep_axis");
    tcase_add_checked_fixture(tests, NULL, end);
    tcase_add_test(tests, counts);
    tcase_add_test(tests, down);
    tcase_add_test(tests, quantities);
    tcase_add_test(tests, lists_of_words);
    tcase_add_test(tests, repeats_are_taken_once_where_they_came_first);
    tcase_add_test(tests, mistakes);
    tcase_add_test(tests, all_mistakes_are_reported);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, a_value_is_set_in_the_setup);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
