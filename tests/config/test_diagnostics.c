#include "sim/config/diagnostics.h"

#include "sim/config/utf8.h"
#include "tests/check_main.h"
#include "tests/config/config_files.h"

START_TEST(places_are_printed)
{
    struct diagnostics errors = {0};
    ck_assert(diagnostics_empty(&errors));
    diagnostics_add(&errors, DIAGNOSTIC_BAD_INPUT, "a.ini", 7, "first %d", 1);
    diagnostics_add(&errors, DIAGNOSTIC_BAD_INPUT, "b.ini", 0, "second");
    diagnostics_bad_input(&errors, "%s", "third");
    ck_assert(!diagnostics_empty(&errors));
    expect_messages(&errors, "anesim: a.ini:7: first 1\nanesim: b.ini: second\nanesim: third\n");
    ck_assert(diagnostics_empty(&errors));
}
END_TEST

START_TEST(the_exit_code_tells_input_from_environment)
{
    struct diagnostics errors = {0};
    ck_assert_int_eq(diagnostics_exit_code(&errors), 0);
    diagnostics_bad_input(&errors, "input");
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "memory");
    ck_assert_int_eq(diagnostics_exit_code(&errors), 1);
    diagnostics_bad_input(&errors, "input");
    ck_assert_int_eq(diagnostics_exit_code(&errors), 1);
    diagnostics_free(&errors);
    struct diagnostics lost = {.lost = 2};
    ck_assert(!diagnostics_empty(&lost));
    ck_assert_int_eq(diagnostics_exit_code(&lost), 1);
    expect_messages(&lost, "anesim: out of memory: 2 messages were lost\n");
}
END_TEST

START_TEST(nothing_hostile_reaches_the_terminal)
{
    struct diagnostics errors = {0};
    diagnostics_add(&errors, DIAGNOSTIC_BAD_INPUT, "\x1b[2J.ini", 1, "%s",
                    "bell \a del \x7f c1 \xc2\x9b lone \x9b cut \xe2\x82 line\nend");
    diagnostics_add(&errors, DIAGNOSTIC_BAD_INPUT, "caf\xc3\xa9", 2, "%s", "\xe2\x82\xac stays");
    expect_messages(&errors,
                    "anesim: \\x1b[2J.ini:1: bell \\x07 del \\x7f c1 \\xc2\\x9b lone \\x9b "
                    "cut \\xe2\\x82 line\\x0aend\n"
                    "anesim: caf\xc3\xa9:2: \xe2\x82\xac stays\n");
}
END_TEST

START_TEST(many_messages_are_kept)
{
    struct diagnostics errors = {0};
    for (int i = 0; i < 1000; i++)
        diagnostics_bad_input(&errors, "%d", i);
    ck_assert_uint_eq(errors.count, 1000);
    ck_assert_str_eq(errors.items[999].message, "999");
    diagnostics_free(&errors);
}
END_TEST

/* An independent decoder: counts code points that encode back to the same. */
static size_t encode(unsigned long point, char *out)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t bytes = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = bytes; i-- > 1; point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3F));
    out[0] = (char)((0xF00 >> bytes) | point);
    return bytes;
}

START_TEST(every_code_point_is_recognised)
{
    for (unsigned long point = 0; point < 0x120000; point++) {
        char text[4];
        size_t bytes = encode(point, text);
        bool scalar = point <= 0x10FFFF && !(point >= 0xD800 && point <= 0xDFFF);
        bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
        /* Not ck_assert: it costs a system call even when it holds. */
        if (utf8_sequence_bytes(text, bytes) != (scalar ? bytes : 0) ||
            utf8_sequence_bytes(text, bytes - 1) != 0 ||
            (scalar && utf8_is_control(text, bytes) != control))
            ck_abort_msg("U+%04lX", point);
    }
}
END_TEST

START_TEST(every_pair_of_bytes_is_judged_alike)
{
    size_t good = 0;
    for (int first = 0x80; first < 0x100; first++)
        for (int second = 0; second < 0x100; second++) {
            const char text[] = {(char)first, (char)second};
            good += utf8_sequence_bytes(text, 2) == 2;
        }
    ck_assert_uint_eq(good, 0x800 - 0x80);
}
END_TEST

START_TEST(clipping_cuts_no_sequence)
{
    const char *text = "a\xe2\x82\xac"
                       "b";
    ck_assert_uint_eq(utf8_clip(text, 5, 5), 5);
    ck_assert_uint_eq(utf8_clip(text, 5, 4), 4);
    ck_assert_uint_eq(utf8_clip(text, 5, 3), 1);
    ck_assert_uint_eq(utf8_clip(text, 5, 2), 1);
    ck_assert_uint_eq(utf8_clip(text, 5, 0), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diagnostics");
    TCase *tests = tcase_create("diagnostics");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, places_are_printed);
    tcase_add_test(tests, the_exit_code_tells_input_from_environment);
    tcase_add_test(tests, nothing_hostile_reaches_the_terminal);
    tcase_add_test(tests, many_messages_are_kept);
    tcase_add_test(tests, every_code_point_is_recognised);
    tcase_add_test(tests, every_pair_of_bytes_is_judged_alike);
    tcase_add_test(tests, clipping_cuts_no_sequence);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
