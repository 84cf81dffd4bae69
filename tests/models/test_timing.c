#include "models/dram/timing.h"

#include "models/dram/dram.h"
#include "tests/check_main.h"
#include "tests/models/section_params.h"

static struct dram_timing timing;

static struct dram_params params_with(const char *const *settings, size_t count)
{
    struct dram_params params;
    section_fill(&dram_section, &params, settings, count);
    return params;
}

static struct dram_params default_params(void)
{
    return params_with(NULL, 0);
}

/* Bank and group: bank = group + groups * bank in group. */
enum { BANK_A = 0, BANK_A_SAME_GROUP = 4, BANK_B = 1, BANK_C = 2, BANK_D = 3, BANK_E = 5 };

static dram_clock issue(enum dram_command command, uint32_t bank, dram_clock at)
{
    if (dram_earliest(&timing, command, bank, at) != at)
        ck_abort_msg("command %d of bank %u is refused at %d, until %d", command, bank, (int)at,
                     (int)dram_earliest(&timing, command, bank, at));
    return dram_issue(&timing, command, bank, 0, at);
}

/* One clock too early is refused, on time is not, nor is later. */
static void expect_from(dram_clock from, enum dram_command command, uint32_t bank)
{
    ck_assert_int_eq(dram_earliest(&timing, command, bank, 0), from);
    ck_assert_int_eq(dram_earliest(&timing, command, bank, from - 1), from);
    ck_assert_int_eq(dram_earliest(&timing, command, bank, from), from);
    ck_assert_int_eq(dram_earliest(&timing, command, bank, from + 100), from + 100);
}

/* ---- each parameter alone decides, at two or more values */

/* Initialises `timing` with the one parameter changed. */
#define FOR_EACH_VALUE(member, ...)                                                                \
    static const dram_clock values[] = {__VA_ARGS__};                                              \
    for (size_t v = 0; v < sizeof values / sizeof values[0]; v++)                                  \
        for (dram_clock value = begin(offsetof(struct dram_params, member), values[v]);            \
             value != INT64_MAX; value = INT64_MAX)

static dram_clock begin(size_t offset, dram_clock value)
{
    struct dram_params params = default_params();
    *(int64_t *)((char *)&params + offset) = value;
    dram_timing_init(&timing, &params);
    return value;
}

START_TEST(trcd_activate_to_read)
{
    FOR_EACH_VALUE(trcd, 1, 15, 22)
    {
        issue(DRAM_ACTIVATE, BANK_A, 10);
        expect_from(10 + 1 + value, DRAM_READ, BANK_A); /* from the second of its clocks */
    }
}
END_TEST

START_TEST(tras_activate_to_precharge)
{
    FOR_EACH_VALUE(tras, 20, 34, 60)
    {
        issue(DRAM_ACTIVATE, BANK_A, 10);
        expect_from(10 + 1 + value, DRAM_PRECHARGE, BANK_A);
    }
}
END_TEST

START_TEST(trp_precharge_to_activate)
{
    FOR_EACH_VALUE(trp, 1, 15, 44)
    {
        issue(DRAM_ACTIVATE, BANK_A, 10);
        issue(DRAM_PRECHARGE, BANK_A, 100);
        expect_from(100 + value, DRAM_ACTIVATE, BANK_A);
        expect_from(101, DRAM_ACTIVATE, BANK_B);
    }
}
END_TEST

START_TEST(trrd_activate_to_activate_of_another_bank)
{
    FOR_EACH_VALUE(trrd, 2, 4, 13)
    {
        issue(DRAM_ACTIVATE, BANK_A, 10);
        expect_from(10 + value, DRAM_ACTIVATE, BANK_B);
        expect_from(10 + value, DRAM_ACTIVATE, BANK_A_SAME_GROUP);
    }
}
END_TEST

START_TEST(tfaw_holds_four_activates)
{
    FOR_EACH_VALUE(tfaw, 20, 24, 41)
    {
        static const uint32_t banks[] = {BANK_A, BANK_B, BANK_C, BANK_D};
        for (int i = 0; i < 4; i++)
            issue(DRAM_ACTIVATE, banks[i], 10 + 5 * i);
        expect_from(10 + value, DRAM_ACTIVATE, BANK_E);
        issue(DRAM_ACTIVATE, BANK_E, 10 + value);
        expect_from(15 + value, DRAM_ACTIVATE, 6); /* the window slides */
    }
}
END_TEST

/* Two rows open, in the same group or in two; both long ready. */
static void open_two(uint32_t first, uint32_t second)
{
    issue(DRAM_ACTIVATE, first, 10);
    issue(DRAM_ACTIVATE, second, 60);
}

START_TEST(tccd_s_read_to_read_of_another_group)
{
    FOR_EACH_VALUE(tccd_s, 2, 6, 11)
    {
        open_two(BANK_A, BANK_B);
        issue(DRAM_READ, BANK_A, 200);
        expect_from(200 + value, DRAM_READ, BANK_B);
    }
}
END_TEST

/* A line is two bursts, so the group is taken for twice tCCD_L. */
START_TEST(tccd_l_read_to_read_of_the_same_group)
{
    FOR_EACH_VALUE(tccd_l, 3, 4, 7)
    {
        open_two(BANK_A, BANK_A_SAME_GROUP);
        issue(DRAM_READ, BANK_A, 200);
        expect_from(200 + 2 * value, DRAM_READ, BANK_A);
        expect_from(200 + 2 * value, DRAM_READ, BANK_A_SAME_GROUP);
    }
}
END_TEST

START_TEST(a_wide_bus_needs_one_burst)
{
    static const char *const wide[] = {"bus_bits=32"};
    struct dram_params params = params_with(wide, 1);
    dram_timing_init(&timing, &params);
    open_two(BANK_A, BANK_A_SAME_GROUP);
    ck_assert_int_eq(issue(DRAM_READ, BANK_A, 200), 200 + 17 + 2);
    expect_from(200 + 4, DRAM_READ, BANK_A_SAME_GROUP);
}
END_TEST

/* With tCCD_L = 5 a line takes clocks 0 1 5 6; another group's first fits at 2. */
START_TEST(bursts_of_another_group_fit_in_the_gap_or_wait)
{
    FOR_EACH_VALUE(tccd_l, 2, 3, 4, 5)
    {
        static const dram_clock from[] = {4, 5, 2, 2};
        open_two(BANK_A, BANK_B);
        issue(DRAM_READ, BANK_A, 200);
        expect_from(200 + from[value - 2], DRAM_READ, BANK_B);
    }
}
END_TEST

START_TEST(rl_read_to_data)
{
    FOR_EACH_VALUE(rl, 3, 17, 40)
    {
        issue(DRAM_ACTIVATE, BANK_A, 10);
        /* The second burst follows tCCD_L behind and takes two clocks. */
        ck_assert_int_eq(issue(DRAM_READ, BANK_A, 100), 100 + value + 4 + 2);
    }
}
END_TEST

START_TEST(a_precharge_waits_for_the_last_read)
{
    FOR_EACH_VALUE(tccd_l, 4, 9)
    {
        issue(DRAM_ACTIVATE, BANK_A, 10);
        issue(DRAM_READ, BANK_A, 200);
        expect_from(200 + 2 * value, DRAM_PRECHARGE, BANK_A);
    }
}
END_TEST

START_TEST(one_command_a_clock)
{
    dram_timing_init(&timing, &(struct dram_params){.bus_bits = 16,
                                                    .bank_groups = 4,
                                                    .banks_per_group = 4,
                                                    .rl = 1,
                                                    .trcd = 1,
                                                    .trp = 1,
                                                    .tras = 1,
                                                    .trrd = 1,
                                                    .tfaw = 1,
                                                    .tccd_s = 2,
                                                    .tccd_l = 4});
    issue(DRAM_ACTIVATE, BANK_A, 10);
    expect_from(11, DRAM_ACTIVATE, BANK_B);
    issue(DRAM_ACTIVATE, BANK_B, 11);
    issue(DRAM_READ, BANK_A, 12);
    expect_from(13, DRAM_PRECHARGE, BANK_B);
}
END_TEST

/* ---- refresh */

START_TEST(trfcab_keeps_all_banks_closed)
{
    FOR_EACH_VALUE(trfcab, 50, 168, 300)
    {
        ck_assert_int_eq(dram_refresh_all(&timing, 500), 500 + value);
        for (uint32_t bank = 0; bank < 16; bank++)
            expect_from(500 + value, DRAM_ACTIVATE, bank);
    }
}
END_TEST

START_TEST(trfcab_waits_for_the_open_row)
{
    FOR_EACH_VALUE(trfcab, 50, 168)
    {
        issue(DRAM_ACTIVATE, BANK_A, 500);
        ck_assert_int_eq(dram_refresh_all(&timing, 510), 500 + 1 + 34 + 15 + value);
        expect_from(500 + 1 + 34 + 15 + value, DRAM_ACTIVATE, BANK_B);
        ck_assert(!timing.bank[BANK_A].open);
    }
}
END_TEST

START_TEST(trfcpb_keeps_one_bank_closed)
{
    FOR_EACH_VALUE(trfcpb, 40, 96, 200)
    {
        issue(DRAM_ACTIVATE, BANK_B, 400);
        ck_assert_int_eq(dram_refresh_bank(&timing, BANK_A, 500), 500 + value);
        expect_from(500 + value, DRAM_ACTIVATE, BANK_A);
        expect_from(404, DRAM_ACTIVATE, BANK_C);
        ck_assert(timing.bank[BANK_B].open);
        /* An open one is closed first. */
        ck_assert_int_eq(dram_refresh_bank(&timing, BANK_B, 500), 500 + 15 + value);
        expect_from(500 + 15 + value, DRAM_ACTIVATE, BANK_B);
        /* And a second refresh waits for the first. */
        ck_assert_int_eq(dram_refresh_bank(&timing, BANK_B, 501), 500 + 15 + 2 * value);
    }
}
END_TEST

static void no_line(void *owner, struct line *line, sim_time data)
{
    (void)owner, (void)line, (void)data;
    ck_abort_msg("a line was read that nobody asked for");
}

static struct dram dram;

static void start_dram(dram_clock trefi, const char *refresh, const char *stagger)
{
    static struct simulator sim;
    static struct event_slot slots[DRAM_CHANNELS_MAX];
    const char *const settings[] = {refresh, stagger};
    struct dram_params params = params_with(settings, 2);
    params.trefi = trefi;
    simulator_init(&sim, slots, DRAM_CHANNELS_MAX);
    dram_init(&dram, &sim, &params, 0, no_line, NULL);
}

static void expect_refreshes(uint32_t channel, dram_clock by, uint64_t refreshes)
{
    dram_refresh(&dram.channels[channel], by);
    ck_assert_uint_eq(dram.channels[channel].counters.refreshes, refreshes);
}

static const dram_clock trefi_values[] = {1000, 3125, 8000};

START_TEST(trefi_between_all_bank_refreshes)
{
    dram_clock trefi = trefi_values[_i];
    start_dram(trefi, "refresh=all-bank", "refresh_stagger=off");
    for (uint32_t channel = 0; channel < 8; channel++) {
        expect_refreshes(channel, trefi - 1, 0);
        expect_refreshes(channel, trefi, 1);
        expect_refreshes(channel, 2 * trefi - 1, 1);
        expect_refreshes(channel, 10 * trefi, 10);
        ck_assert_int_eq(dram.channels[channel].counters.refresh_ps, 10 * 168 * 1250);
    }
}
END_TEST

/* Eight pairs of banks, each once in tREFI, and in turn. */
START_TEST(trefi_for_a_whole_round_of_per_bank_refreshes)
{
    dram_clock trefi = trefi_values[_i], step = trefi / 8;
    start_dram(trefi, "refresh=per-bank", "refresh_stagger=off");
    expect_refreshes(0, trefi - 1, 0);
    for (uint32_t pair = 0; pair < 8; pair++) {
        dram_clock due = trefi + pair * step;
        expect_refreshes(0, due - 1, pair);
        expect_refreshes(0, due, pair + 1);
        for (uint32_t bank = 0; bank < 16; bank++) {
            dram_clock ready = dram.channels[0].timing.bank[bank].activate_ok;
            if ((bank == pair || bank == pair + 8) != (ready == due + 96))
                ck_abort_msg("bank %u is ready at %d after pair %u", bank, (int)ready, pair);
        }
    }
    expect_refreshes(0, trefi + 8 * step, 9);
    ck_assert_int_eq(dram.channels[0].timing.bank[0].activate_ok, trefi + 8 * step + 96);
    /* Two of sixteen banks at a time. */
    ck_assert_int_eq(dram.channels[0].counters.refresh_ps, 9 * 2 * (96 * 1250 / 16));
}
END_TEST

static void expect_same_channel(const struct dram_channel *a, const struct dram_channel *b)
{
    ck_assert_uint_eq(a->counters.refreshes, b->counters.refreshes);
    ck_assert_int_eq(a->counters.refresh_ps, b->counters.refresh_ps);
    ck_assert_int_eq(a->refresh_due, b->refresh_due);
    for (uint32_t bank = 0; bank < a->timing.banks; bank++) {
        ck_assert_int_eq(a->timing.bank[bank].activate_ok, b->timing.bank[bank].activate_ok);
        ck_assert(a->timing.bank[bank].open == b->timing.bank[bank].open);
    }
}

/* Channel 0 sleeps, channel 1 wakes at each refresh; a row is open in both. */
START_TEST(a_long_sleep_leaves_the_state_of_each_refresh_done)
{
    start_dram(1001, _i ? "refresh=per-bank" : "refresh=all-bank", "refresh_stagger=off");
    struct dram_channel *sleeps = &dram.channels[0], *wakes = &dram.channels[1];
    for (dram_clock now = 500; now < 400000; now += 1000 + 7 * now / 9) {
        dram_refresh(sleeps, now);
        while (wakes->refresh_due <= now)
            dram_refresh(wakes, wakes->refresh_due);
        expect_same_channel(sleeps, wakes);
        for (uint32_t channel = 0; channel < 2; channel++)
            dram_issue(&dram.channels[channel].timing, DRAM_ACTIVATE, (uint32_t)(now % 16), 3, now);
    }
    dram_refresh(sleeps, INT64_C(1) << 50); /* fifteen days: at once */
}
END_TEST

/* In bit-reversed order: no stream keeps step with them. */
START_TEST(staggered_channels_take_turns)
{
    static const dram_clock turns[] = {1, 5, 3, 7, 2, 6, 4, 8};
    start_dram(3200, "refresh=all-bank", "refresh_stagger=on");
    for (uint32_t channel = 0; channel < 8; channel++) {
        dram_clock due = 400 * turns[channel];
        expect_refreshes(channel, due - 1, 0);
        expect_refreshes(channel, due, 1);
        expect_refreshes(channel, due + 3199, 1);
        expect_refreshes(channel, due + 3200, 2);
    }
}
END_TEST

START_TEST(refresh_none_never_refreshes)
{
    start_dram(3125, "refresh=none", "refresh_stagger=on");
    expect_refreshes(0, INT64_MAX / 4, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("timing");
    TCase *tests = tcase_create("timing");
    tcase_add_test(tests, trcd_activate_to_read);
    tcase_add_test(tests, tras_activate_to_precharge);
    tcase_add_test(tests, trp_precharge_to_activate);
    tcase_add_test(tests, trrd_activate_to_activate_of_another_bank);
    tcase_add_test(tests, tfaw_holds_four_activates);
    tcase_add_test(tests, tccd_s_read_to_read_of_another_group);
    tcase_add_test(tests, tccd_l_read_to_read_of_the_same_group);
    tcase_add_test(tests, a_wide_bus_needs_one_burst);
    tcase_add_test(tests, bursts_of_another_group_fit_in_the_gap_or_wait);
    tcase_add_test(tests, rl_read_to_data);
    tcase_add_test(tests, a_precharge_waits_for_the_last_read);
    tcase_add_test(tests, one_command_a_clock);
    tcase_add_test(tests, trfcab_keeps_all_banks_closed);
    tcase_add_test(tests, trfcab_waits_for_the_open_row);
    tcase_add_test(tests, trfcpb_keeps_one_bank_closed);
    tcase_add_loop_test(tests, trefi_between_all_bank_refreshes, 0, 3);
    tcase_add_loop_test(tests, trefi_for_a_whole_round_of_per_bank_refreshes, 0, 3);
    tcase_add_loop_test(tests, a_long_sleep_leaves_the_state_of_each_refresh_done, 0, 2);
    tcase_add_test(tests, staggered_channels_take_turns);
    tcase_add_test(tests, refresh_none_never_refreshes);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
