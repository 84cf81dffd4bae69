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
    struct line *oldest = lists[LINE_DEMAND].head ? lists[LINE_DEMAND].head
                                                  : lists[LINE_SPECULATIVE].head;
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
    struct dram_proposal *proposal = &channel->proposals[bank];
    channel->stale = true;
    struct line *line = target(channel, bank);
    uint64_t bit = UINT64_C(1) << bank;
    channel->banks_busy &= ~bit;
    channel->banks_hit &= ~bit;
    if (!line)
        return;
    channel->banks_busy |= bit;
    proposal->line = line;
    if (!b->open) {
        proposal->command = DRAM_ACTIVATE;
        proposal->ready = b->activate_ok;
    } else if (b->row == line->row) {
        proposal->command = DRAM_READ;
        proposal->ready = b->read_ok;
        channel->banks_hit |= b->read_ok <= channel->clock ? bit : 0;
    } else {
        proposal->command = DRAM_PRECHARGE;
        proposal->ready = b->precharge_ok;
    }
    proposal->precedence = (uint64_t)line->lane << LANE_SHIFT |
                           (uint64_t)proposal->command << COMMAND_SHIFT | line->order;
}

static uint64_t oldest_bank(const struct dram_channel *channel)
{
    uint64_t oldest_order = UINT64_MAX, oldest = 0;
    for (uint64_t banks = channel->banks_busy; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        if (channel->proposals[bank].line->order < oldest_order) {
            oldest_order = channel->proposals[bank].line->order;
            oldest = banks & -banks;
        }
    }
    return oldest;
}

/* The bank whose proposal takes precedence, all being possible at one clock. */
static const struct dram_proposal *first_of(const struct dram_channel *channel, uint64_t banks)
{
    const struct dram_proposal *best = &channel->proposals[__builtin_ctzll(banks)];
    for (banks &= banks - 1; banks; banks &= banks - 1) {
        const struct dram_proposal *proposal = &channel->proposals[__builtin_ctzll(banks)];
        best = proposal->precedence < best->precedence ? proposal : best;
    }
    return best;
}

/* Reads whose rows have been ready for a while wait for their group and the bus
 * alone, so the banks of a group are all possible at the same clock. */
static struct dram_choice schedule_hits(const struct dram_channel *channel, uint64_t banks,
                                        dram_clock floor)
{
    uint64_t possible = 0;
    dram_clock at = INT64_MAX;
    for (uint32_t group = 0; group < channel->timing.groups; group++) {
        uint64_t hits = banks & channel->timing.group_banks[group];
        dram_clock group_at = dram_group_free(&channel->timing, group, floor);
        if (!hits || group_at > at)
            continue;
        possible = group_at < at ? hits : possible | hits;
        at = group_at;
    }
    if (!possible)
        return (struct dram_choice){.at = INT64_MAX};
    return (struct dram_choice){.proposal = first_of(channel, possible), .at = at};
}

static dram_clock earliest(const struct dram_channel *channel, uint32_t bank,
                           const struct dram_floors *floors)
{
    const struct dram_proposal *proposal = &channel->proposals[bank];
    dram_clock ready = proposal->ready;
    switch (proposal->command) {
    case DRAM_READ:
        ready = ready <= floors->read ? floors->read : dram_bus_free(&channel->timing, ready);
        return dram_group_free(&channel->timing, bank & (channel->timing.groups - 1), ready);
    case DRAM_ACTIVATE:
        return ready > floors->activate ? ready : floors->activate;
    default:
        return ready > floors->precharge ? ready : floors->precharge;
    }
}

struct dram_choice dram_schedule(const struct dram_channel *channel, dram_clock now)
{
    struct dram_floors floors = dram_timing_floors(&channel->timing, now);
    uint64_t banks = channel->dram->params.scheduler == DRAM_FCFS ? oldest_bank(channel)
                                                                  : channel->banks_busy;
    struct dram_choice best = schedule_hits(channel, banks & channel->banks_hit, floors.read);
    for (banks &= ~channel->banks_hit; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        const struct dram_proposal *proposal = &channel->proposals[bank];
        if (proposal->ready > best.at)
            continue;
        dram_clock at = earliest(channel, bank, &floors);
        if (at < best.at ||
            (at == best.at && proposal->precedence < best.proposal->precedence))
            best = (struct dram_choice){.proposal = proposal, .at = at};
    }
    return best;
}
