/* Every allocation fails once: writing says so, and nothing leaks.
 *
 * What allocates is compiled into this file, with an allocator that can be
 * told to refuse; the library's own copy is then not linked.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Before the macros: their own allocations are not at stake. */
#include "tests/refusing_memory.h"
#include "tests/report/example_report.h"

#define malloc  test_malloc
#define calloc  test_calloc
#define realloc test_realloc
/* clang-format off */
#include "sim/record/table.c"
#include "sim/report/run_write.c"
#include "sim/report/table_text.c"
#include "sim/report/text.c"
/* clang-format on */

/* Refuses the 1st, 2nd, ... allocation until all are granted. */
static void refuse_each(const char *format, enum run_stats stats, long refusals_min)
{
    struct run_report report = example_report();
    struct setup setup;
    long round = 0;
    example_setup(&setup);
    do {
        struct capture capture;
        capture_begin(&capture);
        refused = 0;
        refuse_at = round++;
        bool done = run_write(capture.stream, format_find(format), &report, &setup, stats);
        refuse_at = -1;
        ck_assert_msg(done == (refused == 0), "allocation %ld of %s", round, format);
        refuse_at = -1;
        char *text = capture_end(&capture);
        free(text);
    } while (refused > 0);
    ck_assert_int_gt(round, refusals_min);
    run_report_free(&report);
}

START_TEST(a_table_notices)
{
    refuse_each("table", RUN_STATS_NONE, 40);
    refuse_each("table", RUN_STATS_FULL, 200);
}
END_TEST

START_TEST(csv_notices)
{
    refuse_each("csv", RUN_STATS_NONE, 8);
    refuse_each("csv", RUN_STATS_FULL, 200);
}
END_TEST

START_TEST(json_notices)
{
    json_set_alloc_funcs(test_malloc, free);
    refuse_each("json", RUN_STATS_NONE, 200);
    refuse_each("json", RUN_STATS_FULL, 1000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("report memory");
    TCase *tests = tcase_create("report memory");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_table_notices);
    tcase_add_test(tests, csv_notices);
    tcase_add_test(tests, json_notices);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
