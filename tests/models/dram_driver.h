/* A closed loop in front of the memory alone: `window` lines in flight, the
 * next one asked for as soon as one comes back, no fabric. */
#ifndef ANESIM_TESTS_DRAM_DRIVER_H
#define ANESIM_TESTS_DRAM_DRIVER_H

#include "models/dram/dram.h"
#include "sim/config/config.h"
#include <stdlib.h>
#include <string.h>

enum { DRIVER_LINES_MAX = 4096 };

struct dram_driver {
    struct simulator sim;
    struct dram dram;
    struct line lines[DRIVER_LINES_MAX];
    /* the stream */
    uint64_t streams, stride_lines; /* interleaved line by line */
    uint64_t asked, wanted, served;
    sim_time first_latency, last_data;
};

static inline uint64_t driver_address(const struct dram_driver *d, uint64_t n)
{
    return n % d->streams * d->stride_lines + n / d->streams;
}

static inline void driver_ask(struct dram_driver *d, struct line *line, sim_time now)
{
    line->class = LINE_SPECULATIVE;
    dram_push(&d->dram, line, driver_address(d, d->asked++), now);
}

/* Lines come back in order of time, so the loop is one event per line. */
struct driver_return {
    struct event event;
    struct dram_driver *driver;
    struct line *line;
};

static struct driver_return driver_returns[DRIVER_LINES_MAX];

static inline sim_time driver_fire(struct event *event, sim_time now)
{
    struct driver_return *r = (struct driver_return *)event;
    struct dram_driver *d = r->driver;
    d->served++;
    d->last_data = now;
    d->sim.progress++;
    if (d->asked < d->wanted)
        driver_ask(d, r->line, now);
    return SIM_NEVER;
}

static inline void driver_deliver(void *owner, struct line *line, sim_time data)
{
    struct dram_driver *d = owner;
    simulator_arm(&d->sim, &driver_returns[line - d->lines].event, data);
}

/* Parameters as declared, with `settings` ("hash=off", ...) on top. */
static inline struct dram_params driver_params(const char *const *settings, size_t count)
{
    struct dram_params params;
    char error[256];
    for (size_t i = 0; i < dram_section.key_count; i++) {
        const struct config_key *key = &dram_section.keys[i];
        const char *text = key->default_text;
        for (size_t s = 0; s < count; s++) {
            size_t n = strlen(key->name);
            if (strncmp(settings[s], key->name, n) == 0 && settings[s][n] == '=')
                text = settings[s] + n + 1;
        }
        if (!config_value_parse(key, text, (char *)&params + key->offset, error, sizeof error))
            abort();
    }
    return params;
}

/* Runs `wanted` lines with `window` in flight; returns bytes per ns (GB/s). */
static inline double driver_run(struct dram_driver *d, const struct dram_params *params,
                                uint64_t streams, uint64_t stride_lines, uint64_t window,
                                uint64_t wanted)
{
    static struct event_slot slots[2 * DRIVER_LINES_MAX];
    memset(d, 0, sizeof *d);
    d->streams = streams;
    d->stride_lines = stride_lines;
    d->wanted = wanted;
    simulator_init(&d->sim, slots, 2 * DRIVER_LINES_MAX);
    dram_init(&d->dram, &d->sim, params, 0, driver_deliver, d);
    for (uint64_t i = 0; i < window && i < wanted; i++) {
        driver_returns[i] = (struct driver_return){.driver = d, .line = &d->lines[i]};
        simulator_add_event(&d->sim, &driver_returns[i].event, driver_fire, 2);
        driver_ask(d, &d->lines[i], 0);
    }
    if (!simulator_run(&d->sim)) {
        fprintf(stderr, "%s\n", d->sim.report);
        return -1;
    }
    return (double)d->served * LINE_BYTES * 1000 / (double)d->last_data;
}

#endif
