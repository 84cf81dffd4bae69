/* Explanations: what might be behind the collapse, each as settings of the
 * simulator, so that what it predicts is simulated and not asserted.
 *
 * A new explanation is one entry in explanations.c.
 */
#ifndef ANESIM_EXPERIMENT_EXPLANATIONS_H
#define ANESIM_EXPERIMENT_EXPLANATIONS_H

#include "sim/config/diagnostics.h"
#include "sim/workload/setup.h"

enum { EXPLANATIONS_MAX = 32, EXPLANATION_SETTINGS_MAX = 3 };

struct explanation {
    const char *name;
    const char *claim;  /* what it says; NULL: that of the ring's hypothesis */
    const char *lesson; /* the mechanism: why it does what it does */
    const char *settings[EXPLANATION_SETTINGS_MAX]; /* "ring.latch=live", over the config */
};

extern const struct explanation explanations[];
extern const size_t explanation_count;

/* Ring hypotheses under a latch that no column shows, because they grant the
 * same credits as one that is shown; sentences, NULL at the end. */
extern const char *const explanations_dropped[];

/* NULL and a diagnostic with "did you mean" when there is none of that name. */
const struct explanation *explanation_find(const char *name, struct diagnostics *errors);

/* The setup with the explanation's settings; false and a diagnostic when the
 * chip cannot have them. */
bool explanation_apply(const struct explanation *explanation, const struct setup *base,
                       struct setup *setup, struct diagnostics *errors);

#endif
