#include "sim/report/stats.h"

#include <jansson.h>

#include "sim/report/run_write.h"
#include "tests/report/example_report.h"

static struct run_report report;
static struct setup base;

static void setup(void)
{
    report = example_report();
    report.row_count = 1;
    report.diagnosis[0] = '\0';
    example_setup(&base);
}

static void teardown(void)
{
    run_report_free(&report);
}

static char *written(const char *format, enum run_stats stats)
{
    struct capture capture;
    capture_begin(&capture);
    ck_assert(run_write(capture.stream, format_find(format), &report, &base, stats));
    return capture_end(&capture);
}

static const char summary[] =
    "[whole]\n"
    "What the active cores waited for\n"
    "  cause        mean us      %  least us  core  most us  core\n"
    "  credit          5.50   55.0      5.00     0     6.00     1\n"
    "  demand_slot     0.00    0.0      0.00     0     0.00     0\n"
    "  kmem            0.00    0.0      0.00     0     0.00     0\n"
    "  fabric          0.00    0.0      0.00     0     0.00     0\n"
    "  dram            0.00    0.0      0.00     0     0.00     0\n"
    "  dispatch        4.50   45.0      4.00     1     5.00     0\n"
    "  total          10.00  100.0         -     -        -     -\n"
    "\n"
    "Account of 64-byte lines\n"
    "                 speculative:           in flight  simulated\n"
    "  total  demand        issued  useful  at the end     events\n"
    "    100      20            80      80           0        321\n"
    "\n"
    "Latency of a line, from leaving its core to the data's arrival there\n"
    "  class        lines  mean ns  p50 ns  p99 ns  max ns\n"
    "  demand          20    200.5   200.0   250.0   260.0\n"
    "  speculative      0        -       -       -       -\n"
    "\n"
    "Memory, all channels\n"
    "          row     row        row   hit  refresh  busy  queue  sched.\n"
    "  lines  hits  misses  conflicts     %       us     %   mean     max\n"
    "    100    80       8         12  80.0      1.0  15.0    1.5       7\n";

static const char details[] =
    "Latency of demand lines\n"
    "      128.0 ..     192.0 ns          4  ##########\n"
    "      192.0 ..     256.0 ns         15  ####################################\n"
    "      256.0 ..     384.0 ns          1  ###\n"
    "\n"
    "Memory, all channels\n"
    "          row     row        row   hit  refresh  busy  queue  sched.\n"
    "  lines  hits  misses  conflicts     %       us     %   mean     max\n"
    "    100    80       8         12  80.0      1.0  15.0    1.5       7\n"
    "\n"
    "Cores\n"
    "        demand  speculative   demand  speculative  KMem mean  KMem max\n"
    "  core   lines        lines  mean ns      mean ns      lines     lines\n"
    "     0      10           40    200.0        300.0        2.5        12\n"
    "     1      10           40    201.0        301.0        2.5        13\n"
    "     2       0            0        -            -        0.0         0\n"
    "\n"
    "What each core waited for, us\n"
    "  core  credit  demand_slot  kmem  fabric  dram  dispatch  total\n"
    "     0    5.00         0.00  0.00    0.00  0.00      5.00  10.00\n"
    "     1    6.00         0.00  0.00    0.00  0.00      4.00  10.00\n"
    "     2    0.00         0.00  0.00    0.00  0.00     10.00  10.00\n"
    "\n"
    "Channels\n"
    "                row     row        row   hit  refresh  busy  queue  sched.\n"
    "  chan  lines  hits  misses  conflicts     %       us     %   mean     max\n"
    "     0     50    40       4          6  80.0      0.5  10.0    1.5       7\n"
    "     1     50    40       4          6  80.0      0.5  20.0    1.5       6\n";

START_TEST(people_see_a_summary)
{
    char *text = written("table", RUN_STATS_SUMMARY);
    const char *stats = strstr(text, "[whole]");
    ck_assert_ptr_nonnull(stats);
    ck_assert_str_eq(stats, summary);
    free(text);
}
END_TEST

START_TEST(people_see_details_when_asked_for)
{
    char *text = written("table", RUN_STATS_FULL);
    const char *stats = strstr(text, "Latency of demand lines");
    ck_assert_ptr_nonnull(stats);
    ck_assert_str_eq(stats, details);
    expect_tidy_lines(text);
    free(text);
}
END_TEST

/* Reads "label,component,index,metric,value" back. */
static double csv_value(const char *csv, const char *line_start)
{
    const char *line = strstr(csv, line_start);
    ck_assert_msg(line != NULL, "no line begins with %s in\n%s", line_start, csv);
    return strtod(line + strlen(line_start), NULL);
}

START_TEST(csv_is_long)
{
    char *text = written("csv", RUN_STATS_SUMMARY);
    ck_assert(strncmp(text, "label,component,index,metric,value\nwhole,row,,cin,2048\n", 55) == 0);
    ck_assert_double_eq(csv_value(text, "\nwhole,row,,time_us,"), 333.333333);
    ck_assert_double_eq(csv_value(text, "\nwhole,stalls,credit,wait_mean_us,"), 5.5);
    ck_assert_double_eq(csv_value(text, "\nwhole,stalls,total,wait_mean_us,"), 10);
    ck_assert_double_eq(csv_value(text, "\nwhole,core,1,demand_latency_mean_ns,"), 201);
    ck_assert_double_eq(csv_value(text, "\nwhole,core_wait,2,dispatch_wait_us,"), 10);
    ck_assert_double_eq(csv_value(text, "\nwhole,channel,1,row_hits,"), 40);
    ck_assert_double_eq(csv_value(text, "\nwhole,dram,,row_hit_percent,"), 80);
    ck_assert_double_eq(csv_value(text, "\nwhole,demand_latency_histogram,1,lines,"), 15);
    /* core 2 moved no line, and no latency is known of it */
    ck_assert_ptr_null(strstr(text, "\nwhole,core,2,demand_latency_mean_ns,"));
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        size_t commas = 0;
        for (const char *at = line; *at != '\n'; at++)
            commas += *at == ',';
        ck_assert_uint_eq(commas, 4);
    }
    free(text);
}
END_TEST

static json_t *stats_of(const json_t *json, size_t row)
{
    return json_object_get(json_array_get(json_object_get(json, "rows"), row), "stats");
}

START_TEST(json_has_every_component)
{
    report.row_count = EXAMPLE_ROWS;
    char *text = written("json", RUN_STATS_SUMMARY);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_ptr_nonnull(json);
    const json_t *stats = stats_of(json, 0);
    ck_assert_uint_eq(json_object_size(stats), STATS_COMPONENTS);
    for (size_t i = 0; i < STATS_COMPONENTS; i++) {
        const json_t *component = json_object_get(stats, stats_components[i].name);
        ck_assert_int_eq(json_is_array(component), stats_components[i].keyed);
        ck_assert_int_eq(json_is_object(component), !stats_components[i].keyed);
    }
    ck_assert_uint_eq(json_array_size(json_object_get(stats, "core")), EXAMPLE_CORES);
    ck_assert_uint_eq(json_array_size(json_object_get(stats, "channel")), 2);
    const json_t *core = json_array_get(json_object_get(stats, "core"), 2);
    ck_assert(json_is_null(json_object_get(core, "demand_latency_mean_ns")));
    ck_assert(json_is_null(stats_of(json, 1))); /* an unknown row has none */
    ck_assert(json_is_object(stats_of(json, 2)));
    json_decref(json);
    free(text);
}
END_TEST

static const struct table *component(const struct stats *stats, const char *name)
{
    for (size_t i = 0; i < STATS_COMPONENTS; i++)
        if (strcmp(stats_components[i].name, name) == 0)
            return &stats->tables[i];
    ck_abort_msg("no component %s", name);
    return NULL;
}

static double cell(const struct table *table, size_t row, const char *column)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct cell *found = table_cell(table, row, i);
        if (strcmp(table->columns[i].name, column) != 0)
            continue;
        ck_assert(found->known);
        return table->columns[i].type == COLUMN_REAL ? found->real : (double)found->count;
    }
    ck_abort_msg("no column %s", column);
    return 0;
}

START_TEST(stalls_are_those_of_the_active_cores)
{
    struct stats stats;
    ck_assert(stats_init(&stats, &report.rows[0]));
    const struct table *stalls = component(&stats, "stalls");
    ck_assert_uint_eq(stalls->row_count, KDMA_WAITS + 1);
    ck_assert_double_eq(cell(stalls, KDMA_WAIT_CREDIT, "wait_mean_us"), 5.5);
    ck_assert_double_eq(cell(stalls, KDMA_WAIT_CREDIT, "wait_min_us"), 5);
    ck_assert_double_eq(cell(stalls, KDMA_WAIT_CREDIT, "wait_min_core"), 0);
    ck_assert_double_eq(cell(stalls, KDMA_WAIT_CREDIT, "wait_max_us"), 6);
    ck_assert_double_eq(cell(stalls, KDMA_WAIT_CREDIT, "wait_max_core"), 1);
    /* of cores 0 and 1; core 2, idle for 10 us, does not count */
    ck_assert_double_eq(cell(stalls, KDMA_WAIT_DISPATCH, "wait_max_us"), 5);
    ck_assert_double_eq(cell(stalls, KDMA_WAITS, "wait_mean_us"), 10);
    ck_assert_double_eq(cell(stalls, KDMA_WAITS, "wait_percent"), 100);
    stats_free(&stats);
}
END_TEST

START_TEST(speculative_lines_are_accounted_for)
{
    struct stats stats;
    report.rows[0].result.cores[1].arrived[LINE_SPECULATIVE] -= 3;
    ck_assert(stats_init(&stats, &report.rows[0]));
    const struct table *lines = component(&stats, "lines");
    ck_assert_double_eq(cell(lines, 0, "speculative_issued_lines"), 80);
    ck_assert_double_eq(cell(lines, 0, "speculative_useful_lines"), 77);
    ck_assert_double_eq(cell(lines, 0, "speculative_in_flight_lines"), 3);
    stats_free(&stats);
}
END_TEST

START_TEST(the_memory_is_the_sum_of_its_channels)
{
    struct stats stats;
    ck_assert(stats_init(&stats, &report.rows[0]));
    const struct table *dram = component(&stats, "dram");
    const struct table *channels = component(&stats, "channel");
    const char *const sums[] = {"lines",     "demand_lines",    "speculative_lines", "row_hits",
                                "refreshes", "refresh_time_us", "busy_time_us"};
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        ck_assert_double_eq(cell(dram, 0, sums[i]),
                            cell(channels, 0, sums[i]) + cell(channels, 1, sums[i]));
    ck_assert_double_eq_tol(cell(dram, 0, "busy_percent"), 15, 1e-9);
    ck_assert_double_eq_tol(cell(channels, 1, "busy_percent"), 20, 1e-9);
    ck_assert_double_eq_tol(cell(dram, 0, "queue_mean_lines"), 1.5, 1e-9);
    ck_assert_double_eq(cell(dram, 0, "scheduler_max_lines"), 7);
    stats_free(&stats);
}
END_TEST

/* A programmer's slip in a column's name would leave a table failed. */
START_TEST(every_column_is_filled)
{
    struct stats stats;
    ck_assert(stats_init(&stats, &report.rows[0]));
    for (size_t i = 0; i < STATS_COMPONENTS; i++) {
        const struct table *table = &stats.tables[i];
        bool speculative = strcmp(stats_components[i].name, "speculative_latency_histogram") == 0;
        ck_assert_int_eq(table->row_count == 0, speculative);
        for (size_t column = 0; column < table->column_count && table->row_count > 0; column++)
            ck_assert_msg(table_cell(table, 0, column)->known, "%s of %s",
                          table->columns[column].name, stats_components[i].name);
    }
    stats_free(&stats);
}
END_TEST

START_TEST(an_unknown_row_has_no_statistics)
{
    struct stats stats;
    ck_assert(stats_init(&stats, &report.rows[1]));
    for (size_t i = 0; i < STATS_COMPONENTS; i++)
        ck_assert_uint_eq(stats.tables[i].row_count, 0);
    stats_free(&stats);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stats");
    TCase *tests = tcase_create("stats");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, people_see_a_summary);
    tcase_add_test(tests, people_see_details_when_asked_for);
    tcase_add_test(tests, csv_is_long);
    tcase_add_test(tests, json_has_every_component);
    tcase_add_test(tests, stalls_are_those_of_the_active_cores);
    tcase_add_test(tests, speculative_lines_are_accounted_for);
    tcase_add_test(tests, the_memory_is_the_sum_of_its_channels);
    tcase_add_test(tests, every_column_is_filled);
    tcase_add_test(tests, an_unknown_row_has_no_statistics);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
