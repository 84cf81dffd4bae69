#include "models/dram/channel.h"
#include "models/dram/dram.h"

/* Latency and bandwidth only: a line keeps the bus for as long as its data
 * takes, and arrives a fixed latency after it was taken up.  dram_push() puts
 * every line into bank 0. */
sim_time dram_ideal_fire(struct event *event, sim_time now)
{
    struct dram_channel *channel = (struct dram_channel *)event;
    const struct dram *dram = channel->dram;
    dram_admit(channel, now);
    struct line *line = channel->bank_lines[0][LINE_DEMAND].head;
    if (!line)
        line = channel->bank_lines[0][LINE_SPECULATIVE].head;
    if (!line)
        return channel->admit_next;
    if (channel->ideal_free > now)
        return channel->ideal_free;
    dram_dequeue(channel, line);
    dram_propose(channel, 0);
    channel->ideal_free = now + dram->line_ps;
    dram_deliver(channel, line, now, now + dram->params.ideal_latency_ps);
    dram_admit(channel, now);
    return channel->banks_busy ? channel->ideal_free : channel->admit_next;
}
