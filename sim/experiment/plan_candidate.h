/* Candidate: one way to stream a layer, checked part by part against the ring
 * and priced.
 *
 *   keep        the layer as it is
 *   split cin   s near-equal slices of every kernel; s slices, s - 1 adds
 *   split cout  s groups of whole kernels; their outputs are concatenated
 *   pad cin     zeros beside the input, and as many more weights a kernel
 *   pad cout    more kernels; the output is cropped
 *
 * A half of 2 MiB per core lands on 1 MiB again: a candidate one of whose parts
 * is hit is no cure, and says which part.
 */
#ifndef ANESIM_EXPERIMENT_PLAN_CANDIDATE_H
#define ANESIM_EXPERIMENT_PLAN_CANDIDATE_H

#include "sim/experiment/plan_times.h"

enum plan_strategy {
    PLAN_KEEP,
    PLAN_SPLIT_CIN,
    PLAN_SPLIT_COUT,
    PLAN_PAD_CIN,
    PLAN_PAD_COUT,
    PLAN_STRATEGIES,
};

struct plan_strategy_info {
    const char *option; /* "split-cin" */
    const char *name;   /* "split" */
    const char *axis;   /* "cin" */
};
extern const struct plan_strategy_info plan_strategies[PLAN_STRATEGIES];

enum { PLAN_PARTS_MAX = 64, PLAN_SIZES_MAX = 3 };

/* Near-equal parts come in at most three sizes. */
struct plan_size {
    int64_t channels; /* along the axis */
    int64_t count;    /* parts of this size, one after another */
    struct plan_part part;
    size_t time; /* its number in the times */
};

struct plan_candidate {
    enum plan_strategy strategy;
    struct plan_size sizes[PLAN_SIZES_MAX]; /* in the order of the channels */
    size_t size_count;
    size_t worst;       /* the size deepest in the notch */
    int64_t parts;      /* tasks */
    int64_t operations; /* added: tasks, slices, adds, concatenation, pad, crop */
    int64_t bytes;      /* all cores, with padding */
    double price_us;    /* of the operations, beside the tasks */
    double closed_form_us;
    bool published; /* the report splits this layer so */
    bool excluded;  /* by the user's constraints */
    bool asked;     /* its parts' times were asked for */
    double time_us; /* parts and price; when it was asked for */
};

/* Makes the candidate that cuts the layer in so many parts; of PLAN_KEEP there
 * is one.  WORKLOAD_OK, or `message` says why not. */
enum workload_status plan_candidate_split(struct plan_candidate *candidate,
                                          const struct setup *setup, const struct shape *shape,
                                          enum plan_strategy strategy, int64_t parts, int64_t align,
                                          char message[WORKLOAD_MESSAGE_BYTES]);

/* Makes the candidate with the least padding, a multiple of `align` in all,
 * that clears the notch; false when there is none. */
bool plan_candidate_pad(struct plan_candidate *candidate, const struct setup *setup,
                        const struct shape *shape, enum plan_strategy strategy, int64_t align);

static inline const struct plan_part *plan_candidate_worst(const struct plan_candidate *candidate)
{
    return &candidate->sizes[candidate->worst].part;
}

/* Asks for the times of its parts; then takes them over. */
void plan_candidate_ask(struct plan_candidate *candidate, struct plan_times *times,
                        const struct shape *shape);
void plan_candidate_take(struct plan_candidate *candidate, const struct plan_times *times);

#endif
