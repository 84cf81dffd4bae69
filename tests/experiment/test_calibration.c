/* configs/m3.ini against the published numbers it was fitted to, and against
 * those it was not.  Source: E. Yoon, 2026-08-10; fp16, N = 4096, 16 cores. */
#include "tests/check_main.h"
#include "tests/experiment/machine.h"
#include <math.h>
#include <stdio.h>

struct published {
    uint32_t cin;
    uint32_t tasks;
    double gbps;
};

static const struct published fitted[] = {
    {2048, 1, 17.3}, {4096, 1, 18.4}, {8192, 1, 18.8}, {12288, 1, 19.0},  {16384, 1, 19.1},
    {2048, 2, 43.5}, {4096, 4, 52.1}, {8192, 8, 57.8}, {12288, 12, 59.8}, {16384, 16, 60.5},
};

/* Tolerance 6 %; never used for calibration. */
static const struct published predicted[] = {
    {2016, 1, 44.505062}, {2048, 1, 16.930761}, {2048, 1, 17.25},
    {2048, 2, 45.52},     {2048, 4, 44.83},
};

/* 4096 kernels on 16 cores: 256 x cin x 2 bytes per core, 8 lines a channel. */
static double error_of(const struct published *row)
{
    struct machine_load load = {.lines = row->cin * 8, .tasks = row->tasks, .cores = 16};
    double error = machine_run(NULL, 0, load).throughput_gbps / row->gbps - 1;
    printf("D=%u in %u: published %.2f GB/s, error %+.2f %%\n", row->cin, row->tasks, row->gbps,
           error * 100);
    return fabs(error);
}

START_TEST(test_fit_rows)
{
    enum { ROWS = sizeof fitted / sizeof fitted[0] };
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
        double error = error_of(&fitted[i]);
        ck_assert_double_le(error, 0.05);
        sum += error;
    }
    ck_assert_double_le(sum / ROWS, 0.025);
}
END_TEST

START_TEST(test_predict_rows)
{
    for (size_t i = 0; i < sizeof predicted / sizeof predicted[0]; i++)
        ck_assert_double_le(error_of(&predicted[i]), 0.06);
}
END_TEST

START_TEST(test_splitting_the_control_gains_nothing)
{
    struct machine_load whole = {.lines = 2016 * 8, .tasks = 1, .cores = 16};
    struct machine_load split = {.lines = 2016 * 8, .tasks = 2, .cores = 16};
    double gain =
        machine_run(NULL, 0, split).throughput_gbps / machine_run(NULL, 0, whole).throughput_gbps;
    ck_assert_double_le(fabs(gain - 1), 0.06);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("calibration");
    TCase *tests = tcase_create("rows");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_fit_rows);
    tcase_add_test(tests, test_predict_rows);
    tcase_add_test(tests, test_splitting_the_control_gains_nothing);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
