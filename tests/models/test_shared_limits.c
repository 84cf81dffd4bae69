/* kdma.scope = shared: one pool of demand lines and credits for all cores. */
#include "tests/experiment/evidence_lab.h"

enum { CORES = 16 };

/* Time of D = `d`, N = 4096 on some of the cores, in us. */
static double time_us(const char *scope, const char *hypothesis, int64_t d, int64_t cores)
{
    const char *const settings[] = {scope, hypothesis, NULL};
    struct diagnostics errors = {0};
    struct lab lab;
    m3_lab(&lab, settings, &errors);
    struct batch_job job = lab_layer(&lab, d, 4096, 1);
    job.setup.workload.cores = cores;
    bool done = lab_run(&lab, &job, 1);
    diagnostics_print(&errors, stderr);
    ck_assert(done);
    lab_free(&lab);
    return job.time_us;
}

static const char *const folded = "ring.hypothesis=folded";
static const char *const none = "ring.hypothesis=none";

START_TEST(with_all_cores_at_work_sharing_changes_little)
{
    double own = time_us("kdma.scope=core", folded, 512, CORES);
    double shared = time_us("kdma.scope=shared", folded, 512, CORES);
    ck_assert_double_eq_tol(shared / own, 1, 0.03);
    own = time_us("kdma.scope=core", none, 256, CORES);
    shared = time_us("kdma.scope=shared", none, 256, CORES);
    ck_assert_double_eq_tol(shared / own, 1, 0.03);
}
END_TEST

START_TEST(alone_a_core_has_the_whole_pool)
{
    double own = time_us("kdma.scope=core", none, 512, 1);
    double shared = time_us("kdma.scope=shared", none, 512, 1);
    ck_assert_double_lt(shared, own / 1.5);
    double all = time_us("kdma.scope=shared", none, 512, CORES);
    ck_assert_double_lt(shared, all / 1.5);
}
END_TEST

START_TEST(tasks_follow_each_other)
{
    struct diagnostics errors = {0};
    const char *const settings[] = {"kdma.scope=shared", NULL};
    struct lab lab;
    m3_lab(&lab, settings, &errors);
    struct batch_job jobs[2] = {lab_layer(&lab, 256, 4096, 1), lab_layer(&lab, 256, 4096, 4)};
    ck_assert(lab_run(&lab, jobs, 2));
    ck_assert_double_gt(jobs[1].time_us, jobs[0].time_us);
    ck_assert_double_lt(jobs[1].time_us, jobs[0].time_us * 1.5);
    lab_free(&lab);
}
END_TEST

START_TEST(a_pool_must_fit)
{
    struct setup setup;
    struct diagnostics errors = {0};
    const char *const settings[] = {"kdma.scope=shared", NULL};
    m3_setup(&setup, settings);
    ck_assert(chip_params_check(&setup.chip, &errors));
    setup.chip.core.kdma.demand_lines = 5;
    setup.chip.core.ring.credit_max = 257;
    ck_assert(!chip_params_check(&setup.chip, &errors));
    ck_assert_uint_eq(errors.count, 2);
    setup.chip.core.kdma.scope = KDMA_SCOPE_CORE;
    ck_assert(chip_params_check(&setup.chip, &errors));
    diagnostics_free(&errors);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shared limits");
    TCase *tests = tcase_create("shared limits");
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, with_all_cores_at_work_sharing_changes_little);
    tcase_add_test(tests, alone_a_core_has_the_whole_pool);
    tcase_add_test(tests, tasks_follow_each_other);
    tcase_add_test(tests, a_pool_must_fit);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
