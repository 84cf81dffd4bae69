/* Channel: one LPDDR5 channel with its queue, scheduler and refresh.
 *
 *   fabric --> waiting[class] --> bank lists --> scheduler --> RD --> deliver
 *              (in order of        (at most       FR-FCFS,
 *               arrival)            queue_lines    demand first
 *                                   a class)
 *
 * The channel wakes only when a command can be issued or a line arrives, and
 * then works ahead for as long as it knows every line that can reach it.  A
 * refresh that fell due while it slept is carried out, at its due time, when
 * it wakes; the rows it closed are closed by then.
 *
 * Invariants: a line is read once; the data bus never carries two bursts at
 * once; no command is issued before its time.
 */
#ifndef ANESIM_DRAM_CHANNEL_H
#define ANESIM_DRAM_CHANNEL_H

#include "models/dram/timing.h"
#include "models/fabric/line.h"
#include "sim/kernel/simulator.h"

struct dram;

/* Signals to observers; the source is the channel's index. */
enum {
    DRAM_SIGNAL_ROW_HIT = 0x200, /* of a read; at its first data, and nothing with `ideal` */
    DRAM_SIGNAL_ROW_MISS,
    DRAM_SIGNAL_ROW_CONFLICT,
    DRAM_SIGNAL_BURST,     /* ps that data is on the bus from here on */
    DRAM_SIGNAL_BURST_HIT, /* the same, of a read that hit its row */
    DRAM_SIGNAL_REFRESH,   /* ps it takes; all banks, or one */
    DRAM_SIGNAL_QUEUE,     /* lines the scheduler chooses among */
};

struct dram_counters {
    uint64_t lines[LINE_CLASSES];
    uint64_t row_hits;
    uint64_t row_misses;    /* bank was closed */
    uint64_t row_conflicts; /* another row was open */
    uint64_t refreshes;
    sim_time refresh_ps;   /* a bank counts as its share of the channel */
    sim_time busy_ps;      /* data bus carrying data */
    sim_time residence_ps; /* summed over lines: arrival to read; the mean number of lines
                            * held is this over the time (Little) */
    uint32_t queue_lines_max;
};

/* The command each bank needs next, for the line it should serve next. */
struct dram_proposals {
    struct line *line[DRAM_BANKS_MAX];
    uint8_t command[DRAM_BANKS_MAX];     /* enum dram_command */
    dram_clock ready[DRAM_BANKS_MAX];    /* as far as the bank alone decides */
    uint64_t precedence[DRAM_BANKS_MAX]; /* lower first: lane, command, order of arrival */
};

/* What the channel will do next, and when. */
struct dram_choice {
    uint32_t bank; /* whose proposal it is */
    dram_clock at; /* INT64_MAX: nothing is queued */
};

struct dram_channel {
    struct event event;
    struct component component;
    struct simulator *sim;
    struct dram *dram;
    struct dram_timing timing;
    sim_time clock_ps;
    struct line_list waiting[LINE_CLASSES];
    struct line_list bank_lines[DRAM_BANKS_MAX][LINE_CLASSES];
    struct dram_proposals proposals;
    uint64_t banks_busy; /* bit per bank with lines queued, and so a proposal */
    uint64_t banks_hit;  /* of those, the ones whose row has been ready for a read */
    struct dram_choice planned;
    bool stale;            /* something changed since `planned` was worked out */
    dram_clock clock;      /* of the step under way */
    dram_clock admit_next; /* arrival of the next waiting line; INT64_MAX: none, or no room */
    uint32_t in_queue[LINE_CLASSES];
    uint64_t order;
    dram_clock refresh_due;
    uint32_t refresh_bank; /* next in turn, for per-bank refresh */
    sim_time ideal_free;
    struct dram_counters counters;
};

/* Works out what a bank needs next; call when its lines or its row changed. */
void dram_propose(struct dram_channel *channel, uint32_t bank);

/* The command that can go first at or after `now`. */
struct dram_choice dram_schedule(const struct dram_channel *channel, dram_clock now);

/* Carries out every refresh due at or before `now`. */
void dram_refresh(struct dram_channel *channel, dram_clock now);

/* Moves lines that arrived by `now` into the queue, as far as it has room, and
 * sets admit_next. */
void dram_admit(struct dram_channel *channel, dram_clock now);

bool dram_has_room(const struct dram_channel *channel, int lane);

/* Takes a line out of its bank's list. */
void dram_dequeue(struct dram_channel *channel, struct line *line);

/* Tells observers of a refresh, unless it is too long ago. */
void dram_report_refresh(const struct dram_channel *channel, dram_clock end, dram_clock clocks);

/* Event bodies of the two models. */
sim_time dram_banked_fire(struct event *event, sim_time now);
sim_time dram_ideal_fire(struct event *event, sim_time now);

/* Counts a line taken out at `now` and hands it to whoever owns the machine;
 * `data` is when its last burst has left the bus. */
void dram_deliver(struct dram_channel *channel, struct line *line, dram_clock now, sim_time data);

#endif
