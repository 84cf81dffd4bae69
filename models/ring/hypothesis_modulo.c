#include "models/ring/hypothesis.h"

static int64_t credit(const struct ring_view *view)
{
    return ring_min(view->distance, view->credit_max);
}

const struct ring_hypothesis ring_modulo = {
    .name = "modulo",
    .formula = "min(distance, credit_max)",
    .claim = "the published sketch read literally: the wrapped distance is all that counts, so "
             "only a transfer of a few lines more than whole laps starves",
    .credit = credit,
};
