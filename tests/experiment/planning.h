/* Models planned on configs/m3.ini. */
#ifndef ANESIM_TESTS_EXPERIMENT_PLANNING_H
#define ANESIM_TESTS_EXPERIMENT_PLANNING_H

#include <check.h>
#include <stdlib.h>

#include "sim/config/config.h"
#include "sim/experiment/plan.h"
#include "sim/workload/builtin.h"

static inline void no_diagnostics(const struct diagnostics *errors)
{
    if (!diagnostics_empty(errors))
        ck_abort_msg("%s", errors->count > 0 ? errors->items[0].message : "lost");
}

static inline struct setup m3_setup(void)
{
    struct diagnostics errors = {0};
    struct config config;
    struct setup setup;
    config_load(&config, &setup_schema, "configs/m3.ini", &errors);
    setup_resolve(&config, NULL, &setup, &errors);
    no_diagnostics(&errors);
    config_free(&config);
    return setup;
}

static inline struct shape fp16_shape(int64_t cin, int64_t cout)
{
    return (struct shape){.name = "layer",
                          .cin = cin,
                          .cout = cout,
                          .kernel = 1,
                          .bits = 16,
                          .groups = 1,
                          .count = 1};
}

static inline struct plan_part part_of(const struct setup *setup, const struct shape *shape)
{
    char message[WORKLOAD_MESSAGE_BYTES];
    struct plan_part part;
    if (plan_part_init(&part, setup, shape, shape->cin, shape->cout, message) != WORKLOAD_OK)
        ck_abort_msg("%s", message);
    return part;
}

static const struct plan_options any_plan = {.parts_max = 16, .align = 1};

/* A report and what it points to; neither may move. */
struct planning {
    struct setup setup;
    struct shape_list list;
    struct plan_times times;
    struct plan_report report;
};

static inline void planning_run(struct planning *planning, const struct plan_options *options,
                                bool closed_form)
{
    struct diagnostics errors = {0};
    planning->times =
        (struct plan_times){.setup = &planning->setup, .closed_form = closed_form, .threads = 2};
    plan_begin(&planning->report, &planning->list, options, &planning->times, &errors);
    plan_times_run(&planning->times, &errors);
    no_diagnostics(&errors);
    plan_finish(&planning->report, &planning->times);
}

static inline void planning_free(struct planning *planning)
{
    plan_report_free(&planning->report);
    plan_times_free(&planning->times);
    shape_list_free(&planning->list);
}

/* One layer, planned. */
static inline struct planning *plan_shape(struct setup setup, struct shape shape,
                                          const struct plan_options *options, bool closed_form)
{
    struct planning *planning = calloc(1, sizeof *planning);
    planning->setup = setup;
    ck_assert(shape_list_add(&planning->list, &shape));
    planning_run(planning, options, closed_form);
    return planning;
}

static inline void plan_drop(struct planning *planning)
{
    planning_free(planning);
    free(planning);
}

#endif
