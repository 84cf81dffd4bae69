/* Hypothesis: how a ring distance becomes a credit.
 *
 * To add one: write models/ring/hypothesis_NAME.c and add X(NAME) below.
 */
#ifndef ANESIM_RING_HYPOTHESIS_H
#define ANESIM_RING_HYPOTHESIS_H

#include <stdint.h>

/* What the prefetcher can see when it works out its credit; all in lines. */
struct ring_view {
    int64_t size;       /* R */
    int64_t distance;   /* (end - rd) mod R */
    int64_t remaining;  /* lines - issued, in full width */
    int64_t credit_max; /* clamp of the lookahead */
};

struct ring_hypothesis {
    const char *name;
    const char *formula; /* as in the documentation */
    const char *claim;   /* one sentence */
    int64_t (*credit)(const struct ring_view *view);
};

#define RING_HYPOTHESES(X)                                                                         \
    X(modulo)                                                                                      \
    X(folded)                                                                                      \
    X(epoch)                                                                                       \
    X(none)

#define RING_HYPOTHESIS_INDEX(name) RING_##name,
enum { RING_HYPOTHESES(RING_HYPOTHESIS_INDEX) RING_HYPOTHESIS_COUNT };
#undef RING_HYPOTHESIS_INDEX

#define RING_HYPOTHESIS_DECLARATION(name) extern const struct ring_hypothesis ring_##name;
RING_HYPOTHESES(RING_HYPOTHESIS_DECLARATION)
#undef RING_HYPOTHESIS_DECLARATION

extern const struct ring_hypothesis *const ring_hypotheses[RING_HYPOTHESIS_COUNT];

static inline int64_t ring_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

#endif
