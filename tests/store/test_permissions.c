#include "sim/store/store.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/mount.h>
#endif

#include "tests/check_main.h"
#include "tests/store/fill.h"
#include "tests/store/scratch.h"

enum { NOBODY = 65534 };

/* Permissions do not bite root: whoever is, becomes nobody in a child. */
static void as_nobody(void (*look)(void))
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
            _exit(77);
        look();
        _exit(errors.count == 0 ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (status == 77 << 8)
        fputs("skipped: cannot become another user\n", stderr);
    else
        ck_assert_int_eq(status, 0);
}

/* In the child nothing of Check is used: it counts its own findings. */
static void fault(const char *what)
{
    fprintf(stderr, "as nobody: %s\n", what);
    diagnostics_print(&errors, stderr);
    _exit(1);
}

static void reads(void)
{
    struct store *store = store_open(path, STORE_READ, &errors);
    struct store_run run;
    bool found;
    if (!store || !store_find_run(store, "none", &run, &found, &errors))
        fault("cannot be read");
    store_close(store);
}

static void refuses(enum store_mode mode, const char *text)
{
    if (store_open(path, mode, &errors))
        fault("may be opened");
    if (errors.items[0].kind != DIAGNOSTIC_ENVIRONMENT || !strstr(errors.items[0].message, text))
        fault(text);
    diagnostics_free(&errors);
    errors = (struct diagnostics){0};
}

static void reads_only(void)
{
    reads();
    refuses(STORE_WRITE, "may not be written to");
}

static void cannot_read(void)
{
    refuses(STORE_READ, "Permission denied");
    refuses(STORE_WRITE, "Permission denied");
}

static void cannot_recover(void)
{
    refuses(STORE_READ, "may be written to");
}

static void make(const char *name)
{
    struct fill fill;
    ck_assert(good(fill_init(&fill, 2, 1, &errors)));
    struct store *store = store_open(name, STORE_WRITE, &errors);
    ck_assert(good(store && fill_points(&fill, store, 0, 2, 1, &errors)));
    store_close(store);
}

START_TEST(a_folder_that_may_not_be_written_to)
{
    make(path);
    ck_assert_int_eq(chmod(folder, 0555), 0);
    as_nobody(reads_only);
    ck_assert_int_eq(file_count(), 1);
}
END_TEST

START_TEST(a_file_that_may_not_be_written_to)
{
    make(path);
    ck_assert_int_eq(chmod(folder, 0777) | chmod(path, 0444), 0);
    as_nobody(reads_only);
    ck_assert_int_eq(file_count(), 1);
    ck_assert_int_eq(chmod(path, 0), 0);
    as_nobody(cannot_read);
}
END_TEST

START_TEST(names_that_need_escaping_are_read_there_too)
{
    snprintf(path, sizeof path, "%s/a ?b#%%41&c;\xc3\xa9.db", folder);
    make(path);
    ck_assert_int_eq(chmod(folder, 0555), 0);
    as_nobody(reads_only);
    ck_assert_int_eq(file_count(), 1);
}
END_TEST

/* Another user is writing: its log is read along. */
START_TEST(a_log_of_another_user)
{
    make(path);
    struct store *writer = store_open(path, STORE_WRITE, &errors);
    ck_assert(good(writer && store_begin(writer, &errors) &&
                   store_put_config(writer, "x", "{}", &errors) && store_commit(writer, &errors)));
    ck_assert_int_eq(chmod(folder, 0555), 0);
    as_nobody(reads_only);
    copy_file(in_folder("test.db-wal"), in_folder("died.db-wal"));
    copy_file(path, in_folder("died.db"));
    store_close(writer);
    snprintf(path, sizeof path, "%s/died.db", folder);
    as_nobody(cannot_recover);
    ck_assert_int_eq(chmod(folder, 0777), 0);
    reads();
}
END_TEST

static void no_more_than(rlim_t bytes)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Fills until it fails, and what was committed is there. */
static void fill_up(const char *expected)
{
    struct fill fill;
    int64_t committed = 0;
    ck_assert(good(fill_init(&fill, 1000000, 1, &errors)));
    fill.fake = true;
    struct store *store = store_open(path, STORE_WRITE, &errors);
    ck_assert(good(store != NULL));
    while (fill_points(&fill, store, committed, committed + 10, 10, &errors))
        committed += 10;
    expect_error(DIAGNOSTIC_ENVIRONMENT, expected);
    store_close(store);
    no_more_than(RLIM_INFINITY);
    ck_assert_int_ge(committed, 10);
    store = store_open(path, STORE_READ, &errors);
    ck_assert(good(store && store_check(store, STORE_CHECK_FULL, &errors)));
    store_close(store);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM results"), committed);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM sample"), committed);
    ck_assert_int_eq(sql_number(path, "SELECT count(*) FROM run"), committed);
}

START_TEST(a_limit_on_file_sizes)
{
    signal(SIGXFSZ, SIG_IGN);
    make(path);
    sql(path, "DELETE FROM sample; DELETE FROM point; DELETE FROM run; VACUUM");
    no_more_than(300 * 1000);
    fill_up("a limit on file sizes");
}
END_TEST

/* A disk of its own for the folder, where that is allowed. */
#ifdef __linux__
static bool mount_small(void)
{
    return geteuid() == 0 && mount("none", folder, "tmpfs", 0, "size=400k") == 0;
}

static bool mount_read_only(void)
{
    return mount("none", folder, "tmpfs", MS_REMOUNT | MS_RDONLY, "") == 0;
}

static bool unmount(void)
{
    return umount2(folder, MNT_DETACH) == 0;
}
#else
static bool mount_small(void)
{
    return false;
}

static bool mount_read_only(void)
{
    return false;
}

static bool unmount(void)
{
    return false;
}
#endif

START_TEST(a_full_disk)
{
    if (!mount_small()) {
        fputs("skipped: cannot mount a small disk\n", stderr);
        return;
    }
    fill_up("no space is left");
    ck_assert(unmount());
}
END_TEST

START_TEST(a_disk_that_may_not_be_written_to)
{
    if (!mount_small()) {
        fputs("skipped: cannot mount a small disk\n", stderr);
        return;
    }
    make(path);
    ck_assert(mount_read_only());
    reads_only();
    ck_assert_int_eq(file_count(), 1);
    ck_assert(unmount());
}
END_TEST

/* A mount that a failed test has left. */
static void end(void)
{
    unmount();
    scratch_end();
}

int main(void)
{
    Suite *suite = suite_create("permissions");
    TCase *tests = tcase_create("permissions");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, scratch_begin, end);
    tcase_add_test(tests, a_folder_that_may_not_be_written_to);
    tcase_add_test(tests, a_file_that_may_not_be_written_to);
    tcase_add_test(tests, names_that_need_escaping_are_read_there_too);
    tcase_add_test(tests, a_log_of_another_user);
    tcase_add_test(tests, a_limit_on_file_sizes);
    tcase_add_test(tests, a_full_disk);
    tcase_add_test(tests, a_disk_that_may_not_be_written_to);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
