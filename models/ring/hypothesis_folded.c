#include "models/ring/hypothesis.h"

/* Below half a lap distance <= R - distance, so a short transfer (k = 0) is
 * limited by its own length alone and never starves. */
static int64_t credit(const struct ring_view *view)
{
    int64_t free_slots = view->size - view->distance;
    return ring_min(ring_min(view->distance, free_slots), view->credit_max);
}

const struct ring_hypothesis ring_folded = {
    .name = "folded",
    .formula = "min(distance, R - distance, credit_max)",
    .claim = "the lookahead is limited by what is left and by the free slots of the ring, both "
             "wrapped: the symmetric V that was measured, min(|x|, credit_max)",
    .credit = credit,
};
