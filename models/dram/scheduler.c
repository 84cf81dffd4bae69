#include "models/dram/channel.h"
#include "models/dram/dram.h"

/* First-ready, first-come-first-served.  Each bank proposes one command for
 * the line it should serve next; among those that can go now, reads go before
 * activates before precharges, demand before speculative, older before newer. */

static struct line *bank_target(const struct dram_channel *channel, uint32_t bank)
{
    int class = channel->bank_lines[bank][LINE_DEMAND].head ? LINE_DEMAND : LINE_SPECULATIVE;
    struct line *hit = channel->bank_hit[bank][class];
    return hit ? hit : channel->bank_lines[bank][class].head;
}

static enum dram_command command_for(const struct dram_bank *bank, const struct line *line)
{
    if (!bank->open)
        return DRAM_ACTIVATE;
    return bank->row == line->row ? DRAM_READ : DRAM_PRECHARGE;
}

static bool preferred(const struct dram_choice *a, const struct dram_choice *b, dram_clock now)
{
    if (a->at > now || b->at > now)
        return a->at < b->at;
    int rank_a = a->line->lane * 4 + (int)a->command;
    int rank_b = b->line->lane * 4 + (int)b->command;
    return rank_a != rank_b ? rank_a < rank_b : a->line->order < b->line->order;
}

static struct line *oldest_line(const struct dram_channel *channel)
{
    struct line *oldest = NULL;
    for (uint64_t banks = channel->banks_busy; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        for (int class = 0; class < LINE_CLASSES; class++) {
            struct line *head = channel->bank_lines[bank][class].head;
            if (head && (!oldest || head->order < oldest->order))
                oldest = head;
        }
    }
    return oldest;
}

static struct dram_choice propose(const struct dram_channel *channel, struct line *line,
                                  dram_clock now)
{
    enum dram_command command = command_for(&channel->timing.bank[line->bank], line);
    return (struct dram_choice){
        .line = line,
        .command = command,
        .at = dram_earliest(&channel->timing, command, line->bank, now),
    };
}

struct dram_choice dram_schedule(const struct dram_channel *channel, dram_clock now)
{
    struct dram_choice best = {.line = NULL};
    if (!channel->banks_busy)
        return best;
    if (channel->dram->params.scheduler == DRAM_FCFS)
        return propose(channel, oldest_line(channel), now);
    for (uint64_t banks = channel->banks_busy; banks; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(banks);
        struct dram_choice choice = propose(channel, bank_target(channel, bank), now);
        if (!best.line || preferred(&choice, &best, now))
            best = choice;
    }
    return best;
}

void dram_find_hits(struct dram_channel *channel, uint32_t bank)
{
    const struct dram_bank *b = &channel->timing.bank[bank];
    for (int class = 0; class < LINE_CLASSES; class++) {
        struct line *line = b->open ? channel->bank_lines[bank][class].head : NULL;
        while (line && line->row != b->row)
            line = line->next;
        channel->bank_hit[bank][class] = line;
    }
}
