#include "sim/config/unit.h"

#include <inttypes.h>

#include "sim/config/decimal.h"
#include "tests/check_main.h"

static const enum config_type types[] = {CONFIG_BYTES, CONFIG_TIME, CONFIG_TRANSFERS,
                                         CONFIG_FREQUENCY};

static enum decimal_fault read_value(enum config_type type, const char *text, int64_t *value)
{
    struct decimal number;
    const char *rest = decimal_read(text, false, &number);
    const struct unit *unit = rest ? unit_find(type, rest) : NULL;
    if (!unit)
        ck_abort_msg("no number with a unit: '%s'", text);
    return decimal_scale(&number, unit->scale, value);
}

static void check_round_trip(enum config_type type, int64_t value)
{
    char text[64];
    int64_t back = 0;
    unit_print(type, value, text, sizeof text);
    /* Not ck_assert: it costs a system call even when it holds. */
    if (read_value(type, text, &back) != DECIMAL_GOOD || back != value)
        ck_abort_msg("%" PRId64 " is printed as '%s' and reads as %" PRId64, value, text, back);
}

START_TEST(every_small_value_survives_a_round_trip)
{
    for (int64_t value = -3000; value <= 300000; value++)
        check_round_trip(types[_i], value);
}
END_TEST

START_TEST(values_around_every_unit_survive_a_round_trip)
{
    size_t count;
    const struct unit *units = units_of(types[_i], &count);
    for (size_t i = 0; i < count; i++)
        for (int64_t times = 1; times <= 4096; times *= 2)
            for (int64_t step = -2; step <= 2; step++)
                check_round_trip(types[_i], units[i].scale * times / 2 + step);
    for (int64_t step = 0; step < 3; step++) {
        check_round_trip(types[_i], INT64_MAX - step);
        check_round_trip(types[_i], INT64_MIN + step);
    }
}
END_TEST

static const struct {
    enum config_type type;
    int64_t value;
    const char *text;
} printed[] = {
    {CONFIG_BYTES, 0, "0B"},
    {CONFIG_BYTES, 64, "64B"},
    {CONFIG_BYTES, 65536, "64KiB"},
    {CONFIG_BYTES, 1536, "1.5KiB"},
    {CONFIG_BYTES, 65600, "65600B"},
    {CONFIG_BYTES, 1 << 20, "1MiB"},
    {CONFIG_BYTES, INT64_C(1) << 40, "1024GiB"},
    {CONFIG_TIME, 5500000, "5.5us"},
    {CONFIG_TIME, 1250, "1.25ns"},
    {CONFIG_TIME, 1500000000000, "1.5s"},
    {CONFIG_TIME, 999, "999ps"},
    {CONFIG_TIME, 1234567, "1234.567ns"},
    {CONFIG_TIME, -1500, "-1.5ns"},
    {CONFIG_TRANSFERS, 6400000000, "6400MT/s"},
    {CONFIG_TRANSFERS, 1, "0.000001MT/s"},
    {CONFIG_FREQUENCY, 1600000000, "1.6GHz"},
    {CONFIG_FREQUENCY, 800000000, "800MHz"},
};

START_TEST(values_print_as_a_person_writes_them)
{
    char text[64];
    unit_print(printed[_i].type, printed[_i].value, text, sizeof text);
    ck_assert_str_eq(text, printed[_i].text);
}
END_TEST

static const struct {
    enum config_type type;
    const char *text;
    enum decimal_fault fault;
    int64_t value;
} readings[] = {
    {CONFIG_TIME, "5.5us", DECIMAL_GOOD, 5500000},
    {CONFIG_TIME, "0.1s", DECIMAL_GOOD, 100000000000},
    {CONFIG_TIME, "0.000000000001s", DECIMAL_GOOD, 1},
    {CONFIG_TIME, "0.0000000000001s", DECIMAL_INEXACT, 0},
    {CONFIG_TIME, "0.0000000000010000000000000000s", DECIMAL_GOOD, 1},
    {CONFIG_TIME, "0.1234567890123456789s", DECIMAL_INEXACT, 0},
    {CONFIG_TIME, "0.5000000000000000000000001s", DECIMAL_INEXACT, 0},
    {CONFIG_TIME, "0.3ps", DECIMAL_INEXACT, 0},
    {CONFIG_TIME, "7.000ps", DECIMAL_GOOD, 7},
    {CONFIG_TIME, "0.001ns", DECIMAL_GOOD, 1},
    {CONFIG_TIME, "0.0011ns", DECIMAL_INEXACT, 0},
    {CONFIG_TIME, "9223372.036854775807s", DECIMAL_GOOD, INT64_MAX},
    {CONFIG_TIME, "9223372.036854775808s", DECIMAL_OVERFLOW, 0},
    {CONFIG_TIME, "-9223372.036854775808s", DECIMAL_GOOD, INT64_MIN},
    {CONFIG_TIME, "-9223372.036854775809s", DECIMAL_OVERFLOW, 0},
    {CONFIG_TIME, "9223372036854775807ps", DECIMAL_GOOD, INT64_MAX},
    {CONFIG_TIME, "18446744073709551615ps", DECIMAL_OVERFLOW, 0},
    {CONFIG_TIME, "18446744073709551616ps", DECIMAL_OVERFLOW, 0},
    {CONFIG_TIME, "18446744073709551617s", DECIMAL_OVERFLOW, 0},
    {CONFIG_TIME, "99999999999999999999999999999s", DECIMAL_OVERFLOW, 0},
    {CONFIG_BYTES, "0.5KiB", DECIMAL_GOOD, 512},
    {CONFIG_BYTES, "0.0009765625KiB", DECIMAL_GOOD, 1},
    {CONFIG_BYTES, "0.1KiB", DECIMAL_INEXACT, 0},
    {CONFIG_BYTES, "8589934591GiB", DECIMAL_GOOD, INT64_C(8589934591) << 30},
    {CONFIG_BYTES, "8589934592GiB", DECIMAL_OVERFLOW, 0},
    {CONFIG_TRANSFERS, "6.4GT/s", DECIMAL_GOOD, 6400000000},
    {CONFIG_FREQUENCY, "-0Hz", DECIMAL_GOOD, 0},
};

START_TEST(fractions_are_exact_or_refused)
{
    int64_t value = 0;
    ck_assert_int_eq(read_value(readings[_i].type, readings[_i].text, &value), readings[_i].fault);
    ck_assert_int_eq(value, readings[_i].value);
}
END_TEST

START_TEST(what_is_no_number_is_not_read)
{
    static const char *const texts[] = {"", "-", ".5", "-.5", "+5", "x", "0xg", "0x", " 5", "--5"};
    struct decimal number;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!decimal_read(texts[i], true, &number), "'%s' was read", texts[i]);
    ck_assert_str_eq(decimal_read("5.", true, &number), ".");
    ck_assert_str_eq(decimal_read("0x10", false, &number), "x10");
    ck_assert_str_eq(decimal_read("0x4000z", true, &number), "z");
    ck_assert_uint_eq(number.whole, 0x4000);
    ck_assert_str_eq(decimal_read("0x0F", true, &number), "");
    ck_assert_uint_eq(number.whole, 15);
    decimal_read("0xFFFFFFFFFFFFFFFF", true, &number);
    ck_assert(!number.too_big && number.whole == UINT64_MAX);
    decimal_read("0x10000000000000000", true, &number);
    ck_assert(number.too_big);
}
END_TEST

START_TEST(units_are_listed_in_words)
{
    char text[64];
    units_print(CONFIG_TIME, text, sizeof text);
    ck_assert_str_eq(text, "ps, ns, us, ms or s");
    units_print(CONFIG_TRANSFERS, text, sizeof text);
    ck_assert_str_eq(text, "MT/s or GT/s");
    units_print(CONFIG_COUNT, text, sizeof text);
    ck_assert_str_eq(text, "");
    units_print(CONFIG_TIME, text, 5);
    ck_assert_str_eq(text, "ps, ");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("unit");
    TCase *tests = tcase_create("unit");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_small_value_survives_a_round_trip, 0, 4);
    tcase_add_loop_test(tests, values_around_every_unit_survive_a_round_trip, 0, 4);
    tcase_add_loop_test(tests, values_print_as_a_person_writes_them, 0,
                        sizeof printed / sizeof *printed);
    tcase_add_loop_test(tests, fractions_are_exact_or_refused, 0,
                        sizeof readings / sizeof *readings);
    tcase_add_test(tests, what_is_no_number_is_not_read);
    tcase_add_test(tests, units_are_listed_in_words);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
