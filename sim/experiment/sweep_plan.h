/* Sweep plan: the points of a sweep and the samples of each, all known before
 * anything is run.
 *
 *   points: cross product of the axes, the last one fastest; with none, one
 *   samples: `rounds` of each point, at these turns:
 *     sequential   all of a point, then those of the next
 *     interleaved  a round is every point once, in order
 *     random       a round is every point once, in an order of its own, which
 *                  noise.seed and the round decide
 *
 * A sample depends on the plan and its turn only, so any part of a sweep can be
 * computed anywhere, in any order.
 */
#ifndef ANESIM_EXPERIMENT_SWEEP_PLAN_H
#define ANESIM_EXPERIMENT_SWEEP_PLAN_H

#include "sim/experiment/stored_experiment.h"
#include "sim/experiment/sweep_axis.h"

enum { SWEEP_AXES_MAX = 64, SWEEP_SAMPLES_MAX = 10000000 };

enum sweep_order { SWEEP_RANDOM, SWEEP_INTERLEAVED, SWEEP_SEQUENTIAL, SWEEP_ORDERS };

extern const char *const sweep_order_names[SWEEP_ORDERS];

struct sweep_plan {
    /* In, all zero before. */
    struct setup base;
    struct sweep_axis axes[SWEEP_AXES_MAX];
    size_t axis_count;
    const char *arguments; /* what was varied, for people */
    int64_t rounds;        /* samples of each point; 0: none */
    enum sweep_order order;
    bool with_noise;

    /* Out. */
    int64_t points;
    struct store_experiment experiment;
    char (*run_ids)[STORE_ID_BYTES]; /* of each point, all different */
    char *noise;                     /* section [noise], as JSON; NULL without */
    uint32_t *turns;                 /* in a random order: of each point, by round */
};

/* Works everything out.  False when a diagnostic was added: too many points or
 * samples, combinations that no chip can have.  The caller frees the plan. */
bool sweep_plan_complete(struct sweep_plan *plan, struct diagnostics *errors);
void sweep_plan_free(struct sweep_plan *plan);

/* Draws the order of every round; for sweep_plan_complete().  False: out of memory. */
bool sweep_plan_shuffle(struct sweep_plan *plan);

void sweep_plan_setup(const struct sweep_plan *plan, int64_t position, struct setup *setup);

/* "cin=2048 split=2"; "workload" when there is nothing to tell apart. */
void sweep_plan_label(const struct sweep_plan *plan, int64_t position,
                      char label[POINT_LABEL_BYTES]);

/* The sample of that round, given what came of the point's run. */
struct store_sample sweep_plan_sample(const struct sweep_plan *plan, int64_t position,
                                      int64_t round, const struct store_run *run);

#endif
