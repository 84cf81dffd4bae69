#include "models/kmem/kmem.h"

#include "sim/kernel/random.h"
#include "tests/check_main.h"

enum { SLOTS = 16, DRAIN = 10 };

static struct kmem_slot slots[SLOTS];
static struct kmem kmem;

static void setup(void)
{
    struct kmem_params params = {.size_bytes = SLOTS * LINE_BYTES, .drain_ps = DRAIN};
    kmem_init(&kmem, &params, slots);
}

START_TEST(slots_are_lines)
{
    struct kmem_params params = {.size_bytes = 65536, .drain_ps = 1};
    ck_assert_uint_eq(kmem_slot_count(&params), 1024);
    params.size_bytes = 1024;
    ck_assert_uint_eq(kmem_slot_count(&params), 16);
}
END_TEST

START_TEST(it_begins_empty)
{
    ck_assert_uint_eq(kmem_used(&kmem), 0);
    ck_assert(!kmem_is_full(&kmem));
    ck_assert_int_eq(kmem_next_free(&kmem), SIM_NEVER);
    ck_assert_int_eq(kmem_empty_at(&kmem), 0);
    kmem_settle(&kmem, 1000000);
    ck_assert_uint_eq(kmem_used(&kmem), 0);
}
END_TEST

START_TEST(a_line_holds_its_slot_until_it_is_drained)
{
    struct kmem_slot *slot = kmem_take(&kmem, 100);
    ck_assert_int_eq(slot->line.issued, 100);
    ck_assert_int_eq(slot->arrived, SIM_NEVER);
    ck_assert_uint_eq(kmem_used(&kmem), 1);
    ck_assert_int_eq(kmem_next_free(&kmem), SIM_NEVER);
    ck_assert_int_eq(kmem_empty_at(&kmem), SIM_NEVER);
    kmem_settle(&kmem, 1000000);
    ck_assert_uint_eq(kmem_used(&kmem), 1);

    kmem_fill(&kmem, slot, 300);
    ck_assert_int_eq(slot->arrived, 300);
    ck_assert_int_eq(kmem_next_free(&kmem), 300 + DRAIN);
    ck_assert_int_eq(kmem_empty_at(&kmem), 300 + DRAIN);
    kmem_settle(&kmem, 300 + DRAIN - 1);
    ck_assert_uint_eq(kmem_used(&kmem), 1);
    kmem_settle(&kmem, 300 + DRAIN);
    ck_assert_uint_eq(kmem_used(&kmem), 0);
    ck_assert_int_eq(kmem_next_free(&kmem), SIM_NEVER);
    ck_assert_int_eq(kmem.residence_ps, 200 + DRAIN);
}
END_TEST

START_TEST(a_line_that_came_early_waits_for_its_elders)
{
    struct kmem_slot *first = kmem_take(&kmem, 0);
    struct kmem_slot *second = kmem_take(&kmem, 1);
    struct kmem_slot *third = kmem_take(&kmem, 2);
    kmem_fill(&kmem, third, 50);
    kmem_fill(&kmem, second, 60);
    ck_assert_int_eq(kmem_next_free(&kmem), SIM_NEVER);
    kmem_settle(&kmem, 500);
    ck_assert_uint_eq(kmem_used(&kmem), 3);
    kmem_fill(&kmem, first, 500);
    ck_assert_int_eq(first->drained, 500 + DRAIN);
    ck_assert_int_eq(second->drained, 500 + 2 * DRAIN);
    ck_assert_int_eq(third->drained, 500 + 3 * DRAIN);
    ck_assert_int_eq(kmem_empty_at(&kmem), 500 + 3 * DRAIN);
    kmem_settle(&kmem, 500 + 2 * DRAIN);
    ck_assert_uint_eq(kmem_used(&kmem), 1);
    ck_assert_int_eq(kmem_next_free(&kmem), 500 + 3 * DRAIN);
    ck_assert_int_eq(kmem.residence_ps, 3 * 500 + 6 * DRAIN - 0 - 1 - 2);
}
END_TEST

START_TEST(the_drain_idles_when_nothing_has_come)
{
    struct kmem_slot *first = kmem_take(&kmem, 0);
    struct kmem_slot *second = kmem_take(&kmem, 0);
    kmem_fill(&kmem, first, 100);
    kmem_fill(&kmem, second, 100 + 5 * DRAIN);
    ck_assert_int_eq(first->drained, 100 + DRAIN);
    ck_assert_int_eq(second->drained, 100 + 6 * DRAIN);
}
END_TEST

START_TEST(full_means_every_slot)
{
    struct kmem_slot *taken[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
        ck_assert(!kmem_is_full(&kmem));
        taken[i] = kmem_take(&kmem, i);
        for (int j = 0; j < i; j++)
            ck_assert_ptr_ne(taken[i], taken[j]);
    }
    ck_assert(kmem_is_full(&kmem));
    ck_assert_uint_eq(kmem.used_max, SLOTS);
    kmem_fill(&kmem, taken[0], 40);
    kmem_settle(&kmem, 40 + DRAIN);
    ck_assert(!kmem_is_full(&kmem));
    ck_assert_ptr_eq(kmem_take(&kmem, 60), taken[0]);
    ck_assert(kmem_is_full(&kmem));
    ck_assert_uint_eq(kmem.used_max, SLOTS);
}
END_TEST

START_TEST(the_most_ever_used_is_kept)
{
    struct kmem_slot *taken[5];
    for (int i = 0; i < 5; i++)
        taken[i] = kmem_take(&kmem, 0);
    for (int i = 0; i < 5; i++)
        kmem_fill(&kmem, taken[i], 10);
    kmem_settle(&kmem, 10 + 5 * DRAIN);
    ck_assert_uint_eq(kmem_used(&kmem), 0);
    kmem_take(&kmem, 100);
    ck_assert_uint_eq(kmem.used_max, 5);
}
END_TEST

/* Against the plain recurrence, over many times around the memory. */
START_TEST(a_random_stream_drains_in_order)
{
    enum { LINES = 5000 };
    static sim_time issued[LINES], arrived[LINES], drained[LINES];
    struct random random;
    sim_time now = 0, residence = 0;
    uint64_t taken = 0;
    random_seed(&random, 3);
    while (taken < LINES) {
        uint64_t burst = 1 + random_below(&random, SLOTS);
        uint64_t from = taken;
        struct kmem_slot *open[SLOTS];
        kmem_settle(&kmem, now);
        for (; taken < from + burst && taken < LINES && !kmem_is_full(&kmem); taken++) {
            issued[taken] = now;
            open[taken - from] = kmem_take(&kmem, now);
        }
        for (uint64_t i = taken; i > from; i--) { /* the youngest first */
            arrived[i - 1] = now + 1 + (sim_time)random_below(&random, 100);
            kmem_fill(&kmem, open[i - 1 - from], arrived[i - 1]);
        }
        for (uint64_t i = from; i < taken; i++) {
            sim_time before = i ? drained[i - 1] : 0;
            drained[i] = (arrived[i] > before ? arrived[i] : before) + DRAIN;
            residence += drained[i] - issued[i];
            if (kmem_slot(&kmem, i)->drained != drained[i])
                ck_abort_msg("line %d is not drained in its turn", (int)i);
        }
        if (taken > 0 && kmem_empty_at(&kmem) != drained[taken - 1])
            ck_abort_msg("the memory is not empty with its last line");
        now += (sim_time)random_below(&random, 150);
        kmem_settle(&kmem, now);
        uint64_t held = 0;
        for (uint64_t i = taken > SLOTS ? taken - SLOTS : 0; i < taken; i++)
            held += drained[i] > now;
        if (kmem_used(&kmem) != held)
            ck_abort_msg("%d lines held, not %d", (int)kmem_used(&kmem), (int)held);
    }
    ck_assert_int_eq(kmem.residence_ps, residence);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kmem");
    TCase *tests = tcase_create("kmem");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, slots_are_lines);
    tcase_add_test(tests, it_begins_empty);
    tcase_add_test(tests, a_line_holds_its_slot_until_it_is_drained);
    tcase_add_test(tests, a_line_that_came_early_waits_for_its_elders);
    tcase_add_test(tests, the_drain_idles_when_nothing_has_come);
    tcase_add_test(tests, full_means_every_slot);
    tcase_add_test(tests, the_most_ever_used_is_kept);
    tcase_add_test(tests, a_random_stream_drains_in_order);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
