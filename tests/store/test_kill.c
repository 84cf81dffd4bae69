#include "sim/store/store.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "tests/check_main.h"
#include "tests/store/fill.h"
#include "tests/store/scratch.h"

enum { BATCH = 5, ROUNDS = 2, POINTS = 1000000, KILLS = 100 };

/* Commits batch after batch, and says so only when each is there to stay. */
static void work(int64_t from, int report)
{
    struct fill fill;
    struct store *store = NULL;
    bool done = fill_init(&fill, POINTS, ROUNDS, &errors);
    fill.fake = true;
    if (done)
        store = store_open(path, STORE_WRITE, &errors);
    done = store != NULL;
    for (int64_t at = from; done; at += BATCH) {
        done = fill_points(&fill, store, at, at + BATCH, BATCH, &errors);
        int64_t reached = at + BATCH;
        done = done && write(report, &reached, sizeof reached) == sizeof reached;
    }
    diagnostics_print(&errors, stderr);
    _exit(1);
}

static void pause_us(long us)
{
    nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
}

/* The points reported by a program that is killed after `us`. */
static int64_t kill_after(long us, int64_t from)
{
    int ends[2], status;
    int64_t reported = from, reached;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        close(ends[0]);
        work(from, ends[1]);
    }
    close(ends[1]);
    pause_us(us);
    kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    while (read(ends[0], &reached, sizeof reached) == sizeof reached)
        reported = reached;
    close(ends[0]);
    return reported;
}

/* Everything reported is there, and nothing in halves; the points there are. */
static int64_t expect_whole(int64_t reported)
{
    if (access(path, F_OK) != 0 || sql_number(path, "PRAGMA user_version") == 0) {
        ck_assert_int_eq(reported, 0);
        return 0;
    }
    struct store *store = store_open(path, STORE_READ, &errors);
    ck_assert(good(store && store_check(store, STORE_CHECK_FULL, &errors)));
    store_close(store);
    int64_t points = sql_number(path, "SELECT count(*) FROM point");
    ck_assert_int_ge(points, reported);
    ck_assert_int_le(points, reported + BATCH);
    ck_assert_int_eq(points % BATCH, 0);
    ck_assert_int_eq(sql_number(path, "SELECT coalesce(max(position), -1) FROM results"),
                     points - 1);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM run"), points);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM sample"), points * ROUNDS);
    return points;
}

START_TEST(killed_at_any_moment)
{
    int64_t points = 0, last = 0;
    srand(20261201);
    for (int i = 0; i < KILLS; i++) {
        bool anew = i % 5 < 2; /* killed while making the database */
        if (anew) {
            unlink(path);
            unlink(in_folder("test.db-wal"));
            unlink(in_folder("test.db-shm"));
            unlink(in_folder("test.db-journal"));
            points = 0;
        }
        points = expect_whole(kill_after(rand() % (anew ? 12000 : 40000), points));
        last = points > last ? points : last;
    }
    ck_assert_int_gt(last, 0);
}
END_TEST

static sqlite3_vfs *vfs;
static int calls;

/* The journal that is still there is what SQLite rolls back. */
static int die_instead_of_deleting(sqlite3_vfs *dying, const char *name, int sync)
{
    (void)dying;
    if (calls-- == 0)
        raise(SIGKILL);
    return vfs->xDelete(vfs, name, sync);
}

/* A program that dies where it would have removed a file the n-th time. */
static void die_at_deletion(int n)
{
    int status;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        vfs = sqlite3_vfs_find(NULL);
        sqlite3_vfs dying = *vfs;
        dying.zName = "dying";
        dying.xDelete = die_instead_of_deleting;
        calls = n;
        sqlite3_vfs_register(&dying, 1);
        store_close(store_open(path, STORE_WRITE, &errors));
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) || WTERMSIG(status) == SIGKILL);
}

START_TEST(killed_with_the_first_journal_there)
{
    struct store *store;
    int journals = 0;
    for (int n = 0; n < 5; n++) {
        die_at_deletion(n);
        journals += access(in_folder("test.db-journal"), F_OK) == 0;
        store = store_open(path, STORE_WRITE, &errors);
        ck_assert(good(store != NULL));
        store_close(store);
        ck_assert_int_eq(sql_number(path, "PRAGMA application_id"), STORE_APPLICATION);
        store = store_open(path, STORE_READ, &errors);
        ck_assert(good(store != NULL));
        store_close(store);
        unlink(path);
    }
    ck_assert_int_ge(journals, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kill");
    TCase *tests = tcase_create("kill");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, scratch_begin, scratch_end);
    tcase_add_test(tests, killed_at_any_moment);
    tcase_add_test(tests, killed_with_the_first_journal_there);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
