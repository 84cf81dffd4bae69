/* Plans read back from JSON, good and hostile, and checked against a model. */
#include <string.h>
#include <unistd.h>

#include "sim/experiment/plan_check.h"
#include "tests/check_main.h"
#include "tests/experiment/planning.h"

#define ROWS(rows) "{\"plan_version\": 1, \"rows\": [" rows "]}"
#define SPLIT(rest)                                                                                \
    ROWS("{\"name\": \"gate\", \"strategy\": \"split\", \"axis\": \"cin\", " rest "}")

static char path[] = "/tmp/anesim-plan-XXXXXX";

static void make_path(void)
{
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
}

static void remove_path(void)
{
    unlink(path);
}

static void write_plan(const char *text, size_t size)
{
    FILE *stream = fopen(path, "wb");
    if (!stream || fwrite(text, 1, size, stream) != size || fclose(stream) != 0)
        ck_abort_msg("cannot write %s", path);
}

/* Reads and applies to a model with one layer, "gate", 2048 -> 8192. */
static bool apply(const char *text, size_t size, struct plan_check *check,
                  struct diagnostics *errors)
{
    static struct setup setup;
    static struct shape_list list;
    struct plan_file file;
    if (list.count == 0) {
        struct shape shape = fp16_shape(2048, 8192);
        setup = m3_setup();
        snprintf(shape.name, sizeof shape.name, "gate");
        shape_list_add(&list, &shape);
    }
    write_plan(text, size);
    *check = (struct plan_check){.count = 0};
    bool good =
        plan_file_read(&file, path, errors) && plan_check_run(check, &setup, &list, &file, errors);
    plan_file_free(&file);
    return good;
}

static void expect_hit(const char *text, size_t items, size_t hit)
{
    struct diagnostics errors = {0};
    struct plan_check check;
    if (!apply(text, strlen(text), &check, &errors))
        ck_abort_msg("%s: %s", text, errors.items[0].message);
    if (check.count != items || check.hit_count != hit)
        ck_abort_msg("%s: %zu items, %zu hit", text, check.count, check.hit_count);
    plan_check_free(&check);
}

START_TEST(test_parts_in_the_notch)
{
    expect_hit(SPLIT("\"sizes\": [1024, 1024]"), 1, 2);
    expect_hit(SPLIT("\"sizes\": [683, 683, 682]"), 2, 0);
    expect_hit(SPLIT("\"sizes\": [512, 1024, 512]"), 3, 1);
    expect_hit(SPLIT("\"cin\": 2048, \"cout\": 8192, \"sizes\": [2048]"), 1, 1);
    expect_hit(ROWS("{\"name\": \"gate\", \"strategy\": \"keep\"}"), 1, 1);
    expect_hit(ROWS("{\"name\": \"gate\", \"strategy\": \"pad\", \"axis\": \"cin\", "
                    "\"sizes\": [2063]}"),
               1, 0); /* grazed */
    expect_hit(ROWS("{\"name\": \"gate\", \"strategy\": \"pad\", \"axis\": \"cout\", "
                    "\"sizes\": [8208]}"),
               1, 1);
    expect_hit(ROWS("{\"name\": \"gate\", \"strategy\": \"split\", \"axis\": \"cout\", "
                    "\"sizes\": [2731, 2731, 2730]}"),
               2, 0);
    expect_hit(ROWS(""), 1, 1); /* not named, and hit */
    expect_hit(ROWS("{\"name\": \"gate\", \"notch\": \"unknown\", \"strategy\": null}"), 1, 1);
}
END_TEST

static void expect_refusal(const char *text, size_t size)
{
    struct diagnostics errors = {0};
    struct plan_check check;
    if (apply(text, size, &check, &errors))
        ck_abort_msg("accepted: %s", text);
    if (errors.count != 1 || errors.lost != 0 || diagnostics_exit_code(&errors) != 2)
        ck_abort_msg("%zu messages, exit %d: %s", errors.count, diagnostics_exit_code(&errors),
                     text);
    diagnostics_free(&errors);
    plan_check_free(&check);
}

START_TEST(test_hostile_files)
{
    static const char *const texts[] = {
        "",
        "null",
        "[]",
        "{}",
        "{\"rows\": []}",
        "{\"plan_version\": 1}",
        "{\"plan_version\": 1, \"rows\": {}}",
        "{\"plan_version\": 2, \"rows\": []}",
        "{\"plan_version\": 1.0, \"rows\": []}",
        "{\"plan_version\": \"1\", \"rows\": []}",
        "{\"plan_version\": 1, \"plan_version\": 1, \"rows\": []}",
        "{\"plan_version\": 1, \"rows\": [], \"extra\": 1}",
        "{\"plan_version\": 1, \"rows\": []} trailing",
        "\xFF\xFE{\"plan_version\": 1}",
        ROWS("1"),
        ROWS("{}"),
        ROWS("{\"name\": \"\", \"strategy\": \"keep\"}"),
        ROWS("{\"name\": \"other\", \"strategy\": \"keep\"}"),
        ROWS("{\"name\": \"gate\\u0000\", \"strategy\": \"keep\"}"),
        ROWS("{\"name\": \"gate\", \"strategy\": \"keep\", \"cin\": 2047}"),
        ROWS("{\"name\": \"gate\", \"strategy\": \"keep\"}, {\"name\": \"gate\", "
             "\"strategy\": \"split\", \"axis\": \"cin\", \"sizes\": [2048]}"),
        ROWS("{\"name\": \"gate\"}"),
        ROWS("{\"name\": \"gate\", \"strategy\": \"tear\"}"),
        ROWS("{\"name\": \"gate\", \"strategy\": \"pad\", \"sizes\": [4096]}"),
        ROWS("{\"name\": \"gate\", \"strategy\": \"pad\", \"axis\": \"cin\", \"sizes\": [2048]}"),
        ROWS("{\"name\": \"gate\", \"strategy\": \"pad\", \"axis\": \"cin\", "
             "\"sizes\": [2064, 1]}"),
        ROWS("{\"name\": \"gate\", \"strategy\": \"split\", \"axis\": \"kernel\", "
             "\"sizes\": [2048]}"),
        SPLIT("\"size\": [2048]"),
        SPLIT("\"sizes\": 2048"),
        SPLIT("\"sizes\": []"),
        SPLIT("\"sizes\": [2047]"),
        SPLIT("\"sizes\": [1024, 1024, 1]"),
        SPLIT("\"sizes\": [2049, -1]"),
        SPLIT("\"sizes\": [2048, 0]"),
        SPLIT("\"sizes\": [1024.0, 1024]"),
        SPLIT("\"sizes\": [\"2048\"]"),
        SPLIT("\"sizes\": [9223372036854775807, 9223372036854775807]"),
        SPLIT("\"sizes\": [99999999999999999999]"),
        SPLIT("\"cin\": 2048.5, \"sizes\": [2048]"),
        SPLIT("\"sizes\": [2048], \"sizes\": [2048]"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect_refusal(texts[i], strlen(texts[i]));
    enum { DEEP = 100000, MANY = 65 };
    char *deep = malloc(DEEP);
    memset(deep, '[', DEEP);
    expect_refusal(deep, DEEP);
    free(deep);
    char text[1000] = "{\"plan_version\": 1, \"rows\": [{\"name\": \"gate\", \"strategy\": "
                      "\"split\", \"axis\": \"cin\", \"sizes\": [1984";
    for (int i = 1; i < MANY; i++)
        strcat(text, ", 1");
    strcat(text, "]}]}");
    expect_refusal(text, strlen(text));
}
END_TEST

/* No beginning of a plan is one, and no flipped bit gives more than a message. */
START_TEST(test_damaged_files)
{
    char text[] = SPLIT("\"cin\": 2048, \"sizes\": [683, 683, 682]");
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++)
        expect_refusal(text, i);
    for (size_t bit = 0; bit < size * 8; bit++) {
        struct diagnostics errors = {0};
        struct plan_check check;
        text[bit / 8] ^= (char)(1 << bit % 8);
        bool good = apply(text, size, &check, &errors);
        if (errors.count != (good ? 0 : 1))
            ck_abort_msg("%zu messages: %s", errors.count, text);
        diagnostics_free(&errors);
        plan_check_free(&check);
        text[bit / 8] ^= (char)(1 << bit % 8);
    }
}
END_TEST

START_TEST(test_places_without_a_plan)
{
    static const char *const places[] = {"/no/such/file", "/"};
    for (size_t i = 0; i < 2; i++) {
        struct diagnostics errors = {0};
        struct plan_file file;
        ck_assert(!plan_file_read(&file, places[i], &errors));
        ck_assert_uint_eq(errors.count, 1);
        plan_file_free(&file);
        diagnostics_free(&errors);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plan files");
    TCase *tests = tcase_create("files");
    tcase_set_timeout(tests, 60);
    tcase_add_unchecked_fixture(tests, make_path, remove_path);
    tcase_add_test(tests, test_parts_in_the_notch);
    tcase_add_test(tests, test_hostile_files);
    tcase_add_test(tests, test_damaged_files);
    tcase_add_test(tests, test_places_without_a_plan);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
