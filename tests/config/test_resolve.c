/* Defaults < file < overrides < variant; overrides; required keys. */
#include "sim/config/config.h"

#include "tests/check_main.h"
#include "tests/config/config_files.h"
#include "tests/config/toy_schema.h"

static struct config config;
static struct diagnostics errors;

static void load(const char *text)
{
    errors = (struct diagnostics){0};
    write_file("m.ini", text);
    ck_assert(config_load(&config, &toy_schema, "m.ini", &errors));
}

static bool set(const char *assignment)
{
    return config_override(&config, &toy_schema, assignment, "--set", &errors);
}

static int64_t credit_of(const struct config_variant *variant)
{
    struct toy_params params;
    ck_assert(config_resolve(&config, &toy_schema, variant, &params, &errors));
    return params.ring.credit_lines;
}

static void finish(const char *messages)
{
    config_free(&config);
    expect_messages(&errors, messages);
}

START_TEST(defaults_fill_what_nobody_sets)
{
    struct toy_params params;
    load("[layer]\ncin = 0x10\n");
    memset(&params, 0xAA, sizeof params);
    ck_assert(config_resolve(&config, &toy_schema, NULL, &params, &errors));
    ck_assert_int_eq(params.ring.pointer_bits, 14);
    ck_assert_int_eq(params.ring.credit_lines, 256);
    ck_assert_int_eq(params.ring.credit_return_ps, 5500000);
    ck_assert_int_eq(params.ring.kmem_bytes, 65536);
    ck_assert_int_eq(params.ring.latch, 0);
    ck_assert_int_eq(params.dram.rate_tps, 6400000000);
    ck_assert_int_eq(params.dram.clock_hz, 800000000);
    ck_assert_int_eq(params.dram.hash, 1);
    ck_assert_int_eq(params.layer.cin, 16);
    ck_assert_str_eq(params.layer.title, "");
    finish("");
}
END_TEST

START_TEST(each_step_beats_the_one_before)
{
    load("[layer]\ncin = 5\n[row.a]\nring.credit = 4\n[row.b]\nring.latch = lap\n");
    ck_assert_int_eq(credit_of(NULL), 256);
    ck_assert_int_eq(credit_of(&config.variants[0]), 4);
    ck_assert_int_eq(credit_of(&config.variants[1]), 256);
    ck_assert(set("ring.credit=3"));
    ck_assert_int_eq(credit_of(NULL), 3);
    ck_assert_int_eq(credit_of(&config.variants[0]), 4);
    ck_assert_int_eq(credit_of(&config.variants[1]), 3);
    finish("");
    load("[layer]\ncin = 5\n[ring]\ncredit = 2\n");
    ck_assert_int_eq(credit_of(NULL), 2);
    ck_assert(set("ring.credit=3"));
    ck_assert_int_eq(credit_of(NULL), 3);
    finish("");
}
END_TEST

START_TEST(a_later_override_replaces_an_earlier)
{
    load("[layer]\ncin = 5\n");
    ck_assert(!config_is_overridden(&config, "ring", "credit"));
    ck_assert(set("ring.credit=3"));
    ck_assert(set(" ring . credit = 4 "));
    ck_assert(config_is_overridden(&config, "ring", "credit"));
    ck_assert(!config_is_overridden(&config, "ring", "latch"));
    ck_assert(!config_is_overridden(&config, "layer", "cin"));
    ck_assert_uint_eq(config.overrides.count, 1);
    ck_assert_int_eq(credit_of(NULL), 4);
    finish("");
}
END_TEST

START_TEST(a_text_may_be_overridden_by_nothing)
{
    struct toy_params params;
    load("[layer]\ncin = 5\ntitle = some\n");
    ck_assert(set("layer.title="));
    ck_assert(config_resolve(&config, &toy_schema, NULL, &params, &errors));
    ck_assert_str_eq(params.layer.title, "");
    ck_assert(set("layer.title=a=b.c"));
    ck_assert(config_resolve(&config, &toy_schema, NULL, &params, &errors));
    ck_assert_str_eq(params.layer.title, "a=b.c");
    finish("");
}
END_TEST

static const struct {
    const char *assignment, *message;
} wrong[] = {
    {"ring.credit", "write section.key=value, not 'ring.credit'"},
    {"credit=5", "write section.key=value, not 'credit=5'"},
    {"credit=5.5", "write section.key=value, not 'credit=5.5'"},
    {"", "write section.key=value, not ''"},
    {".=", "unknown section ''; 'anesim params' lists all"},
    {"rnig.credit=5", "unknown section 'rnig'; did you mean 'ring'?"},
    {"ring.cerdit=5", "unknown key 'cerdit' in [ring]; did you mean 'credit'?"},
    {"ring.credit=", "ring.credit has no value"},
    {"ring.credit=0", "ring.credit is '0', out of range: 1 .. 512 lines"},
    {"ring.credit=5 # c", "ring.credit takes a plain number (counted in lines), not '5 # c'"},
    {"ring.kmem=64", "ring.kmem needs a unit: write 64KiB, not 64 (units: B, KiB, MiB or GiB)"},
    {"layer.title=\x1b[2J", "layer.title has a control byte or malformed UTF-8 in '\\x1b[2J'"},
    {"row.a.label=x", "unknown section 'row'; 'anesim params' lists all"},
};

START_TEST(a_wrong_override_names_its_origin)
{
    char expected[256];
    load("[layer]\ncin = 5\n");
    ck_assert(!config_override(&config, &toy_schema, wrong[_i].assignment, "--option", &errors));
    ck_assert_uint_eq(config.overrides.count, 0);
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    snprintf(expected, sizeof expected, "anesim: --option: %s\n", wrong[_i].message);
    finish(expected);
}
END_TEST

START_TEST(a_huge_override_is_refused)
{
    load("[layer]\ncin = 5\n");
    char *huge = malloc(100001);
    ck_assert_ptr_nonnull(huge);
    memset(huge, 'x', 100000);
    huge[100000] = '\0';
    ck_assert(!set(huge));
    huge[4000] = '.';
    huge[50000] = '=';
    ck_assert(!set(huge));
    memcpy(huge, "layer.title=", 12);
    ck_assert(!set(huge));
    free(huge);
    ck_assert_uint_eq(errors.count, 3);
    diagnostics_free(&errors);
    finish("");
}
END_TEST

START_TEST(a_required_key_must_be_set_by_somebody)
{
    struct toy_params params;
    load("[layer]\n[row.a]\nlayer.cin = 5\n");
    ck_assert(config_resolve(&config, &toy_schema, &config.variants[0], &params, &errors));
    ck_assert_int_eq(params.layer.cin, 5);
    ck_assert(!config_resolve(&config, &toy_schema, NULL, &params, &errors));
    ck_assert(set("layer.cin=6"));
    ck_assert(config_resolve(&config, &toy_schema, NULL, &params, &errors));
    ck_assert_int_eq(params.layer.cin, 6);
    finish("anesim: m.ini: layer.cin is required (Input channels; 1 .. 65536 channels): "
           "write cin = ... in [layer]\n");
}
END_TEST

START_TEST(a_config_without_a_file_resolves_too)
{
    struct toy_params params;
    config = (struct config){0};
    errors = (struct diagnostics){0};
    ck_assert(!config_resolve(&config, &toy_schema, NULL, &params, &errors));
    ck_assert_uint_eq(errors.count, 1);
    diagnostics_free(&errors);
    ck_assert(set("layer.cin=6"));
    ck_assert(config_resolve(&config, &toy_schema, NULL, &params, &errors));
    finish("");
}
END_TEST

START_TEST(a_wrong_value_in_a_file_is_not_used_either)
{
    struct toy_params params;
    errors = (struct diagnostics){0};
    write_file("m.ini", "[layer]\ncin = 0\n");
    ck_assert(!config_load(&config, &toy_schema, "m.ini", &errors));
    ck_assert(!config_resolve(&config, &toy_schema, NULL, &params, &errors));
    finish("anesim: m.ini:2: layer.cin is '0', out of range: 1 .. 65536 channels\n"
           "anesim: m.ini:2: layer.cin is '0', out of range: 1 .. 65536 channels\n");
}
END_TEST

START_TEST(a_wrong_default_is_reported_not_used)
{
    static const struct config_key keys[] = {
        {.name = "n", .type = CONFIG_COUNT, .min = 1, .max = 5, .default_text = "9"}};
    static const struct config_section section = {"s", "", keys, 1};
    static const struct config_part part = {&section, 0};
    const struct config_schema schema = {&part, 1, sizeof(int64_t)};
    int64_t params;
    config = (struct config){0};
    errors = (struct diagnostics){0};
    ck_assert(!config_resolve(&config, &schema, NULL, &params, &errors));
    finish("anesim: the default of s.n is '9', out of range: 1 .. 5\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("resolve");
    TCase *tests = tcase_create("resolve");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, defaults_fill_what_nobody_sets);
    tcase_add_test(tests, each_step_beats_the_one_before);
    tcase_add_test(tests, a_later_override_replaces_an_earlier);
    tcase_add_test(tests, a_text_may_be_overridden_by_nothing);
    tcase_add_loop_test(tests, a_wrong_override_names_its_origin, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(tests, a_huge_override_is_refused);
    tcase_add_test(tests, a_required_key_must_be_set_by_somebody);
    tcase_add_test(tests, a_config_without_a_file_resolves_too);
    tcase_add_test(tests, a_wrong_value_in_a_file_is_not_used_either);
    tcase_add_test(tests, a_wrong_default_is_reported_not_used);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
