/* Timing: when a channel may issue which command (JESD209-5, in tCK).
 *
 *   ACT ----tRCD----> RD --RL--> |b0|  |b1|      a line is two 32-byte bursts of
 *    |                |<tCCD_L-->                2 tCK, tCCD_L apart; another bank
 *    |----tRAS----> PRE ---tRP---> ACT           group's bursts fit in the gap
 *    |--tRRD--> ACT (other bank); four ACTs in tFAW
 *
 * ACT is two commands (ACT-1, ACT-2) and counts from the second.  PRE waits
 * until the bursts of the last RD have left the bank group.  Not modelled:
 * writes, WCK synchronisation, temperature-dependent refresh, postponed
 * refresh.
 */
#ifndef ANESIM_DRAM_TIMING_H
#define ANESIM_DRAM_TIMING_H

#include "models/dram/dram_params.h"
#include "sim/kernel/time.h"
#include <stdbool.h>

enum dram_command { DRAM_READ, DRAM_ACTIVATE, DRAM_PRECHARGE, DRAM_COMMANDS };
enum { DRAM_BANKS_MAX = 64, DRAM_GROUPS_MAX = 8, DRAM_FAW_ACTIVATES = 4 };
enum { DRAM_ACT_CLOCKS = 2, DRAM_BUS_HORIZON = 64 };

/* A time in clocks, tCK. */
typedef int64_t dram_clock;

struct dram_bank {
    dram_clock activate_ok;
    dram_clock read_ok;
    dram_clock precharge_ok;
    uint32_t row; /* meaningful while open */
    bool open;
    bool untouched; /* no read since the activate */
    bool conflict;  /* the activate had to wait for a precharge */
};

struct dram_timing {
    dram_clock trcd, trp, tras, trrd, tfaw, tccd_s, trefi, trfcab, trfcpb;
    dram_clock line_span;    /* one line's bursts in one group: bursts x tCCD_L */
    dram_clock data_latency; /* RD to the end of the last burst */
    uint64_t bus_pattern;    /* clocks of the data bus a line takes, bit 0 first */
    uint32_t groups;
    uint32_t banks;
    uint64_t group_banks[DRAM_GROUPS_MAX]; /* bit per bank */

    struct dram_bank bank[DRAM_BANKS_MAX];
    dram_clock group_ok[DRAM_GROUPS_MAX]; /* next RD in the group */
    dram_clock read_ok;                   /* next RD anywhere */
    dram_clock activate_ok;               /* next ACT anywhere, tRRD */
    dram_clock command_ok;                /* command bus free */
    dram_clock activates[DRAM_FAW_ACTIVATES];
    uint32_t oldest_activate;
    dram_clock bus_origin; /* clock of bit 0 of bus_taken */
    uint64_t bus_taken;    /* clocks taken on the data bus, as seen from the RD */
    uint64_t bus_blocked;  /* clocks at which a RD would hit one of those */
};

void dram_timing_init(struct dram_timing *timing, const struct dram_params *params);

static inline dram_clock dram_later(dram_clock a, dram_clock b)
{
    return a > b ? a : b;
}

/* The earliest clock from `at` on at which a read finds the data bus free. */
static inline dram_clock dram_bus_free(const struct dram_timing *timing, dram_clock at)
{
    if (at >= timing->bus_origin + DRAM_BUS_HORIZON)
        return at;
    uint64_t blocked = timing->bus_blocked >> (at - timing->bus_origin);
    return at + __builtin_ctzll(~blocked);
}

/* The earliest clock of each command as far as the bank does not decide; for a
 * read its group and the data bus come on top. */
struct dram_floors {
    dram_clock at[DRAM_COMMANDS];
};

static inline struct dram_floors dram_timing_floors(const struct dram_timing *timing,
                                                    dram_clock now)
{
    dram_clock any = dram_later(now, timing->command_ok);
    dram_clock faw = timing->activates[timing->oldest_activate] + timing->tfaw;
    return (struct dram_floors){
        .at = {
            [DRAM_READ] = dram_later(any, timing->read_ok),
            [DRAM_ACTIVATE] = dram_later(any, dram_later(faw, timing->activate_ok)),
            [DRAM_PRECHARGE] = any,
        }};
}

static inline uint32_t dram_group(const struct dram_timing *timing, uint32_t bank)
{
    return bank & (timing->groups - 1);
}

/* The earliest clock, at or after `now`, at which the command may be issued. */
dram_clock dram_earliest(const struct dram_timing *timing, enum dram_command command, uint32_t bank,
                         dram_clock now);

/* Issues a command at `at`, which must not be before dram_earliest().  `row`
 * is for an activate.  A read returns the clock at which its data has left
 * the bus, the others return `at`. */
dram_clock dram_issue(struct dram_timing *timing, enum dram_command command, uint32_t bank,
                      uint32_t row, dram_clock at);

/* Refreshes all banks as soon as possible at or after `due`: closes open rows,
 * waits tRP, refreshes.  No bank may be activated before it is done.  Returns
 * when it is done. */
dram_clock dram_refresh_all(struct dram_timing *timing, dram_clock due);

/* The same for one bank; the others go on. */
dram_clock dram_refresh_bank(struct dram_timing *timing, uint32_t bank, dram_clock due);

#endif
