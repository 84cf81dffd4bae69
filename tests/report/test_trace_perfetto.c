/* The JSON by the rules of the trace-event format. */
#include <jansson.h>

#include "sim/experiment/simulate.h"
#include "tests/report/traced.h"

enum { PROCESSES = 3, THREADS = 129, DEPTH_MAX = 2 };

static const struct trace_window whole = {0, SIM_NEVER - 1, UINT64_MAX};

/* What the events of a file have in common and in total. */
struct reading {
    size_t begins, ends, counters, threads_named, processes_named;
    double last;
    double first;
    int depth[PROCESSES][THREADS];
    size_t slices[PROCESSES][THREADS];
};

static json_int_t integer(json_t *event, const char *key)
{
    json_t *value = json_object_get(event, key);
    if (!json_is_integer(value))
        ck_abort_msg("no integer '%s'", key);
    return json_integer_value(value);
}

static void read_metadata(struct reading *reading, json_t *event, const char *name)
{
    json_t *arguments = json_object_get(event, "args");
    ck_assert(json_is_object(arguments));
    if (strcmp(name, "process_name") == 0)
        reading->processes_named++;
    else if (strcmp(name, "thread_name") == 0)
        reading->threads_named++;
    else
        ck_assert_str_eq(name, "thread_sort_index");
}

static void read_slice(struct reading *reading, json_t *event, bool begins)
{
    int *depth = &reading->depth[integer(event, "pid")][integer(event, "tid")];
    if (begins) {
        reading->begins++;
        reading->slices[integer(event, "pid")][integer(event, "tid")]++;
        if (++*depth > DEPTH_MAX)
            ck_abort_msg("slices nested too deep");
    } else {
        reading->ends++;
        if (--*depth < 0)
            ck_abort_msg("an end without a begin");
    }
}

static void read_event(struct reading *reading, json_t *event)
{
    const char *phase = json_string_value(json_object_get(event, "ph"));
    const char *name = json_string_value(json_object_get(event, "name"));
    json_t *stamp = json_object_get(event, "ts");
    if (!phase || !phase[0] || phase[1] || (!name && phase[0] != 'E'))
        ck_abort_msg("no phase or no name");
    if (integer(event, "pid") < 1 || integer(event, "pid") >= PROCESSES)
        ck_abort_msg("an unknown process");
    if (phase[0] == 'M') {
        read_metadata(reading, event, name);
        return;
    }
    if (!json_is_real(stamp) || json_real_value(stamp) < reading->last)
        ck_abort_msg("no time, or out of order");
    if (reading->begins + reading->counters == 0)
        reading->first = json_real_value(stamp);
    reading->last = json_real_value(stamp);
    if (phase[0] == 'C') {
        reading->counters++;
        integer(json_object_get(event, "args"), "lines");
    } else {
        ck_assert(phase[0] == 'B' || phase[0] == 'E');
        read_slice(reading, event, phase[0] == 'B');
    }
}

static struct reading read_text(const char *text)
{
    struct reading reading = {0};
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        ck_abort_msg("line %d: %s", error.line, error.text);
    ck_assert_str_eq(json_string_value(json_object_get(root, "displayTimeUnit")), "ns");
    ck_assert(json_is_object(json_object_get(root, "otherData")));
    json_t *events = json_object_get(root, "traceEvents");
    ck_assert(json_is_array(events));
    for (size_t i = 0; i < json_array_size(events); i++)
        read_event(&reading, json_array_get(events, i));
    ck_assert_uint_eq(reading.begins, reading.ends);
    ck_assert_uint_eq(reading.processes_named, 2);
    json_decref(root);
    return reading;
}

static char *simulated(const struct trace_window *window, uint64_t limit, sim_time *stopped)
{
    struct traced traced;
    struct diagnostics errors = {0};
    static struct simulation simulation;
    traced_begin(&traced, &trace_perfetto, *window, limit);
    traced.setup.workload.cin = 128;
    traced.setup.workload.split = 2;
    ck_assert(simulate(&traced.setup, &traced.trace.observer, &simulation, &errors));
    ck_assert_int_eq(simulation.status, WORKLOAD_OK);
    char *text = traced_end(&traced, simulation.result.time_ps);
    *stopped = traced.output.stopped;
    ck_assert_uint_eq(strlen(text), traced.output.file.bytes);
    return text;
}

START_TEST(a_whole_program)
{
    sim_time stopped;
    char *text = simulated(&whole, UINT64_MAX, &stopped);
    struct reading reading = read_text(text);
    ck_assert_uint_eq(reading.threads_named, 2 + 2);
    ck_assert_int_eq(stopped, SIM_NEVER);
    ck_assert_uint_gt(reading.slices[1][1], 100);
    ck_assert_uint_gt(reading.slices[1][2], 100);
    ck_assert_uint_gt(reading.slices[2][1], 100);
    ck_assert_uint_gt(reading.slices[2][2], 1);
    ck_assert_uint_gt(reading.counters, 1000);
    ck_assert_ptr_nonnull(strstr(text, "\"name\":\"task 2\"}"));
    ck_assert_ptr_null(strstr(text, "\"name\":\"task 3\"}"));
    ck_assert_ptr_null(strstr(text, "\"name\":\"dispatch\"}"));
    free(text);
}
END_TEST

START_TEST(a_window_opens_what_is_under_way)
{
    sim_time stopped;
    struct trace_window window = {112 * PS_PER_US, 113 * PS_PER_US, 2};
    char *text = simulated(&window, UINT64_MAX, &stopped);
    struct reading reading = read_text(text);
    ck_assert_uint_eq(reading.threads_named, 1 + 2);
    ck_assert_uint_eq(reading.slices[1][1], 0);
    ck_assert_uint_gt(reading.slices[1][2], 1);
    ck_assert(reading.first == 112);
    ck_assert(reading.last == 113);
    ck_assert_ptr_nonnull(strstr(text, "\"ts\":112.000000,\"tid\":2,\"name\":\"task 1\"}"));
    free(text);
}
END_TEST

START_TEST(a_limit_leaves_valid_json)
{
    sim_time stopped;
    char *text = simulated(&whole, TRACE_LIMIT_BYTES_MIN, &stopped);
    struct reading reading = read_text(text);
    ck_assert_int_lt(stopped, SIM_NEVER);
    ck_assert_uint_le(strlen(text), TRACE_LIMIT_BYTES_MIN);
    ck_assert_uint_gt(strlen(text), TRACE_LIMIT_BYTES_MIN - TRACE_TAIL_BYTES_MAX - 4096);
    ck_assert(reading.last <= (double)stopped / PS_PER_US);
    free(text);
}
END_TEST

/* All that can be under way at once, on the largest machine. */
START_TEST(the_largest_end_fits_what_is_kept_for_it)
{
    struct traced traced;
    traced_begin(&traced, &trace_perfetto, whole, TRACE_LIMIT_BYTES_MIN);
    traced.setup.chip.ane.cores = ANE_CORES_MAX;
    traced.setup.chip.dram.channels = DRAM_CHANNELS_MAX;
    sim_time late = 900 * INT64_C(1000000) * PS_PER_US;
    traced.clock = late;
    for (uint32_t i = 0; i < ANE_CORES_MAX; i++) {
        traced_report(&traced, late, i, KDMA_SIGNAL_TASK_BEGIN, 7);
        traced_report(&traced, late, i, DRAM_SIGNAL_BURST, PS_PER_US);
        traced_report(&traced, late, i, DRAM_SIGNAL_REFRESH, PS_PER_US);
    }
    for (int64_t i = 1; i < 10000; i++)
        traced_report(&traced, late + i, 0, DRAM_SIGNAL_QUEUE, i);
    char *text = traced_end(&traced, late + 2 * PS_PER_US);
    struct reading reading = read_text(text);
    ck_assert_int_lt(traced.output.stopped, SIM_NEVER);
    ck_assert_uint_eq(reading.begins, 2 * ANE_CORES_MAX + 2 * DRAM_CHANNELS_MAX);
    ck_assert_uint_le(strlen(text), TRACE_LIMIT_BYTES_MIN);
    free(text);
}
END_TEST

START_TEST(texts_are_quoted)
{
    struct traced traced;
    traced_begin(&traced, &trace_perfetto, whole, UINT64_MAX);
    strcpy(traced.setup.chip.ane.name, "a \"b\" \\ \xC3\xA9");
    char *text = traced_end(&traced, 5);
    json_t *root = json_loads(text, 0, NULL);
    ck_assert_ptr_nonnull(root);
    json_t *name = json_object_get(json_object_get(root, "otherData"), "ane.name");
    ck_assert_str_eq(json_string_value(name), "a \"b\" \\ \xC3\xA9");
    json_decref(root);
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace as trace events");
    TCase *tests = tcase_create("perfetto");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_whole_program);
    tcase_add_test(tests, a_window_opens_what_is_under_way);
    tcase_add_test(tests, a_limit_leaves_valid_json);
    tcase_add_test(tests, the_largest_end_fits_what_is_kept_for_it);
    tcase_add_test(tests, texts_are_quoted);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
