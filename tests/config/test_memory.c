/* Every allocation fails once: the environment is blamed, nothing leaks.
 *
 * The whole subsystem is compiled into this file, with an allocator that can
 * be told to refuse; the library's own copy is then not linked.
 */
#include <stdlib.h>

/* Before the macros: their own allocations are not at stake. */
#include "tests/check_main.h"
#include "tests/config/config_files.h"
#include "tests/config/toy_schema.h"
#include "tests/refusing_memory.h"

#define malloc  test_malloc
#define calloc  test_calloc
#define realloc test_realloc
/* clang-format off */
#include "sim/config/assignments.c"
#include "sim/config/diagnostics.c"
#include "sim/config/file.c"
#include "sim/config/find_nearest.c"
#include "sim/config/layer.c"
#include "sim/config/load.c"
#include "sim/config/resolve.c"
/* clang-format on */

/* Everything that allocates; true when all of it worked. */
static bool use_config(const char *name, struct diagnostics *errors)
{
    struct config config;
    struct toy_params params;
    bool good = config_load(&config, &toy_schema, name, errors);
    good &= config_override(&config, &toy_schema, "ring.credit=3", "--set", errors);
    good &= config_override(&config, &toy_schema, "ring.credit=4", "--set", errors);
    good &= config_override(&config, &toy_schema, "layer.cin=4", "--set", errors);
    good &= config_resolve(&config, &toy_schema, NULL, &params, errors);
    config_free(&config);
    return good;
}

/* Refuses the 1st, 2nd, ... allocation until all are granted. */
static void refuse_each(const char *name, bool input_is_good, long refusals_min)
{
    long round = 0;
    do {
        struct diagnostics errors = {0};
        refused = 0;
        refuse_at = round++;
        bool good = use_config(name, &errors);
        refuse_at = -1;
        ck_assert_int_eq(good, refused == 0 && input_is_good);
        ck_assert_int_eq(diagnostics_exit_code(&errors), refused > 0 ? 1 : input_is_good ? 0 : 2);
        free(messages_of(&errors));
        diagnostics_free(&errors);
    } while (refused > 0);
    ck_assert_int_gt(round, refusals_min);
}

START_TEST(a_good_config_survives_lack_of_memory)
{
    FILE *stream = fopen("own.ini", "w");
    ck_assert_ptr_nonnull(stream);
    fputs("inherits = base.ini\n[ring]\ncredit = 1\n", stream);
    for (int i = 0; i < 20; i++)
        fprintf(stream, "[row.r%d]\nlabel = row %d\nring.credit = 2\n", i, i);
    fclose(stream);
    write_file("base.ini", "[ring]\nkmem = 1KiB\nlatch = lap\n[dram]\nhash = off\n");
    refuse_each("own.ini", true, 100);
}
END_TEST

START_TEST(a_bad_config_survives_lack_of_memory)
{
    write_file("own.ini", "inherits = base.ini\n[ring]\ncredit = 0\ncredit = 1\nx\n[rnig]\n");
    write_file("base.ini", "[ring]\nkmem = 1\n[row.a]\n[row.a]\n[row.b]\n");
    refuse_each("own.ini", false, 20);
}
END_TEST

/* All from some point on, as when memory has really run out. */
START_TEST(nothing_is_printed_for_want_of_memory_to_say_it)
{
    struct diagnostics errors = {0};
    write_file("own.ini", "[layer]\ncin = 5\n");
    for (long granted = 0; granted < 8; granted++) {
        size_t lost = errors.lost;
        refuse_at = granted;
        diagnostics_bad_input(&errors, "message %ld", granted);
        refuse_at = 0;
        diagnostics_bad_input(&errors, "message");
        refuse_at = -1;
        ck_assert_uint_gt(errors.lost, lost);
    }
    ck_assert_int_eq(diagnostics_exit_code(&errors), 1);
    diagnostics_free(&errors);
}
END_TEST

START_TEST(a_hint_is_left_out_when_memory_lacks)
{
    struct config_places places = {.folders = {""}, .count = 1};
    char nearest[64];
    write_file("m3.ini", "[ring]\n");
    config_nearest_name(&places, "m4.ini", nearest, sizeof nearest);
    ck_assert_str_eq(nearest, "m3.ini");
    refuse_at = 0;
    config_nearest_name(&places, "m4.ini", nearest, sizeof nearest);
    refuse_at = -1;
    ck_assert_str_eq(nearest, "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_good_config_survives_lack_of_memory);
    tcase_add_test(tests, a_bad_config_survives_lack_of_memory);
    tcase_add_test(tests, nothing_is_printed_for_want_of_memory_to_say_it);
    tcase_add_test(tests, a_hint_is_left_out_when_memory_lacks);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
