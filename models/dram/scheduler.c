#include "models/dram/channel.h"
#include "models/dram/dram.h"

/* First-ready, first-come-first-served.  Each bank proposes one command for
 * the line it should serve next.  The earliest possible goes; of those possible
 * at one clock, demand before speculative, reads before activates before
 * precharges, older before newer.  Plain FCFS lets only the oldest line of the
 * whole channel propose. */

enum { LANE_SHIFT = 60, COMMAND_SHIFT = 56 };

/* The oldest line of the open row, else the oldest; demand lines alone as long
 * as there are any. */
static struct line *target(const struct dram_channel *channel, uint32_t bank)
{
    const struct dram_bank *b = &channel->timing.bank[bank];
    const struct line_list *lists = channel->bank_lines[bank];
    struct line *oldest =
        lists[LINE_DEMAND].head ? lists[LINE_DEMAND].head : lists[LINE_SPECULATIVE].head;
    if (!b->open || channel->dram->params.scheduler == DRAM_FCFS)
        return oldest;
    for (struct line *line = oldest; line; line = line->next) {
        if (line->row == b->row)
            return line;
    }
    return oldest;
}

void dram_propose(struct dram_channel *channel, uint32_t bank)
{
    const struct dram_bank *b = &channel->timing.bank[bank];
    struct dram_proposals *proposals = &channel->proposals;
    enum dram_command command = DRAM_PRECHARGE;
    dram_clock ready = b->precharge_ok;
    channel->stale = true;
    struct line *line = target(channel, bank);
    uint64_t bit = UINT64_C(1) << bank;
    channel->banks_busy &= ~bit;
    channel->banks_hit &= ~bit;
    if (!line)
        return;
    channel->banks_busy |= bit;
    if (!b->open) {
        command = DRAM_ACTIVATE;
        ready = b->activate_ok;
    } else if (b->row == line->row) {
        command = DRAM_READ;
        ready = b->read_ok;
        channel->banks_hit |= ready <= channel->clock ? bit : 0;
    }
    proposals->line[bank] = line;
    proposals->command[bank] = (uint8_t)command;
    proposals->ready[bank] = ready;
    proposals->precedence[bank] =
        (uint64_t)line->lane << LANE_SHIFT | (uint64_t)command << COMMAND_SHIFT | line->order;
}

static uint64_t oldest_bank(const struct dram_channel *channel)
{
    uint64_t oldest_order = UINT64_MAX, oldest = 0;
    for (uint64_t banks = channel->banks_busy; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        if (channel->proposals.line[bank]->order < oldest_order) {
            oldest_order = channel->proposals.line[bank]->order;
            oldest = banks & -banks;
        }
    }
    return oldest;
}

/* The bank whose proposal takes precedence, all being possible at one clock. */
static uint32_t first_of(const struct dram_channel *channel, uint64_t banks)
{
    const uint64_t *precedence = channel->proposals.precedence;
    uint32_t best = (uint32_t)__builtin_ctzll(banks);
    uint64_t best_precedence = precedence[best];
    for (banks &= banks - 1; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        best = precedence[bank] < best_precedence ? bank : best;
        best_precedence = precedence[bank] < best_precedence ? precedence[bank] : best_precedence;
    }
    return best;
}

/* Reads whose rows have been ready for a while wait for their group and the bus
 * alone, so the banks of a group are all possible at the same clock.  Written
 * without branches: nothing here is predictable. */
static struct dram_choice schedule_hits(const struct dram_channel *channel, uint64_t banks,
                                        dram_clock floor)
{
    const struct dram_timing *timing = &channel->timing;
    uint64_t possible = 0;
    dram_clock at = INT64_MAX;
    for (uint32_t group = 0; group < timing->groups; group++) {
        uint64_t hits = banks & timing->group_banks[group];
        dram_clock free_at = dram_bus_free(timing, dram_later(floor, timing->group_ok[group]));
        free_at = hits ? free_at : INT64_MAX;
        uint64_t others = free_at < at ? 0 : possible;
        possible = free_at > at ? others : others | hits;
        at = free_at < at ? free_at : at;
    }
    return (struct dram_choice){.bank = possible ? first_of(channel, possible) : 0, .at = at};
}

struct dram_choice dram_schedule(const struct dram_channel *channel, dram_clock now)
{
    const struct dram_timing *timing = &channel->timing;
    const struct dram_proposals *proposals = &channel->proposals;
    struct dram_floors floors = dram_timing_floors(timing, now);
    uint64_t banks =
        channel->dram->params.scheduler == DRAM_FCFS ? oldest_bank(channel) : channel->banks_busy;
    struct dram_choice best =
        schedule_hits(channel, banks & channel->banks_hit, floors.at[DRAM_READ]);
    for (banks &= ~channel->banks_hit; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        uint8_t command = proposals->command[bank];
        dram_clock at = dram_later(proposals->ready[bank], floors.at[command]);
        if (command == DRAM_READ)
            at = dram_bus_free(timing, dram_later(at, timing->group_ok[dram_group(timing, bank)]));
        bool first = at < best.at || (at == best.at && proposals->precedence[bank] <
                                                           proposals->precedence[best.bank]);
        best.bank = first ? bank : best.bank;
        best.at = first ? at : best.at;
    }
    return best;
}
