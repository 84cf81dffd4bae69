#include "sim/experiment/batch.h"

#include "tests/experiment/evidence_lab.h"

enum { JOBS = 24, DIFFERENT = 8 };

static struct setup base;

static void setup(void)
{
    m3_setup(&base, NULL);
    base.workload.cout = 64;
}

/* Eight different layers, three times over. */
static void fill(struct batch_job *jobs)
{
    memset(jobs, 0, JOBS * sizeof *jobs);
    for (int i = 0; i < JOBS; i++) {
        jobs[i].setup = base;
        jobs[i].setup.workload.cin = 256 + 64 * (i % DIFFERENT);
    }
}

struct seen {
    size_t calls;
    size_t done;
    size_t total;
};

static void count(void *context, size_t done, size_t total)
{
    struct seen *seen = context;
    seen->calls++;
    ck_assert_uint_eq(done, seen->done + 1);
    seen->done = done;
    seen->total = total;
}

START_TEST(results_do_not_depend_on_threads)
{
    static struct batch_job one[JOBS], many[JOBS];
    struct diagnostics errors = {0};
    fill(one);
    fill(many);
    ck_assert(batch_run(one, JOBS, 1, NULL, NULL, &errors));
    ck_assert(batch_run(many, JOBS, 5, NULL, NULL, &errors));
    for (int i = 0; i < JOBS; i++) {
        ck_assert(one[i].known && many[i].known);
        ck_assert_double_eq(one[i].time_us, many[i].time_us);
        ck_assert_double_eq(one[i].throughput_gbps, many[i].throughput_gbps);
        ck_assert_int_eq(one[i].workload.lines_per_core, many[i].workload.lines_per_core);
        ck_assert_int_eq(one[i].credit_lines, one[i].workload.lines_per_core); /* k = 0 */
        ck_assert_double_eq(one[i].time_us, one[i % DIFFERENT].time_us);
    }
    ck_assert_double_gt(one[1].time_us, one[0].time_us);
    ck_assert(diagnostics_empty(&errors));
}
END_TEST

START_TEST(equal_jobs_are_run_once)
{
    static struct batch_job jobs[JOBS];
    struct diagnostics errors = {0};
    struct seen seen = {0};
    fill(jobs);
    ck_assert(batch_run(jobs, JOBS, 3, count, &seen, &errors));
    ck_assert_uint_eq(seen.calls, DIFFERENT);
    ck_assert_uint_eq(seen.total, DIFFERENT);
}
END_TEST

START_TEST(no_job_is_no_work)
{
    struct diagnostics errors = {0};
    ck_assert(batch_run(NULL, 0, 0, NULL, NULL, &errors));
    ck_assert(diagnostics_empty(&errors));
}
END_TEST

START_TEST(what_is_not_known_says_why)
{
    static struct batch_job jobs[JOBS];
    struct diagnostics errors = {0};
    fill(jobs);
    jobs[3].setup.workload.groups = 2;
    jobs[5].setup.workload.groups = 2;
    ck_assert(batch_run(jobs, JOBS, 2, NULL, NULL, &errors));
    ck_assert(!jobs[3].known);
    ck_assert(!jobs[5].known);
    ck_assert_ptr_nonnull(strstr(jobs[5].message, "grouped convolution"));
    ck_assert(jobs[4].known);
}
END_TEST

START_TEST(bad_input_is_reported_once_and_in_order)
{
    static struct batch_job jobs[JOBS];
    struct diagnostics errors = {0};
    fill(jobs);
    jobs[7].setup.workload.cores = jobs[15].setup.workload.cores = 17;
    jobs[2].setup.workload.split = 4000;
    ck_assert(!batch_run(jobs, JOBS, 4, NULL, NULL, &errors));
    ck_assert_uint_eq(errors.count, 2);
    ck_assert_ptr_nonnull(strstr(errors.items[0].message, "workload.split"));
    ck_assert_ptr_nonnull(strstr(errors.items[1].message, "workload.cores"));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    ck_assert(jobs[0].known && !jobs[7].known && !jobs[15].known);
    diagnostics_free(&errors);
}
END_TEST

START_TEST(setups_are_equal_when_their_keys_are)
{
    struct setup other;
    memset(&other, 0xA5, sizeof other); /* what lies behind a text does not count */
    m3_setup(&other, NULL);
    other.workload.cout = 64;
    ck_assert(setup_equal(&base, &other));
    ck_assert_uint_eq(setup_hash(&base), setup_hash(&other));
    other.chip.core.kdma.scope = KDMA_SCOPE_SHARED;
    ck_assert(!setup_equal(&base, &other));
    ck_assert_uint_ne(setup_hash(&base), setup_hash(&other));
    other = base;
    snprintf(other.chip.dram.mapping, sizeof other.chip.dram.mapping, "%s", "row-bank");
    ck_assert(!setup_equal(&base, &other));
    ck_assert_uint_ne(setup_hash(&base), setup_hash(&other));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch");
    TCase *tests = tcase_create("batch");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, results_do_not_depend_on_threads);
    tcase_add_test(tests, equal_jobs_are_run_once);
    tcase_add_test(tests, no_job_is_no_work);
    tcase_add_test(tests, what_is_not_known_says_why);
    tcase_add_test(tests, bad_input_is_reported_once_and_in_order);
    tcase_add_test(tests, setups_are_equal_when_their_keys_are);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
