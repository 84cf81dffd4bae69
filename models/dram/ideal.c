#include "models/dram/channel.h"
#include "models/dram/dram.h"

/* Latency and bandwidth only: a line keeps the bus for as long as its data
 * takes, and arrives a fixed latency after it was taken up.  dram_push() puts
 * every line into bank 0. */
sim_time dram_ideal_fire(struct event *event, sim_time now)
{
    struct dram_channel *channel = (struct dram_channel *)event;
    const struct dram *dram = channel->dram;
    dram_clock clock = now / channel->clock_ps;
    dram_admit(channel, clock);
    struct line *line = channel->bank_lines[0][LINE_DEMAND].head;
    if (!line)
        line = channel->bank_lines[0][LINE_SPECULATIVE].head;
    if (line && channel->ideal_free <= now) {
        dram_dequeue(channel, line);
        dram_propose(channel, 0);
        channel->ideal_free = now + dram->line_ps;
        observe(channel->sim->observers, now, channel->component.index, DRAM_SIGNAL_BURST,
                dram->line_ps);
        dram_deliver(channel, line, clock, now + dram->params.ideal_latency_ps);
        dram_admit(channel, clock);
    }
    if (channel->banks_busy)
        return sim_time_align(channel->ideal_free, channel->clock_ps);
    return channel->admit_next == INT64_MAX ? SIM_NEVER : channel->admit_next * channel->clock_ps;
}
