#include "models/ring/hypothesis.h"

static int64_t credit(const struct ring_view *view)
{
    (void)view;
    return 0;
}

const struct ring_hypothesis ring_none = {
    .name = "none",
    .formula = "0",
    .claim = "there is no prefetcher at all: every line waits for a demand slot",
    .credit = credit,
};
