/* Ring: the prefetch ring's pointer arithmetic, and nothing else.
 *
 *        0                rd                 end            R - 1
 *        +----------------+------------------+---------------+
 *        |                |<--- distance --->|               |   R = 2^pointer_bits lines
 *        +----------------+------------------+---------------+   of 64 bytes
 *
 *   rd       = (start + issued) mod R          the line the core fetches next
 *   end      = (start + lines)  mod R          one past the last line
 *   distance = (end - rd)       mod R          what the prefetcher believes is left
 *   credit   = hypothesis(distance, ...)       speculative lines it may have in flight
 *
 * pointer_bits = 14 is derived (the collapse repeats every 0x4000 lines, 1 MiB);
 * credit_max = 256 is measured (recovery at 256 lines on both sides).  With 14
 * bits a whole number of laps has distance 0: nothing seems left to prefetch.
 *
 * The latch says when the credit is evaluated: `task` once at the start,
 * `lap` each time rd has passed R lines, `live` for every line.
 *
 * Not modelled: what the real pointers are called, or how wide the counters
 * around them are.  Source of the sketch: E. Yoon, "Getting 50 GB/s Back Out
 * of the ANE", 2026-08-10.
 */
#ifndef ANESIM_RING_RING_H
#define ANESIM_RING_RING_H

#include "models/ring/hypothesis.h"
#include "sim/config/schema.h"
#include <stdint.h>

enum ring_latch { RING_LATCH_TASK, RING_LATCH_LAP, RING_LATCH_LIVE };

struct ring_params {
    int64_t pointer_bits;
    int64_t credit_max; /* lines */
    int64_t hypothesis; /* index into ring_hypotheses */
    int64_t latch;      /* enum ring_latch */
};

extern const struct config_section ring_section;

struct ring {
    const struct ring_hypothesis *hypothesis;
    enum ring_latch latch;
    struct ring_view view; /* as the hypothesis sees it now */
    uint64_t rd;           /* lines, mod R */
    uint64_t end;          /* lines, mod R */
    uint64_t lap_lines;    /* issued since the credit was last latched by lap */
    int64_t credit;        /* lines; as latched */
};

void ring_init(struct ring *ring, const struct ring_params *params);

/* Begins a transfer of `lines` lines whose first is `start` (any line number). */
void ring_begin(struct ring *ring, uint64_t start, uint64_t lines);

/* One line has been issued: rd moves on and the latch may evaluate anew. */
void ring_advance(struct ring *ring);

/* What (end - rd) is now, whether or not the latch has looked at it. */
static inline int64_t ring_distance(const struct ring *ring)
{
    return (int64_t)((ring->end - ring->rd) & ((uint64_t)ring->view.size - 1));
}

/* Position of a transfer relative to the ring: lines = k * R + x, k the nearest
 * multiple (a tie goes up), so -R/2 <= x < R/2. */
struct ring_position {
    int64_t k;
    int64_t x; /* lines */
};

struct ring_position ring_position(uint64_t lines, int64_t pointer_bits);

/* The credit a transfer is granted when it begins, without running it. */
int64_t ring_initial_credit(const struct ring_params *params, uint64_t lines);

#endif
