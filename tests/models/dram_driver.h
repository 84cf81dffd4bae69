/* A closed loop in front of the memory alone: `window` lines in flight, the
 * next one asked for as soon as one comes back.
 *
 *   ask(n) --travel--> dram --data--> come back --> ask(n + window), ...
 *
 * It checks for every run that each line is served once and that no clock of a
 * channel's data bus is taken twice; it keeps latencies and a trace. */
#ifndef ANESIM_TESTS_DRAM_DRIVER_H
#define ANESIM_TESTS_DRAM_DRIVER_H

#include <inttypes.h>
#include <stdlib.h>

#include "models/dram/dram.h"
#include "tests/check_main.h"
#include "tests/models/section_params.h"

enum { DRIVER_LINES_MAX = 4096, DRIVER_CHANNELS_MAX = 8, DRIVER_BUS_CLOCKS = 1024 };

struct driver_load {
    uint64_t streams, stride_lines; /* interleaved line by line; 0: one stream */
    uint64_t window;
    uint64_t lines;
    uint64_t demand_every; /* each so many-th line is a demand line; 0: none */
    bool scattered;        /* addresses by chance, over 1 GiB */
    sim_time travel_ps;    /* from asking to arrival */
    sim_time lookahead_ps; /* told to the memory; at most the travel */
};

struct dram_driver;

/* Lines come back in order of time, so the loop is one event per line. */
struct driver_slot {
    struct event event;
    struct dram_driver *driver;
    struct line line;
    uint64_t number; /* of the line in flight */
    uint32_t channel;
    sim_time asked;
    bool in_flight;
};

struct dram_driver {
    struct simulator sim;
    struct dram dram;
    struct driver_load load;
    struct driver_slot slots[DRIVER_LINES_MAX];
    struct event_slot event_slots[2 * DRIVER_LINES_MAX];
    uint64_t asked, served;
    uint64_t served_class[LINE_CLASSES];
    sim_time latency_ps[LINE_CLASSES]; /* summed; asking to the end of the data */
    sim_time last_data;
    sim_time channel_data[DRIVER_CHANNELS_MAX];
    int64_t bus[DRIVER_CHANNELS_MAX][DRIVER_BUS_CLOCKS]; /* the clock that took the place */
    uint64_t trace; /* sum over lines of a hash of (number, data): order does not count */
};

static inline uint64_t driver_hash(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

static inline uint64_t driver_address(const struct driver_load *load, uint64_t n)
{
    if (load->scattered)
        return driver_hash(n) % (UINT64_C(1) << 24);
    return load->streams ? n % load->streams * load->stride_lines + n / load->streams : n;
}

static inline void driver_ask(struct dram_driver *d, struct driver_slot *slot, sim_time now)
{
    const struct driver_load *load = &d->load;
    slot->number = d->asked++;
    slot->asked = now;
    slot->in_flight = true;
    slot->line.class = load->demand_every && slot->number % load->demand_every == 0
                           ? LINE_DEMAND
                           : LINE_SPECULATIVE;
    uint64_t address = driver_address(load, slot->number);
    struct line probe;
    slot->channel = mapping_place(&d->dram.mapping, address, &probe);
    dram_push(&d->dram, &slot->line, address, now + load->travel_ps);
}

static inline sim_time driver_come_back(struct event *event, sim_time now)
{
    struct driver_slot *slot = (struct driver_slot *)event;
    struct dram_driver *d = slot->driver;
    slot->in_flight = false;
    d->served++;
    d->last_data = now;
    d->sim.progress++;
    if (d->asked < d->load.lines)
        driver_ask(d, slot, now);
    return SIM_NEVER;
}

/* The bursts end with the line, tCCD_L apart; each takes two clocks. */
static inline void driver_take_bus(struct dram_driver *d, uint32_t channel, sim_time data)
{
    const struct dram_params *params = &d->dram.params;
    int64_t end = data / dram_clock_ps(params);
    for (int64_t burst = 0; burst < 32 / params->bus_bits; burst++) {
        for (int64_t back = 1; back <= 2; back++) {
            int64_t clock = end - burst * params->tccd_l - back;
            int64_t *taken = &d->bus[channel][clock % DRIVER_BUS_CLOCKS];
            if (*taken == clock)
                ck_abort_msg("channel %u: clock %" PRId64 " carries two bursts", channel, clock);
            *taken = clock;
        }
    }
}

static inline void driver_deliver(void *owner, struct line *line, sim_time data)
{
    struct dram_driver *d = owner;
    struct driver_slot *slot =
        (struct driver_slot *)((char *)line - offsetof(struct driver_slot, line));
    if (!slot->in_flight || event_time(&d->sim.queue, &slot->event) != SIM_NEVER)
        ck_abort_msg("line %" PRIu64 " is served twice", slot->number);
    if (data <= d->sim.now || data <= d->channel_data[slot->channel])
        ck_abort_msg("channel %u serves line %" PRIu64 " out of order", slot->channel,
                     slot->number);
    d->channel_data[slot->channel] = data;
    if (d->dram.params.model == DRAM_BANKED)
        driver_take_bus(d, slot->channel, data);
    d->served_class[line->class]++;
    d->latency_ps[line->class] += data - slot->asked;
    d->trace += driver_hash(driver_hash(slot->number + 1) ^ (uint64_t)data);
    simulator_arm(&d->sim, &slot->event, data);
}

/* Parameters as declared, with `settings` ("hash=off", ...) on top. */
static inline struct dram_params driver_params(const char *const *settings, size_t count)
{
    struct dram_params params;
    struct diagnostics errors = {0};
    section_fill(&dram_section, &params, settings, count);
    if (!dram_params_check(&params, &errors) || params.channels > DRIVER_CHANNELS_MAX)
        ck_abort_msg("%s", errors.count ? errors.items[0].message : "too many channels");
    return params;
}

/* Runs a load from a cold start; returns bytes per ns (GB/s). */
static inline double driver_run(struct dram_driver *d, const struct dram_params *params,
                                struct driver_load load)
{
    memset(d, 0, sizeof *d);
    memset(d->bus, 0xff, sizeof d->bus);
    d->load = load;
    simulator_init(&d->sim, d->event_slots, 2 * DRIVER_LINES_MAX);
    dram_init(&d->dram, &d->sim, params, load.lookahead_ps, driver_deliver, d);
    for (uint64_t i = 0; i < load.window && i < load.lines; i++) {
        d->slots[i].driver = d;
        simulator_add_event(&d->sim, &d->slots[i].event, driver_come_back, 2);
        driver_ask(d, &d->slots[i], 0);
    }
    if (!simulator_run(&d->sim))
        ck_abort_msg("%s", d->sim.report);
    if (d->served != load.lines)
        ck_abort_msg("%" PRIu64 " of %" PRIu64 " lines were served", d->served, load.lines);
    return (double)d->served * LINE_BYTES * 1000 / (double)d->last_data;
}

static inline double driver_mean_latency_ns(const struct dram_driver *d, enum line_class class)
{
    return (double)d->latency_ps[class] / (double)d->served_class[class] / PS_PER_NS;
}

#endif
