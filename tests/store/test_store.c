#include "sim/store/store.h"

#include <pthread.h>

#include "sim/store/internal.h"
#include "tests/check_main.h"
#include "tests/store/fill.h"
#include "tests/store/scratch.h"

static struct fill fill;
static struct store *store;

static void begin(void)
{
    scratch_begin();
    ck_assert(good(fill_init(&fill, 4, 2, &errors)));
    store = store_open(path, STORE_WRITE, &errors);
    ck_assert(good(store != NULL));
}

static void end(void)
{
    store_close(store);
    scratch_end();
}

START_TEST(what_is_put_is_found)
{
    struct run_record record;
    struct store_run found;
    char *config;
    bool there = true;
    ck_assert(good(fill_record(&fill, 0, &record, &errors)));
    ck_assert(good(store_find_run(store, record.run.id, &found, &there, &errors)));
    ck_assert(!there);
    ck_assert(good(store_find_config(store, record.run.config_id, &config, &errors)));
    ck_assert_ptr_null(config);
    ck_assert(good(store_begin(store, &errors)));
    ck_assert(good(run_record_put(&record, store, &errors)));
    ck_assert(good(run_record_put(&record, store, &errors))); /* again is no error */
    ck_assert(good(store_commit(store, &errors)));
    store_close(store);
    store = store_open(path, STORE_READ, &errors);
    ck_assert(good(store_find_run(store, record.run.id, &found, &there, &errors)));
    ck_assert(there);
    ck_assert_ptr_null(store_run_difference(&record.run, &found));
    ck_assert_str_eq(found.workload, record.workload);
    ck_assert_str_eq(found.config_id, record.run.config_id);
    ck_assert(good(store_find_config(store, found.config_id, &config, &errors)));
    ck_assert_str_eq(config, record.config);
    free(config);
    run_record_free(&record);
}
END_TEST

START_TEST(a_run_without_a_result_keeps_its_message)
{
    struct run_record record;
    struct store_run found;
    bool there = false;
    fill.setup.workload.groups = 2;
    ck_assert(good(fill_record(&fill, 0, &record, &errors)));
    ck_assert_str_ne(record.run.message, "");
    ck_assert(good(store_begin(store, &errors) && run_record_put(&record, store, &errors) &&
                   store_commit(store, &errors)));
    ck_assert(good(store_find_run(store, record.run.id, &found, &there, &errors)));
    ck_assert(there);
    ck_assert_str_eq(found.message, record.run.message);
    ck_assert_ptr_null(store_run_difference(&record.run, &found));
    ck_assert_int_eq(sql_number(path, "SELECT time_ps IS NULL AND k IS NULL FROM run"), 1);
    run_record_free(&record);
}
END_TEST

#define EXPECT_DIFFERENCE(name)                                                                    \
    other = record.run;                                                                            \
    memset(&other.name, 0x5a, sizeof other.name);                                                  \
    ck_assert_str_eq(store_run_difference(&record.run, &other), #name);                            \
    ck_assert(!store_put_run(store, &other, &errors));                                             \
    expect_error(DIAGNOSTIC_BAD_INPUT, "another " #name);

START_TEST(a_difference_in_any_column_is_found)
{
    struct run_record record;
    struct store_run other;
    ck_assert(good(fill_record(&fill, 0, &record, &errors)));
    ck_assert(good(store_begin(store, &errors) && run_record_put(&record, store, &errors)));
    STORE_RUN_SHAPE(EXPECT_DIFFERENCE)
    STORE_RUN_COUNTS(EXPECT_DIFFERENCE)
    STORE_RUN_REALS(EXPECT_DIFFERENCE)
    other = record.run;
    strcpy(other.message, "x");
    ck_assert_str_eq(store_run_difference(&record.run, &other), "message");
    run_record_free(&record);
}
END_TEST

START_TEST(what_is_there_is_not_replaced)
{
    struct store_experiment experiment = fill.experiment;
    const struct store_point point = {0, "another", NULL};
    const struct store_sample sample = {.position = 0, .round = 1, .time_us = 1};
    ck_assert(good(fill_points(&fill, store, 0, 4, 4, &errors)));
    ck_assert(good(fill_points(&fill, store, 0, 4, 4, &errors)));
    ck_assert(good(store_begin(store, &errors)));
    experiment.points = 5;
    ck_assert(!store_put_experiment(store, &experiment, &errors));
    expect_error(DIAGNOSTIC_BAD_INPUT, "stored with other contents");
    ck_assert(!store_put_point(store, experiment.id, &point, &errors));
    expect_error(DIAGNOSTIC_BAD_INPUT, "a row is against the rules");
    ck_assert(!store_put_sample(store, experiment.id, &sample, &errors));
    expect_error(DIAGNOSTIC_BAD_INPUT, "a sample of");
    store_rollback(store);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM samples"), 8);
}
END_TEST

START_TEST(what_refers_to_nothing_is_refused)
{
    const struct store_point point = {0, "label", "no-such-run"};
    const struct store_sample sample = {.position = 0};
    ck_assert(good(store_begin(store, &errors)));
    ck_assert(good(store_put_experiment(store, &fill.experiment, &errors)));
    ck_assert(!store_put_point(store, fill.experiment.id, &point, &errors));
    expect_error(DIAGNOSTIC_BAD_INPUT, "FOREIGN KEY");
    ck_assert(!store_put_sample(store, fill.experiment.id, &sample, &errors));
    expect_error(DIAGNOSTIC_BAD_INPUT, "FOREIGN KEY");
    store_rollback(store);
}
END_TEST

START_TEST(a_batch_is_there_whole_or_not_at_all)
{
    ck_assert(good(store_begin(store, &errors)));
    for (int i = 0; i < 3; i++)
        ck_assert(good(fill_point(&fill, store, i, &errors)));
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM run"), 0);
    store_rollback(store);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM run"), 0);
    ck_assert(good(store_begin(store, &errors) && fill_point(&fill, store, 0, &errors) &&
                   store_commit(store, &errors)));
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM run"), 1);
    ck_assert(good(store_begin(store, &errors) && fill_point(&fill, store, 1, &errors)));
    store_close(store);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM run"), 1);
    store = NULL;
}
END_TEST

/* A reader that has found something does not hold on to that moment: the log can
 * be worked off behind it, and it sees what comes next. */
START_TEST(finding_leaves_no_transaction_open)
{
    struct store_run run;
    struct run_record record;
    bool there;
    ck_assert(good(fill_points(&fill, store, 0, 1, 1, &errors)));
    ck_assert(good(fill_record(&fill, 0, &record, &errors)));
    struct store *reader = store_open(path, STORE_READ, &errors);
    ck_assert(good(store_find_run(reader, record.run.id, &run, &there, &errors)));
    ck_assert(there);
    ck_assert_int_eq(sqlite3_txn_state(reader->db, "main"), SQLITE_TXN_NONE);
    ck_assert(good(fill_points(&fill, store, 1, 2, 1, &errors)));
    ck_assert_str_eq(run.workload, record.workload);
    ck_assert(good(store_execute(store, "PRAGMA wal_checkpoint(TRUNCATE)", "write to", &errors)));
    struct stat status;
    ck_assert_int_eq(stat(in_folder("test.db-wal"), &status), 0);
    ck_assert_int_eq((int)status.st_size, 0);
    run_record_free(&record);
    ck_assert(good(fill_record(&fill, 1, &record, &errors)));
    ck_assert(good(store_find_run(reader, record.run.id, &run, &there, &errors)));
    ck_assert(there);
    run_record_free(&record);
    store_close(reader);
}
END_TEST

/* Two writers in turn, each with its own batches; nobody is turned away. */
static void *write_points(void *context)
{
    struct diagnostics own_errors = {0};
    struct fill own = fill;
    bool first = *(bool *)context;
    struct store *writer = store_open(path, STORE_WRITE, &own_errors);
    bool done = writer != NULL;
    own.fake = true;
    for (int i = first ? 0 : 1; done && i < 60; i += 2)
        done = fill_points(&own, writer, i, i + 1, 1, &own_errors);
    store_close(writer);
    diagnostics_print(&own_errors, stderr);
    diagnostics_free(&own_errors);
    *(bool *)context = done;
    return NULL;
}

START_TEST(two_writers)
{
    pthread_t thread;
    bool first = true, second = false;
    setenv(STORE_WAIT_VARIABLE, "20000", 1);
    ck_assert_int_eq(pthread_create(&thread, NULL, write_points, &first), 0);
    write_points(&second);
    pthread_join(thread, NULL);
    ck_assert(first && second);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM results"), 60);
    ck_assert(good(store_check(store, STORE_CHECK_FULL, &errors)));
}
END_TEST

START_TEST(commits_reach_the_disk)
{
    int64_t number;
    ck_assert(good(store_number(store, "PRAGMA synchronous", &number, &errors)));
    ck_assert_int_eq(number, 2);
    ck_assert(good(store_number(store, "PRAGMA foreign_keys", &number, &errors)));
    ck_assert_int_eq(number, 1);
    ck_assert_int_eq(sql_number(path, "SELECT 'wal' = (SELECT * FROM pragma_journal_mode)"), 1);
}
END_TEST

START_TEST(vacuum_gives_room_back)
{
    struct store_size size;
    fill.fake = true;
    ck_assert(good(fill_points(&fill, store, 0, 500, 500, &errors)));
    sql(path, "DELETE FROM sample; DELETE FROM point; DELETE FROM run");
    ck_assert(good(store_vacuum(store, &size, &errors)));
    ck_assert_int_lt(size.after_bytes, size.before_bytes / 2);
    ck_assert(good(store_check(store, STORE_CHECK_FULL, &errors)));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store");
    TCase *tests = tcase_create("store");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, what_is_put_is_found);
    tcase_add_test(tests, a_run_without_a_result_keeps_its_message);
    tcase_add_test(tests, a_difference_in_any_column_is_found);
    tcase_add_test(tests, what_is_there_is_not_replaced);
    tcase_add_test(tests, what_refers_to_nothing_is_refused);
    tcase_add_test(tests, a_batch_is_there_whole_or_not_at_all);
    tcase_add_test(tests, finding_leaves_no_transaction_open);
    tcase_add_test(tests, two_writers);
    tcase_add_test(tests, commits_reach_the_disk);
    tcase_add_test(tests, vacuum_gives_room_back);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
