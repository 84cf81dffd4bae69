#include "sim/store/store.h"

#include "tests/check_main.h"
#include "tests/store/fill.h"
#include "tests/store/scratch.h"

enum { FLIPS = 400 };

static uint64_t seed = 20261201;

static size_t below(size_t limit)
{
    seed = seed * 6364136223846793005 + 1442695040888963407;
    return (size_t)(seed >> 33) % limit;
}

static void fill_file(void)
{
    struct fill fill;
    ck_assert(good(fill_init(&fill, 60, 3, &errors)));
    fill.fake = true;
    struct store *store = store_open(path, STORE_WRITE, &errors);
    ck_assert(good(store && fill_points(&fill, store, 0, 60, 60, &errors)));
    store_close(store);
}

static const struct column columns[] = {
    {.name = "label", .type = COLUMN_TEXT},      {.name = "cin", .type = COLUMN_COUNT},
    {.name = "time_us", .type = COLUMN_REAL},    {.name = "run_id", .type = COLUMN_TEXT},
    {.name = "hypothesis", .type = COLUMN_TEXT},
};

/* All that is done to a database that may be anything; true when nothing was
 * found to be wrong. */
static bool use(void)
{
    struct table table;
    struct store_run run;
    struct store_size size;
    struct store_merged merged;
    char *config = NULL;
    bool found;
    struct store *store = store_open(path, STORE_READ, &errors);
    table_init(&table, columns, sizeof columns / sizeof columns[0]);
    bool done = store && store_select(store,
                                      "SELECT label, cin, time_us, run_id, hypothesis "
                                      "FROM results",
                                      NULL, 0, &table, &errors);
    for (size_t i = 0; done && i < table.row_count && i < 5; i++) {
        const struct cell *id = table_cell(&table, i, 3);
        done = id->known && store_find_run(store, id->text, &run, &found, &errors) &&
               (!found || store_find_config(store, run.config_id, &config, &errors));
        free(config);
        config = NULL;
    }
    table_free(&table);
    done = done && store_check(store, STORE_CHECK_QUICK, &errors) &&
           store_check(store, STORE_CHECK_FULL, &errors);
    store_close(store);
    struct store *other = store_open(in_folder("other.db"), STORE_WRITE, &errors);
    done = other && store_merge(other, path, &merged, &errors) && done;
    store_close(other);
    store = store_open(path, STORE_WRITE, &errors);
    done = store && store_vacuum(store, &size, &errors) && done;
    store_close(store);
    return done;
}

/* Damage is a finding about the input, whatever of it is met first. */
static void expect_findings(bool done)
{
    ck_assert(done == diagnostics_empty(&errors));
    for (size_t i = 0; i < errors.count; i++)
        ck_assert_msg(errors.items[i].kind == DIAGNOSTIC_BAD_INPUT, "%s", errors.items[i].message);
    diagnostics_free(&errors);
    errors = (struct diagnostics){0};
}

START_TEST(flipped_bits)
{
    size_t size;
    int found = 0;
    fill_file();
    char *whole = read_bytes(path, &size);
    char *bytes = malloc(size);
    for (int i = 0; i < FLIPS; i++) {
        memcpy(bytes, whole, size);
        for (size_t j = 0; j <= below(4); j++)
            bytes[below(size)] ^= (char)(1 << below(8));
        if (i % 4 == 0) /* the header, and the root of the schema */
            bytes[below(200)] ^= (char)(1 << below(8));
        write_bytes(path, bytes, size);
        unlink(in_folder("other.db"));
        bool done = use();
        found += !done;
        expect_findings(done);
    }
    ck_assert_int_gt(found, FLIPS / 8);
    free(whole);
    free(bytes);
}
END_TEST

START_TEST(cut_short)
{
    size_t size;
    fill_file();
    char *bytes = read_bytes(path, &size);
    for (size_t left = 1; left < size; left += size / 50) {
        write_bytes(path, bytes, left);
        unlink(in_folder("other.db"));
        ck_assert(!use());
        expect_findings(false);
    }
    free(bytes);
}
END_TEST

START_TEST(pages_of_zeros_and_of_noise)
{
    enum { PAGE = 4096 };
    size_t size;
    fill_file();
    char *whole = read_bytes(path, &size);
    char *bytes = malloc(size);
    for (size_t at = 0; at < size; at += PAGE) {
        for (int noise = 0; noise < 2; noise++) {
            memcpy(bytes, whole, size);
            for (size_t i = at; i < at + PAGE; i++)
                bytes[i] = noise ? (char)below(256) : 0;
            write_bytes(path, bytes, size);
            unlink(in_folder("other.db"));
            ck_assert(!use());
            expect_findings(false);
        }
    }
    free(whole);
    free(bytes);
}
END_TEST

/* Sound pages, but not what the tables should hold. */
START_TEST(tables_that_are_not_ours)
{
    static const char *const changes[] = {
        "DROP TABLE sample",
        "DROP VIEW results",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'time_us', "
        "'time_xx')",
        "DROP VIEW results; CREATE VIEW results AS SELECT 1 AS label",
        "DROP VIEW results; CREATE VIEW results AS SELECT 'a' AS label, 'b' AS cin, 'c' AS "
        "time_us, 'd' AS run_id, 'e' AS hypothesis",
        "PRAGMA ignore_check_constraints = ON; UPDATE config SET json = '{'",
        "PRAGMA ignore_check_constraints = ON; UPDATE run SET message = 'x'",
        "PRAGMA foreign_keys = OFF; DELETE FROM config",
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        unlink(path);
        unlink(in_folder("other.db"));
        fill_file();
        sql(path, changes[i]);
        ck_assert_msg(!use(), "%s", changes[i]);
        expect_findings(false);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("damage");
    TCase *tests = tcase_create("damage");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, scratch_begin, scratch_end);
    tcase_add_test(tests, flipped_bits);
    tcase_add_test(tests, cut_short);
    tcase_add_test(tests, pages_of_zeros_and_of_noise);
    tcase_add_test(tests, tables_that_are_not_ours);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
