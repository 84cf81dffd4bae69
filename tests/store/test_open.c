#include "sim/store/store.h"

#include <fcntl.h>
#include <sys/wait.h>

#include "tests/check_main.h"
#include "tests/store/fill.h"
#include "tests/store/scratch.h"

static const char version_1[] = "tests/data/store/version-1.db";

static void fill_file(const char *name, int64_t points)
{
    struct fill fill;
    ck_assert(good(fill_init(&fill, points, 2, &errors)));
    struct store *store = store_open(name, STORE_WRITE, &errors);
    ck_assert(good(store && fill_points(&fill, store, 0, points, 2, &errors)));
    store_close(store);
}

static void expect_opens(const char *name, enum store_mode mode)
{
    struct store *store = store_open(name, mode, &errors);
    ck_assert_msg(good(store != NULL), "%s", name);
    ck_assert_str_eq(store_path(store), name);
    store_close(store);
}

START_TEST(a_name_is_a_file_and_nothing_else)
{
    static const char *const names[] = {":memory:", "file:x?mode=memory", "a b", "%41?immutable=1",
                                        "-odd",     "n\xc3\xa9\n#;'\"",   "x.db"};
    char start[1024];
    ck_assert_ptr_nonnull(getcwd(start, sizeof start));
    ck_assert_int_eq(chdir(folder), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        expect_opens(names[i], STORE_WRITE);
        ck_assert_int_eq(access(names[i], F_OK), 0);
        expect_opens(names[i], STORE_READ);
        ck_assert_int_eq(file_count(), (int)i + 1);
    }
    ck_assert_int_eq(chdir(start), 0);
}
END_TEST

START_TEST(what_cannot_be_a_database_is_said)
{
    const enum diagnostic_kind bad = DIAGNOSTIC_BAD_INPUT;
    char long_name[400];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    ck_assert_int_eq(mkfifo(in_folder("pipe"), 0600), 0);
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        expect_refused("", mode, bad, "must not be empty");
        expect_refused(folder, mode, bad, "a folder, not a database");
        expect_refused("/dev/null", mode, bad, "needs a regular file");
        expect_refused(in_folder("pipe"), mode, bad, "needs a regular file");
        expect_refused("/etc/passwd/x.db", mode, bad, "Not a directory");
        expect_refused(in_folder(long_name), mode, bad, "File name too long");
    }
    expect_refused(in_folder("no/x.db"), STORE_WRITE, bad, "no such folder");
    expect_refused(path, STORE_READ, bad, "no such database");
    ck_assert_int_eq(file_count(), 1);
}
END_TEST

START_TEST(an_empty_file_is_filled_but_not_read)
{
    write_bytes(path, "", 0);
    expect_refused(path, STORE_READ, DIAGNOSTIC_BAD_INPUT, "holds nothing yet");
    ck_assert_int_eq(file_count(), 1);
    sql(path, "VACUUM"); /* a page without tables */
    expect_refused(path, STORE_READ, DIAGNOSTIC_BAD_INPUT, "holds nothing yet");
    expect_opens(path, STORE_WRITE);
    expect_opens(path, STORE_READ);
    ck_assert_int_eq(sql_number(path, "PRAGMA user_version"), STORE_SCHEMA_VERSION);
    ck_assert_int_eq(sql_number(path, "PRAGMA application_id"), STORE_APPLICATION);
}
END_TEST

static void expect_untouched(const char *text)
{
    size_t size, size_after;
    char *before = read_bytes(path, &size);
    int files = file_count();
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++)
        expect_refused(path, mode, DIAGNOSTIC_BAD_INPUT, text);
    char *after = read_bytes(path, &size_after);
    ck_assert_uint_eq(size, size_after);
    ck_assert_mem_eq(before, after, size);
    ck_assert_int_eq(file_count(), files);
    free(before);
    free(after);
}

START_TEST(what_others_made_stays_as_it_is)
{
    static const char text[] = "cin,cout\n64,128\n";
    write_bytes(path, text, sizeof text - 1);
    expect_untouched("not an SQLite database");
    write_bytes(path, "SQLite format 3", 16);
    expect_untouched("damaged");
    unlink(path);
    sql(path, "CREATE TABLE run (id)");
    expect_untouched("not one of anesim");
    unlink(path);
    sql(path, "PRAGMA application_id = 7");
    expect_untouched("not one of anesim");
    unlink(path);
    sql(path, "PRAGMA journal_mode = WAL; CREATE TABLE run (id)");
    expect_untouched("not one of anesim");
    unlink(path);
    fill_file(path, 1);
    sql(path, "PRAGMA user_version = 3");
    expect_untouched("newer anesim");
    sql(path, "PRAGMA user_version = -1");
    expect_untouched("newer anesim");
}
END_TEST

/* One that died left a log, which is not for others to work off. */
START_TEST(the_log_of_others_stays_too)
{
    sqlite3 *db;
    size_t size, size_after;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db, "PRAGMA journal_mode = WAL; CREATE TABLE a (b)", NULL, NULL, NULL),
        SQLITE_OK);
    copy_file(path, in_folder("died.db"));
    copy_file(in_folder("test.db-wal"), in_folder("died.db-wal"));
    sqlite3_close(db);
    unlink(path);
    snprintf(path, sizeof path, "%s/died.db", folder);
    char *before = read_bytes(in_folder("died.db-wal"), &size);
    expect_untouched("not one of anesim");
    char *after = read_bytes(in_folder("died.db-wal"), &size_after);
    ck_assert_uint_eq(size, size_after);
    ck_assert_mem_eq(before, after, size);
    free(before);
    free(after);
}
END_TEST

START_TEST(reading_changes_nothing_and_leaves_nothing)
{
    size_t size, size_after;
    fill_file(path, 3);
    ck_assert_int_eq(file_count(), 1);
    char *before = read_bytes(path, &size);
    struct store *store = store_open(path, STORE_READ, &errors);
    ck_assert(good(store != NULL));
    ck_assert(!store_put_config(store, "x", "{}", &errors));
    expect_error(DIAGNOSTIC_ENVIRONMENT, "may not be written to");
    store_close(store);
    char *after = read_bytes(path, &size_after);
    ck_assert_uint_eq(size, size_after);
    ck_assert_mem_eq(before, after, size);
    ck_assert_int_eq(file_count(), 1);
    free(before);
    free(after);
}
END_TEST

static int64_t points_of(const char *name)
{
    static const struct column column = {.name = "n", .type = COLUMN_COUNT};
    struct table table;
    table_init(&table, &column, 1);
    struct store *store = store_open(name, STORE_READ, &errors);
    ck_assert(good(store &&
                   store_select(store, "SELECT count(*) FROM results", NULL, 0, &table, &errors)));
    int64_t points = table_cell(&table, 0, 0)->count;
    table_free(&table);
    store_close(store);
    return points;
}

START_TEST(an_older_file_is_read_in_memory_and_written_anew)
{
    size_t size, size_after;
    copy_file(version_1, path);
    ck_assert_int_eq(sql_number(path, "PRAGMA user_version"), 1);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"), 0);
    char *before = read_bytes(path, &size);
    ck_assert_int_eq(points_of(path), 3);
    char *after = read_bytes(path, &size_after);
    ck_assert_uint_eq(size, size_after);
    ck_assert_mem_eq(before, after, size);
    expect_opens(path, STORE_WRITE);
    ck_assert_int_eq(sql_number(path, "PRAGMA user_version"), STORE_SCHEMA_VERSION);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM results"), 3);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM samples"), 6);
    ck_assert_int_eq(file_count(), 1);
    free(before);
    free(after);
}
END_TEST

/* Steps that were released stay as they are: who took them one by one has what a
 * new database has. */
START_TEST(brought_up_to_date_is_like_new)
{
    copy_file(version_1, path);
    expect_opens(path, STORE_WRITE);
    expect_opens(in_folder("new.db"), STORE_WRITE);
    char attach[1200];
    snprintf(attach, sizeof attach,
             "ATTACH '%s' AS new; CREATE TEMP TABLE same (yes CHECK (yes));"
             "INSERT INTO same SELECT count(*) = 10 FROM main.sqlite_schema a"
             " JOIN new.sqlite_schema b USING (type, name) WHERE a.sql = b.sql",
             in_folder("new.db"));
    sql(path, attach);
}
END_TEST

/* A step that fails leaves the version, and everything, as it was. */
START_TEST(bringing_up_to_date_is_all_or_nothing)
{
    copy_file(version_1, path);
    sql(path, "CREATE VIEW medians AS SELECT 1");
    expect_refused(path, STORE_WRITE, DIAGNOSTIC_BAD_INPUT, "already exists");
    ck_assert_int_eq(sql_number(path, "PRAGMA user_version"), 1);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"), 1);
}
END_TEST

START_TEST(locked_is_waited_for_and_said)
{
    sqlite3 *db;
    fill_file(path, 2);
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    struct store *store = store_open(path, STORE_WRITE, &errors);
    ck_assert(good(store != NULL));
    ck_assert(!store_begin(store, &errors));
    expect_error(DIAGNOSTIC_ENVIRONMENT, "another program keeps it locked");
    ck_assert_int_eq(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    ck_assert(good(store_begin(store, &errors) && store_commit(store, &errors)));
    store_close(store);
    ck_assert_int_eq(sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++)
        expect_refused(path, mode, DIAGNOSTIC_ENVIRONMENT, "another program keeps it locked");
    sqlite3_close(db);
    ck_assert_int_eq(points_of(path), 2);
}
END_TEST

/* Many at once make, or bring up to date, one file. */
static void open_at_once(void)
{
    enum { PROGRAMS = 8 };
    pid_t child[PROGRAMS];
    setenv(STORE_WAIT_VARIABLE, "20000", 1);
    for (int i = 0; i < PROGRAMS; i++) {
        child[i] = fork();
        ck_assert_int_ge(child[i], 0);
        if (child[i] == 0) {
            struct store *store = store_open(path, STORE_WRITE, &errors);
            diagnostics_print(&errors, stderr);
            store_close(store);
            diagnostics_free(&errors);
            _exit(store ? 0 : 1);
        }
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status;
        ck_assert_int_eq(waitpid(child[i], &status, 0), child[i]);
        ck_assert_int_eq(status, 0);
    }
    ck_assert_int_eq(sql_number(path, "PRAGMA user_version"), STORE_SCHEMA_VERSION);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM medians"),
                     sql_number(path, "SELECT count(*) FROM results"));
    ck_assert_int_eq(file_count(), 1);
}

START_TEST(many_may_open_at_once)
{
    for (int round = 0; round < 10; round++) {
        unlink(path);
        open_at_once();
    }
    for (int round = 0; round < 10; round++) {
        copy_file(version_1, path);
        open_at_once();
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("open");
    TCase *tests = tcase_create("open");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, scratch_begin, scratch_end);
    tcase_add_test(tests, a_name_is_a_file_and_nothing_else);
    tcase_add_test(tests, what_cannot_be_a_database_is_said);
    tcase_add_test(tests, an_empty_file_is_filled_but_not_read);
    tcase_add_test(tests, what_others_made_stays_as_it_is);
    tcase_add_test(tests, the_log_of_others_stays_too);
    tcase_add_test(tests, reading_changes_nothing_and_leaves_nothing);
    tcase_add_test(tests, an_older_file_is_read_in_memory_and_written_anew);
    tcase_add_test(tests, brought_up_to_date_is_like_new);
    tcase_add_test(tests, bringing_up_to_date_is_all_or_nothing);
    tcase_add_test(tests, locked_is_waited_for_and_said);
    tcase_add_test(tests, many_may_open_at_once);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
