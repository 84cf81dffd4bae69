/* DRAM: all channels, and the address mapping in front of them.
 *
 *              +-- channel 0 --+
 *   push() --> |      ...      | --> deliver(owner, line, time of data)
 *              +-- channel 7 --+
 *
 * `banked` models rows, banks, refresh and scheduling; `ideal` only a fixed
 * latency and each channel's bandwidth.
 */
#ifndef ANESIM_DRAM_DRAM_H
#define ANESIM_DRAM_DRAM_H

#include "models/dram/channel.h"
#include "models/dram/mapping.h"

enum { DRAM_CHANNELS_MAX = 64 };

/* Called once for every line as soon as it is known that its data will have
 * left the memory at `data`, a time later than now.  Calls of one channel come
 * in order of `data`; those of different channels may interleave. */
typedef void dram_deliver_line(void *owner, struct line *line, sim_time data);

struct dram {
    struct simulator *sim;
    struct dram_params params;
    struct mapping mapping;
    uint32_t channel_count;
    dram_deliver_line *deliver;
    void *owner;
    sim_time line_ps;
    sim_time lookahead;
    struct dram_channel channels[DRAM_CHANNELS_MAX];
};

/* params must have passed dram_params_check().  Each channel needs one event
 * slot and joins the simulator's components.  `lookahead` is the least time
 * between a call of dram_push() and its `arrival`: for so long a channel knows
 * all that will reach it, and works ahead. */
void dram_init(struct dram *dram, struct simulator *sim, const struct dram_params *params,
               sim_time lookahead, dram_deliver_line *deliver, void *owner);

/* A line (class and core set) of this address, in lines, will arrive at its
 * channel at `arrival`, at least `lookahead` from now.  Calls come in order of
 * arrival. */
void dram_push(struct dram *dram, struct line *line, uint64_t address, sim_time arrival);

/* Latency of a line on an idle channel: row hit, closed bank, row conflict. */
sim_time dram_idle_latency_ps(const struct dram_params *params, bool open, bool conflict);

#endif
