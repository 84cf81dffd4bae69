#include "sim/report/text.h"

#include "tests/report/example_report.h"

static void expect_copy(char *copy, const char *expected)
{
    ck_assert_ptr_nonnull(copy);
    ck_assert_str_eq(copy, expected);
    free(copy);
}

START_TEST(terminals_get_no_control_bytes)
{
    expect_copy(text_visible(""), "");
    expect_copy(text_visible("plain, \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"),
                "plain, \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
    expect_copy(text_visible("\x1B[2J\t\n\x7F"), "\\x1b[2J\\x09\\x0a\\x7f");
    expect_copy(text_visible("\xC2\x9B"), "\\xc2\\x9b"); /* C1: another escape */
    expect_copy(text_visible("a\xFF\xC3"), "a\\xff\\xc3");
}
END_TEST

START_TEST(files_get_valid_utf8)
{
    expect_copy(text_utf8("\x1B \xC3\xA9"), "\x1B \xC3\xA9");
    expect_copy(text_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
    expect_copy(text_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* surrogate */
}
END_TEST

START_TEST(columns_are_characters)
{
    ck_assert_uint_eq(text_columns(""), 0);
    ck_assert_uint_eq(text_columns("abc"), 3);
    ck_assert_uint_eq(text_columns("\xC3\xA9\xE2\x82\xAC"), 2);
}
END_TEST

START_TEST(lines_break_at_the_last_blank_that_fits)
{
    ck_assert_uint_eq(text_line_bytes("", 5), 0);
    ck_assert_uint_eq(text_line_bytes("abcde", 5), 5);
    ck_assert_uint_eq(text_line_bytes("abcde fg", 5), 5);
    ck_assert_uint_eq(text_line_bytes("abc de", 5), 3);
    ck_assert_uint_eq(text_line_bytes("a b c d", 5), 5);
    ck_assert_uint_eq(text_line_bytes("abcdefg h", 5), 5);
    ck_assert_uint_eq(text_line_bytes("ab\xC3\xA9 cd", 3), 4);
    ck_assert_uint_eq(text_line_bytes("\xC3\xA9\xC3\xA9\xC3\xA9", 2), 4);
    ck_assert_uint_eq(text_line_bytes("abc", 0), 1); /* never stands still */
}
END_TEST

static char *wrapped(const char *text, size_t used, size_t indent)
{
    struct capture capture;
    capture_begin(&capture);
    text_write_wrapped(capture.stream, text, used, indent);
    return capture_end(&capture);
}

START_TEST(paragraphs_are_wrapped_at_80)
{
    const char *words = "1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 "
                        "1234567890 123 1234567890";
    expect_copy(wrapped("", 0, 4), "");
    expect_copy(wrapped("two words", 0, 0), "two words\n");
    expect_copy(wrapped("two words", 3, 6), "   two words\n");
    expect_copy(wrapped("two words", 9, 6), "two words\n");
    expect_copy(wrapped(words, 0, 0),
                "1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 123\n"
                "1234567890\n");
    expect_copy(wrapped(words, 0, 2),
                "  1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890\n"
                "  123 1234567890\n");
    expect_copy(wrapped("a    b", 0, 79),
                "                                                                               "
                "a\n"
                "                                                                               "
                "b\n");
}
END_TEST

START_TEST(exactly_80_columns_are_one_line)
{
    char line[82];
    memset(line, 'x', 81);
    line[40] = ' ';
    line[80] = '\0';
    char *text = wrapped(line, 0, 0);
    ck_assert_uint_eq(strlen(text), 81);
    ck_assert_ptr_eq(strchr(text, '\n'), text + 80);
    free(text);
    line[80] = 'x';
    line[81] = '\0';
    text = wrapped(line, 0, 0);
    ck_assert_ptr_eq(strchr(text, '\n'), text + 40);
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("text");
    tcase_add_test(tests, terminals_get_no_control_bytes);
    tcase_add_test(tests, files_get_valid_utf8);
    tcase_add_test(tests, columns_are_characters);
    tcase_add_test(tests, lines_break_at_the_last_blank_that_fits);
    tcase_add_test(tests, paragraphs_are_wrapped_at_80);
    tcase_add_test(tests, exactly_80_columns_are_one_line);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
