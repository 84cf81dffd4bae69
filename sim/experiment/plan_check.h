/* Check: somebody's plan against a model, part by part. */
#ifndef ANESIM_EXPERIMENT_PLAN_CHECK_H
#define ANESIM_EXPERIMENT_PLAN_CHECK_H

#include "sim/experiment/plan_file.h"

/* Parts of one size, one after another. */
struct plan_checked {
    const struct shape *shape; /* in the list */
    enum plan_strategy strategy;
    bool planned; /* false: the plan does not name the layer, which is kept */
    size_t first; /* part, from 0 */
    size_t count;
    int64_t channels; /* along the axis */
    bool known;
    char message[WORKLOAD_MESSAGE_BYTES]; /* why it is not */
    struct plan_part part;
};

struct plan_check {
    const struct setup *setup;
    const struct shape_list *list;
    struct plan_checked *items;
    size_t count;
    size_t capacity;
    size_t hit_count; /* parts */
    size_t unknown_count;
};

/* Applies the plan; layers in the notch, or unknown, that it does not name are
 * there too.
 * False when a diagnostic was added: a layer that the model does not have,
 * two plans for one, sizes that do not add up.  The caller frees either way. */
bool plan_check_run(struct plan_check *check, const struct setup *setup,
                    const struct shape_list *list, const struct plan_file *file,
                    struct diagnostics *errors);
void plan_check_free(struct plan_check *check);

#endif
