#include "models/dram/channel.h"
#include "models/dram/dram.h"

/* A line changes what its bank does next only if it opens or hits the row
 * sooner than the one proposed, or belongs to the more urgent class. */
static bool proposal_changes(const struct dram_channel *channel, const struct line *line)
{
    const struct dram_proposal *proposal = &channel->proposals[line->bank];
    bool busy = channel->banks_busy >> line->bank & 1;
    return !busy || line->lane < proposal->line->lane ||
           (line->lane == proposal->line->lane && proposal->command == DRAM_PRECHARGE);
}

static void enqueue(struct dram_channel *channel, struct line *line)
{
    line_list_append(&channel->bank_lines[line->bank][line->lane], line);
    channel->in_queue[line->lane]++;
    uint32_t queued = channel->in_queue[LINE_DEMAND] + channel->in_queue[LINE_SPECULATIVE];
    if (queued > channel->counters.queue_lines_max)
        channel->counters.queue_lines_max = queued;
    if (proposal_changes(channel, line))
        dram_propose(channel, line->bank);
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
    line_list_remove(&channel->bank_lines[line->bank][line->lane], line);
    channel->in_queue[line->lane]--;
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

static void issue(struct dram_channel *channel, struct dram_choice choice, sim_time now)
{
    struct line *line = choice.line;
    struct dram_bank *bank = &channel->timing.bank[line->bank];
    if (choice.command == DRAM_READ) {
        count_row(channel, bank);
        dram_dequeue(channel, line);
    }
    dram_clock done =
        dram_issue(&channel->timing, choice.command, line->bank, line->row, choice.at);
    dram_propose(channel, line->bank);
    if (choice.command == DRAM_READ)
        dram_deliver(channel, line, now, done * channel->clock_ps);
}

sim_time dram_banked_fire(struct event *event, sim_time now)
{
    struct dram_channel *channel = (struct dram_channel *)event;
    dram_clock clock = now / channel->clock_ps;
    dram_refresh(channel, clock);
    sim_time arrival = dram_admit(channel, now);
    if (channel->stale)
        channel->planned = dram_schedule(channel, clock);
    if (channel->planned.line && channel->planned.at == clock) {
        issue(channel, channel->planned, now);
        arrival = dram_admit(channel, now);
        channel->planned = dram_schedule(channel, clock + 1);
    }
    channel->stale = false;
    sim_time next = arrival == SIM_NEVER ? SIM_NEVER : sim_time_align(arrival, channel->clock_ps);
    if (channel->planned.line)
        next = sim_time_min(next, channel->planned.at * channel->clock_ps);
    return next;
}
