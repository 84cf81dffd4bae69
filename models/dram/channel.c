#include "models/dram/channel.h"
#include "models/dram/dram.h"

/* A line changes what its bank does next only if it opens or hits the row
 * sooner than the one proposed, or belongs to the more urgent class. */
static bool proposal_changes(const struct dram_channel *channel, const struct line *line)
{
    const struct dram_proposals *proposals = &channel->proposals;
    if (!(channel->banks_busy >> line->bank & 1))
        return true;
    uint8_t lane = proposals->line[line->bank]->lane;
    return line->lane < lane ||
           (line->lane == lane && proposals->command[line->bank] == DRAM_PRECHARGE);
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

bool dram_has_room(const struct dram_channel *channel, int lane)
{
    return channel->in_queue[lane] < channel->dram->params.queue_lines;
}

static void report_queue(const struct dram_channel *channel, dram_clock now)
{
    observe(channel->sim->observers, now * channel->clock_ps, channel->component.index,
            DRAM_SIGNAL_QUEUE,
            (int64_t)channel->in_queue[LINE_DEMAND] + channel->in_queue[LINE_SPECULATIVE]);
}

void dram_admit(struct dram_channel *channel, dram_clock now)
{
    channel->admit_next = INT64_MAX;
    for (int lane = 0; lane < LINE_CLASSES; lane++) {
        struct line *line;
        while ((line = channel->waiting[lane].head) && dram_has_room(channel, lane)) {
            if (line->arrived > now) {
                if (line->arrived < channel->admit_next)
                    channel->admit_next = line->arrived;
                break;
            }
            enqueue(channel, line_list_pop(&channel->waiting[lane]));
        }
    }
    if (channel->sim->observers)
        report_queue(channel, now);
}

void dram_deliver(struct dram_channel *channel, struct line *line, dram_clock now, sim_time data)
{
    channel->counters.lines[line->class]++;
    channel->counters.residence_ps += (now - line->arrived) * channel->clock_ps;
    channel->counters.busy_ps += channel->dram->line_ps;
    channel->dram->deliver(channel->dram->owner, line, data);
}

void dram_dequeue(struct dram_channel *channel, struct line *line)
{
    line_list_remove(&channel->bank_lines[line->bank][line->lane], line);
    channel->in_queue[line->lane]--;
}

/* Counts what a read found, and returns it as a signal. */
static uint32_t count_row(struct dram_channel *channel, struct dram_bank *bank)
{
    bool conflict = bank->conflict;
    bank->conflict = false;
    if (!bank->untouched) {
        channel->counters.row_hits++;
        return DRAM_SIGNAL_ROW_HIT;
    }
    if (conflict) {
        channel->counters.row_conflicts++;
        return DRAM_SIGNAL_ROW_CONFLICT;
    }
    channel->counters.row_misses++;
    return DRAM_SIGNAL_ROW_MISS;
}

static void report_clocks(const struct dram_channel *channel, dram_clock at, uint32_t signal,
                          int64_t value)
{
    observe(channel->sim->observers, at * channel->clock_ps, channel->component.index, signal,
            value);
}

/* A line's bursts have gaps, in which other lines' bursts may go. */
static void report_read(const struct dram_channel *channel, uint32_t row_signal, dram_clock done)
{
    uint64_t pattern = channel->timing.bus_pattern;
    dram_clock first = done - (64 - __builtin_clzll(pattern));
    uint32_t signal = row_signal == DRAM_SIGNAL_ROW_HIT ? DRAM_SIGNAL_BURST_HIT : DRAM_SIGNAL_BURST;
    report_clocks(channel, first, row_signal, 1);
    for (; pattern; pattern &= pattern - 1)
        report_clocks(channel, first + __builtin_ctzll(pattern), signal, channel->clock_ps);
}

void dram_report_refresh(const struct dram_channel *channel, dram_clock end, dram_clock clocks)
{
    dram_clock start = end - clocks;
    if (channel->sim->observers && start * channel->clock_ps >= channel->sim->now - OBSERVER_LAG_PS)
        report_clocks(channel, start, DRAM_SIGNAL_REFRESH, clocks * channel->clock_ps);
}

static void issue(struct dram_channel *channel, struct dram_choice choice)
{
    struct line *line = channel->proposals.line[choice.bank];
    enum dram_command command = channel->proposals.command[choice.bank];
    uint32_t row_signal = 0;
    if (command == DRAM_READ) {
        row_signal = count_row(channel, &channel->timing.bank[line->bank]);
        dram_dequeue(channel, line);
    }
    dram_clock done = dram_issue(&channel->timing, command, line->bank, line->row, choice.at);
    dram_propose(channel, line->bank);
    if (command == DRAM_READ) {
        if (channel->sim->observers)
            report_read(channel, row_signal, done);
        dram_deliver(channel, line, choice.at, done * channel->clock_ps);
        dram_admit(channel, choice.at);
    }
}

/* One step at a clock edge; returns the edge of the next. */
static dram_clock step(struct dram_channel *channel, dram_clock now)
{
    channel->clock = now;
    if (channel->refresh_due <= now)
        dram_refresh(channel, now);
    if (channel->admit_next <= now)
        dram_admit(channel, now);
    if (channel->stale)
        channel->planned = dram_schedule(channel, now);
    if (channel->planned.at == now) {
        issue(channel, channel->planned);
        channel->planned = dram_schedule(channel, now + 1);
    }
    channel->stale = false;
    return channel->planned.at < channel->admit_next ? channel->planned.at : channel->admit_next;
}

sim_time dram_banked_fire(struct event *event, sim_time now)
{
    struct dram_channel *channel = (struct dram_channel *)event;
    dram_clock next = now / channel->clock_ps;
    dram_clock known_until = (now + channel->dram->lookahead) / channel->clock_ps;
    do
        next = step(channel, next);
    while (next < known_until);
    return next == INT64_MAX ? SIM_NEVER : next * channel->clock_ps;
}
