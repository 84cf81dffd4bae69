#include <sys/stat.h>

#include "sim/config/config.h"
#include "tests/check_main.h"
#include "tests/config/config_files.h"
#include "tests/config/toy_schema.h"

static struct config config;
static struct diagnostics errors;

static bool load(const char *name)
{
    errors = (struct diagnostics){0};
    return config_load(&config, &toy_schema, name, &errors);
}

static void load_and_expect(const char *name, const char *messages)
{
    ck_assert_int_eq(load(name), messages[0] == '\0');
    config_free(&config);
    expect_messages(&errors, messages);
}

static struct toy_params resolve(void)
{
    struct toy_params params;
    ck_assert(config_resolve(&config, &toy_schema, NULL, &params, &errors));
    config_free(&config);
    expect_messages(&errors, "");
    return params;
}

START_TEST(own_keys_beat_inherited_ones)
{
    write_file("own.ini", "inherits = middle.ini\n[ring]\ncredit = 1\n[layer]\ncin = 7\n");
    write_file("middle.ini", "inherits = base\n[ring]\ncredit = 2\nkmem = 2KiB\n");
    write_file("base.ini", "[dram]\nhash = off\n[ring]\nkmem = 3KiB\ncredit = 3\nlatch = lap\n");
    ck_assert(load("own.ini"));
    ck_assert_str_eq(config.path, "own.ini");
    struct toy_params params = resolve();
    ck_assert_int_eq(params.layer.cin, 7);
    ck_assert_int_eq(params.ring.credit_lines, 1);
    ck_assert_int_eq(params.ring.kmem_bytes, 2048);
    ck_assert_int_eq(params.ring.latch, 1);
    ck_assert_int_eq(params.dram.hash, 0);
    ck_assert_int_eq(params.ring.credit_return_ps, 5500000);
}
END_TEST

START_TEST(every_assignment_knows_its_file_and_line)
{
    write_file("own.ini", "inherits = base.ini\n[ring]\ncredit = 1\n");
    write_file("base.ini", "[ring]\ncredit = 3\n\nkmem = 3KiB\n");
    ck_assert(load("own.ini"));
    ck_assert_uint_eq(config.file.count, 2);
    ck_assert_str_eq(config.file.items[0].file, "own.ini");
    ck_assert_int_eq(config.file.items[0].line, 3);
    ck_assert_str_eq(config.file.items[1].key, "kmem");
    ck_assert_str_eq(config.file.items[1].file, "base.ini");
    ck_assert_int_eq(config.file.items[1].line, 4);
    config_free(&config);
}
END_TEST

START_TEST(mistakes_of_all_files_come_in_one_go)
{
    write_file("own.ini", "inherits = base.ini\n[ring]\ncredit = 0\n");
    write_file("base.ini", "[ring]\n\ncredit = 1000\n");
    load_and_expect("own.ini",
                    "anesim: own.ini:3: ring.credit is '0', out of range: 1 .. 512 lines\n"
                    "anesim: base.ini:3: ring.credit is '1000', out of range: 1 .. 512 lines\n");
}
END_TEST

START_TEST(own_rows_replace_inherited_ones)
{
    write_file("own.ini", "inherits = base.ini\n[row.mine]\nring.credit = 1\n");
    write_file("none.ini", "inherits = base.ini\n[ring]\n");
    write_file("base.ini", "[row.a]\nlabel = A\n[row.b]\n");
    ck_assert(load("own.ini"));
    ck_assert_uint_eq(config.variant_count, 1);
    ck_assert_str_eq(config.variants[0].name, "mine");
    config_free(&config);
    ck_assert(load("none.ini"));
    ck_assert_uint_eq(config.variant_count, 2);
    ck_assert_str_eq(config.variants[0].label, "A");
    ck_assert_str_eq(config.variants[1].label, "b");
    config_free(&config);
}
END_TEST

START_TEST(a_circle_is_noticed)
{
    write_file("a.ini", "inherits = b.ini\n[ring]\n");
    write_file("b.ini", "# second line:\ninherits = ./c.ini\n[ring]\n");
    write_file("c.ini", "inherits = link.ini\n[ring]\n");
    write_file("self.ini", "inherits = self.ini\n");
    ck_assert_int_eq(symlink("a.ini", "link.ini"), 0);
    load_and_expect("a.ini", "anesim: ./c.ini:1: inherits in a circle: './link.ini' is inherited "
                             "by itself\n");
    load_and_expect("self.ini", "anesim: self.ini:1: inherits in a circle: 'self.ini' is inherited "
                                "by itself\n");
}
END_TEST

START_TEST(a_base_is_sought_beside_its_heir_first)
{
    ck_assert_int_eq(mkdir("chips", 0700), 0);
    ck_assert_int_eq(mkdir("configs", 0700), 0);
    write_file("chips/own.ini", "inherits = base.ini\n");
    write_file("chips/other.ini", "inherits = far.ini\n");
    write_file("chips/base.ini", "[ring]\ncredit = 1\n");
    write_file("base.ini", "[ring]\ncredit = 2\n");
    write_file("configs/far.ini", "[ring]\ncredit = 3\n");
    ck_assert(load("chips/own.ini"));
    ck_assert_str_eq(config.file.items[0].file, "chips/base.ini");
    config_free(&config);
    ck_assert(load("chips/other.ini"));
    ck_assert_str_eq(config.file.items[0].file, "configs/far.ini");
    config_free(&config);
}
END_TEST

START_TEST(a_missing_base_is_reported_where_it_is_named)
{
    char expected[512];
    write_file("own.ini", "\ninherits = bose.ini\n[ring]\ncredit = 0\n");
    write_file("base.ini", "[ring]\n");
    snprintf(expected, sizeof expected,
             "anesim: own.ini:4: ring.credit is '0', out of range: 1 .. 512 lines\n"
             "anesim: own.ini:2: config 'bose.ini' not found; looked in ., configs and "
             "%s/configs; did you mean 'base.ini'?\n",
             config_folder);
    load_and_expect("own.ini", expected);
}
END_TEST

START_TEST(inherits_stands_once_and_on_top)
{
    write_file("base.ini", "[ring]\n");
    write_file("twice.ini", "inherits = base.ini\ninherits = base.ini\n");
    write_file("below.ini", "[ring]\ninherits = base.ini\n");
    load_and_expect("twice.ini",
                    "anesim: twice.ini:2: duplicate key 'inherits'; the first is on line 1\n");
    load_and_expect("below.ini", "anesim: below.ini:2: unknown key 'inherits' in [ring]; it "
                                 "belongs above the first section\n");
}
END_TEST

START_TEST(a_chain_has_up_to_16_files)
{
    char name[32];
    char text[64];
    for (int i = 0; i < 17; i++) {
        snprintf(name, sizeof name, "c%d.ini", i);
        snprintf(text, sizeof text, "inherits = c%d.ini\n[layer]\ncin = %d\n", i + 1, i + 1);
        write_file(name, i == 16 ? "[dram]\nhash = off\n" : text);
    }
    ck_assert(load("c1.ini"));
    struct toy_params params = resolve();
    ck_assert_int_eq(params.layer.cin, 2);
    ck_assert_int_eq(params.dram.hash, 0);
    load_and_expect("c0.ini", "anesim: c15.ini:1: inherits through more than 16 files\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inherits");
    TCase *tests = tcase_create("inherits");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, own_keys_beat_inherited_ones);
    tcase_add_test(tests, every_assignment_knows_its_file_and_line);
    tcase_add_test(tests, mistakes_of_all_files_come_in_one_go);
    tcase_add_test(tests, own_rows_replace_inherited_ones);
    tcase_add_test(tests, a_circle_is_noticed);
    tcase_add_test(tests, a_base_is_sought_beside_its_heir_first);
    tcase_add_test(tests, a_missing_base_is_reported_where_it_is_named);
    tcase_add_test(tests, inherits_stands_once_and_on_top);
    tcase_add_test(tests, a_chain_has_up_to_16_files);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
