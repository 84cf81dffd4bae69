/* Prices: what a plan adds to a layer, beside its tasks and padded bytes.
 *
 *   split along cin   in s parts: s slices of the input, s - 1 adds
 *   split along cout  in s parts: one concatenation of the outputs
 *   cin padded        the input is padded with zeros
 *   cout padded       the output is cropped
 *
 * Nothing of this was measured by itself.  The published split layers slice
 * and add, so that ane.task_overhead, fitted to them, contains it; for what
 * they do not do an operation of its own is assumed, as long as a task's.
 */
#ifndef ANESIM_WORKLOAD_PRICE_PARAMS_H
#define ANESIM_WORKLOAD_PRICE_PARAMS_H

#include "sim/config/schema.h"

struct price_params {
    int64_t slice_ps;
    int64_t add_ps;
    int64_t concat_ps;
    int64_t pad_ps;
    int64_t crop_ps;
};

extern const struct config_section price_section;

#endif
