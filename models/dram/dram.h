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

/* Called once for every line, when its read is issued; `data` is later than
 * now.  Calls come in order of `data`. */
typedef void dram_deliver_line(void *owner, struct line *line, sim_time data);

struct dram {
    struct simulator *sim;
    struct dram_params params;
    struct mapping mapping;
    uint32_t channel_count;
    dram_deliver_line *deliver;
    void *owner;
    sim_time line_ps;
    struct dram_channel channels[DRAM_CHANNELS_MAX];
};

/* params must have passed dram_params_check().  Each channel needs one event
 * slot and joins the simulator's components. */
void dram_init(struct dram *dram, struct simulator *sim, const struct dram_params *params,
               dram_deliver_line *deliver, void *owner);

/* A line (class, core, address set) will arrive at its channel at `arrival`.
 * Calls come in order of arrival. */
void dram_push(struct dram *dram, struct line *line, sim_time arrival);

/* Latency of a line on an idle channel: row hit, closed bank, row conflict. */
sim_time dram_idle_latency_ps(const struct dram_params *params, bool open, bool conflict);

#endif
