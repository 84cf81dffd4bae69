#include "sim/experiment/hypotheses.h"

#include "sim/report/hypotheses_write.h"
#include "tests/experiment/evidence_lab.h"

static struct matrix matrix;
static struct diagnostics errors;

#define HEADER "id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct\n"
static const char *const few_rows =
    HEADER "notch.d2048,notch_pair,,2048,4096,1,throughput,GB/s,16.93,predict,6\n"
           "notch.d2016,notch_pair,,2016,4096,1,throughput,GB/s,44.51,predict,6\n"
           "cores.flat,cores,,2048,4096,1,max_over_min_latency,ratio,1.0,predict,10\n"
           "control.split,control,,2016,4096,2,speedup,ratio,1.0,predict,6\n";

static void run(const char *text, const char *only)
{
    struct evidence evidence;
    struct lab lab;
    evidence_of_text(&evidence, text);
    m3_lab(&lab, NULL, &errors);
    bool done =
        hypotheses_run(&lab, &evidence, only ? explanation_find(only, &errors) : NULL, &matrix);
    diagnostics_print(&errors, stderr);
    ck_assert(done);
    lab_free(&lab);
    evidence_free(&evidence); /* what is looked at below holds no text of it */
}

static size_t column_of(const char *name)
{
    for (size_t i = 0; i < matrix.explanation_count; i++)
        if (strcmp(matrix.explanations[i]->name, name) == 0)
            return i;
    ck_abort_msg("no explanation %s", name);
    return 0;
}

static bool passes(const char *name, size_t piece)
{
    return matrix.cells[piece][column_of(name)].passed;
}

START_TEST(each_explanation_is_judged_by_what_it_simulates)
{
    enum { IN_NOTCH, BESIDE, CORES, CONTROL }; /* in the order of pieces[] */
    run(few_rows, NULL);
    ck_assert_uint_eq(matrix.piece_count, 4);
    ck_assert_uint_eq(matrix.explanation_count, explanation_count);
    ck_assert(matrix_survives(&matrix, column_of("folded")));
    ck_assert(matrix_survives(&matrix, column_of("modulo"))); /* its left flank is not here */
    static const char *const healthy[] = {"folded-live", "modulo-live", "epoch", "epoch-lap",
                                          "epoch-live"};
    for (size_t i = 0; i < sizeof healthy / sizeof healthy[0]; i++) {
        ck_assert(!passes(healthy[i], IN_NOTCH));
        ck_assert(passes(healthy[i], BESIDE));
        ck_assert(passes(healthy[i], CORES));
        ck_assert(matrix_alike(&matrix, column_of(healthy[i]), column_of("epoch")));
    }
    ck_assert(passes("none", IN_NOTCH));
    ck_assert(!passes("none", BESIDE));
    ck_assert(!passes("dram-banks", CORES));
    ck_assert(passes("core-contention", BESIDE));
    ck_assert(!passes("core-contention", CORES));
    ck_assert(matrix_is_mute(&matrix, CONTROL));
    ck_assert(!matrix_is_mute(&matrix, CORES));
    ck_assert(!matrix_alike(&matrix, column_of("folded"), column_of("none")));
}
END_TEST

START_TEST(the_left_flank_rejects_the_literal_sketch)
{
    static const char *const flanks =
        HEADER "laps.slope,laps,,0,0,1,ramp_per_lap,us/line,3.18,predict,20\n"
               "laps.recovery,laps,,0,0,1,recovery,lines,256,predict,5\n";
    enum { LEFT_RAMP, RIGHT_RAMP, LEFT_RECOVERY, RIGHT_RECOVERY };
    run(flanks, "modulo");
    ck_assert_uint_eq(matrix.explanation_count, 1);
    ck_assert_uint_eq(matrix.piece_count, 4);
    ck_assert(!matrix.cells[LEFT_RAMP][0].passed);
    ck_assert(!matrix.cells[LEFT_RECOVERY][0].passed);
    ck_assert(matrix.cells[RIGHT_RAMP][0].passed);
    ck_assert(matrix.cells[RIGHT_RECOVERY][0].passed);
    run(flanks, "folded");
    ck_assert(matrix_survives(&matrix, 0));
}
END_TEST

START_TEST(scrambling_lifts_a_bank_conflict_but_not_the_notch)
{
    static const char *const pages =
        HEADER "scramble.ratio,scramble,,0,4096,1,throughput_ratio,ratio,1.03,predict,5\n";
    run(pages, "folded");
    ck_assert(matrix_survives(&matrix, 0));
    run(pages, "dram-banks");
    ck_assert(!matrix_survives(&matrix, 0));
    ck_assert_double_gt(matrix.cells[0][0].value, 1.15);
}
END_TEST

START_TEST(without_telling_rows_there_is_nothing_to_say)
{
    struct evidence evidence;
    struct lab lab;
    evidence_of_text(&evidence, HEADER "x,notch_pair,,2,4,1,throughput,GB/s,1,predict,6\n");
    m3_lab(&lab, NULL, &errors);
    ck_assert(!hypotheses_run(&lab, &evidence, NULL, &matrix));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    diagnostics_free(&errors);
    evidence_free(&evidence);
}
END_TEST

/* What a latch makes of a hypothesis: the credits over a whole transfer. */
static bool same_credits(const char *hypothesis, enum ring_latch a, enum ring_latch b,
                         uint64_t lines)
{
    struct ring_params params = {.pointer_bits = 6, .credit_max = 8, .hypothesis = 0};
    struct ring left, right;
    while (strcmp(ring_hypotheses[params.hypothesis]->name, hypothesis) != 0)
        params.hypothesis++;
    params.latch = a;
    ring_init(&left, &params);
    params.latch = b;
    ring_init(&right, &params);
    ring_begin(&left, 5, lines);
    ring_begin(&right, 5, lines);
    for (uint64_t i = 0; i < lines; i++) {
        if (left.credit != right.credit)
            return false;
        ring_advance(&left);
        ring_advance(&right);
    }
    return true;
}

START_TEST(what_is_left_out_is_the_same_by_construction)
{
    bool epoch_differs = false;
    for (uint64_t lines = 1; lines < 400; lines++) {
        ck_assert(same_credits("folded", RING_LATCH_TASK, RING_LATCH_LAP, lines));
        ck_assert(same_credits("modulo", RING_LATCH_TASK, RING_LATCH_LAP, lines));
        ck_assert(same_credits("none", RING_LATCH_TASK, RING_LATCH_LAP, lines));
        ck_assert(same_credits("none", RING_LATCH_TASK, RING_LATCH_LIVE, lines));
        epoch_differs =
            epoch_differs || !same_credits("epoch", RING_LATCH_TASK, RING_LATCH_LAP, lines);
    }
    ck_assert(epoch_differs); /* so it is shown */
    ck_assert(!same_credits("folded", RING_LATCH_TASK, RING_LATCH_LIVE, 64));
}
END_TEST

START_TEST(explanations_have_names_and_settings_that_work)
{
    struct setup base, setup;
    m3_setup(&base, NULL);
    for (size_t i = 0; i < explanation_count; i++) {
        ck_assert_ptr_eq(explanation_find(explanations[i].name, &errors), &explanations[i]);
        ck_assert(explanation_apply(&explanations[i], &base, &setup, &errors));
        ck_assert_ptr_nonnull(explanations[i].lesson);
    }
    ck_assert_ptr_null(explanation_find("modulos", &errors));
    ck_assert_ptr_nonnull(strstr(errors.items[0].message, "did you mean 'modulo'?"));
    diagnostics_free(&errors);
    const struct explanation wrong = {"wrong", "", "", {"ring.latch=never"}};
    ck_assert(!explanation_apply(&wrong, &base, &setup, &errors));
    const struct explanation unknown = {"unknown", "", "", {"ring.colour=red"}};
    ck_assert(!explanation_apply(&unknown, &base, &setup, &errors));
    ck_assert_uint_eq(errors.count, 2);
    diagnostics_free(&errors);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hypotheses");
    TCase *tests = tcase_create("hypotheses");
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, each_explanation_is_judged_by_what_it_simulates);
    tcase_add_test(tests, the_left_flank_rejects_the_literal_sketch);
    tcase_add_test(tests, scrambling_lifts_a_bank_conflict_but_not_the_notch);
    tcase_add_test(tests, without_telling_rows_there_is_nothing_to_say);
    tcase_add_test(tests, what_is_left_out_is_the_same_by_construction);
    tcase_add_test(tests, explanations_have_names_and_settings_that_work);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
