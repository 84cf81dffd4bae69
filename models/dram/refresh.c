#include "models/dram/channel.h"
#include "models/dram/dram.h"

/* One closes the rows, one runs late by that, one runs on time. */
enum { ROUNDS_KEPT = 3 };

static void refresh_all(struct dram_channel *channel)
{
    struct dram_timing *timing = &channel->timing;
    dram_clock end = dram_refresh_all(timing, channel->refresh_due);
    dram_report_refresh(channel, end, timing->trfcab);
    channel->counters.refresh_ps += timing->trfcab * channel->clock_ps;
    channel->refresh_due += timing->trefi;
    for (uint32_t bank = 0; bank < timing->banks; bank++)
        dram_propose(channel, bank);
}

/* A per-bank refresh takes two banks, one in each half, in turn: the whole set
 * is refreshed once in tREFI (JESD209-5, bank-group mode). */
static void refresh_next_pair(struct dram_channel *channel)
{
    struct dram_timing *timing = &channel->timing;
    uint32_t pairs = timing->banks > 1 ? timing->banks / 2 : 1;
    for (uint32_t bank = channel->refresh_bank; bank < timing->banks; bank += pairs) {
        dram_clock end = dram_refresh_bank(timing, bank, channel->refresh_due);
        dram_report_refresh(channel, end, timing->trfcpb);
        channel->counters.refresh_ps += timing->trfcpb * channel->clock_ps / timing->banks;
        dram_propose(channel, bank);
    }
    channel->refresh_due += timing->trefi / pairs;
    channel->refresh_bank = (channel->refresh_bank + 1) % pairs;
}

/* A channel without work sleeps through its refreshes.  Only the last few leave
 * a trace in the banks; those before are counted, in whole rounds, so that the
 * turns of the banks stay as they are. */
static void skip_refreshes(struct dram_channel *channel, dram_clock now)
{
    const struct dram_timing *timing = &channel->timing;
    sim_time round_ps = timing->trfcab * channel->clock_ps;
    dram_clock turns = 1;
    if (channel->dram->params.refresh == DRAM_REFRESH_PER_BANK) {
        turns = timing->banks > 1 ? timing->banks / 2 : 1;
        round_ps = timing->trfcpb * channel->clock_ps / timing->banks * timing->banks;
    }
    dram_clock round = timing->trefi / turns * turns;
    dram_clock rounds = (now - channel->refresh_due) / round - ROUNDS_KEPT;
    if (rounds <= 0)
        return;
    channel->counters.refreshes += (uint64_t)(rounds * turns);
    channel->counters.refresh_ps += rounds * round_ps;
    channel->refresh_due += rounds * round;
}

void dram_refresh(struct dram_channel *channel, dram_clock now)
{
    skip_refreshes(channel, now);
    while (channel->refresh_due <= now) {
        channel->counters.refreshes++;
        if (channel->dram->params.refresh == DRAM_REFRESH_ALL_BANK)
            refresh_all(channel);
        else
            refresh_next_pair(channel);
    }
}
