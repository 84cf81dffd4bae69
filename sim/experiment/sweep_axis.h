/* Sweep axis: one key of the config and the values it takes, in order.
 *
 *   256:8192:128,2016,2080   items between commas: a value, or FROM:TO[:STEP]
 *
 * A range holds FROM, and TO when the steps meet it.  Without a step counts go
 * up by 1; other quantities need one (5us:6us:0.1us).  A negative step goes
 * down; a range that leads away from its end is an error, not an empty one.
 * A value given twice is taken once, where it came first.
 */
#ifndef ANESIM_EXPERIMENT_SWEEP_AXIS_H
#define ANESIM_EXPERIMENT_SWEEP_AXIS_H

#include "sim/workload/setup.h"

enum { SWEEP_POINTS_MAX = 1000000, SWEEP_TEXT_BYTES = 64 };

struct diagnostics;

struct sweep_axis {
    const struct config_part *part;
    const struct config_key *key;
    int64_t *values; /* as the setup holds them */
    size_t count;
};

/* Reads the values of a key that is no text.  False after adding diagnostics
 * that begin with `origin`, the option.  The caller frees the axis either way. */
bool sweep_axis_read(struct sweep_axis *axis, const struct config_part *part,
                     const struct config_key *key, const char *text, const char *origin,
                     struct diagnostics *errors);
void sweep_axis_free(struct sweep_axis *axis);

/* The value as a file would hold it. */
void sweep_axis_print(const struct sweep_axis *axis, size_t index, char text[SWEEP_TEXT_BYTES]);

void sweep_axis_set(const struct sweep_axis *axis, size_t index, struct setup *setup);

#endif
