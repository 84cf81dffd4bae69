#include "sim/experiment/sweep.h"

#include <unistd.h>

#include "tests/experiment/sweep_axes.h"

enum { POINTS = 24, ROUNDS = 3 };

static struct sweep_plan plan;
static struct diagnostics errors;
static struct store *store;

static void begin_plan(void)
{
    plan_init(&plan);
    plan_axis(&plan, "workload.cin", "64:67");
    plan_axis(&plan, "workload.split", "1,2,65");
    plan_axis(&plan, "ring.credit_max", "8,16");
    plan.rounds = ROUNDS;
    plan.with_noise = true;
    plan_complete(&plan);
}

static void begin(void)
{
    begin_plan();
    store = store_open_memory(&errors);
    ck_assert_ptr_nonnull(store);
}

static void end(void)
{
    diagnostics_print(&errors, stderr);
    ck_assert(diagnostics_empty(&errors));
    store_close(store);
    sweep_plan_free(&plan);
}

static struct sweep_counts sweep(struct store *into, unsigned threads, int64_t shard,
                                 int64_t shards)
{
    struct sweep_counts counts;
    const struct sweep_options options = {.threads = threads, .shard = shard, .shards = shards};
    bool done = sweep_run(&plan, into, &options, &counts, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(done);
    return counts;
}

static void expect(struct sweep_counts counts, int64_t points, int64_t before, int64_t reused)
{
    ck_assert_int_eq(counts.points, points);
    ck_assert_int_eq(counts.before, before);
    ck_assert_int_eq(counts.reused, reused);
    ck_assert_int_eq(counts.simulated, points - before - reused);
}

/* All rows of a table as one text. */
static char *contents(struct store *of, const char *sql)
{
    static const struct column column = {.name = "text", .type = COLUMN_TEXT};
    struct table table;
    table_init(&table, &column, 1);
    ck_assert(store_select(of, sql, NULL, 0, &table, &errors));
    ck_assert_uint_eq(table.row_count, 1);
    char *text = strdup(table_cell(&table, 0, 0)->known ? table_cell(&table, 0, 0)->text : "");
    table_free(&table);
    return text;
}

static void expect_same(struct store *a, struct store *b)
{
    static const char *const sql[] = {
        "SELECT group_concat(id || json, ';') FROM config",
        "SELECT group_concat(id || config_id || workload || ifnull(message, time_ps || ' ' || "
        "time_us || ' ' || row_hits), ';') FROM run",
        "SELECT group_concat(id || points || rounds || sample_order || noise, ';') FROM experiment",
        "SELECT group_concat(experiment_id || position || label || run_id, ';') FROM point",
        "SELECT group_concat(position || ' ' || round || ' ' || sequence || ' ' || time_us || ' ' "
        "|| throughput_gbps, ';') FROM sample",
    };
    for (size_t i = 0; i < sizeof sql / sizeof sql[0]; i++) {
        char *left = contents(a, sql[i]);
        char *right = contents(b, sql[i]);
        ck_assert_str_eq(left, right);
        ck_assert_uint_gt(strlen(left), 0);
        free(left);
        free(right);
    }
}

START_TEST(threads_do_not_matter)
{
    struct store *other = store_open_memory(&errors);
    expect(sweep(store, 1, 0, 1), POINTS, 0, 0);
    expect(sweep(other, 7, 0, 1), POINTS, 0, 0);
    expect_same(store, other);
    store_close(other);
}
END_TEST

START_TEST(nothing_is_run_twice)
{
    sweep(store, 2, 0, 1);
    expect(sweep(store, 2, 0, 1), POINTS, POINTS, 0);
}
END_TEST

START_TEST(shards_make_the_whole)
{
    struct store *parts = store_open_memory(&errors);
    sweep(store, 2, 0, 1);
    for (int64_t shard = 0; shard < 5; shard++)
        expect(sweep(parts, 2, shard, 5), (POINTS - shard + 4) / 5, 0, 0);
    expect_same(store, parts);
    expect(sweep(parts, 2, 0, 1), POINTS, POINTS, 0);
    store_close(parts);
}
END_TEST

START_TEST(more_shards_than_points)
{
    expect(sweep(store, 2, 30, 31), 0, 0, 0);
}
END_TEST

/* Of another experiment: the same points, sampled otherwise. */
START_TEST(stored_runs_are_not_run_again)
{
    struct store *fresh = store_open_memory(&errors);
    sweep(store, 2, 0, 1);
    sweep_plan_free(&plan);
    plan_init(&plan);
    plan_axis(&plan, "workload.cin", "66:69");
    plan_axis(&plan, "ring.credit_max", "16,32");
    plan.rounds = 2;
    plan_complete(&plan);
    expect(sweep(store, 2, 0, 1), 8, 0, 2);
    expect(sweep(fresh, 2, 0, 1), 8, 0, 0);
    for (int i = 0; i < 2; i++) {
        char sql[200];
        snprintf(sql, sizeof sql,
                 "SELECT group_concat(position || ' ' || time_us || '%s', ';') FROM %s "
                 "WHERE experiment_id = '%s'",
                 i == 0 ? "" : " ", i == 0 ? "sample" : "results", plan.experiment.id);
        char *reused = contents(store, sql), *all = contents(fresh, sql);
        ck_assert_str_eq(reused, all);
        free(reused);
        free(all);
    }
    store_close(fresh);
}
END_TEST

START_TEST(what_cannot_be_is_stored_with_its_reason)
{
    sweep(store, 2, 0, 1);
    char *text = contents(store, "SELECT count(*) || ' ' || min(message) FROM results "
                                 "WHERE message IS NOT NULL");
    ck_assert_msg(strstr(text, "2 workload.split") == text, "%s", text);
    free(text);
    text = contents(store, "SELECT CAST(count(*) AS TEXT) FROM sample");
    ck_assert_int_eq(atoi(text), ROUNDS * (POINTS - 2));
    free(text);
}
END_TEST

struct watch {
    atomic_bool stop;
    int64_t last;
    int calls;
};

/* Never backward; says stop once some points are done. */
static void watch(void *context, const struct sweep_counts *counts)
{
    struct watch *watch = context;
    ck_assert_int_ge(sweep_done(counts), watch->last);
    watch->last = sweep_done(counts);
    watch->calls++;
    if (watch->last > 0)
        atomic_store(&watch->stop, true);
}

START_TEST(a_stopped_sweep_goes_on_where_it_was)
{
    struct watch state = {.stop = false};
    struct sweep_counts counts;
    struct store *whole = store_open_memory(&errors);
    sweep_plan_free(&plan);
    plan_init(&plan);
    plan_axis(&plan, "workload.cin", "64:1500");
    plan_complete(&plan);
    const struct sweep_options options = {
        .threads = 2, .shards = 1, .stop = &state.stop, .progress = watch, .context = &state};
    ck_assert(sweep_run(&plan, store, &options, &counts, &errors));
    ck_assert_int_gt(sweep_done(&counts), 0);
    ck_assert_int_lt(sweep_done(&counts), 1437);
    ck_assert_int_ge(sweep_done(&counts), state.last);
    int64_t before = sweep_done(&counts);
    expect(sweep(store, 2, 0, 1), 1437, before, 0);
    sweep(whole, 3, 0, 1);
    char *one = contents(store, "SELECT group_concat(position || run_id) FROM point");
    char *other = contents(whole, "SELECT group_concat(position || run_id) FROM point");
    ck_assert_str_eq(one, other);
    free(one);
    free(other);
    store_close(whole);
}
END_TEST

START_TEST(stopped_before_it_began)
{
    atomic_bool stop = true;
    struct sweep_counts counts;
    const struct sweep_options options = {.threads = 3, .shards = 1, .stop = &stop};
    ck_assert(sweep_run(&plan, store, &options, &counts, &errors));
    ck_assert_int_eq(sweep_done(&counts), 0);
    ck_assert_int_eq(counts.points, POINTS);
}
END_TEST

/* What goes wrong ends the sweep, and only what is on disk counts. */
START_TEST(a_store_that_refuses)
{
    char path[] = "/tmp/anesim-sweep-XXXXXX";
    struct sweep_counts counts;
    const struct sweep_options options = {.threads = 2, .shards = 1};
    close(mkstemp(path));
    struct store *file = store_open(path, STORE_WRITE, &errors);
    ck_assert_ptr_nonnull(file);
    store_close(file);
    file = store_open(path, STORE_READ, &errors);
    ck_assert_ptr_nonnull(file);
    ck_assert(!sweep_run(&plan, file, &options, &counts, &errors));
    ck_assert_int_eq(sweep_done(&counts), 0);
    ck_assert_uint_eq(errors.count, 1);
    diagnostics_free(&errors);
    store_close(file);
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep");
    TCase *tests = tcase_create("sweep");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, threads_do_not_matter);
    tcase_add_test(tests, nothing_is_run_twice);
    tcase_add_test(tests, shards_make_the_whole);
    tcase_add_test(tests, more_shards_than_points);
    tcase_add_test(tests, stored_runs_are_not_run_again);
    tcase_add_test(tests, what_cannot_be_is_stored_with_its_reason);
    tcase_add_test(tests, a_stopped_sweep_goes_on_where_it_was);
    tcase_add_test(tests, stopped_before_it_began);
    tcase_add_test(tests, a_store_that_refuses);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
