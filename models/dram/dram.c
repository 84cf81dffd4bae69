#include "models/dram/dram.h"

enum { DRAM_EVENT_PRIORITY = 1 };

static void occupancy(const struct component *self, struct simulator *sim)
{
    const struct dram_channel *channel =
        (const struct dram_channel *)((const char *)self -
                                      offsetof(struct dram_channel, component));
    size_t waiting = 0;
    for (int class = 0; class < LINE_CLASSES; class ++) {
        for (const struct line *line = channel->waiting[class].head; line; line = line->next)
            waiting++;
    }
    simulator_note(sim, "%u demand and %u speculative lines queued, %zu on their way",
                   channel->in_queue[LINE_DEMAND], channel->in_queue[LINE_SPECULATIVE], waiting);
}

/* Channels refresh in turn, so that not all do at once; in bit-reversed order,
 * so that no sequential stream keeps step with the refresh from one channel to
 * the next. */
static uint32_t refresh_turn(uint32_t index, uint32_t channels)
{
    uint32_t turn = 0;
    for (; channels > 1; channels /= 2, index /= 2)
        turn = turn * 2 + index % 2;
    return turn + 1;
}

static void channel_init(struct dram *dram, uint32_t index)
{
    struct dram_channel *channel = &dram->channels[index];
    *channel = (struct dram_channel){
        .component = {.name = "channel", .index = index, .occupancy = occupancy},
        .sim = dram->sim,
        .dram = dram,
        .clock_ps = dram_clock_ps(&dram->params),
        .admit_next = INT64_MAX,
        .planned = {.at = INT64_MAX},
    };
    simulator_add_event(dram->sim, &channel->event,
                        dram->params.model == DRAM_IDEAL ? dram_ideal_fire : dram_banked_fire,
                        DRAM_EVENT_PRIORITY);
    dram_timing_init(&channel->timing, &dram->params);
    uint32_t turn = dram->params.refresh_stagger ? refresh_turn(index, dram->channel_count)
                                                 : dram->channel_count;
    channel->refresh_due = dram->params.trefi * turn / dram->channel_count;
    if (dram->params.refresh == DRAM_REFRESH_NONE)
        channel->refresh_due = INT64_MAX;
    simulator_add_component(dram->sim, &channel->component);
}

void dram_init(struct dram *dram, struct simulator *sim, const struct dram_params *params,
               sim_time lookahead, dram_deliver_line *deliver, void *owner)
{
    char error[160];
    dram->sim = sim;
    dram->params = *params;
    dram->channel_count = (uint32_t)params->channels;
    dram->deliver = deliver;
    dram->owner = owner;
    dram->lookahead = lookahead;
    dram->line_ps = dram_line_ps(params);
    bool valid = mapping_init(&dram->mapping, params, error, sizeof error);
    SIM_ASSERT(sim, NULL, valid, "unchecked dram parameters: %s", error);
    for (uint32_t i = 0; i < dram->channel_count; i++)
        channel_init(dram, i);
}

void dram_push(struct dram *dram, struct line *line, uint64_t address, sim_time arrival)
{
    uint32_t index = mapping_place(&dram->mapping, address, line);
    struct dram_channel *channel = &dram->channels[index];
    if (dram->params.model == DRAM_IDEAL)
        line->bank = 0;
    line->lane = dram->params.demand_first ? line->class : LINE_SPECULATIVE;
    line->arrived = (arrival + channel->clock_ps - 1) / channel->clock_ps;
    line->order = channel->order++;
    line_list_append(&channel->waiting[line->lane], line);
    if (line->arrived < channel->admit_next && dram_has_room(channel, line->lane)) {
        channel->admit_next = line->arrived;
        simulator_arm_by(dram->sim, &channel->event, line->arrived * channel->clock_ps);
    }
}

sim_time dram_idle_latency_ps(const struct dram_params *params, bool open, bool conflict)
{
    struct dram_timing timing;
    if (params->model == DRAM_IDEAL)
        return params->ideal_latency_ps;
    dram_timing_init(&timing, params);
    dram_clock clocks = timing.data_latency;
    if (!open || conflict)
        clocks += DRAM_ACT_CLOCKS - 1 + timing.trcd;
    if (conflict)
        clocks += timing.trp;
    return clocks * dram_clock_ps(params);
}
