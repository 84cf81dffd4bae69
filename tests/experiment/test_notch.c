/* The shape of the notch, and what must not depend on it. */
#include "tests/check_main.h"
#include "tests/experiment/machine.h"
#include <math.h>

static double gbps(const char *const *settings, size_t count, int64_t lines)
{
    struct machine_load load = {.lines = (uint64_t)lines, .tasks = 1, .cores = 16};
    return machine_run(settings, count, load).throughput_gbps;
}

START_TEST(test_recovery_at_256_lines_on_both_sides)
{
    enum { STEP = 32, RECOVERY = 256, END = 384 };
    for (int side = -1; side <= 1; side += 2) {
        double plateau = gbps(NULL, 0, LAP_LINES + side * 2 * END);
        double before = gbps(NULL, 0, LAP_LINES);
        ck_assert_double_lt(before, 0.45 * plateau);
        for (int x = STEP; x <= END; x += STEP) {
            double here = gbps(NULL, 0, LAP_LINES + side * x);
            if (x <= RECOVERY)
                ck_assert_msg(here > before, "x = %d: %.2f after %.2f GB/s", side * x, here,
                              before);
            if (x >= RECOVERY)
                ck_assert_msg(fabs(here / plateau - 1) < 0.02, "x = %d: %.2f of %.2f GB/s",
                              side * x, here, plateau);
            else
                ck_assert_msg(here < 0.98 * plateau, "x = %d has recovered already", side * x);
            before = here;
        }
    }
}
END_TEST

START_TEST(test_latency_is_flat_from_1_to_16_cores)
{
    const uint64_t lines[] = {2016 * 8, 2048 * 8};
    for (int i = 0; i < 2; i++) {
        int64_t least = INT64_MAX, most = 0;
        for (uint32_t cores = 1; cores <= 16; cores++) {
            struct machine_load load = {.lines = lines[i], .tasks = 1, .cores = cores};
            int64_t time = machine_run(NULL, 0, load).time_ps;
            least = time < least ? time : least;
            most = time > most ? time : most;
        }
        ck_assert_msg((double)most <= 1.10 * (double)least, "%.1f to %.1f us", (double)least / 1e6,
                      (double)most / 1e6);
    }
}
END_TEST

/* Fixed costs taken off, the memory is the limit: 102.4 GB/s less refresh. */
START_TEST(test_credit_512_runs_into_the_memory)
{
    const char *settings[] = {"ring.hypothesis=epoch", "ring.credit_max=512", "ane.dispatch=0us",
                              "ane.task_overhead=0us"};
    double rate = gbps(settings, 4, 4 * LAP_LINES);
    ck_assert_msg(rate >= 90 && rate <= 98, "%.2f GB/s", rate);
}
END_TEST

START_TEST(test_live_latch_cannot_collapse)
{
    const char *settings[] = {"ring.latch=live"};
    double off = gbps(settings, 1, LAP_LINES - 512);
    ck_assert_double_ge(gbps(settings, 1, LAP_LINES), 0.97 * off);
}
END_TEST

START_TEST(test_modulo_starves_on_the_right_flank_only)
{
    const char *settings[] = {"ring.hypothesis=modulo"};
    double plateau = gbps(settings, 1, LAP_LINES - 512);
    ck_assert_double_lt(gbps(settings, 1, LAP_LINES), 0.45 * plateau);
    ck_assert_double_lt(gbps(settings, 1, LAP_LINES + 64), 0.7 * plateau);
    ck_assert_double_ge(gbps(settings, 1, LAP_LINES - 1), 0.97 * plateau);
    ck_assert_double_ge(gbps(settings, 1, LAP_LINES - 64), 0.97 * plateau);
}
END_TEST

START_TEST(test_epoch_never_collapses)
{
    const char *settings[] = {"ring.hypothesis=epoch"};
    double off = gbps(settings, 1, LAP_LINES - 512);
    for (int k = 1; k <= 2; k++)
        ck_assert_double_ge(gbps(settings, 1, k * LAP_LINES), 0.97 * off);
}
END_TEST

START_TEST(test_without_hash_equal_strides_thrash)
{
    const char *settings[] = {"dram.hash=off", "ring.hypothesis=epoch"};
    double hashed = gbps(settings + 1, 1, LAP_LINES);
    double plain = gbps(settings, 2, LAP_LINES);
    ck_assert_msg(plain < 0.8 * hashed, "%.2f of %.2f GB/s", plain, hashed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("notch");
    TCase *tests = tcase_create("notch");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_recovery_at_256_lines_on_both_sides);
    tcase_add_test(tests, test_latency_is_flat_from_1_to_16_cores);
    tcase_add_test(tests, test_credit_512_runs_into_the_memory);
    tcase_add_test(tests, test_live_latch_cannot_collapse);
    tcase_add_test(tests, test_modulo_starves_on_the_right_flank_only);
    tcase_add_test(tests, test_epoch_never_collapses);
    tcase_add_test(tests, test_without_hash_equal_strides_thrash);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
