#include "models/ring/hypothesis.h"

static int64_t credit(const struct ring_view *view)
{
    return ring_min(view->remaining, view->credit_max);
}

const struct ring_hypothesis ring_epoch = {
    .name = "epoch",
    .formula = "min(lines - issued, credit_max)",
    .claim = "the fix in silicon: the pointers carry an epoch, so the distance is known in full "
             "width and whole laps are not mistaken for nothing",
    .credit = credit,
};
