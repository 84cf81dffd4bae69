/* Axes and plans for the tests of sweeps. */
#ifndef ANESIM_TESTS_EXPERIMENT_SWEEP_AXES_H
#define ANESIM_TESTS_EXPERIMENT_SWEEP_AXES_H

#include <string.h>

#include "sim/experiment/sweep_plan.h"
#include "tests/check_main.h"
#include "tests/experiment/evidence_lab.h"

/* Of "section.key". */
static inline bool read_axis(struct sweep_axis *axis, const char *name, const char *text,
                             struct diagnostics *errors)
{
    char section[64];
    const struct config_part *part;
    snprintf(section, sizeof section, "%.*s", (int)strcspn(name, "."), name);
    const struct config_key *key =
        config_schema_find(&setup_schema, section, strchr(name, '.') + 1, &part);
    ck_assert_ptr_nonnull(key);
    return sweep_axis_read(axis, part, key, text, "--test", errors);
}

/* A layer so small that a run takes no time. */
static inline void plan_init(struct sweep_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    m3_setup(&plan->base, NULL);
    plan->base.workload.cin = 64;
    plan->base.workload.cout = 64;
    plan->arguments = "";
}

static inline void plan_axis(struct sweep_plan *plan, const char *name, const char *text)
{
    struct diagnostics errors = {0};
    bool good = read_axis(&plan->axes[plan->axis_count++], name, text, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(good);
}

static inline void plan_complete(struct sweep_plan *plan)
{
    struct diagnostics errors = {0};
    bool good = sweep_plan_complete(plan, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(good);
}

#endif
