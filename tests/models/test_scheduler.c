/* Which command goes next, with lines put into a channel's queue by hand. */
#include "models/dram/dram.h"

#include "tests/check_main.h"
#include "tests/models/section_params.h"

enum { LINES_MAX = 16, NOW = 1000, OPEN_ROW = 7, OTHER_ROW = 8 };

static struct simulator sim;
static struct event_slot slots[8];
static struct dram dram;
static struct dram_channel *channel;
static struct line lines[LINES_MAX];
static uint32_t line_count;

static void no_line(void *owner, struct line *line, sim_time data)
{
    (void)owner, (void)line, (void)data;
}

static void start(const char *const *settings, size_t count)
{
    struct dram_params params;
    section_fill(&dram_section, &params, settings, count);
    simulator_init(&sim, slots, 8);
    dram_init(&dram, &sim, &params, 0, no_line, NULL);
    channel = &dram.channels[0];
    channel->clock = NOW;
    line_count = 0;
}

static void setup(void)
{
    start(NULL, 0);
}

/* The later it is put, the younger it is. */
static struct line *put(uint32_t bank, uint32_t row, enum line_class class)
{
    struct line *line = &lines[line_count++];
    *line = (struct line){.row = row,
                          .bank = (uint8_t)bank,
                          .class = (uint8_t) class,
                          .lane = (uint8_t) class,
                          .order = channel->order++};
    line_list_append(&channel->bank_lines[bank][class], line);
    dram_propose(channel, bank);
    return line;
}

/* Long before now, so that everything about the row is ready by now. */
static void open_row(uint32_t bank)
{
    dram_issue(&channel->timing, DRAM_ACTIVATE, bank, OPEN_ROW, NOW - 500 + 10 * bank);
}

static void expect(const struct line *line, enum dram_command command, dram_clock at)
{
    struct dram_choice choice = dram_schedule(channel, NOW);
    ck_assert_int_eq(choice.at, at);
    ck_assert_uint_eq(choice.bank, line->bank);
    ck_assert_ptr_eq(channel->proposals.line[choice.bank], line);
    ck_assert_int_eq(channel->proposals.command[choice.bank], command);
}

START_TEST(an_empty_queue_has_nothing_to_do)
{
    open_row(0);
    ck_assert_int_eq(dram_schedule(channel, NOW).at, INT64_MAX);
}
END_TEST

START_TEST(a_line_gets_the_command_its_bank_needs)
{
    open_row(0);
    open_row(1);
    if (_i == 0)
        expect(put(0, OPEN_ROW, LINE_SPECULATIVE), DRAM_READ, NOW);
    else if (_i == 1)
        expect(put(1, OTHER_ROW, LINE_SPECULATIVE), DRAM_PRECHARGE, NOW);
    else
        expect(put(2, OPEN_ROW, LINE_SPECULATIVE), DRAM_ACTIVATE, NOW);
}
END_TEST

START_TEST(reads_go_before_activates_before_precharges)
{
    open_row(0);
    open_row(1);
    struct line *precharge = put(1, OTHER_ROW, LINE_SPECULATIVE);
    expect(precharge, DRAM_PRECHARGE, NOW);
    struct line *activate = put(2, OTHER_ROW, LINE_SPECULATIVE);
    expect(activate, DRAM_ACTIVATE, NOW);
    struct line *read = put(0, OPEN_ROW, LINE_SPECULATIVE);
    expect(read, DRAM_READ, NOW);
}
END_TEST

START_TEST(the_older_of_two_equals_goes_first)
{
    for (uint32_t bank = 0; bank < 8; bank++)
        open_row(bank);
    const struct line *oldest = put(5, OPEN_ROW, LINE_SPECULATIVE);
    put(1, OPEN_ROW, LINE_SPECULATIVE); /* 1 and 5 are of one group, 6 of another */
    put(6, OPEN_ROW, LINE_SPECULATIVE);
    expect(oldest, DRAM_READ, NOW);
}
END_TEST

/* A row just opened is not ready; the bank that is ready goes, whatever it needs. */
START_TEST(what_is_possible_earlier_goes_first)
{
    open_row(1);
    dram_issue(&channel->timing, DRAM_ACTIVATE, 0, OPEN_ROW, NOW - 4);
    const struct line *read = put(0, OPEN_ROW, LINE_DEMAND);
    expect(read, DRAM_READ, NOW - 4 + 1 + 15);
    const struct line *precharge = put(1, OTHER_ROW, LINE_SPECULATIVE);
    expect(precharge, DRAM_PRECHARGE, NOW);
}
END_TEST

START_TEST(demand_goes_before_any_other_command)
{
    open_row(0);
    open_row(1);
    put(0, OPEN_ROW, LINE_SPECULATIVE);
    const struct line *demand = put(1, OTHER_ROW, LINE_DEMAND);
    expect(demand, DRAM_PRECHARGE, NOW);
}
END_TEST

START_TEST(a_bank_serves_its_row_hits_before_older_lines)
{
    open_row(0);
    put(0, OTHER_ROW, LINE_SPECULATIVE);
    put(0, OTHER_ROW + 1, LINE_SPECULATIVE);
    const struct line *hit = put(0, OPEN_ROW, LINE_SPECULATIVE);
    put(0, OPEN_ROW, LINE_SPECULATIVE);
    expect(hit, DRAM_READ, NOW);
}
END_TEST

/* Even if that closes a row that speculative lines would have hit. */
START_TEST(a_bank_serves_its_demand_lines_first)
{
    open_row(0);
    put(0, OPEN_ROW, LINE_SPECULATIVE);
    const struct line *demand = put(0, OTHER_ROW, LINE_DEMAND);
    expect(demand, DRAM_PRECHARGE, NOW);
}
END_TEST

START_TEST(fcfs_serves_the_oldest_line_of_all)
{
    static const char *const settings[] = {"scheduler=fcfs"};
    start(settings, 1);
    open_row(0);
    open_row(1);
    open_row(2);
    const struct line *oldest = put(1, OPEN_ROW, LINE_SPECULATIVE);
    put(0, OPEN_ROW, LINE_SPECULATIVE);
    put(1, OPEN_ROW, LINE_SPECULATIVE);
    expect(oldest, DRAM_READ, NOW);
}
END_TEST

START_TEST(fcfs_does_not_look_for_row_hits)
{
    static const char *const settings[] = {"scheduler=fcfs"};
    start(settings, 1);
    open_row(0);
    open_row(1);
    const struct line *oldest = put(1, OTHER_ROW, LINE_SPECULATIVE);
    put(1, OPEN_ROW, LINE_SPECULATIVE);
    put(0, OPEN_ROW, LINE_SPECULATIVE);
    expect(oldest, DRAM_PRECHARGE, NOW);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scheduler");
    TCase *tests = tcase_create("scheduler");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, an_empty_queue_has_nothing_to_do);
    tcase_add_loop_test(tests, a_line_gets_the_command_its_bank_needs, 0, 3);
    tcase_add_test(tests, reads_go_before_activates_before_precharges);
    tcase_add_test(tests, the_older_of_two_equals_goes_first);
    tcase_add_test(tests, what_is_possible_earlier_goes_first);
    tcase_add_test(tests, demand_goes_before_any_other_command);
    tcase_add_test(tests, a_bank_serves_its_row_hits_before_older_lines);
    tcase_add_test(tests, a_bank_serves_its_demand_lines_first);
    tcase_add_test(tests, fcfs_serves_the_oldest_line_of_all);
    tcase_add_test(tests, fcfs_does_not_look_for_row_hits);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
