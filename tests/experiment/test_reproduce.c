/* The experiments see what they should see; and when the model is broken on
 * purpose, the rows that speak of what was broken fail. */
#include "sim/experiment/reproduce.h"

#include <math.h>

#include "tests/experiment/evidence_lab.h"

static struct evidence evidence;
static struct diagnostics errors;

static void setup(void)
{
    ck_assert(evidence_read(&evidence, "evidence/m3_report.csv", &errors));
}

static void teardown(void)
{
    evidence_free(&evidence);
}

/* Reproduces what `only` picks, on a chip with one setting changed. */
static void run(const char *only, const char *setting, struct reproduction *reproduction)
{
    const char *const settings[] = {setting, NULL};
    struct lab lab;
    m3_lab(&lab, settings, &errors);
    bool done = reproduce(&lab, &evidence, only, NULL, reproduction);
    diagnostics_print(&errors, stderr);
    ck_assert(done);
    lab_free(&lab);
}

static bool passes(const struct reproduction *reproduction, const char *id)
{
    for (size_t i = 0; i < reproduction->trial_count; i++)
        for (size_t row = 0; row < reproduction->trials[i].row_count; row++)
            if (strcmp(reproduction->trials[i].rows[row].id, id) == 0)
                return reproduction->trials[i].rows[row].passed;
    ck_abort_msg("no row %s", id);
    return false;
}

/* Of these rows, the chip with that setting fails those of `failing`. */
static void expect_failing(const char *only, const char *setting, const char *const *ids,
                           const char *failing)
{
    struct reproduction reproduction;
    run(only, setting, &reproduction);
    for (; *ids; ids++)
        ck_assert_msg(passes(&reproduction, *ids) == (strstr(failing, *ids) == NULL), "%s with %s",
                      *ids, setting ? setting : "nothing changed");
    ck_assert(reproduction.passed == (*failing == '\0'));
    reproduction_free(&reproduction);
}

static const char *const pair[] = {"notch.d2016", "notch.d2048", NULL};
static const char *const laps[] = {"laps.slope", "laps.recovery", NULL};

START_TEST(the_pair_is_reproduced)
{
    expect_failing("notch_pair", NULL, pair, "");
}
END_TEST

START_TEST(both_flanks_are_reproduced)
{
    expect_failing("laps", NULL, laps, "");
}
END_TEST

START_TEST(the_literal_sketch_fails_on_the_left_flank_only)
{
    expect_failing("notch_pair", "ring.hypothesis=modulo", pair, "");
    expect_failing("laps.recovery", "ring.hypothesis=modulo", laps + 1, "laps.recovery");
}
END_TEST

START_TEST(evaluated_live_there_is_no_notch)
{
    expect_failing("notch_pair", "ring.latch=live", pair, "notch.d2048");
    const char *const shape[] = {"const1mib", NULL};
    expect_failing("constant_bytes", "ring.latch=live", shape, "const1mib");
}
END_TEST

START_TEST(half_the_credit_is_too_slow_beside_the_notch)
{
    expect_failing("notch_pair", "ring.credit_max=128", pair, "notch.d2016");
}
END_TEST

START_TEST(a_pointer_of_15_bits_moves_the_notch)
{
    const char *const wavelength[] = {"fft.wavelength", NULL};
    const char *const models[] = {"llm.affected", NULL};
    expect_failing("notch_pair", "ring.pointer_bits=15", pair, "notch.d2048");
    expect_failing("fft", "ring.pointer_bits=15", wavelength, "fft.wavelength");
    expect_failing("fft", NULL, wavelength, "");
    expect_failing("llm.affected", NULL, models, "");
    expect_failing("llm.affected", "ring.pointer_bits=13", models, "llm.affected");
}
END_TEST

START_TEST(without_the_hash_equal_strides_collide)
{
    expect_failing("notch_pair", "dram.hash=off", pair, "notch.d2048");
}
END_TEST

/* A control that gains from splitting is none. */
START_TEST(a_control_in_the_notch_is_noticed)
{
    struct evidence own;
    struct reproduction reproduction;
    struct lab lab;
    evidence_of_text(&own,
                     "id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct,note\n"
                     "in,control,,2048,4096,2,speedup,ratio,1.0,predict,6,\n"
                     "beside,control,,2016,4096,2,speedup,ratio,1.0,predict,6,\n");
    m3_lab(&lab, NULL, &errors);
    ck_assert(reproduce(&lab, &own, NULL, NULL, &reproduction));
    ck_assert(!passes(&reproduction, "in"));
    ck_assert(passes(&reproduction, "beside"));
    ck_assert(!reproduction.passed);
    ck_assert_uint_eq(reproduction.counts[EVIDENCE_PREDICT].rows, 2);
    ck_assert_uint_eq(reproduction.counts[EVIDENCE_PREDICT].passed, 1);
    ck_assert_uint_eq(reproduction.counts[EVIDENCE_FIT].rows, 0);
    reproduction_free(&reproduction);
    lab_free(&lab);
    evidence_free(&own);
}
END_TEST

START_TEST(errors_and_tolerances)
{
    const struct evidence_row row = {.value = 50, .tolerance_pct = 4};
    ck_assert_double_eq_tol(evidence_error_pct(&row, 52), 4, 1e-12);
    ck_assert_double_eq_tol(evidence_error_pct(&row, 48), -4, 1e-12);
    ck_assert(evidence_allows(4, 4));
    ck_assert(evidence_allows(4, -4));
    ck_assert(!evidence_allows(4, 4.001));
    ck_assert(!evidence_allows(4, -4.001));
    ck_assert(evidence_allows(0, 0));
    ck_assert(!evidence_allows(4, NAN));
}
END_TEST

START_TEST(only_what_exists_can_be_asked_for)
{
    struct reproduction reproduction;
    struct lab lab;
    m3_lab(&lab, NULL, &errors);
    ck_assert(!reproduce(&lab, &evidence, "notch_piar", NULL, &reproduction));
    ck_assert_uint_eq(errors.count, 1);
    ck_assert_ptr_nonnull(strstr(errors.items[0].message, "did you mean 'notch_pair'?"));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    reproduction_free(&reproduction);
    lab_free(&lab);
    diagnostics_free(&errors);
}
END_TEST

/* The lab asks for each simulation once, over all experiments. */
static size_t simulated;

static void count(void *context, size_t done, size_t total)
{
    (void)context;
    (void)done;
    (void)total;
    simulated++;
}

START_TEST(what_has_been_simulated_is_not_simulated_again)
{
    struct lab lab;
    m3_lab(&lab, NULL, &errors);
    lab.progress = count;
    struct batch_job jobs[3] = {lab_layer(&lab, 64, 64, 1), lab_layer(&lab, 80, 64, 1),
                                lab_layer(&lab, 64, 64, 1)};
    ck_assert(lab_run(&lab, jobs, 3));
    ck_assert_uint_eq(simulated, 2);
    ck_assert_double_eq(jobs[0].time_us, jobs[2].time_us);
    struct batch_job again = lab_layer(&lab, 80, 64, 1);
    ck_assert(lab_run(&lab, &again, 1));
    ck_assert_uint_eq(simulated, 2);
    ck_assert_double_eq(again.time_us, jobs[1].time_us);

    lab_plan(&lab);
    struct batch_job planned = lab_layer(&lab, 96, 64, 1);
    ck_assert(lab_run(&lab, &planned, 1));
    ck_assert_uint_eq(simulated, 2);
    ck_assert(lab_run_planned(&lab));
    ck_assert_uint_eq(simulated, 3);
    planned = lab_layer(&lab, 96, 64, 1);
    ck_assert(lab_run(&lab, &planned, 1));
    ck_assert_uint_eq(simulated, 3);
    lab_free(&lab);
}
END_TEST

/* A transfer by lines is the layer with as many. */
START_TEST(lines_and_layers_agree)
{
    struct lab lab;
    m3_lab(&lab, NULL, &errors);
    struct batch_job jobs[2] = {lab_lines(&lab, 512), lab_layer(&lab, 64, 4096, 1)};
    ck_assert(lab_run(&lab, jobs, 2));
    ck_assert_int_eq(jobs[0].workload.lines_per_core, jobs[1].workload.lines_per_core);
    ck_assert_double_eq(jobs[0].time_us, jobs[1].time_us);
    lab_free(&lab);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reproduce");
    TCase *tests = tcase_create("reproduce");
    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_pair_is_reproduced);
    tcase_add_test(tests, both_flanks_are_reproduced);
    tcase_add_test(tests, the_literal_sketch_fails_on_the_left_flank_only);
    tcase_add_test(tests, evaluated_live_there_is_no_notch);
    tcase_add_test(tests, half_the_credit_is_too_slow_beside_the_notch);
    tcase_add_test(tests, a_pointer_of_15_bits_moves_the_notch);
    tcase_add_test(tests, without_the_hash_equal_strides_collide);
    tcase_add_test(tests, a_control_in_the_notch_is_noticed);
    tcase_add_test(tests, errors_and_tolerances);
    tcase_add_test(tests, only_what_exists_can_be_asked_for);
    tcase_add_test(tests, what_has_been_simulated_is_not_simulated_again);
    tcase_add_test(tests, lines_and_layers_agree);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
