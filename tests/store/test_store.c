#include "sim/store/store.h"

#include <check.h>
#include <unistd.h>

#include "sim/config/config.h"
#include "sim/experiment/run_record.h"
#include "tests/check_main.h"

static char path[64];
static struct diagnostics errors;

static void begin(void)
{
    snprintf(path, sizeof path, "/tmp/anesim-store-%ld.db", (long)getpid());
    unlink(path);
}

static void end(void)
{
    unlink(path);
    diagnostics_free(&errors);
}

START_TEST(what_is_put_is_found)
{
    struct run_record record;
    struct setup setup;
    struct config config;
    struct store_run found;
    bool there = false;
    struct simulation simulation;
    ck_assert(config_load(&config, &setup_schema, "m3.ini", &errors));
    ck_assert(config_override(&config, &setup_schema, "workload.cin=64", "test", &errors));
    ck_assert(setup_resolve(&config, NULL, &setup, &errors));
    config_free(&config);
    ck_assert(run_record_init(&record, &setup));
    ck_assert(simulate(&setup, NULL, &simulation, &errors));
    run_record_take(&record, &simulation);
    struct store *store = store_open(path, STORE_WRITE, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert_ptr_nonnull(store);
    ck_assert(store_begin(store, &errors));
    bool put = run_record_put(&record, store, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(put);
    ck_assert(run_record_put(&record, store, &errors));
    ck_assert(store_commit(store, &errors));
    store_close(store);
    store = store_open(path, STORE_READ, &errors);
    ck_assert(store_find_run(store, record.run.id, &found, &there, &errors));
    ck_assert(there);
    ck_assert_ptr_null(store_run_difference(&record.run, &found));
    ck_assert_str_eq(found.workload, record.workload);
    store_close(store);
    run_record_free(&record);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store");
    TCase *tests = tcase_create("store");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, what_is_put_is_found);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
