#include "models/dram/channel.h"
#include "models/dram/dram.h"

static void enqueue(struct dram_channel *channel, struct line *line)
{
    uint32_t bank = line->bank;
    const struct dram_bank *b = &channel->timing.bank[bank];
    line_list_append(&channel->bank_lines[bank][line->lane], line);
    channel->banks_busy |= UINT64_C(1) << bank;
    if (b->open && b->row == line->row && !channel->bank_hit[bank][line->lane])
        channel->bank_hit[bank][line->lane] = line;
    channel->in_queue[line->lane]++;
    uint32_t queued = channel->in_queue[LINE_DEMAND] + channel->in_queue[LINE_SPECULATIVE];
    if (queued > channel->counters.queue_lines_max)
        channel->counters.queue_lines_max = queued;
}

sim_time dram_admit(struct dram_channel *channel, sim_time now)
{
    sim_time next = SIM_NEVER;
    for (int class = 0; class < LINE_CLASSES; class++) {
        struct line_list *waiting = &channel->waiting[class];
        while (waiting->head && channel->in_queue[class] < channel->dram->params.queue_lines) {
            struct line *line = waiting->head;
            if (line->arrived > now) {
                next = sim_time_min(next, line->arrived);
                break;
            }
            line_list_remove(waiting, line);
            enqueue(channel, line);
        }
    }
    return next;
}

void dram_deliver(struct dram_channel *channel, struct line *line, sim_time now, sim_time data)
{
    channel->counters.lines[line->class]++;
    channel->counters.residence_ps += now - line->arrived;
    channel->counters.busy_ps += channel->dram->line_ps;
    channel->dram->deliver(channel->dram->owner, line, data);
}

void dram_dequeue(struct dram_channel *channel, struct line *line)
{
    uint32_t bank = line->bank;
    line_list_remove(&channel->bank_lines[bank][line->lane], line);
    channel->in_queue[line->lane]--;
    if (!channel->bank_lines[bank][LINE_DEMAND].head &&
        !channel->bank_lines[bank][LINE_SPECULATIVE].head)
        channel->banks_busy &= ~(UINT64_C(1) << bank);
}

static void count_row(struct dram_channel *channel, struct dram_bank *bank)
{
    if (!bank->untouched)
        channel->counters.row_hits++;
    else if (bank->conflict)
        channel->counters.row_conflicts++;
    else
        channel->counters.row_misses++;
    bank->conflict = false;
}

/* The row hit after one that is leaving: the next line of its row. */
static void next_hit(struct dram_channel *channel, const struct line *line)
{
    struct line *next = line->next;
    while (next && next->row != line->row)
        next = next->next;
    channel->bank_hit[line->bank][line->lane] = next;
}

static void issue(struct dram_channel *channel, struct dram_choice choice, sim_time now)
{
    struct line *line = choice.line;
    uint32_t bank = line->bank;
    if (choice.command != DRAM_READ) {
        dram_issue(&channel->timing, choice.command, bank, line->row, choice.at);
        dram_find_hits(channel, bank);
        return;
    }
    count_row(channel, &channel->timing.bank[bank]);
    dram_dequeue(channel, line);
    next_hit(channel, line);
    dram_clock data = dram_issue(&channel->timing, DRAM_READ, bank, line->row, choice.at);
    dram_deliver(channel, line, now, data * channel->clock_ps);
}

sim_time dram_banked_fire(struct event *event, sim_time now)
{
    struct dram_channel *channel = (struct dram_channel *)event;
    dram_clock clock = now / channel->clock_ps;
    dram_refresh(channel, clock);
    sim_time arrival = dram_admit(channel, now);
    struct dram_choice choice = dram_schedule(channel, clock);
    if (choice.line && choice.at == clock) {
        issue(channel, choice, now);
        arrival = dram_admit(channel, now);
        choice = dram_schedule(channel, clock + 1);
    }
    sim_time next = arrival == SIM_NEVER ? SIM_NEVER : sim_time_align(arrival, channel->clock_ps);
    if (choice.line)
        next = sim_time_min(next, choice.at * channel->clock_ps);
    return next;
}
