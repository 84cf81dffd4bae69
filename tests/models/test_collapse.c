/* What the hypotheses do to a whole chip, and what limits it when healthy. */
#include "tests/models/chip_params.h"

/* GB/s while streaming, of four cores. */
static double streaming_gbps(struct chip_params params, int hypothesis, int latch, int64_t x)
{
    params.ane.cores = 4;
    params.core.ring.hypothesis = hypothesis;
    params.core.ring.latch = latch;
    struct chip_result result = chip_test_equal(&params, 1, (uint64_t)(0x4000 + x));
    sim_time fixed = params.ane.dispatch_ps + params.ane.task_overhead_ps;
    return (double)result.lines * LINE_BYTES * 1000 / (double)(result.time_ps - fixed);
}

/* Four demand lines of 64 bytes in 210 ns on each of four cores are 4.9 GB/s;
 * with 256 credits in 5.5 us another 11.9. */
static bool collapses(int hypothesis, int latch, int64_t x)
{
    double gbps = streaming_gbps(chip_test_params(), hypothesis, latch, x);
    if (gbps < 4 || (gbps > 6 && gbps < 15.5) || gbps > 18)
        ck_abort_msg("%s, latch %d, x = %d: %.2f GB/s is neither",
                     ring_hypotheses[hypothesis]->name, latch, (int)x, gbps);
    return gbps < 6;
}

START_TEST(folded_taken_by_task_or_lap_collapses_on_both_sides)
{
    int latch = _i ? RING_LATCH_LAP : RING_LATCH_TASK;
    for (int64_t x = -8; x <= 8; x += 8)
        ck_assert(collapses(RING_folded, latch, x));
    ck_assert(!collapses(RING_folded, latch, -256));
    ck_assert(!collapses(RING_folded, latch, 256));
}
END_TEST

START_TEST(taken_live_nothing_collapses)
{
    for (int64_t x = -8; x <= 8; x += 8) {
        ck_assert(!collapses(RING_folded, RING_LATCH_LIVE, x));
        ck_assert(!collapses(RING_modulo, RING_LATCH_LIVE, x));
    }
}
END_TEST

START_TEST(modulo_collapses_above_but_not_below)
{
    ck_assert(collapses(RING_modulo, RING_LATCH_TASK, 0));
    ck_assert(collapses(RING_modulo, RING_LATCH_TASK, 8));
    ck_assert(!collapses(RING_modulo, RING_LATCH_TASK, -1));
    ck_assert(!collapses(RING_modulo, RING_LATCH_TASK, -8));
}
END_TEST

START_TEST(epoch_never_collapses_and_none_always)
{
    for (int64_t x = -8; x <= 8; x += 8) {
        ck_assert(!collapses(RING_epoch, RING_LATCH_TASK, x));
        ck_assert(collapses(RING_none, RING_LATCH_TASK, x));
    }
    ck_assert(collapses(RING_none, RING_LATCH_TASK, 4096));
}
END_TEST

/* ---- what limits a healthy chip */

START_TEST(cores_limit_the_healthy_rate_and_dram_the_doubled_credit)
{
    struct chip_params params = chip_test_params();
    sim_time sixteen = chip_test_equal(&params, 1, 0x2000).time_ps;
    params.ane.cores = 1;
    sim_time one = chip_test_equal(&params, 1, 0x2000).time_ps;
    sim_time fixed = params.ane.dispatch_ps + params.ane.task_overhead_ps;
    ck_assert_int_lt(sixteen - fixed, (one - fixed) * 108 / 100);
    params = chip_test_params();
    params.core.ring.credit_max = 512;
    struct chip_result result = chip_test_equal(&params, 1, 0x6000);
    double gbps = (double)result.lines * LINE_BYTES * 1000 / (double)(result.time_ps - fixed);
    ck_assert_double_gt(gbps, 88);
    ck_assert_double_lt(gbps, 98);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("collapse");
    TCase *tests = tcase_create("collapse");
    tcase_add_loop_test(tests, folded_taken_by_task_or_lap_collapses_on_both_sides, 0, 2);
    tcase_add_test(tests, taken_live_nothing_collapses);
    tcase_add_test(tests, modulo_collapses_above_but_not_below);
    tcase_add_test(tests, epoch_never_collapses_and_none_always);
    tcase_add_test(tests, cores_limit_the_healthy_rate_and_dram_the_doubled_credit);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
