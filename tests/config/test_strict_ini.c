/* What a file says -> the exact messages, each with its line. */
#include "sim/config/config.h"

#include "tests/check_main.h"
#include "tests/config/config_files.h"
#include "tests/config/toy_schema.h"

static const struct {
    const char *text;
    const char *messages; /* after "anesim: ", one per line */
} files[] = {
    /* What is allowed. */
    {"[layer]\ncin = 5\n", ""},
    {"[layer]\ncin = 5", ""},
    {"[layer]\r\ncin = 5\r\n", ""},
    {"\xEF\xBB\xBF[layer]\ncin = 5\n", ""},
    {"# c\n; c\n\n  \t\n [layer] ; c\n\tcin\t=\t5\t# c\n", ""},
    {"[layer]\ncin=5\ntitle=a#b;c=d:e\n", ""},
    {"[layer]\ncin = 5 ;c\ntitle = caf\xc3\xa9 # caf\xc3\xa9\n", ""},
    {"[layer]\n  cin = 5\n    title = no continuation\n", ""},
    {"[layer]\ncin = 5\n[row.a-B_9]\nlabel = x\nring.credit = 1\n[row.b]\n", ""},
    {"[layer]\n[ring]\n", ""},

    /* Headers. */
    {"[layer\ncin = x\n", "1: unclosed section header '[layer': write [layer]"},
    {"[ring]\n[layer\ncredit = 999\n[dram]\nhash = 7\n",
     "2: unclosed section header '[layer': write [layer]\n"
     "5: dram.hash takes on or off (or yes, no, true, false), not '7'"},
    {"[]\ncin = x\n", "1: empty section header: write the section's name between [ and ]"},
    {"[  ]\n", "1: empty section header: write the section's name between [ and ]"},
    {"[layer] cin = 5\n", "1: text after the section header: 'cin = 5'"},
    {"[layer]]\n", "1: text after the section header: ']'"},
    {"[layer];c\n", "1: text after the section header: ';c'"},
    {"[ layer ]\n", "1: unknown section ' layer '; did you mean 'layer'?"},
    {"[lyaer]\nx\nanything = 1\n", "1: unknown section 'lyaer'; did you mean 'layer'?\n"
                                   "2: no '=' in 'x': write key = value"},
    {"[nonsense]\n", "1: unknown section 'nonsense'; 'anesim params' lists all"},
    {"[a23456789b123456789c123456789d123456789e123456789]\n",
     "1: unknown section 'a23456789b123456789c123456789d123456789e123456789'; "
     "'anesim params' lists all"},
    {"[a23456789b123456789c123456789d123456789e123456789f]\n",
     "1: the section's name has 50 bytes; at most 49 are allowed"},
    {"[ring]\n\n[dram]\n[ring]\n", "4: duplicate section [ring]; the first is on line 1"},
    {"[ring]\ncredit = 1\n[ring]\ncredit = 2\nlatch = x\n",
     "3: duplicate section [ring]; the first is on line 1\n"
     "5: ring.latch takes task | lap | live, not 'x'"},

    /* Keys. */
    {"cin = 5\n[layer]\n", "1: key 'cin' stands above the first section; only 'inherits' may"},
    {"[layer]\ncni = 5\n", "2: unknown key 'cni' in [layer]; did you mean 'cin'?"},
    {"[layer]\nlatch = task\n", "2: unknown key 'latch' in [layer]; it belongs in [ring]"},
    {"[layer]\ninherits = a.ini\n",
     "2: unknown key 'inherits' in [layer]; it belongs above the first section"},
    {"[layer]\nrefresh = on\n", "2: unknown key 'refresh' in [layer]; 'anesim params' lists all"},
    {"[layer]\ncin = 5\n\ncin = 6\n", "4: duplicate key 'cin'; the first is on line 2"},
    {"[layer]\ncin = x\ncin = 6\n",
     "2: layer.cin takes a plain number (counted in channels), not 'x'\n"
     "3: duplicate key 'cin'; the first is on line 2"},
    {"[layer]\ncin: 5\n", "2: a ':' in 'cin: 5': write key = value"},
    {"[layer]\ncin : a=5\n", "2: a ':' in 'cin : a=5': write key = value"},
    {"[layer]\ncin 5\n", "2: no '=' in 'cin 5': write key = value"},
    {"[layer]\n= 5\n", "2: no key before the '='"},
    {"[layer]\ncin =\n", "2: no value after 'cin ='"},
    {"[layer]\ncin = ; 5\n", "2: no value after 'cin ='"},
    {"[layer]\ncin = 5 6\n", "2: layer.cin takes a plain number (counted in channels), not '5 6'"},
    {"[ring]\nkmem = 64\n",
     "2: ring.kmem needs a unit: write 64KiB, not 64 (units: B, KiB, MiB or GiB)"},
    {"[ring]\ncredit = 5\n  6\n", "3: no '=' in '6': write key = value"},

    /* Bytes. */
    {"[layer]\ncin = 5\x07\n", "2: control byte 0x07 in column 8"},
    {"[layer]\ncin = 5\rcin = 6\n", "2: control byte 0x0d in column 8"},
    {"[layer]\ncin = 5\r", "2: control byte 0x0d in column 8"},
    {"[layer]\ncin = 5 # \xff\n", "2: malformed UTF-8 (byte 0xff) in column 11"},
    {"[layer]\ncin = 5 # \xc2\x9b\n", "2: control byte 0xc2 in column 11"},
    {"[la\x01yer]\ncin = x\n", "1: control byte 0x01 in column 4"},
    {"\xEF\xBB\xBF\xEF\xBB\xBF[layer]\n", "1: a second byte order mark"},
    {"\xEF\xBB\xBF\xEF\xBB\xBF[layer = 5\n", "1: a second byte order mark"},

    /* Rows. */
    {"[row.]\nx.y = 1\n", "1: a row is named by letters, digits, - and _: not [row.]"},
    {"[row.a b]\nx.y = 1\n", "1: a row is named by letters, digits, - and _: not [row.a b]"},
    {"[row]\n", "1: unknown section 'row'; 'anesim params' lists all"},
    {"[row.a]\n[row.b]\n[row.a]\n", "3: duplicate section [row.a]; the first is on line 1"},
    {"[row.a]\nlabel = x\n[row.a]\nlabel = y\n",
     "3: duplicate section [row.a]; the first is on line 1"},
    {"[row.a]\nlabel = x\nlabel = y\n", "3: duplicate key 'label'; the first is on line 2"},
    {"[row.a]\nring.credit = 1\nring.credit = 2\n",
     "3: duplicate key 'ring.credit'; the first is on line 2"},
    {"[row.a]\ncredit = 1\n.credit = 1\nring. = 1\n",
     "2: key 'credit' in [row.a]: write label = text or section.key = value\n"
     "3: key '.credit' in [row.a]: write label = text or section.key = value\n"
     "4: key 'ring.' in [row.a]: write label = text or section.key = value"},
    {"[row.a]\nrnig.credit = 1\nring.cerdit = 1\nring.credit = 0\n",
     "2: unknown section 'rnig'; did you mean 'ring'?\n"
     "3: unknown key 'cerdit' in [ring]; did you mean 'credit'?\n"
     "4: ring.credit is '0', out of range: 1 .. 512 lines"},

    /* Whole files (line 0: no line is named). */
    {"", "0: the config is empty: no section and no key"},
    {"\n\n  # nothing\n", "0: the config is empty: no section and no key"},
    {"\xEF\xBB\xBF", "0: the config is empty: no section and no key"},
    {"x\n", "1: no '=' in 'x': write key = value"},
};

/* "3: text" -> "anesim: m.ini:3: text"; line 0 is not shown. */
static void expect_lines(struct diagnostics *errors, const char *lines)
{
    char expected[4096] = "";
    size_t used = 0;
    while (*lines != '\0') {
        char *rest;
        long line = strtol(lines, &rest, 10);
        size_t length = strcspn(rest, "\n");
        char place[32] = "";
        if (line > 0)
            snprintf(place, sizeof place, ":%ld", line);
        used += (size_t)snprintf(expected + used, sizeof expected - used, "anesim: m.ini%s%.*s\n",
                                 place, (int)length, rest);
        lines = rest + length + (rest[length] == '\n');
    }
    expect_messages(errors, expected);
}

START_TEST(every_mistake_is_reported_with_its_line)
{
    struct diagnostics errors = {0};
    struct config config;
    write_file("m.ini", files[_i].text);
    bool good = config_load(&config, &toy_schema, "m.ini", &errors);
    config_free(&config);
    ck_assert_int_eq(good, files[_i].messages[0] == '\0');
    expect_lines(&errors, files[_i].messages);
}
END_TEST

/* "title = xxx...", or "[xxx...", of `bytes` bytes in the second line. */
static void load_line_of(const char *begin, size_t bytes, const char *end, const char *messages)
{
    char text[1024];
    struct diagnostics errors = {0};
    struct config config;
    int used = snprintf(text, sizeof text, "[layer]\n%s", begin);
    memset(text + used, ' ', bytes - strlen(begin));
    snprintf(text + 8 + bytes, sizeof text - 8 - bytes, "%s", end);
    write_file("m.ini", text);
    bool good = config_load(&config, &toy_schema, "m.ini", &errors);
    ck_assert_int_eq(good, messages[0] == '\0');
    config_free(&config);
    expect_lines(&errors, messages);
}

START_TEST(a_line_has_up_to_199_bytes)
{
    const char *too_long = "2: the line has 200 bytes; at most 199 are allowed";
    load_line_of("cin = 5 #", 199, "", "");
    load_line_of("cin = 5 #", 199, "\n", "");
    load_line_of("cin = 5 #", 199, "\r\ntitle = x\n", "");
    load_line_of("cin = 5 #", 200, "", too_long);
    load_line_of("cin = 5 #", 200, "\n", too_long);
    load_line_of("cin = 5 #", 200, "\r\ntitle = x\n", too_long);
    load_line_of("#", 201, "\n", "2: the line has 201 bytes; at most 199 are allowed");
    load_line_of("[ring] #", 200, "\ncredit = bad\n", too_long);
}
END_TEST

START_TEST(the_longest_line_arrives_whole)
{
    struct toy_params params;
    struct diagnostics errors = {0};
    struct config config;
    char text[256] = "[layer]\ncin = 5\ntitle = ";
    size_t head = strlen(text);
    memset(text + head, ' ', 199 - 8 - 127);
    memset(text + head + 199 - 8 - 127, 'x', 127);
    write_file("m.ini", text);
    ck_assert(config_load(&config, &toy_schema, "m.ini", &errors));
    ck_assert(config_resolve(&config, &toy_schema, NULL, &params, &errors));
    ck_assert_uint_eq(strlen(params.layer.title), 127);
    ck_assert_uint_eq(strspn(params.layer.title, "x"), 127);
    config_free(&config);
    expect_messages(&errors, "");
}
END_TEST

START_TEST(a_binary_file_is_one_mistake)
{
    static const char bytes[] = "[layer]\ncin = 5\n\0\xff\n[\n";
    struct diagnostics errors = {0};
    struct config config;
    write_bytes("m.ini", bytes, sizeof bytes - 1);
    ck_assert(!config_load(&config, &toy_schema, "m.ini", &errors));
    config_free(&config);
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    expect_lines(&errors, "3: a NUL byte: this is a binary file, not a config");
}
END_TEST

/* Writes `lines` copies of a line below [ring], loads it, returns the last
 * message; the count of messages goes to *count. */
static void load_copies(const char *line, int lines, size_t count, const char *last)
{
    struct diagnostics errors = {0};
    struct config config;
    FILE *stream = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(stream);
    fputs("[ring]\n", stream);
    for (int i = 1; i < lines; i++)
        fputs(line, stream);
    fclose(stream);
    config_load(&config, &toy_schema, "m.ini", &errors);
    config_free(&config);
    ck_assert_uint_eq(errors.count, count);
    if (count > 0)
        ck_assert_str_eq(errors.items[count - 1].message, last);
    diagnostics_free(&errors);
}

START_TEST(there_is_a_limit_on_everything)
{
    load_copies("x\n", 100, 99, "no '=' in 'x': write key = value");
    load_copies("x\n", 101, 100, "no '=' in 'x': write key = value");
    load_copies("x\n", 102, 101, "too many mistakes (100): reading stops here");
    load_copies("x\n", 10000, 101, "too many mistakes (100): reading stops here");
    load_copies("#\n", 20000, 0, "");
    load_copies("#\n", 20001, 1, "more than 20000 lines: reading stops here");
    load_copies("#2345678901234567890123456789012345678901234567890123\n", 20000, 1,
                "the file is too large for a config: at most 1048576 bytes are read");
}
END_TEST

START_TEST(a_thousand_rows_are_kept)
{
    struct diagnostics errors = {0};
    struct config config;
    for (int rows = 1000; rows <= 1001; rows++) {
        FILE *stream = fopen("m.ini", "w");
        ck_assert_ptr_nonnull(stream);
        for (int i = 0; i < rows; i++)
            fprintf(stream, "[row.r%d]\nring.credit = 5\n", i);
        fclose(stream);
        ck_assert_int_eq(config_load(&config, &toy_schema, "m.ini", &errors), rows == 1000);
        ck_assert_uint_eq(config.variant_count, 1000);
        ck_assert_str_eq(config.variants[999].name, "r999");
        ck_assert_int_eq(config.variants[999].line, 1999);
        config_free(&config);
    }
    expect_lines(&errors, "2001: more than 1000 rows");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("strict_ini");
    TCase *tests = tcase_create("strict_ini");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, every_mistake_is_reported_with_its_line, 0,
                        sizeof files / sizeof *files);
    tcase_add_test(tests, a_line_has_up_to_199_bytes);
    tcase_add_test(tests, the_longest_line_arrives_whole);
    tcase_add_test(tests, a_binary_file_is_one_mistake);
    tcase_add_test(tests, there_is_a_limit_on_everything);
    tcase_add_test(tests, a_thousand_rows_are_kept);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
