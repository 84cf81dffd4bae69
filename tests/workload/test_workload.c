/* From a layer to a program: what each core streams in each task. */
#include <string.h>

#include "sim/workload/workload.h"
#include "tests/check_main.h"

enum { CORES = 16 };

static struct program program;
static struct workload_summary summary;
static char message[WORKLOAD_MESSAGE_BYTES];

/* 1 MiB per core in one task: 256 kernels of 2048 weights of 2 bytes. */
static struct workload_params layer(void)
{
    return (struct workload_params){
        .cin = 2048, .cout = 4096, .kernel = 1, .bits = 16, .groups = 1, .split = 1, .cores = 16};
}

static void build(const struct workload_params *params)
{
    if (workload_build(params, CORES, &program, &summary, message) != WORKLOAD_OK)
        ck_abort_msg("%s", message);
}

static void expect_lines(uint32_t task, uint32_t core, uint64_t lines)
{
    ck_assert_uint_eq(program_transfer(&program, task, core)->lines, lines);
}

START_TEST(a_layer_is_one_task_with_its_cores_side_by_side)
{
    struct workload_params params = layer();
    build(&params);
    ck_assert_uint_eq(program.task_count, 1);
    for (uint32_t core = 0; core < CORES; core++) {
        expect_lines(0, core, 0x4000);
        ck_assert_uint_eq(program_transfer(&program, 0, core)->start_line, core * 0x4000);
    }
    ck_assert_int_eq(summary.bytes_per_core, 1 << 20);
    ck_assert_int_eq(summary.bytes_total, 16 << 20);
    ck_assert_int_eq(summary.lines_per_core, 0x4000);
    program_free(&program);
}
END_TEST

START_TEST(an_uneven_cout_is_rounded_up_or_balanced)
{
    struct workload_params params = layer();
    params.cout = 17;
    build(&params);
    expect_lines(0, 0, 128);
    expect_lines(0, 15, 128);
    ck_assert_int_eq(summary.bytes_total, 16 * 2 * 4096);
    program_free(&program);
    params.partition = PARTITION_BALANCED;
    build(&params);
    expect_lines(0, 0, 128);
    expect_lines(0, 15, 64);
    ck_assert_int_eq(summary.bytes_total, 17 * 4096);
    program_free(&program);
}
END_TEST

START_TEST(a_split_cuts_along_cin_or_cout_the_larger_first)
{
    struct workload_params params = layer();
    params.split = 3;
    build(&params);
    ck_assert_uint_eq(program.task_count, 3);
    expect_lines(0, 0, 683 * 8);
    expect_lines(1, 0, 683 * 8);
    expect_lines(2, 0, 682 * 8);
    ck_assert_int_eq(summary.bytes_per_core, 1 << 20);
    ck_assert_int_eq(summary.lines_total, 0x4000);
    program_free(&program);
    params.axis = AXIS_COUT; /* 1366, 1365, 1365 kernels: 86 a core, rounded up */
    build(&params);
    for (uint32_t task = 0; task < 3; task++)
        expect_lines(task, 0, 86 * 64);
    ck_assert_int_eq(summary.bytes_per_core, 3 * 86 * 4096);
    program_free(&program);
}
END_TEST

START_TEST(kernels_and_bits_scale_the_bytes)
{
    struct workload_params params = layer();
    params.kernel = 9;
    params.bits = 4;
    build(&params);
    ck_assert_int_eq(summary.bytes_per_core, (9 << 20) / 4);
    program_free(&program);
    params = layer();
    params.cin = 3;
    params.cout = 1;
    params.bits = 1; /* 3 bits: a byte, a line */
    build(&params);
    ck_assert_int_eq(summary.bytes_per_core, 1);
    expect_lines(0, 0, 1);
    program_free(&program);
}
END_TEST

/* Padding is no use, and what is left out is not streamed. */
START_TEST(only_the_layers_own_bytes_that_move_count)
{
    struct workload_params params = layer();
    params.pad_lines = 100;
    build(&params);
    expect_lines(0, 0, 0x4000 + 100);
    ck_assert_int_eq(summary.bytes_total, 16 << 20);
    program_free(&program);
    params.pad_lines = -0x3000;
    build(&params);
    expect_lines(0, 0, 0x1000);
    ck_assert_int_eq(summary.bytes_total, 4 << 20);
    program_free(&program);
}
END_TEST

START_TEST(fewer_cores_keep_their_shares_and_places)
{
    struct workload_params params = layer();
    params.cores = 3;
    params.split = 2;
    build(&params);
    expect_lines(0, 2, 0x2000);
    expect_lines(0, 3, 0);
    ck_assert_uint_eq(program_transfer(&program, 1, 0)->start_line, 16 * 0x2000);
    ck_assert_int_eq(summary.bytes_total, 3 << 20);
    program_free(&program);
}
END_TEST

static void expect_refusal(struct workload_params params, enum workload_status status,
                           const char *word)
{
    ck_assert_int_eq(workload_build(&params, CORES, &program, &summary, message), status);
    if (!strstr(message, word))
        ck_abort_msg("no '%s' in: %s", word, message);
}

START_TEST(what_cannot_be_answered_is_refused)
{
    struct workload_params params = layer();
    params.groups = 2;
    expect_refusal(params, WORKLOAD_UNKNOWN, "grouped");
    params = layer();
    params.trim_cin = 2048;
    expect_refusal(params, WORKLOAD_UNKNOWN, "trim_cin");
    params = layer();
    params.cores = 17;
    expect_refusal(params, WORKLOAD_BAD_INPUT, "workload.cores = 17");
    params = layer();
    params.split = 2049;
    expect_refusal(params, WORKLOAD_BAD_INPUT, "along cin");
    params.axis = AXIS_COUT;
    params.split = 4097;
    expect_refusal(params, WORKLOAD_BAD_INPUT, "along cout");
    params = layer();
    params.pad_lines = -0x4000;
    expect_refusal(params, WORKLOAD_BAD_INPUT, "without any line");
    params.pad_lines = INT64_C(1) << 20;
    params.split = 2048;
    expect_refusal(params, WORKLOAD_BAD_INPUT, "less of either");
}
END_TEST

START_TEST(sizes_beyond_reason_do_not_overflow)
{
    struct workload_params params = layer();
    params.cin = params.cout = 1 << 20;
    expect_refusal(params, WORKLOAD_BAD_INPUT, "1 GiB per core");
    params.kernel = 1 << 16;
    params.bits = 64;
    expect_refusal(params, WORKLOAD_BAD_INPUT, "1 GiB per core");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workload");
    TCase *tests = tcase_create("program");
    tcase_add_test(tests, a_layer_is_one_task_with_its_cores_side_by_side);
    tcase_add_test(tests, an_uneven_cout_is_rounded_up_or_balanced);
    tcase_add_test(tests, a_split_cuts_along_cin_or_cout_the_larger_first);
    tcase_add_test(tests, kernels_and_bits_scale_the_bytes);
    tcase_add_test(tests, only_the_layers_own_bytes_that_move_count);
    tcase_add_test(tests, fewer_cores_keep_their_shares_and_places);
    tcase_add_test(tests, what_cannot_be_answered_is_refused);
    tcase_add_test(tests, sizes_beyond_reason_do_not_overflow);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
