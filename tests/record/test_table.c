#include "sim/record/table.h"

#include <math.h>
#include <stdio.h>

#include "tests/check_main.h"

static const struct column columns[] = {
    {.name = "label", .heading = "label", .type = COLUMN_TEXT},
    {.name = "lines", .heading = "lines", .type = COLUMN_COUNT},
    {.name = "time_us", .heading = "us", .type = COLUMN_REAL, .decimals = 1},
};
enum { LABEL, LINES, TIME_US, COLUMNS };

static struct table table;

static void setup(void)
{
    table_init(&table, columns, COLUMNS);
}

static void teardown(void)
{
    table_free(&table);
}

START_TEST(a_new_row_is_unknown)
{
    table_add_row(&table);
    ck_assert_uint_eq(table.row_count, 1);
    for (size_t i = 0; i < COLUMNS; i++)
        ck_assert(!table_cell(&table, 0, i)->known);
    ck_assert(!table.failed);
}
END_TEST

START_TEST(cells_hold_what_was_set)
{
    char label[] = "one";
    table_add_row(&table);
    table_set_text(&table, "label", label);
    table_set_count(&table, "lines", INT64_MAX);
    table_set_real(&table, "time_us", -0.5);
    label[0] = 'X'; /* the table has a copy */
    ck_assert_str_eq(table_cell(&table, 0, LABEL)->text, "one");
    ck_assert_int_eq(table_cell(&table, 0, LINES)->count, INT64_MAX);
    ck_assert_double_eq(table_cell(&table, 0, TIME_US)->real, -0.5);
    for (size_t i = 0; i < COLUMNS; i++)
        ck_assert(table_cell(&table, 0, i)->known);
    ck_assert(!table.failed);
}
END_TEST

START_TEST(a_cell_can_be_set_again)
{
    table_add_row(&table);
    table_set_text(&table, "label", "one");
    table_set_text(&table, "label", "a longer one");
    ck_assert_str_eq(table_cell(&table, 0, LABEL)->text, "a longer one");
}
END_TEST

START_TEST(only_the_last_row_is_set)
{
    table_add_row(&table);
    table_set_count(&table, "lines", 1);
    table_add_row(&table);
    table_set_count(&table, "lines", 2);
    ck_assert_int_eq(table_cell(&table, 0, LINES)->count, 1);
    ck_assert_int_eq(table_cell(&table, 1, LINES)->count, 2);
}
END_TEST

START_TEST(what_is_no_number_is_unknown)
{
    const double none[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        table_add_row(&table);
        table_set_real(&table, "time_us", 1);
        table_set_real(&table, "time_us", none[i]);
        ck_assert(!table_cell(&table, i, TIME_US)->known);
        ck_assert_double_eq(table_cell(&table, i, TIME_US)->real, 0);
    }
    ck_assert(!table.failed);
}
END_TEST

START_TEST(rows_survive_growth)
{
    for (int i = 0; i < 1000; i++) {
        char label[16];
        snprintf(label, sizeof label, "row %d", i);
        table_add_row(&table);
        table_set_text(&table, "label", label);
        table_set_count(&table, "lines", i);
    }
    ck_assert_uint_eq(table.row_count, 1000);
    ck_assert_str_eq(table_cell(&table, 0, LABEL)->text, "row 0");
    ck_assert_str_eq(table_cell(&table, 999, LABEL)->text, "row 999");
    ck_assert_int_eq(table_cell(&table, 500, LINES)->count, 500);
    ck_assert(!table_cell(&table, 500, TIME_US)->known);
}
END_TEST

static void expect_failed(void)
{
    ck_assert(table.failed);
    table_add_row(&table); /* does nothing any more */
    ck_assert_uint_eq(table.row_count, 1);
    ck_assert(!table_cell(&table, 0, LINES)->known);
}

START_TEST(a_wrong_name_is_a_bug)
{
    table_add_row(&table);
    table_set_count(&table, "line", 1);
    expect_failed();
}
END_TEST

START_TEST(a_wrong_type_is_a_bug)
{
    table_add_row(&table);
    table_set_real(&table, "lines", 1);
    expect_failed();
}
END_TEST

START_TEST(a_cell_without_a_row_is_a_bug)
{
    table_set_count(&table, "lines", 1);
    ck_assert(table.failed);
    ck_assert_uint_eq(table.row_count, 0);
}
END_TEST

START_TEST(a_freed_table_is_empty_and_can_be_used)
{
    table_add_row(&table);
    table_set_text(&table, "label", "old");
    table_free(&table);
    ck_assert_uint_eq(table.row_count, 0);
    table_add_row(&table);
    ck_assert(!table_cell(&table, 0, LABEL)->known);
    table_set_text(&table, "label", "new");
    ck_assert_str_eq(table_cell(&table, 0, LABEL)->text, "new");
}
END_TEST

START_TEST(a_table_may_have_no_columns)
{
    struct table none;
    table_init(&none, NULL, 0);
    for (int i = 0; i < 20; i++)
        table_add_row(&none);
    ck_assert_uint_eq(none.row_count, 20);
    ck_assert(!none.failed);
    table_free(&none);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("table");
    TCase *tests = tcase_create("table");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_new_row_is_unknown);
    tcase_add_test(tests, cells_hold_what_was_set);
    tcase_add_test(tests, a_cell_can_be_set_again);
    tcase_add_test(tests, only_the_last_row_is_set);
    tcase_add_test(tests, what_is_no_number_is_unknown);
    tcase_add_test(tests, rows_survive_growth);
    tcase_add_test(tests, a_wrong_name_is_a_bug);
    tcase_add_test(tests, a_wrong_type_is_a_bug);
    tcase_add_test(tests, a_cell_without_a_row_is_a_bug);
    tcase_add_test(tests, a_freed_table_is_empty_and_can_be_used);
    tcase_add_test(tests, a_table_may_have_no_columns);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
