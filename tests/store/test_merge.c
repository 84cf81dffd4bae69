#include "sim/store/store.h"

#include "sim/store/internal.h"
#include "tests/check_main.h"
#include "tests/store/fill.h"
#include "tests/store/scratch.h"

enum { POINTS = 7, ROUNDS = 3 };

static void fill_shard(const char *name, int64_t from, int64_t to)
{
    struct fill fill;
    ck_assert(good(fill_init(&fill, POINTS, ROUNDS, &errors)));
    fill.fake = true;
    struct store *store = store_open(in_folder(name), STORE_WRITE, &errors);
    ck_assert(good(store && fill_points(&fill, store, from, to, 2, &errors)));
    store_close(store);
}

static bool merge(const char *into, const char *from, struct store_merged *merged)
{
    struct store *store = store_open(in_folder(into), STORE_WRITE, &errors);
    ck_assert(good(store != NULL));
    bool done = store_merge(store, in_folder(from), merged, &errors);
    store_close(store);
    return done;
}

/* Rows of all tables, as SQL compares them. */
static void expect_equal(const char *a, const char *b)
{
    static const char *const tables[] = {"config", "run", "experiment", "point", "sample"};
    char text[1600];
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const char *name = tables[i];
        snprintf(text, sizeof text,
                 "SELECT (SELECT count(*) FROM (SELECT * FROM a.%s EXCEPT SELECT * FROM b.%s))"
                 " + (SELECT count(*) FROM (SELECT * FROM b.%s EXCEPT SELECT * FROM a.%s))",
                 name, name, name, name);
        sqlite3 *db;
        sqlite3_stmt *statement;
        ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
        ck_assert_int_eq(sqlite3_prepare_v2(db, "ATTACH ?1 AS a", -1, &statement, NULL), SQLITE_OK);
        sqlite3_bind_text(statement, 1, in_folder(a), -1, SQLITE_TRANSIENT);
        ck_assert_int_eq(sqlite3_step(statement), SQLITE_DONE);
        sqlite3_finalize(statement);
        ck_assert_int_eq(sqlite3_prepare_v2(db, "ATTACH ?1 AS b", -1, &statement, NULL), SQLITE_OK);
        sqlite3_bind_text(statement, 1, in_folder(b), -1, SQLITE_TRANSIENT);
        ck_assert_int_eq(sqlite3_step(statement), SQLITE_DONE);
        sqlite3_finalize(statement);
        ck_assert_int_eq(sqlite3_prepare_v2(db, text, -1, &statement, NULL), SQLITE_OK);
        ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
        ck_assert_int_eq(sqlite3_column_int(statement, 0), 0);
        sqlite3_finalize(statement);
        sqlite3_close(db);
    }
}

START_TEST(shards_make_the_whole)
{
    struct store_merged merged;
    fill_shard("whole.db", 0, POINTS);
    fill_shard("a.db", 0, 2);
    fill_shard("b.db", 1, 4);
    fill_shard("c.db", 4, POINTS);
    ck_assert(good(merge("all.db", "c.db", &merged)));
    ck_assert_int_eq(merged.added[STORE_CONFIGS], 1);
    ck_assert_int_eq(merged.added[STORE_EXPERIMENTS], 1);
    ck_assert_int_eq(merged.added[STORE_RUNS], 3);
    ck_assert(good(merge("all.db", "b.db", &merged)));
    ck_assert_int_eq(merged.added[STORE_EXPERIMENTS], 0);
    ck_assert_int_eq(merged.present[STORE_EXPERIMENTS], 1);
    ck_assert(good(merge("all.db", "a.db", &merged)));
    ck_assert_int_eq(merged.added[STORE_RUNS], 1);
    ck_assert_int_eq(merged.present[STORE_RUNS], 1);
    ck_assert_int_eq(merged.added[STORE_POINTS], 1);
    ck_assert_int_eq(merged.added[STORE_SAMPLES], ROUNDS);
    ck_assert_int_eq(merged.present[STORE_SAMPLES], ROUNDS);
    expect_equal("whole.db", "all.db");
    for (int i = 0; i < 2; i++) {
        ck_assert(good(merge("all.db", "whole.db", &merged)));
        for (int table = 0; table < STORE_TABLES; table++)
            ck_assert_int_eq(merged.added[table], 0);
        ck_assert_int_eq(merged.present[STORE_RUNS], POINTS);
        ck_assert_int_eq(merged.present[STORE_SAMPLES], POINTS * ROUNDS);
    }
    expect_equal("whole.db", "all.db");
}
END_TEST

/* `change` makes b.db contradict a.db, which then stays as it is. */
static void expect_contradiction(const char *change, const char *what, const char *column)
{
    struct store_merged merged;
    char foreign_keys_off[512];
    unlink(in_folder("a.db"));
    unlink(in_folder("b.db"));
    unlink(in_folder("before.db"));
    fill_shard("a.db", 0, 3);
    fill_shard("b.db", 1, 5);
    copy_file(in_folder("a.db"), in_folder("before.db"));
    snprintf(foreign_keys_off, sizeof foreign_keys_off, "PRAGMA foreign_keys = OFF; %s", change);
    sql(in_folder("b.db"), foreign_keys_off);
    ck_assert(!merge("a.db", "b.db", &merged));
    ck_assert_uint_eq(errors.count, 1);
    ck_assert_str_eq(errors.items[0].file, in_folder("b.db"));
    ck_assert_ptr_nonnull(strstr(errors.items[0].message, what));
    expect_error(DIAGNOSTIC_BAD_INPUT, column);
    expect_equal("a.db", "before.db");
}

START_TEST(contradictions_are_named_and_refused)
{
    expect_contradiction("UPDATE run SET time_ps = time_ps + 1", "run ", "another time_ps");
    expect_contradiction("UPDATE run SET time_us = time_us + 1e-12", "run ", "another time_us");
    expect_contradiction("UPDATE run SET cin = cin + 1", "run ", "another cin");
    expect_contradiction("UPDATE config SET json = '{}'", "config ", "another json");
    expect_contradiction("UPDATE experiment SET noise = '{}'", "experiment ", "another noise");
    expect_contradiction("UPDATE point SET label = 'x' WHERE position = 2", "point 2 of experiment",
                         "another label");
    expect_contradiction("UPDATE point SET run_id = (SELECT run_id FROM point WHERE position = 4)"
                         " WHERE position = 1",
                         "point 1 of experiment", "another run_id");
    expect_contradiction("UPDATE sample SET time_us = time_us * 2 WHERE position = 2",
                         "sample 2/0 of experiment", "another time_us");
    expect_contradiction("DELETE FROM run WHERE id = (SELECT run_id FROM point WHERE position = 4)",
                         "point 4 of experiment", "FOREIGN KEY");
}
END_TEST

/* The same may have been asked for in other words: the first ones stay. */
START_TEST(other_words_are_no_contradiction)
{
    struct store_merged merged;
    fill_shard("a.db", 0, 3);
    fill_shard("b.db", 0, 3);
    copy_file(in_folder("a.db"), in_folder("before.db"));
    sql(in_folder("b.db"), "UPDATE experiment SET arguments = 'x'");
    ck_assert(good(merge("a.db", "b.db", &merged)));
    expect_equal("a.db", "before.db");
}
END_TEST

START_TEST(inputs_that_are_none)
{
    struct store_merged merged;
    fill_shard("a.db", 0, 3);
    copy_file(in_folder("a.db"), in_folder("before.db"));
    ck_assert(!merge("a.db", "a.db", &merged));
    expect_error(DIAGNOSTIC_BAD_INPUT, "the database to merge into");
    ck_assert_int_eq(symlink("a.db", in_folder("link.db")), 0);
    ck_assert(!merge("a.db", "link.db", &merged));
    expect_error(DIAGNOSTIC_BAD_INPUT, "the database to merge into");
    ck_assert(!merge("a.db", "none.db", &merged));
    expect_error(DIAGNOSTIC_BAD_INPUT, "no such database");
    write_bytes(in_folder("empty.db"), "", 0);
    ck_assert(!merge("a.db", "empty.db", &merged));
    expect_error(DIAGNOSTIC_BAD_INPUT, "holds nothing yet");
    sql(in_folder("other.db"), "CREATE TABLE run (id)");
    ck_assert(!merge("a.db", "other.db", &merged));
    expect_error(DIAGNOSTIC_BAD_INPUT, "not one of anesim");
    store_close(store_open(in_folder("bare.db"), STORE_WRITE, &errors));
    ck_assert(good(merge("a.db", "bare.db", &merged)));
    ck_assert_int_eq(merged.added[STORE_RUNS] + merged.present[STORE_RUNS], 0);
    expect_equal("a.db", "before.db");
}
END_TEST

START_TEST(an_older_input_is_taken)
{
    struct store_merged merged;
    copy_file("tests/data/store/version-1.db", in_folder("old.db"));
    ck_assert(good(merge("new.db", "old.db", &merged)));
    ck_assert_int_eq(merged.added[STORE_RUNS], 3);
    ck_assert_int_eq(merged.added[STORE_SAMPLES], 6);
    ck_assert_int_eq(sql_number(in_folder("old.db"), "PRAGMA user_version"), 1);
    expect_equal("old.db", "new.db");
}
END_TEST

/* No room in the output: nothing of the input, everything that was there. */
START_TEST(an_output_that_gets_full)
{
    struct store_merged merged;
    struct fill fill;
    fill_shard("a.db", 0, 3);
    copy_file(in_folder("a.db"), in_folder("before.db"));
    ck_assert(good(fill_init(&fill, 1000, 0, &errors)));
    fill.fake = true;
    struct store *big = store_open(in_folder("big.db"), STORE_WRITE, &errors);
    ck_assert(good(big && fill_points(&fill, big, 0, 300, 300, &errors)));
    store_close(big);
    struct store *store = store_open(in_folder("a.db"), STORE_WRITE, &errors);
    ck_assert(good(store_execute(store, "PRAGMA max_page_count = 20", "limit", &errors)));
    ck_assert(!store_merge(store, in_folder("big.db"), &merged, &errors));
    expect_error(DIAGNOSTIC_ENVIRONMENT, "no space is left");
    ck_assert(good(store_check(store, STORE_CHECK_FULL, &errors)));
    store_close(store);
    expect_equal("a.db", "before.db");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("merge");
    TCase *tests = tcase_create("merge");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, scratch_begin, scratch_end);
    tcase_add_test(tests, shards_make_the_whole);
    tcase_add_test(tests, contradictions_are_named_and_refused);
    tcase_add_test(tests, other_words_are_no_contradiction);
    tcase_add_test(tests, inputs_that_are_none);
    tcase_add_test(tests, an_older_input_is_taken);
    tcase_add_test(tests, an_output_that_gets_full);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
