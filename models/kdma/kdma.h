/* Kernel DMA core: streams one core's weights from memory, in address order.
 *
 *                 +--------- demand slots: demand_lines ---------+
 *   next line --> |                                              | --> fabric
 *     (KMem slot) +- credits: ring credit, back in credit_return-+
 *
 * A line leaves as a demand line when a demand slot is free, else as a
 * speculative line when a credit is.  A demand slot is free again when the
 * data has come; a credit comes back credit_return after it was spent,
 * whenever the data came; a task begins with all of them (assumed).  A line
 * also needs a slot in KMem.
 *
 *   demand_lines   calibrated: with the round trip it gives the collapsed rate
 *   credit_return  calibrated: with 256 credits it gives the healthy rate; the
 *                  mechanism behind so long a time is unknown
 *   scope          core: each core has its own slots and credits; shared: all
 *                  cores draw on one pool as large as theirs together, an
 *                  explanation of the collapse that the evidence rejects
 *
 * Invariants: demand lines in flight <= demand_lines; credits out <= the most
 * the ring may grant; lines issued = lines drained at the end of a task.
 */
#ifndef ANESIM_KDMA_KDMA_H
#define ANESIM_KDMA_KDMA_H

#include "models/dram/dram.h"
#include "models/fabric/fabric.h"
#include "models/kmem/kmem.h"
#include "models/ring/ring.h"

enum kdma_scope { KDMA_SCOPE_CORE, KDMA_SCOPE_SHARED };

struct kdma_params {
    int64_t demand_lines;
    int64_t credit_return_ps;
    int64_t scope; /* enum kdma_scope */
};

extern const struct config_section kdma_section;

enum { KDMA_DEMAND_LINES_MAX = 64, KDMA_CREDITS_MAX = 4096 };
enum { KDMA_PAGE_LINES = 256 }; /* 16 KiB: what memory is handed out in */

/* Signals to observers; the source is the core's index. */
enum {
    KDMA_SIGNAL_DEMAND_LATENCY = 0x100, /* ps, at the arrival of the data */
    KDMA_SIGNAL_SPECULATIVE_LATENCY,
    KDMA_SIGNAL_TASK_BEGIN, /* lines of the task */
    KDMA_SIGNAL_TASK_END,   /* lines of the task */
    KDMA_SIGNAL_RD,         /* lines; these four as a task begins, and at the end */
    KDMA_SIGNAL_END,        /*   of each clock in which a line left */
    KDMA_SIGNAL_DISTANCE,   /* as it is, while the credit is as latched */
    KDMA_SIGNAL_CREDIT,
    KDMA_SIGNAL_ISSUE,        /* enum line_class */
    KDMA_SIGNAL_CREDIT_SPENT, /* time at which it comes back, unless a task begins before */
    KDMA_SIGNAL_DRAIN,        /* lines drained so far; known ahead */
    KDMA_SIGNAL_WAIT,         /* enum kdma_wait from here on; a later report counts */
};

/* What a core waits for.  Time is charged to the one thing that would let the
 * next line go. */
enum kdma_wait {
    KDMA_WAIT_CREDIT,      /* the ring grants credit, but all of it is out */
    KDMA_WAIT_DEMAND_SLOT, /* the ring grants none: only demand lines move */
    KDMA_WAIT_KMEM,        /* no free slot, and the oldest line's data is there */
    KDMA_WAIT_FABRIC,      /* the port: one line per clock */
    KDMA_WAIT_DRAM,        /* data: at the end of a task, or with KMem full of holes */
    KDMA_WAIT_DISPATCH,    /* between tasks: overheads, barrier, not taking part */
    KDMA_WAITS
};

extern const char *const kdma_wait_names[KDMA_WAITS];

struct kdma_counters {
    sim_time wait_ps[KDMA_WAITS]; /* adds up to the time of the program */
    uint64_t issued[LINE_CLASSES];
    uint64_t arrived[LINE_CLASSES];
    sim_time latency_ps[LINE_CLASSES]; /* summed */
};

/* The credits out, in the order in which they come back: a ring of `back`. */
struct kdma_credits {
    uint32_t capacity;
    uint32_t head;
    uint32_t count;
    sim_time back[KDMA_CREDITS_MAX];
};

struct kdma_core;

/* What limits the lines in flight: a core's own slots and credits, or those of
 * all cores together. */
struct kdma_limits {
    struct kdma_core *members; /* the cores that draw on it */
    uint32_t member_count;
    uint32_t demand_lines;
    uint32_t demand_in_flight;
    uint32_t demand_known; /* of those, how many have a known arrival */
    struct kdma_credits credits_out;
    sim_time demand_data[KDMA_DEMAND_LINES_MAX]; /* known arrivals, latest first */
};

typedef void kdma_done(void *owner, struct kdma_core *core, sim_time now);

struct kdma_core {
    struct event event;
    struct component component;
    struct simulator *sim;
    struct dram *dram;
    struct ring ring;
    struct fabric_port port;
    struct kmem kmem;
    kdma_done *done;
    void *owner;
    uint64_t address;      /* of the next line */
    uint64_t lines;        /* of this task */
    uint64_t issued;       /* of this task */
    const uint32_t *pages; /* of the program: where each page lies; NULL: in its place */
    sim_time credit_return_ps;
    struct kdma_limits *limits; /* its own, or the shared ones */
    enum kdma_wait wait;
    sim_time charged_until;
    struct kdma_counters counters;
    struct kdma_limits own_limits;
};

struct kdma_core_params {
    struct ring_params ring;
    struct fabric_params fabric;
    struct kmem_params kmem;
    struct kdma_params kdma;
};

void kdma_init(struct kdma_core *core, uint32_t index, struct simulator *sim, struct dram *dram,
               const struct kdma_core_params *params, struct kmem_slot *slots, kdma_done *done,
               void *owner);

/* Makes all cores draw on the limits of the first, as large as all theirs. */
void kdma_share_limits(struct kdma_core *cores, uint32_t count);

/* Begins a transfer of `lines` > 0 lines at `now`; done() is called when the
 * last has been drained. */
void kdma_begin(struct kdma_core *core, uint64_t start_line, uint64_t lines, sim_time now);

/* The memory has read a line of this core; its data left the bus at `data`. */
void kdma_deliver(struct kdma_core *core, struct line *line, sim_time data);

/* Charges the time up to `now`; call once at the end of a program. */
void kdma_close(struct kdma_core *core, sim_time now);

#endif
