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
    if (!line) {
        channel->banks_busy &= ~(UINT64_C(1) << bank);
        return;
    }
    channel->banks_busy |= UINT64_C(1) << bank;
    proposal->line = line;
    if (!b->open) {
        proposal->command = DRAM_ACTIVATE;
        proposal->ready = b->activate_ok;
    } else if (b->row == line->row) {
        proposal->command = DRAM_READ;
        proposal->ready = b->read_ok;
    } else {
        proposal->command = DRAM_PRECHARGE;
        proposal->ready = b->precharge_ok;
    }
    proposal->floor = dram_floor_index(&channel->timing, proposal->command, bank);
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

struct dram_choice dram_schedule(const struct dram_channel *channel, dram_clock now)
{
    struct dram_floors floors = dram_timing_floors(&channel->timing, now);
    uint64_t banks = channel->dram->params.scheduler == DRAM_FCFS ? oldest_bank(channel)
                                                                  : channel->banks_busy;
    const struct dram_proposal *best = NULL;
    dram_clock best_at = INT64_MAX;
    for (; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        const struct dram_proposal *proposal = &channel->proposals[bank];
        dram_clock at = floors.at[proposal->floor];
        if (proposal->ready > at)
            at = proposal->command == DRAM_READ
                     ? dram_bus_free(&channel->timing, bank, proposal->ready)
                     : proposal->ready;
        if (at < best_at || (at == best_at && proposal->precedence < best->precedence)) {
            best = proposal;
            best_at = at;
        }
    }
    if (!best)
        return (struct dram_choice){.line = NULL};
    return (struct dram_choice){.line = best->line, .command = best->command, .at = best_at};
}
