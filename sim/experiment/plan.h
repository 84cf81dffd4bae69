/* Plan: which layers of a model are hit, what that costs, and the cheapest way
 * out for each.
 *
 *   plan_begin     every layer against the ring; for those in the notch all
 *                  candidates, by closed form; the best few are asked for
 *   plan_times_run simulates what several plans asked for in one go
 *   plan_finish    the fastest of those, near-ties (1 %) toward the fewest
 *                  operations; rates of the whole model
 *
 * A candidate must leave no part hit.  A layer without a cure is kept.
 */
#ifndef ANESIM_EXPERIMENT_PLAN_H
#define ANESIM_EXPERIMENT_PLAN_H

#include "sim/experiment/llm_decode.h"
#include "sim/experiment/plan_candidate.h"

struct plan_options {
    bool forbidden[PLAN_STRATEGIES];
    int64_t parts_max; /* 2 .. PLAN_PARTS_MAX */
    int64_t align;     /* parts and padded sizes are multiples of it; 1: any */
    bool all_layers;   /* candidates for every layer, whether in the notch or not */
};

struct plan_layer {
    const struct shape *shape; /* in the list */
    bool known;
    char message[WORKLOAD_MESSAGE_BYTES]; /* why it is not */
    struct plan_candidate *candidates;    /* [0] is the layer as it is */
    size_t candidate_count;
    size_t best;
    size_t published;  /* index of the report's split; 0: it has none */
    size_t fixed_time; /* grazed: number of the time it would take out of the notch */
    double cost_share; /* hit: what the notch costs of its time, by closed form */
    double cost_us;    /* what the notch costs each time; 0 when clear */
};

enum plan_arm { PLAN_ARM_WHOLE, PLAN_ARM_PUBLISHED, PLAN_ARM_PLANNED, PLAN_ARMS };

struct plan_report {
    const struct setup *setup;
    const struct shape_list *list;
    struct plan_layer *layers; /* as in the list */
    size_t layer_count;
    size_t notch_count[PLAN_HIT + 1]; /* layers by depth in the notch */
    size_t unknown_count;
    bool has_published; /* a split of some layer */
    struct llm_rate rates[PLAN_ARMS];
};

/* Asks `times` (whose setup must outlive the report) for what it needs.  False
 * when a diagnostic was added.  The caller frees the report either way; list
 * and setup must outlive it. */
bool plan_begin(struct plan_report *report, const struct shape_list *list,
                const struct plan_options *options, struct plan_times *times,
                struct diagnostics *errors);

void plan_finish(struct plan_report *report, const struct plan_times *times);

void plan_report_free(struct plan_report *report);

static inline enum plan_notch plan_layer_notch(const struct plan_layer *layer)
{
    return plan_candidate_worst(&layer->candidates[0])->notch;
}

/* The candidate that an arm uses. */
static inline const struct plan_candidate *plan_layer_arm(const struct plan_layer *layer,
                                                          enum plan_arm arm)
{
    size_t index[PLAN_ARMS] = {0, layer->published, layer->best};
    return &layer->candidates[index[arm]];
}

/* Adds sentences about what the numbers of `model` rest on, or of any model when
 * it is NULL, to those of `list`.  False: out of memory. */
bool plan_assume(const struct setup *setup, const struct plan_times *times,
                 const struct shape_list *model, struct shape_list *list);

/* Only how kernels are spread over the cores, which places do rest on. */
bool plan_assume_partition(const struct setup *setup, struct shape_list *list);

#endif
