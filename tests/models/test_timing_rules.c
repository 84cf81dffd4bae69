/* All timing rules at once: random commands against the history of all of them,
 * and against a data bus kept clock by clock. */
#include "models/dram/timing.h"

#include "sim/kernel/random.h"
#include "tests/check_main.h"
#include "tests/models/section_params.h"

static struct dram_timing timing;

enum { HISTORY = 512, BUS_CLOCKS = 8192, COMMANDS = 20000 };

struct past {
    enum dram_command command;
    uint32_t bank;
    dram_clock at;
};

/* What a chip would check: who did what when, and which clocks of the data bus
 * are taken. */
struct checker {
    struct dram_params params;
    dram_clock bursts;
    struct past past[HISTORY];
    uint64_t count;
    bool open[DRAM_BANKS_MAX];
    dram_clock rested[DRAM_BANKS_MAX]; /* end of the last refresh */
    dram_clock bus[BUS_CLOCKS];        /* the clock that took this place last */
};

static struct checker checker;

static bool read_is_legal(const struct checker *c, uint32_t bank, const struct past *p,
                          dram_clock at)
{
    const struct dram_params *t = &c->params;
    bool same_group = p->bank % (uint32_t)t->bank_groups == bank % (uint32_t)t->bank_groups;
    if (p->command == DRAM_ACTIVATE)
        return p->bank != bank || at >= p->at + 1 + t->trcd;
    if (p->command == DRAM_READ)
        return at >= p->at + t->tccd_s && (!same_group || at >= p->at + c->bursts * t->tccd_l);
    return true;
}

static bool is_legal(const struct checker *c, enum dram_command command, uint32_t bank,
                     dram_clock at)
{
    const struct dram_params *t = &c->params;
    int activates = 0;
    for (uint64_t i = c->count > HISTORY ? c->count - HISTORY : 0; i < c->count; i++) {
        const struct past *p = &c->past[i % HISTORY];
        bool same = p->bank == bank;
        bool good = at > p->at; /* one command a clock, in order */
        if (command == DRAM_READ)
            good &= read_is_legal(c, bank, p, at);
        else if (command == DRAM_PRECHARGE && same && p->command == DRAM_ACTIVATE)
            good &= at >= p->at + 1 + t->tras;
        else if (command == DRAM_PRECHARGE && same && p->command == DRAM_READ)
            good &= at >= p->at + c->bursts * t->tccd_l;
        else if (command == DRAM_ACTIVATE && same && p->command == DRAM_PRECHARGE)
            good &= at >= p->at + t->trp;
        else if (command == DRAM_ACTIVATE && p->command == DRAM_ACTIVATE)
            good &= at >= p->at + t->trrd;
        activates += p->command == DRAM_ACTIVATE && p->at > at - t->tfaw;
        if (!good)
            return false;
    }
    if (command == DRAM_ACTIVATE)
        return activates < 4 && at >= c->rested[bank];
    for (dram_clock i = 0; command == DRAM_READ && i < 2 * c->bursts; i++) {
        dram_clock clock = at + t->rl + i / 2 * t->tccd_l + i % 2;
        if (c->bus[clock % BUS_CLOCKS] == clock)
            return false;
    }
    return true;
}

static void note(struct checker *c, enum dram_command command, uint32_t bank, dram_clock at)
{
    const struct dram_params *t = &c->params;
    c->past[c->count++ % HISTORY] = (struct past){command, bank, at};
    if (command != DRAM_READ) {
        c->open[bank] = command == DRAM_ACTIVATE;
        return;
    }
    for (dram_clock i = 0; i < 2 * c->bursts; i++) {
        dram_clock clock = at + t->rl + i / 2 * t->tccd_l + i % 2;
        if (c->bus[clock % BUS_CLOCKS] == clock)
            ck_abort_msg("two bursts at clock %d of the data bus", (int)clock);
        c->bus[clock % BUS_CLOCKS] = clock;
    }
}

static dram_clock first_legal(const struct checker *c, enum dram_command command, uint32_t bank,
                              dram_clock from)
{
    while (!is_legal(c, command, bank, from))
        from++;
    return from;
}

static void check_command(enum dram_command command, uint32_t bank, dram_clock now,
                          dram_clock delay)
{
    dram_clock expected = first_legal(&checker, command, bank, now);
    dram_clock at = dram_earliest(&timing, command, bank, now);
    if (at != expected)
        ck_abort_msg("command %d of bank %u: %d clocks from now, not %d", command, bank,
                     (int)(at - now), (int)(expected - now));
    at = dram_earliest(&timing, command, bank, at + delay);
    note(&checker, command, bank, at);
    dram_clock done = dram_issue(&timing, command, bank, 0, at);
    dram_clock data = checker.params.rl + (checker.bursts - 1) * checker.params.tccd_l + 2;
    if (done != at + (command == DRAM_READ ? data : 0))
        ck_abort_msg("command %d is done %d clocks later", command, (int)(done - at));
}

/* A bank refresh closes the row by itself; that takes no command. */
static void check_refresh(uint32_t bank, dram_clock due)
{
    dram_clock start = due;
    for (uint64_t i = checker.count > HISTORY ? checker.count - HISTORY : 0; i < checker.count;
         i++) {
        const struct past *p = &checker.past[i % HISTORY];
        dram_clock clear = due;
        if (p->bank != bank)
            continue;
        if (p->command == DRAM_PRECHARGE)
            clear = p->at + checker.params.trp;
        else if (p->command == DRAM_ACTIVATE)
            clear = dram_later(due, p->at + 1 + checker.params.tras) + checker.params.trp;
        else
            clear = dram_later(due, p->at + checker.bursts * checker.params.tccd_l) +
                    checker.params.trp;
        if (checker.open[bank] || p->command == DRAM_PRECHARGE)
            start = dram_later(start, clear);
    }
    dram_clock end = dram_later(start, checker.rested[bank]) + checker.params.trfcpb;
    if (dram_refresh_bank(&timing, bank, due) != end)
        ck_abort_msg("the refresh of bank %u does not end %d clocks after it is due", bank,
                     (int)(end - due));
    checker.rested[bank] = end;
    checker.open[bank] = false;
}

static const char *const mixes[][5] = {
    {"rl=17", "trrd=4", "tfaw=16", "tccd_s=2", "tccd_l=4"},
    {"rl=6", "trrd=2", "tfaw=31", "tccd_s=3", "tccd_l=5"},
    {"rl=40", "trrd=7", "tfaw=40", "tccd_s=2", "tccd_l=7"},
    {"bus_bits=32", "trrd=5", "tfaw=23", "tccd_s=2", "tccd_l=4"},
    {"bank_groups=2", "banks_per_group=8", "trcd=3", "trp=21", "tccd_l=3"},
    {"bank_groups=8", "tras=9", "trp=4", "tfaw=4", "trrd=1"},
};

enum { MIXES = sizeof mixes / sizeof mixes[0] };

/* Few banks are active at a time, so that rows are read as well as opened. */
START_TEST(every_command_goes_at_the_first_legal_clock)
{
    struct random random;
    memset(&checker, 0, sizeof checker);
    section_fill(&dram_section, &checker.params, mixes[_i], 5);
    checker.bursts = 32 / checker.params.bus_bits;
    dram_timing_init(&timing, &checker.params);
    random_seed(&random, (uint64_t)_i);
    dram_clock now = 1;
    for (int i = 0; i < COMMANDS; i++) {
        uint32_t bank = (uint32_t)random_below(&random, timing.banks);
        enum dram_command command = DRAM_ACTIVATE;
        if (checker.open[bank])
            command = random_below(&random, 8) ? DRAM_READ : DRAM_PRECHARGE;
        if (random_below(&random, 400) == 0)
            check_refresh(bank, now);
        else
            check_command(command, bank, now,
                          random_below(&random, 4) ? 0 : (dram_clock)random_below(&random, 9));
        now = dram_later(now, timing.command_ok) - 1 + (dram_clock)random_below(&random, 3);
        if (random_below(&random, 100) == 0)
            now += (dram_clock)random_below(&random, 200);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("timing_rules");
    TCase *tests = tcase_create("timing_rules");
    tcase_add_loop_test(tests, every_command_goes_at_the_first_legal_clock, 0, MIXES);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
