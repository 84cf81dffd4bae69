#include "tests/check_main.h"
#include "tests/workload/import_files.h"

static void expect_csv(const char *text, const char *layers)
{
    write_file(in_folder("shapes.csv"), text);
    expect_layers(in_folder("shapes.csv"), NULL, layers, NULL);
}

static void expect_mistake(const char *text, const char *message)
{
    write_file(in_folder("shapes.csv"), text);
    expect_refused(in_folder("shapes.csv"), NULL, message);
}

START_TEST(four_columns_are_optional)
{
    expect_csv("name,cin,cout\ngate,2048,8192\n", "gate 2048 8192 1 16 1 1\n");
    expect_csv("name,cin,cout,kernel,bits,groups,count\n"
               "conv,64,128,9,8,2,3\n"
               "\"head, shard 1\",2048,16032,1,4,1,1\n",
               "conv 64 128 9 8 2 3\n"
               "head, shard 1 2048 16032 1 4 1 1\n");
    expect_csv("# mine\n\ncount,name,cout,cin\r\n7,a,2,1\r\n7,a,2,1\r\n",
               "a 1 2 1 16 1 7\na 1 2 1 16 1 7\n");
}
END_TEST

START_TEST(ranges_have_ends)
{
    expect_csv("name,cin,cout,kernel,bits,groups,count\n"
               "a,1,1,1,1,1,1\n"
               "b,1048576,1048576,65536,64,1048576,1048576\n",
               "a 1 1 1 1 1 1\nb 1048576 1048576 65536 64 1048576 1048576\n");
    static const char *const columns[] = {"cin", "cout", "kernel", "bits", "groups", "count"};
    static const int64_t max[] = {1 << 20, 1 << 20, 1 << 16, 64, 1 << 20, 1 << 20};
    static const char *const wrong[] = {"0", "-1", "", "x", "1.5", "18446744073709551616"};
    for (size_t column = 0; column < 6; column++) {
        for (size_t i = 0; i <= 6; i++) {
            char text[256], above[32];
            snprintf(above, sizeof above, "%" PRId64, max[column] + 1);
            int used = snprintf(text, sizeof text, "name,cin,cout,kernel,bits,groups,count\na");
            for (size_t c = 0; c < 6; c++)
                used += snprintf(text + used, sizeof text - (size_t)used, ",%s",
                                 c != column ? "1"
                                 : i < 6     ? wrong[i]
                                             : above);
            snprintf(text + used, sizeof text - (size_t)used, "\n");
            expect_mistake(text, columns[column]);
        }
    }
}
END_TEST

START_TEST(mistakes_have_a_line)
{
    expect_mistake("name,cin,cout\na,1,1\nb,0,1\n", "shapes.csv:3: cin is '0'");
    expect_mistake("name,cin,cuot,cout\n", "did you mean 'cout'");
    expect_mistake("name,cin,cout,groups\na,6,9,4\n",
                   "shapes.csv:2: cin and cout must be multiples of groups");
    expect_mistake("name,cin,cout\n,1,1\n", "name has 1 to 95 bytes, not 0");
    char text[160];
    snprintf(text, sizeof text, "name,cin,cout\n%0*d,1,1\n", 95, 7);
    char layers[160];
    snprintf(layers, sizeof layers, "%0*d 1 1 1 16 1 1\n", 95, 7);
    expect_csv(text, layers);
    snprintf(text, sizeof text, "name,cin,cout\n%0*d,1,1\n", 96, 7);
    expect_mistake(text, "name has 1 to 95 bytes, not 96");
}
END_TEST

START_TEST(every_truncation_is_a_prefix_or_a_message)
{
    static const char text[] = "# shapes\nname,cin,cout,kernel,bits,groups,count\n"
                               "gate_proj,2048,8192,1,16,1,16\ndown_proj,8192,2048,1,16,1,16\n";
    size_t read = 0;
    for (size_t size = 0; size < sizeof text; size++)
        read += survives(text, size, "csv");
    /* A last number that lost digits is a number still. */
    ck_assert_uint_eq(read, 6);
}
END_TEST

START_TEST(mutations_do_no_harm)
{
    static struct blob blob;
    put_text(&blob, "name,cin,cout,kernel,bits,groups,count\ngate_proj,2048,8192,1,16,1,16\n"
                    "\"down,proj\",8192,2048,1,16,1,16\n");
    fuzz(&blob, 3000, "csv");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_csv");
    TCase *tests = tcase_create("tables");
    tcase_add_checked_fixture(tests, enter_import, leave_import);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, four_columns_are_optional);
    tcase_add_test(tests, ranges_have_ends);
    tcase_add_test(tests, mistakes_have_a_line);
    tcase_add_test(tests, every_truncation_is_a_prefix_or_a_message);
    tcase_add_test(tests, mutations_do_no_harm);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
