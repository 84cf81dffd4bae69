#include "sim/workload/scramble.h"

#include <stdlib.h>
#include <string.h>

#include "models/ane/chip.h"
#include "tests/experiment/evidence_lab.h"

static struct program program;

static void teardown(void)
{
    program_free(&program);
}

/* Two cores, `pages` pages in all. */
static void make(uint64_t pages)
{
    ck_assert(program_init(&program, 2, 1));
    uint64_t lines = pages * PROGRAM_PAGE_LINES / 2;
    *program_transfer(&program, 0, 0) = (struct transfer){0, lines};
    *program_transfer(&program, 0, 1) = (struct transfer){lines, lines};
}

START_TEST(every_page_has_a_place_of_its_own)
{
    bool taken[SCRAMBLE_SPAN_PAGES] = {false};
    uint32_t highest = 0;
    bool moved = false;
    make(1024);
    ck_assert_int_eq(scramble_pages(&program, 7), SCRAMBLE_OK);
    ck_assert_uint_eq(program.page_count, 1024);
    for (uint64_t i = 0; i < program.page_count; i++) {
        uint32_t place = program.pages[i];
        ck_assert_uint_lt(place, SCRAMBLE_SPAN_PAGES);
        ck_assert(!taken[place]);
        taken[place] = true;
        highest = place > highest ? place : highest;
        moved = moved || place != i;
    }
    ck_assert(moved);
    ck_assert_uint_gt(highest, SCRAMBLE_SPAN_PAGES * 9 / 10); /* all over the span */
}
END_TEST

START_TEST(a_seed_is_a_place)
{
    uint32_t first[16];
    make(16);
    ck_assert_int_eq(scramble_pages(&program, 1), SCRAMBLE_OK);
    memcpy(first, program.pages, sizeof first);
    ck_assert_int_eq(scramble_pages(&program, 2), SCRAMBLE_OK);
    ck_assert_int_ne(memcmp(first, program.pages, sizeof first), 0);
    ck_assert_int_eq(scramble_pages(&program, 1), SCRAMBLE_OK);
    ck_assert_int_eq(memcmp(first, program.pages, sizeof first), 0);
}
END_TEST

START_TEST(the_span_has_room_for_so_many)
{
    make(SCRAMBLE_SPAN_PAGES - 1); /* an even number */
    ck_assert_int_eq(scramble_pages(&program, 1), SCRAMBLE_OK);
    program_free(&program);
    make(SCRAMBLE_SPAN_PAGES + 1);
    ck_assert_int_eq(scramble_pages(&program, 1), SCRAMBLE_TOO_LARGE);
}
END_TEST

/* Pages that map to themselves change nothing; others change the memory only. */
START_TEST(the_ring_sees_addresses_in_order)
{
    struct setup setup;
    struct chip_result plain, mapped, scrambled;
    m3_setup(&setup, NULL);
    setup.workload.cin = 256;
    struct workload_summary summary;
    char message[WORKLOAD_MESSAGE_BYTES];
    ck_assert_int_eq(workload_build(&setup.workload, 16, &program, &summary, message), WORKLOAD_OK);
    struct chip *chip = chip_create(&setup.chip);
    ck_assert_int_eq(chip_run(chip, &program, NULL, &plain), CHIP_OK);
    ck_assert(program_map_pages(&program));
    ck_assert_int_eq(chip_run(chip, &program, NULL, &mapped), CHIP_OK);
    ck_assert_int_eq(plain.time_ps, mapped.time_ps);
    ck_assert_int_eq(scramble_pages(&program, 3), SCRAMBLE_OK);
    ck_assert_int_eq(chip_run(chip, &program, NULL, &scrambled), CHIP_OK);
    ck_assert_int_ne(plain.time_ps, scrambled.time_ps);
    ck_assert_int_eq(plain.credit_lines, scrambled.credit_lines);
    ck_assert_uint_eq(plain.lines, scrambled.lines);
    program.page_count--;
    ck_assert_int_eq(chip_run(chip, &program, NULL, &scrambled), CHIP_BAD_PROGRAM);
    chip_destroy(chip);
}
END_TEST

START_TEST(a_layer_may_be_too_large_for_the_arena)
{
    struct setup setup;
    struct workload_summary summary;
    char message[WORKLOAD_MESSAGE_BYTES];
    m3_setup(&setup, NULL);
    setup.workload.cin = 16384;
    setup.workload.scramble = 1;
    ck_assert_int_eq(workload_build(&setup.workload, 16, &program, &summary, message),
                     WORKLOAD_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(message, "workload.scramble"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scramble");
    TCase *tests = tcase_create("scramble");
    tcase_add_checked_fixture(tests, NULL, teardown);
    tcase_add_test(tests, every_page_has_a_place_of_its_own);
    tcase_add_test(tests, a_seed_is_a_place);
    tcase_add_test(tests, the_span_has_room_for_so_many);
    tcase_add_test(tests, the_ring_sees_addresses_in_order);
    tcase_add_test(tests, a_layer_may_be_too_large_for_the_arena);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
