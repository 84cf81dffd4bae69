#include "sim/experiment/evidence.h"

#include "sim/experiment/experiments.h"
#include "tests/experiment/evidence_lab.h"

#define HEADER "id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct,note\n"
#define ROW    "a,notch_pair,single,2048,4096,1,throughput,GB/s,16.9,predict,6,x = 0\n"

/* The text is refused, with this message at that line. */
static void refuse(const char *text, long line, const char *message)
{
    struct evidence evidence;
    struct diagnostics errors = {0};
    char *path = evidence_file(text);
    ck_assert(!evidence_read(&evidence, path, &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    ck_assert_uint_eq(errors.count, 1);
    ck_assert_str_eq(errors.items[0].file, path);
    ck_assert_int_eq(errors.items[0].line, line);
    ck_assert_msg(strstr(errors.items[0].message, message) != NULL, "%s", errors.items[0].message);
    evidence_free(&evidence);
    diagnostics_free(&errors);
    unlink(path);
    free(path);
}

START_TEST(rows_are_read)
{
    struct evidence evidence;
    evidence_of_text(&evidence,
                     "# source\n" HEADER ROW "b,laps,k=1..8,0,4096,1,recovery,lines,256,fit,0,\n");
    ck_assert_uint_eq(evidence.row_count, 2);
    const struct evidence_row *row = evidence_find(&evidence, "a");
    ck_assert_ptr_eq(row, &evidence.rows[0]);
    ck_assert_str_eq(experiments[row->experiment].name, "notch_pair");
    ck_assert_str_eq(row->arm, "single");
    ck_assert_int_eq(row->d, 2048);
    ck_assert_int_eq(row->n, 4096);
    ck_assert_int_eq(row->tasks, 1);
    ck_assert_str_eq(row->quantity, "throughput");
    ck_assert_double_eq(row->value, 16.9);
    ck_assert_int_eq(row->role, EVIDENCE_PREDICT);
    ck_assert_double_eq(row->tolerance_pct, 6);
    ck_assert_str_eq(row->note, "x = 0");
    ck_assert_int_eq(row->line, 3);
    ck_assert_int_eq(evidence.rows[1].role, EVIDENCE_FIT);
    ck_assert_ptr_null(evidence_find(&evidence, "c"));
    evidence_free(&evidence);
}
END_TEST

START_TEST(the_published_file_is_complete)
{
    struct evidence evidence;
    struct diagnostics errors = {0};
    bool seen[EXPERIMENTS_MAX] = {false};
    ck_assert(evidence_read(&evidence, "evidence/m3_report.csv", &errors));
    ck_assert_uint_eq(evidence.row_count, 35);
    size_t fit = 0;
    for (size_t i = 0; i < evidence.row_count; i++) {
        seen[evidence.rows[i].experiment] = true;
        fit += evidence.rows[i].role == EVIDENCE_FIT;
        /* Nothing but the table of sizes has ever been fitted. */
        if (evidence.rows[i].role == EVIDENCE_FIT)
            ck_assert_str_eq(experiments[evidence.rows[i].experiment].name, "split_table");
    }
    ck_assert_uint_eq(fit, 10);
    for (size_t i = 0; i < experiment_count; i++)
        ck_assert_msg(seen[i], "no evidence for %s", experiments[i].name);
    evidence_free(&evidence);
}
END_TEST

START_TEST(bad_files_are_refused)
{
    refuse("", 0, "nothing in it");
    refuse(HEADER, 0, "no evidence in it");
    refuse("id,experiment,arm,d,n,tasks,quantity,unit,value,role,note\n", 1,
           "column 'tolerance_pct' is missing");
    refuse(HEADER "a,notch_pear,s,1,1,1,throughput,GB/s,1,fit,1,\n", 2,
           "unknown experiment 'notch_pear'; did you mean 'notch_pair'?");
    refuse(HEADER "a,notch_pair,s,1,1,1,thruput,GB/s,1,fit,1,\n", 2, "unknown quantity 'thruput'");
    refuse(HEADER "a,notch_pair,s,1,1,1,latency,us,1,fit,1,\n", 2, "unknown quantity 'latency'");
    refuse(HEADER "a,notch_pair,s,1,1,1,throughput,MB/s,1,fit,1,\n", 2,
           "the unit of throughput is GB/s, not 'MB/s'");
    refuse(HEADER "a,notch_pair,s,1,1,1,throughput,GB/s,fast,fit,1,\n", 2,
           "value is 'fast'; a number is needed");
    refuse(HEADER "a,notch_pair,s,1,1,1,throughput,GB/s,0,fit,1,\n", 2, "value is '0'");
    refuse(HEADER "a,notch_pair,s,1,1,1,throughput,GB/s,1,fit,,\n", 2, "tolerance_pct is empty");
    refuse(HEADER "a,notch_pair,s,1,1,1,throughput,GB/s,1,fitted,1,\n", 2, "unknown role 'fitted'");
    refuse(HEADER "a,notch_pair,s,x,1,1,throughput,GB/s,1,fit,1,\n", 2, "d is 'x'");
    refuse(HEADER "a,notch_pair,s,0,1,1,throughput,GB/s,1,fit,1,\n", 2, "needs a shape");
    refuse(HEADER "a,notch_pair,s,4,1,5,throughput,GB/s,1,fit,1,\n", 2, "needs a shape");
    refuse(HEADER "a,notch_pair,s,65536,65536,1,throughput,GB/s,1,fit,1,\n", 2, "needs a shape");
    refuse(HEADER ROW "\n" ROW, 4, "id 'a' is there twice, first in line 2");
    refuse(HEADER ",notch_pair,s,1,1,1,throughput,GB/s,1,fit,1,\n", 2, "an id has 1 to");
    refuse(HEADER "a,notch_pair\n", 2, "2 fields; the header has 12");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("evidence");
    TCase *tests = tcase_create("evidence");
    tcase_add_test(tests, rows_are_read);
    tcase_add_test(tests, the_published_file_is_complete);
    tcase_add_test(tests, bad_files_are_refused);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
