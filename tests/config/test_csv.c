#include "sim/config/csv.h"

#include "tests/check_main.h"
#include "tests/config/config_files.h"

enum { NAME, CIN, RATE, NOTE, COLUMNS };
static const struct csv_column columns[COLUMNS] = {
    {"name", true}, {"cin", true}, {"rate", false}, {"note", false}};

static struct csv csv;
static struct diagnostics errors;

static void teardown(void)
{
    csv_free(&csv);
    diagnostics_free(&errors);
}

static bool parse_bytes(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    return csv_parse(&csv, "t.csv", copy, size, columns, COLUMNS, &errors);
}

static bool parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

static void expect_field(size_t row, size_t column, const char *text)
{
    ck_assert_uint_lt(row, csv.row_count);
    ck_assert_str_eq(csv_text(&csv, row, column), text);
}

/* The text is refused, and this is all that is said. */
static void refuse(const char *text, const char *messages)
{
    ck_assert(!parse(text));
    expect_messages(&errors, messages);
    csv_free(&csv);
}

START_TEST(fields_are_found_by_the_name_of_their_column)
{
    ck_assert(parse("cin,name\n3,a\n4,b\n"));
    ck_assert_uint_eq(csv.row_count, 2);
    expect_field(0, NAME, "a");
    expect_field(1, CIN, "4");
    ck_assert_ptr_null(csv_text(&csv, 0, NOTE));
    ck_assert_int_eq(csv.lines[1], 3);
}
END_TEST

START_TEST(comments_blank_lines_and_line_ends)
{
    ck_assert(parse("\xEF\xBB\xBF# a, \"comment\n\r\nname,cin\r\n# another\na,1\r\n\nb,2"));
    ck_assert_uint_eq(csv.row_count, 2);
    expect_field(0, CIN, "1");
    expect_field(1, CIN, "2");
    ck_assert_int_eq(csv.lines[0], 5);
    ck_assert_int_eq(csv.lines[1], 7);
}
END_TEST

START_TEST(quotes_hold_commas_quotes_and_lines)
{
    ck_assert(
        parse("name,cin,note\n\"a,b\",\"1\",\"say \"\"x\"\"\"\n\"\",2,\"two\nlines\"\n c ,3,\n"));
    expect_field(0, NAME, "a,b");
    expect_field(0, NOTE, "say \"x\"");
    expect_field(1, NAME, "");
    expect_field(1, NOTE, "two\nlines");
    expect_field(2, NAME, " c ");
    expect_field(2, NOTE, "");
    ck_assert_int_eq(csv.lines[2], 5);
}
END_TEST

START_TEST(headers_are_checked)
{
    refuse("", "anesim: t.csv: nothing in it: a header that names the columns is needed\n");
    refuse("# only this\n",
           "anesim: t.csv: nothing in it: a header that names the columns is needed\n");
    refuse("name\nx\n", "anesim: t.csv:1: column 'cin' is missing\n");
    refuse("name,cin,cin\n", "anesim: t.csv:1: column 'cin' is there twice\n");
    refuse("name,cin,nte\n", "anesim: t.csv:1: unknown column 'nte'; did you mean 'note'?\n");
    refuse("\nname,cni,\n", "anesim: t.csv:2: unknown column 'cni'; did you mean 'cin'?\n"
                            "anesim: t.csv:2: unknown column ''\n"
                            "anesim: t.csv:2: column 'cin' is missing\n");
    refuse("name,\"cin\n", "anesim: t.csv:1: a quote is opened and never closed\n");
}
END_TEST

START_TEST(every_bad_row_is_reported_and_the_good_ones_are_kept)
{
    ck_assert(!parse("name,cin\na\nb,2\nc,3,4\nd\"d,4\n\"e\"e,5\nf,\x01\ng,\xFF\nh,8\n\"i\n"));
    ck_assert_uint_eq(csv.row_count, 2);
    expect_field(1, NAME, "h");
    expect_messages(
        &errors,
        "anesim: t.csv:2: 1 fields; the header has 2\n"
        "anesim: t.csv:4: 3 fields; the header has 2\n"
        "anesim: t.csv:5: a quote amid a field; put the whole field in quotes and double it\n"
        "anesim: t.csv:6: text after a closing quote; double a quote that belongs to the text\n"
        "anesim: t.csv:7: field 2 has a control byte\n"
        "anesim: t.csv:8: field 2 has bytes that are no UTF-8\n"
        "anesim: t.csv:10: a quote is opened and never closed\n");
}
END_TEST

START_TEST(a_nul_is_no_text)
{
    ck_assert(!parse_bytes("name,cin\na\0b,1\n", 15));
    expect_messages(&errors, "anesim: t.csv:2: field 1 has a control byte\n");
}
END_TEST

START_TEST(there_are_limits)
{
    size_t size = 3 * CSV_FIELD_BYTES_MAX;
    char *text = malloc(size);
    int used = snprintf(text, size, "name,cin\n");
    memset(text + used, 'x', CSV_FIELD_BYTES_MAX + 1);
    snprintf(text + used + CSV_FIELD_BYTES_MAX + 1, 16, ",1\n");
    refuse(text, "anesim: t.csv:2: field 1 is longer than 1024 bytes\n");
    memset(text, ',', CSV_COLUMNS_MAX);
    text[CSV_COLUMNS_MAX] = '\0';
    refuse(text, "anesim: t.csv:1: more than 64 fields\n");
    free(text);
}
END_TEST

START_TEST(rows_and_mistakes_are_limited)
{
    size_t size = 16 + (size_t)(CSV_ROWS_MAX + 1) * 4;
    char *text = calloc(1, size);
    strcpy(text, "name,cin\n");
    for (size_t i = 0, at = 9; i <= CSV_ROWS_MAX; i++, at += 4)
        memcpy(text + at, "a,1\n", 4);
    refuse(text, "anesim: t.csv:20002: more than 20000 rows\n");
    strcpy(text, "name,cin\n");
    for (int i = 0; i < 2 * CSV_MISTAKES_MAX; i++)
        strcat(text, "a\n");
    ck_assert(!parse(text));
    ck_assert_uint_eq(errors.count, CSV_MISTAKES_MAX);
    free(text);
}
END_TEST

START_TEST(numbers_are_read_strictly)
{
    int64_t count = 0;
    double real = 0;
    ck_assert(parse("name,cin,rate\n,12,-0.25\n,x,1e3\n,,\n,1.5,inf\n,99,101\n"));
    ck_assert(csv_count(&csv, 0, CIN, 1, 50, &count, &errors));
    ck_assert_int_eq(count, 12);
    ck_assert(csv_real(&csv, 0, RATE, -1, 100, &real, &errors));
    ck_assert_double_eq(real, -0.25);
    for (size_t row = 1; row < csv.row_count; row++) {
        ck_assert(!csv_count(&csv, row, CIN, 1, 50, &count, &errors));
        ck_assert(!csv_real(&csv, row, RATE, -1, 100, &real, &errors));
    }
    ck_assert(!csv_real(&csv, 0, NOTE, 0, 1, &real, &errors));
    expect_messages(&errors,
                    "anesim: t.csv:3: cin is 'x'; a number is needed\n"
                    "anesim: t.csv:3: rate is '1e3'; a number is needed\n"
                    "anesim: t.csv:4: cin is empty; a number is needed\n"
                    "anesim: t.csv:4: rate is empty; a number is needed\n"
                    "anesim: t.csv:5: cin is '1.5'; whole numbers from 1 to 50 are possible\n"
                    "anesim: t.csv:5: rate is 'inf'; a number is needed\n"
                    "anesim: t.csv:6: cin is '99'; whole numbers from 1 to 50 are possible\n"
                    "anesim: t.csv:6: rate is '101'; numbers from -1 to 100 are possible\n"
                    "anesim: t.csv:2: note is empty; a number is needed\n");
}
END_TEST

START_TEST(choices_are_read_with_a_hint)
{
    static const char *const words[] = {"fit", "predict", NULL};
    size_t index = 7;
    ck_assert(parse("name,cin\npredict,1\npredcit,2\nother,3\n"));
    ck_assert(csv_choice(&csv, 0, NAME, words, "role", &index, &errors));
    ck_assert_uint_eq(index, 1);
    ck_assert(!csv_choice(&csv, 1, NAME, words, "role", &index, &errors));
    ck_assert(!csv_choice(&csv, 2, NAME, words, "role", &index, &errors));
    ck_assert(!csv_choice(&csv, 0, NOTE, words, "role", &index, &errors));
    expect_messages(&errors, "anesim: t.csv:3: unknown role 'predcit'; did you mean 'predict'?\n"
                             "anesim: t.csv:4: unknown role 'other'\n"
                             "anesim: t.csv:2: unknown role ''\n");
}
END_TEST

START_TEST(files_that_cannot_be_read_are_named)
{
    ck_assert(!csv_read(&csv, "/no/such/file.csv", columns, COLUMNS, &errors));
    expect_messages(&errors, "anesim: /no/such/file.csv: cannot open: No such file or directory\n");
}
END_TEST

/* Any text gives rows or messages, and reads no byte that is not its own. */
START_TEST(hostile_texts_do_no_harm)
{
    static const char letters[] = "\",\n\r#a1\xC3\xA9\0";
    unsigned state = 1;
    for (int round = 0; round < 20000; round++) {
        char text[40];
        size_t size = 0;
        const char *head = round % 2 ? "name,cin\n" : "";
        for (; *head != '\0'; head++)
            text[size++] = *head;
        for (size_t end = size + (size_t)round % 30; size < end; size++) {
            state = state * 1103515245 + 12345;
            text[size] = letters[(state >> 16) % (sizeof letters - 1)];
        }
        bool good = parse_bytes(text, size);
        ck_assert(good == diagnostics_empty(&errors));
        for (size_t row = 0; row < csv.row_count; row++)
            ck_assert_ptr_nonnull(csv_text(&csv, row, NAME));
        teardown();
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("csv");
    TCase *tests = tcase_create("csv");
    tcase_add_checked_fixture(tests, NULL, teardown);
    tcase_add_test(tests, fields_are_found_by_the_name_of_their_column);
    tcase_add_test(tests, comments_blank_lines_and_line_ends);
    tcase_add_test(tests, quotes_hold_commas_quotes_and_lines);
    tcase_add_test(tests, headers_are_checked);
    tcase_add_test(tests, every_bad_row_is_reported_and_the_good_ones_are_kept);
    tcase_add_test(tests, a_nul_is_no_text);
    tcase_add_test(tests, there_are_limits);
    tcase_add_test(tests, rows_and_mistakes_are_limited);
    tcase_add_test(tests, numbers_are_read_strictly);
    tcase_add_test(tests, choices_are_read_with_a_hint);
    tcase_add_test(tests, files_that_cannot_be_read_are_named);
    tcase_add_test(tests, hostile_texts_do_no_harm);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
