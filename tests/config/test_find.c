#include <sys/stat.h>
#include <unistd.h>

#include "sim/config/config.h"
#include "sim/config/file.h"
#include "tests/check_main.h"
#include "tests/config/config_files.h"
#include "tests/config/toy_schema.h"

static struct diagnostics errors;

static void enter(void)
{
    enter_folder();
    errors = (struct diagnostics){0};
    ck_assert_int_eq(mkdir("work", 0700), 0);
    ck_assert_int_eq(mkdir("configs", 0700), 0); /* of the share folder */
    ck_assert_int_eq(chdir("work"), 0);
    ck_assert_int_eq(mkdir("configs", 0700), 0);
    ck_assert_int_eq(mkdir("configs/llm", 0700), 0);
}

static void expect_found(const char *name, const char *expected)
{
    char path[256] = "";
    ck_assert_msg(config_find(name, path, sizeof path, &errors), "'%s' is not found", name);
    ck_assert_str_eq(path, expected);
    expect_messages(&errors, "");
}

/* `expected` begins behind "looked in ..., TMP/configs". */
static void expect_missing(const char *name, const char *what, const char *hint)
{
    char path[256];
    char expected[512];
    snprintf(expected, sizeof expected,
             "anesim: config '%s' %s; looked in ., configs and %s/configs%s\n", name, what,
             config_folder, hint);
    ck_assert(!config_find(name, path, sizeof path, &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    expect_messages(&errors, expected);
}

START_TEST(places_are_tried_in_order)
{
    char share[128];
    snprintf(share, sizeof share, "%s/configs/m.ini", config_folder);
    write_file(share, "[ring]\n");
    expect_found("m.ini", share);
    expect_found("m", share);
    write_file("configs/m.ini", "[ring]\n");
    expect_found("m.ini", "configs/m.ini");
    expect_found("m", "configs/m.ini");
    write_file("m.ini", "[ring]\n");
    expect_found("m.ini", "m.ini");
    expect_found("m", "m.ini");
    write_file("m", "[ring]\n");
    expect_found("m", "m");
    expect_found(share, share);
    char bare[128];
    snprintf(bare, sizeof bare, "%s/configs/m", config_folder);
    expect_found(bare, share);
}
END_TEST

START_TEST(names_may_have_folders_and_dots)
{
    write_file("configs/llm/qwen2.5.ini", "[ring]\n");
    expect_found("llm/qwen2.5", "configs/llm/qwen2.5.ini");
    expect_missing("llm/qwen25", "not found", "; did you mean 'llm/qwen2.5.ini'?");
}
END_TEST

START_TEST(a_folder_does_not_hide_a_config)
{
    ck_assert_int_eq(mkdir("m", 0700), 0);
    expect_missing("m", "is a folder, not a config", "");
    write_file("configs/m.ini", "[ring]\n");
    expect_found("m", "configs/m.ini");
}
END_TEST

START_TEST(a_circle_of_links_is_named_as_such)
{
    ck_assert_int_eq(symlink("m.ini", "m.ini"), 0);
    expect_missing("m.ini", "is a circle of symbolic links", "");
    write_file("configs/m.ini", "[ring]\n");
    expect_found("m.ini", "configs/m.ini");
}
END_TEST

START_TEST(a_near_name_is_suggested)
{
    write_file("configs/m2.ins", "");
    expect_missing("m2.ini", "not found", "");
    write_file("configs/m3-fixed.ini", "[ring]\n");
    write_file("m4.ini", "[ring]\n");
    write_file("m3.ini", "[ring]\n");
    expect_missing("m5.ini", "not found", "; did you mean 'm3.ini'?");
    expect_missing("m3-fxied", "not found", "; did you mean 'm3-fixed.ini'?");
    expect_missing("elsewhere", "not found", "");
}
END_TEST

START_TEST(an_absolute_name_is_sought_nowhere_else)
{
    char path[256];
    ck_assert(!config_find("/nowhere/m.ini", path, sizeof path, &errors));
    expect_messages(&errors, "anesim: config '/nowhere/m.ini' not found\n");
}
END_TEST

START_TEST(names_have_a_limit)
{
    char name[1026];
    char path[256];
    ck_assert(!config_find("", path, sizeof path, &errors));
    memset(name, 'x', sizeof name);
    name[1025] = '\0';
    ck_assert(!config_find(name, path, sizeof path, &errors));
    expect_messages(&errors, "anesim: a config's name has 1 to 1024 bytes, not 0\n"
                             "anesim: a config's name has 1 to 1024 bytes, not 1025\n");
    name[1024] = '\0';
    ck_assert(!config_find(name, path, sizeof path, &errors));
    ck_assert_uint_eq(errors.count, 1);
    diagnostics_free(&errors);
    write_file("m.ini", "[ring]\n");
    ck_assert(!config_find("m.ini", path, 5, &errors));
    diagnostics_free(&errors);
    ck_assert(config_find("m.ini", path, 6, &errors));
}
END_TEST

START_TEST(a_hostile_name_is_shown_harmless)
{
    char path[256];
    ck_assert(!config_find("/\x1b[2J", path, sizeof path, &errors));
    expect_messages(&errors, "anesim: config '/\\x1b[2J' not found\n");
}
END_TEST

START_TEST(what_is_not_found_is_not_loaded)
{
    struct config config;
    ck_assert(!config_load(&config, &toy_schema, "/nowhere/m.ini", &errors));
    ck_assert_ptr_null(config.path);
    config_free(&config);
    expect_messages(&errors, "anesim: config '/nowhere/m.ini' not found\n");
}
END_TEST

START_TEST(a_file_that_went_away_is_bad_input)
{
    char *text;
    size_t size;
    ck_assert(!config_file_read("gone.ini", &text, &size, &errors));
    ck_assert(!config_file_read("configs", &text, &size, &errors));
    ck_assert_ptr_null(text);
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    expect_messages(&errors, "anesim: gone.ini: cannot open: No such file or directory\n"
                             "anesim: configs: cannot read: Is a directory\n");
}
END_TEST

START_TEST(a_failing_read_is_the_environments)
{
    struct config config;
    /* Reading address 0 of one's own memory fails with EIO. */
    if (access("/proc/self/mem", R_OK) != 0)
        return;
    ck_assert(!config_load(&config, &toy_schema, "/proc/self/mem", &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 1);
    expect_messages(&errors, "anesim: /proc/self/mem: cannot read: Input/output error\n");
    config_free(&config);
}
END_TEST

START_TEST(an_endless_file_ends)
{
    struct config config;
    if (access("/dev/zero", R_OK) != 0)
        return;
    ck_assert(!config_load(&config, &toy_schema, "/dev/zero", &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    diagnostics_free(&errors);
    config_free(&config);
    ck_assert(!config_load(&config, &toy_schema, "/dev/null", &errors));
    expect_messages(&errors, "anesim: /dev/null: the config is empty: no section and no key\n");
    config_free(&config);
}
END_TEST

START_TEST(a_forbidden_file_is_bad_input)
{
    struct config config;
    write_file("m.ini", "[ring]\n");
    ck_assert_int_eq(chmod("m.ini", 0), 0);
    if (access("m.ini", R_OK) == 0)
        return; /* root may read it all the same */
    ck_assert(!config_load(&config, &toy_schema, "m.ini", &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    expect_messages(&errors, "anesim: m.ini: cannot open: Permission denied\n");
    config_free(&config);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("find");
    TCase *tests = tcase_create("find");
    tcase_add_checked_fixture(tests, enter, leave_folder);
    tcase_add_test(tests, places_are_tried_in_order);
    tcase_add_test(tests, names_may_have_folders_and_dots);
    tcase_add_test(tests, a_folder_does_not_hide_a_config);
    tcase_add_test(tests, a_circle_of_links_is_named_as_such);
    tcase_add_test(tests, a_near_name_is_suggested);
    tcase_add_test(tests, an_absolute_name_is_sought_nowhere_else);
    tcase_add_test(tests, names_have_a_limit);
    tcase_add_test(tests, a_hostile_name_is_shown_harmless);
    tcase_add_test(tests, what_is_not_found_is_not_loaded);
    tcase_add_test(tests, a_file_that_went_away_is_bad_input);
    tcase_add_test(tests, a_failing_read_is_the_environments);
    tcase_add_test(tests, an_endless_file_ends);
    tcase_add_test(tests, a_forbidden_file_is_bad_input);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
