#include "sim/report/format.h"

#include <jansson.h>

#include "sim/report/run_rows.h"
#include "sim/report/run_write.h"
#include "tests/report/example_report.h"

static struct run_report report;
static struct setup base;

static void setup(void)
{
    report = example_report();
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

static void expect_written(const char *format, const char *expected)
{
    char *text = written(format, RUN_STATS_NONE);
    ck_assert_str_eq(text, expected);
    free(text);
}

START_TEST(formats_are_found_by_name)
{
    for (const struct format *format = formats; format->name; format++)
        ck_assert_ptr_eq(format_find(format->name), format);
    ck_assert_str_eq(formats[0].name, "table");
    ck_assert_ptr_null(format_find("xml"));
    ck_assert_ptr_null(format_find(""));
}
END_TEST

START_TEST(columns_are_the_contract)
{
    const char *const names[RUN_COLUMNS] = {
        "label",  "cin",          "cout",           "kernel",          "bits",
        "cores",  "tasks",        "lines_per_core", "bytes_per_core",  "k",
        "x",      "credit_lines", "time_us",        "throughput_gbps", "dram_utilization",
        "speedup"};
    for (size_t i = 0; i < RUN_COLUMNS; i++)
        ck_assert_str_eq(run_columns[i].name, names[i]);
}
END_TEST

START_TEST(a_table_for_people)
{
    expect_written(
        "table",
        "Test chip: 16 cores, 64KiB each; LPDDR5 (banked), 8 channels, 102.4 GB/s\n"
        "Ring of 16384 lines; credit: folded, at most 256 lines, evaluated per task\n"
        "Layer: X[1,2048] x W[2048,4096], 16 bits, 1048576 bytes per core\n"
        "\n"
        "                             lines                     time         % of  speed-\n"
        "label                 tasks  /core  k      x  credit     us   GB/s  peak      up\n"
        "whole                     1  16384  1      0       0  333.3  17.04  16.6    1.00\n"
        "two groups                1      -  -      -       -      -      -     -       -\n"
        "    unknown: how a grouped convolution is spread over the cores is not\n"
        "    published; only groups = 1 can be answered\n"
        "say \"a,b\" \xC3\xA9 \\x1b[2J       2   8192  1  -8192     256  333.3  17.04  16.6    "
        "2.72\n"
        "\\xff\n"
        "\n"
        "'whole': 0x4000 lines per core are distance 0x0 mod 0x4000, credit 0 of 256:\n"
        "nothing seems left to prefetch.\n");
}
END_TEST

START_TEST(the_heading_follows_the_first_row)
{
    struct run_row *row = &report.rows[0];
    char heading[RUN_HEADING_BYTES];
    row->known = false;
    row->setup.chip.ane.cores = 1;
    row->setup.chip.dram.channels = 1;
    row->setup.chip.core.ring.latch = RING_LATCH_LIVE;
    row->setup.workload.kernel = 9;
    row->setup.workload.groups = 4;
    row->setup.workload.trim_cin = 48;
    run_heading(row, heading);
    ck_assert_str_eq(heading,
                     "Test chip: 1 core, 64KiB each; LPDDR5 (banked), 1 channel, 12.8 GB/s\n"
                     "Ring of 16384 lines; credit: folded, at most 256 lines, evaluated live\n"
                     "Layer: X[1,2000] x W[2000,4096], kernel area 9, 4 groups, 16 bits\n");
}
END_TEST

START_TEST(a_table_keeps_to_80_columns)
{
    struct run_row *row = &report.rows[2];
    memset(row->setup.chip.ane.name, 'n', sizeof row->setup.chip.ane.name - 1);
    report.rows[0] = *row;
    for (size_t i = 0; i < sizeof row->label - 1; i++)
        row->label[i] = i % 9 ? 'l' : ' ';
    memset(report.rows[0].label, 'w', sizeof row->label - 1); /* one word */
    row->setup.workload.split = 4096;
    row->workload.lines_per_core = 16777216;
    row->position = (struct ring_position){.k = 1024, .x = -8192};
    row->credit_lines = 4096;
    row->time_us = 12345678.9;
    row->speedup = 1000;
    char *text = written("table", RUN_STATS_FULL);
    expect_tidy_lines(text);
    free(text);
}
END_TEST

START_TEST(csv_by_rfc_4180)
{
    expect_written("csv",
                   "label,cin,cout,kernel,bits,cores,tasks,lines_per_core,bytes_per_core,k,x,"
                   "credit_lines,time_us,throughput_gbps,dram_utilization,speedup\n"
                   "whole,2048,4096,1,16,16,1,16384,1048576,1,0,0,333.333333,17.0390625,0.16625,1\n"
                   "two groups,2048,4096,1,16,16,1,,,,,,,,,\n"
                   "\"say \"\"a,b\"\" \xC3\xA9 \x1B[2J \xEF\xBF\xBD\",2048,4096,1,16,16,2,8192,"
                   "1048576,1,-8192,256,333.333333,17.0390625,0.16625,2.719\n");
}
END_TEST

static const char json_rows[] =
    "  \"rows\": [\n"
    "    {\n"
    "      \"label\": \"whole\",\n"
    "      \"cin\": 2048,\n"
    "      \"cout\": 4096,\n"
    "      \"kernel\": 1,\n"
    "      \"bits\": 16,\n"
    "      \"cores\": 16,\n"
    "      \"tasks\": 1,\n"
    "      \"lines_per_core\": 16384,\n"
    "      \"bytes_per_core\": 1048576,\n"
    "      \"k\": 1,\n"
    "      \"x\": 0,\n"
    "      \"credit_lines\": 0,\n"
    "      \"time_us\": 333.333333,\n"
    "      \"throughput_gbps\": 17.0390625,\n"
    "      \"dram_utilization\": 0.16625,\n"
    "      \"speedup\": 1.0\n"
    "    },\n"
    "    {\n"
    "      \"label\": \"two groups\",\n"
    "      \"cin\": 2048,\n"
    "      \"cout\": 4096,\n"
    "      \"kernel\": 1,\n"
    "      \"bits\": 16,\n"
    "      \"cores\": 16,\n"
    "      \"tasks\": 1,\n"
    "      \"lines_per_core\": null,\n"
    "      \"bytes_per_core\": null,\n"
    "      \"k\": null,\n"
    "      \"x\": null,\n"
    "      \"credit_lines\": null,\n"
    "      \"time_us\": null,\n"
    "      \"throughput_gbps\": null,\n"
    "      \"dram_utilization\": null,\n"
    "      \"speedup\": null,\n"
    "      \"message\": \"unknown: how a grouped convolution is spread over the cores is not "
    "published; only groups = 1 can be answered\"\n"
    "    },\n"
    "    {\n"
    "      \"label\": \"say \\\"a,b\\\" \xC3\xA9 \\u001B[2J \xEF\xBF\xBD\",\n"
    "      \"cin\": 2048,\n"
    "      \"cout\": 4096,\n"
    "      \"kernel\": 1,\n"
    "      \"bits\": 16,\n"
    "      \"cores\": 16,\n"
    "      \"tasks\": 2,\n"
    "      \"lines_per_core\": 8192,\n"
    "      \"bytes_per_core\": 1048576,\n"
    "      \"k\": 1,\n"
    "      \"x\": -8192,\n"
    "      \"credit_lines\": 256,\n"
    "      \"time_us\": 333.333333,\n"
    "      \"throughput_gbps\": 17.0390625,\n"
    "      \"dram_utilization\": 0.16625,\n"
    "      \"speedup\": 2.719\n"
    "    }\n"
    "  ],\n"
    "  \"diagnosis\": \"'whole': 0x4000 lines per core are distance 0x0 mod 0x4000, credit 0 of "
    "256: nothing seems left to prefetch.\"\n"
    "}\n";

START_TEST(json_is_one_object)
{
    char *text = written("json", RUN_STATS_NONE);
    const char *rows = strstr(text, "  \"rows\"");
    ck_assert_ptr_nonnull(rows);
    ck_assert_str_eq(rows, json_rows);
    ck_assert(strncmp(text,
                      "{\n  \"anesim\": \"" ANESIM_VERSION "\",\n  \"command\": \"run\",\n"
                      "  \"config\": {\n    \"ane\": {\n      \"name\": \"Test chip\",\n",
                      80) == 0);
    free(text);
}
END_TEST

/* Every key of the schema is there, in the type that a program wants. */
START_TEST(json_holds_the_resolved_config)
{
    char *text = written("json", RUN_STATS_NONE);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    json_t *config = json_object_get(json, "config");
    ck_assert_uint_eq(json_object_size(config), setup_schema.part_count);
    for (size_t i = 0; i < setup_schema.part_count; i++) {
        const struct config_section *section = setup_schema.parts[i].section;
        const json_t *keys = json_object_get(config, section->name);
        ck_assert_uint_eq(json_object_size(keys), section->key_count);
        for (size_t j = 0; j < section->key_count; j++) {
            const struct config_key *key = &section->keys[j];
            const json_t *value = json_object_get(keys, key->name);
            ck_assert_ptr_nonnull(value);
            ck_assert_int_eq(json_is_integer(value), key->type == CONFIG_COUNT);
            ck_assert_int_eq(json_is_boolean(value), key->type == CONFIG_BOOL);
        }
    }
    const json_t *kmem = json_object_get(json_object_get(config, "kmem"), "size");
    ck_assert_str_eq(json_string_value(kmem), "64KiB");
    json_decref(json);
    free(text);
}
END_TEST

START_TEST(no_rows_are_no_trouble)
{
    report.row_count = 0;
    report.diagnosis[0] = '\0';
    char *text = written("csv", RUN_STATS_SUMMARY);
    ck_assert_str_eq(text, "label,component,index,metric,value\n");
    free(text);
    text = written("json", RUN_STATS_FULL);
    ck_assert_ptr_nonnull(strstr(text, "\"rows\": []"));
    free(text);
    text = written("table", RUN_STATS_FULL);
    expect_tidy_lines(text);
    free(text);
    report.row_count = EXAMPLE_ROWS;
}
END_TEST

START_TEST(numbers_that_are_none_never_appear)
{
    struct run_row *row = &report.rows[0];
    row->time_us = row->throughput_gbps = row->dram_utilization = 0.0 / 0.0;
    row->speedup = 1.0 / 0.0;
    memset(&row->result, 0, sizeof row->result);
    row->result.core_count = row->result.channel_count = 1;
    for (const struct format *format = formats; format->name; format++) {
        char *text = written(format->name, RUN_STATS_FULL);
        ck_assert_ptr_null(strstr(text, "nan"));
        ck_assert_ptr_null(strstr(text, "inf,"));
        ck_assert_ptr_null(strstr(text, " inf"));
        free(text);
    }
}
END_TEST

START_TEST(an_unknown_speedup_is_shown_as_such)
{
    report.rows[0].speedup = 0;
    char *text = written("csv", RUN_STATS_NONE);
    ck_assert_ptr_nonnull(strstr(text, "17.0390625,0.16625,\n"));
    free(text);
}
END_TEST

START_TEST(a_failing_stream_is_noticed)
{
    for (const struct format *format = formats; format->name; format++) {
        FILE *full = fopen("/dev/full", "w");
        ck_assert_ptr_nonnull(full);
        setvbuf(full, NULL, _IONBF, 0);
        ck_assert(!run_write(full, format, &report, &base, RUN_STATS_NONE));
        fclose(full);
    }
}
END_TEST

START_TEST(equal_notes_are_written_once)
{
    report.rows[0] = report.rows[1];
    report.rows[2] = report.rows[1];
    char *text = written("table", RUN_STATS_NONE);
    char *first = strstr(text, "    unknown: how");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "    unknown: how"));
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("format");
    TCase *tests = tcase_create("format");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, formats_are_found_by_name);
    tcase_add_test(tests, columns_are_the_contract);
    tcase_add_test(tests, a_table_for_people);
    tcase_add_test(tests, the_heading_follows_the_first_row);
    tcase_add_test(tests, a_table_keeps_to_80_columns);
    tcase_add_test(tests, csv_by_rfc_4180);
    tcase_add_test(tests, json_is_one_object);
    tcase_add_test(tests, json_holds_the_resolved_config);
    tcase_add_test(tests, no_rows_are_no_trouble);
    tcase_add_test(tests, numbers_that_are_none_never_appear);
    tcase_add_test(tests, an_unknown_speedup_is_shown_as_such);
    tcase_add_test(tests, a_failing_stream_is_noticed);
    tcase_add_test(tests, equal_notes_are_written_once);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
