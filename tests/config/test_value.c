#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/check_main.h"
#include "tests/config/toy_schema.h"

union any_value {
    int64_t number;
    char text[CONFIG_TEXT_BYTES];
};

static const struct config_key *key_named(const char *section, const char *key)
{
    const struct config_part *part;
    const struct config_key *found = config_schema_find(&toy_schema, section, key, &part);
    ck_assert_ptr_nonnull(found);
    ck_assert_str_eq(part->section->name, section);
    return found;
}

static const struct {
    const char *section, *key, *text;
    int64_t value;
} good[] = {
    {"ring", "pointer_bits", "4", 4},
    {"ring", "pointer_bits", "5", 5},
    {"ring", "pointer_bits", "31", 31},
    {"ring", "pointer_bits", "32", 32},
    {"ring", "pointer_bits", "0x10", 16},
    {"ring", "credit_return", "1ps", 1},
    {"ring", "credit_return", "2ps", 2},
    {"ring", "credit_return", "1ms", 1000000000},
    {"ring", "credit_return", "999999999ps", 999999999},
    {"ring", "credit_return", "5.5us", 5500000},
    {"ring", "credit_return", "5.5 us", 5500000},
    {"ring", "kmem", "64B", 64},
    {"ring", "kmem", "65B", 65},
    {"ring", "kmem", "1073741823B", 1073741823},
    {"ring", "kmem", "1GiB", 1073741824},
    {"ring", "kmem", "64 KiB", 65536},
    {"ring", "latch", "task", 0},
    {"ring", "latch", "live", 2},
    {"dram", "rate", "6400MT/s", 6400000000},
    {"dram", "rate", "20GT/s", 20000000000},
    {"dram", "clock", "1Hz", 1},
    {"dram", "clock", "800kHz", 800000},
    {"dram", "hash", "on", 1},
    {"dram", "hash", "yes", 1},
    {"dram", "hash", "true", 1},
    {"dram", "hash", "off", 0},
    {"dram", "hash", "no", 0},
    {"dram", "hash", "false", 0},
    {"dram", "offset", "-100", -100},
    {"dram", "offset", "-0x64", -100},
    {"dram", "offset", "100", 100},
};

START_TEST(good_values_are_read_and_survive_a_round_trip)
{
    const struct config_key *key = key_named(good[_i].section, good[_i].key);
    char error[CONFIG_ERROR_BYTES] = "";
    char text[64];
    union any_value value;
    ck_assert_msg(config_value_parse(key, good[_i].text, &value, error, sizeof error), "%s", error);
    ck_assert_int_eq(value.number, good[_i].value);
    config_value_print(key, &value, text, sizeof text);
    value.number = -1;
    ck_assert_msg(config_value_parse(key, text, &value, error, sizeof error), "%s", error);
    ck_assert_int_eq(value.number, good[_i].value);
}
END_TEST

static const struct {
    const char *section, *key, *text, *error;
} bad[] = {
    {"ring", "pointer_bits", "3", "pointer_bits is '3', out of range: 4 .. 32 bits"},
    {"ring", "pointer_bits", "33", "pointer_bits is '33', out of range: 4 .. 32 bits"},
    {"ring", "pointer_bits", "18446744073709551630",
     "pointer_bits is '18446744073709551630', out of range: 4 .. 32 bits"},
    {"ring", "pointer_bits", "0x1000000000000000e",
     "pointer_bits is '0x1000000000000000e', out of range: 4 .. 32 bits"},
    {"ring", "credit", "256 lines",
     "credit takes a plain number (counted in lines), not '256 lines'"},
    {"ring", "credit", "256.0", "credit takes a whole number, not '256.0'"},
    {"ring", "credit", "1e2", "credit takes a plain number (counted in lines), not '1e2'"},
    {"ring", "credit", "", "credit has no value"},
    {"dram", "offset", "many", "offset takes a plain number, not 'many'"},
    {"dram", "offset", "-101", "offset is '-101', out of range: -100 .. 100"},
    {"ring", "credit_return", "0ps", "credit_return is '0ps', out of range: 1ps .. 1ms"},
    {"ring", "credit_return", "1000000001ps",
     "credit_return is '1000000001ps', out of range: 1ps .. 1ms"},
    {"ring", "credit_return", "-5us", "credit_return is '-5us', out of range: 1ps .. 1ms"},
    {"ring", "credit_return", "99999999999999999999s",
     "credit_return is '99999999999999999999s', out of range: 1ps .. 1ms"},
    {"ring", "credit_return", "0.3ps",
     "credit_return is '0.3ps', finer than can be held: at best a whole number of ps"},
    {"ring", "credit_return", "5.5",
     "credit_return needs a unit: write 5.5us, not 5.5 (units: ps, ns, us, ms or s)"},
    {"ring", "credit_return", "99999",
     "credit_return needs a unit: write 99999ps, not 99999 (units: ps, ns, us, ms or s)"},
    {"ring", "credit_return", "99999999999",
     "credit_return needs a unit after '99999999999': ps, ns, us, ms or s"},
    {"ring", "kmem", "64", "kmem needs a unit: write 64KiB, not 64 (units: B, KiB, MiB or GiB)"},
    {"ring", "kmem", "64KB", "kmem has an unknown unit, 'KB': write B, KiB, MiB or GiB"},
    {"ring", "kmem", "64kib", "kmem has an unknown unit, 'kib': write B, KiB, MiB or GiB"},
    {"ring", "kmem", "64  KiB", "kmem may have at most one space before its unit, not '64  KiB'"},
    {"ring", "kmem", "64\tKiB", "kmem may have at most one space before its unit, not '64\tKiB'"},
    {"ring", "kmem", "64KiB  or so", "kmem has text after its unit: 'or so'"},
    {"ring", "kmem", "a lot", "kmem takes a number with a unit (B, KiB, MiB or GiB), not 'a lot'"},
    {"ring", "kmem", "63B", "kmem is '63B', out of range: 64B .. 1GiB"},
    {"ring", "kmem", "1073741825B", "kmem is '1073741825B', out of range: 64B .. 1GiB"},
    {"ring", "latch", "Task", "latch takes task | lap | live, not 'Task'; did you mean 'task'?"},
    {"ring", "latch", "never", "latch takes task | lap | live, not 'never'"},
    {"dram", "hash", "1", "hash takes on or off (or yes, no, true, false), not '1'"},
    {"dram", "rate", "6400", "rate needs a unit: write 6400MT/s, not 6400 (units: MT/s or GT/s)"},
    {"ring", "kmem", "64.3B",
     "kmem is '64.3B', finer than can be held: at best a whole number of bytes"},
    {"dram", "rate", "0.0000001MT/s",
     "rate is '0.0000001MT/s', finer than can be held: at best a whole number of T/s"},
    {"dram", "clock", "1.5Hz",
     "clock is '1.5Hz', finer than can be held: at best a whole number of Hz"},
    {"dram", "clock", "10.1GHz", "clock is '10.1GHz', out of range: 1Hz .. 10GHz"},
    {"layer", "title", "a\x1b[31m", "title has a control byte or malformed UTF-8 in 'a\x1b[31m'"},
    {"layer", "title", "\xff", "title has a control byte or malformed UTF-8 in '\xff'"},
    {"layer", "title", "a #1", "title cannot hold 'a #1': a comment would begin at the '#'"},
    {"layer", "title", ";", "title cannot hold ';': a comment would begin at the ';'"},
    {"dram", "hash", "0123456789012345678901234567890123456789X",
     "hash takes on or off (or yes, no, true, false), not "
     "'0123456789012345678901234567890123456789...'"},
};

START_TEST(bad_values_are_refused_with_the_reason)
{
    const struct config_key *key = key_named(bad[_i].section, bad[_i].key);
    char error[CONFIG_ERROR_BYTES] = "";
    union any_value value;
    ck_assert(!config_value_parse(key, bad[_i].text, &value, error, sizeof error));
    ck_assert_str_eq(error, bad[_i].error);
}
END_TEST

START_TEST(a_text_has_up_to_127_bytes)
{
    const struct config_key *key = key_named("layer", "title");
    char error[CONFIG_ERROR_BYTES] = "";
    char text[CONFIG_TEXT_BYTES + 1];
    char printed[CONFIG_TEXT_BYTES];
    union any_value value;
    memset(text, 'x', sizeof text);
    text[CONFIG_TEXT_BYTES - 1] = '\0';
    ck_assert(config_value_parse(key, text, &value, error, sizeof error));
    config_value_print(key, &value, printed, sizeof printed);
    ck_assert_str_eq(printed, text);
    text[CONFIG_TEXT_BYTES - 1] = 'x';
    text[CONFIG_TEXT_BYTES] = '\0';
    ck_assert(!config_value_parse(key, text, &value, error, sizeof error));
    ck_assert_str_eq(error, "title has a text of 128 bytes; at most 127 are kept");
    ck_assert(config_value_parse(key, "", &value, error, sizeof error));
    ck_assert_str_eq(value.text, "");
    ck_assert(config_value_parse(key, "a#1;b", &value, error, sizeof error));
}
END_TEST

START_TEST(a_short_error_buffer_ends_at_a_whole_word)
{
    const struct config_key *key = key_named("ring", "kmem");
    union any_value value;
    for (size_t size = 1; size < 100; size++) {
        char error[CONFIG_ERROR_BYTES];
        static const char whole[] =
            "kmem needs a unit: write 64KiB, not 64 (units: B, KiB, MiB or GiB)";
        memset(error, '!', sizeof error);
        ck_assert(!config_value_parse(key, "64", &value, error, size));
        size_t length = strlen(error);
        ck_assert_uint_lt(length, size);
        ck_assert_int_eq(error[size], '!');
        ck_assert_int_eq(strncmp(error, whole, length), 0);
        if (size > strlen("kmem ") && length < strlen(whole))
            ck_assert_msg(whole[length] == ' ', "cut at '%s'", error);
    }
}
END_TEST

static const struct {
    struct config_key key;
    const char *text;
} ranges[] = {
    {{.type = CONFIG_COUNT, .min = 1, .max = 512, .unit = "lines"}, "1 .. 512 lines"},
    {{.type = CONFIG_COUNT, .min = 1, .max = 512}, "1 .. 512"},
    {{.type = CONFIG_COUNT, .min = 8, .max = 8, .unit = "channels"}, "8 channels"},
    {{.type = CONFIG_COUNT, .min = 1, .max = INT64_MAX, .unit = "lines"}, "1 lines or more"},
    {{.type = CONFIG_COUNT, .min = INT64_MIN, .max = INT64_MAX}, "any number"},
    {{.type = CONFIG_TIME, .min = 1000, .max = 1000000000}, "1ns .. 1ms"},
    {{.type = CONFIG_TIME, .min = 0, .max = INT64_MAX}, "0ps or more"},
    {{.type = CONFIG_CHOICE, .choices = toy_latches}, "task | lap | live"},
    {{.type = CONFIG_BOOL}, "on | off"},
    {{.type = CONFIG_TEXT}, "up to 127 bytes"},
};

START_TEST(ranges_carry_units)
{
    char text[64];
    config_range_print(&ranges[_i].key, text, sizeof text);
    ck_assert_str_eq(text, ranges[_i].text);
}
END_TEST

START_TEST(names_are_known)
{
    const struct config_part *part;
    ck_assert_str_eq(config_provenance_name(PROVENANCE_MEASURED), "measured");
    ck_assert_str_eq(config_provenance_name(PROVENANCE_USER), "user");
    ck_assert_str_eq(config_type_name(CONFIG_COUNT), "count");
    ck_assert_str_eq(config_type_name(CONFIG_TEXT), "text");
    ck_assert_ptr_null(config_schema_find(&toy_schema, "ring", "rate", &part));
    ck_assert_ptr_eq(part, &toy_parts[0]);
    ck_assert_ptr_null(config_schema_find(&toy_schema, "rings", "rate", &part));
    ck_assert_ptr_null(part);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("value");
    TCase *tests = tcase_create("value");
    tcase_add_loop_test(tests, good_values_are_read_and_survive_a_round_trip, 0,
                        sizeof good / sizeof *good);
    tcase_add_loop_test(tests, bad_values_are_refused_with_the_reason, 0, sizeof bad / sizeof *bad);
    tcase_add_test(tests, a_text_has_up_to_127_bytes);
    tcase_add_test(tests, a_short_error_buffer_ends_at_a_whole_word);
    tcase_add_loop_test(tests, ranges_carry_units, 0, sizeof ranges / sizeof *ranges);
    tcase_add_test(tests, names_are_known);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
