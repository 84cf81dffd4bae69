/* Rows of `plan` and `llm` as tables. */
#ifndef ANESIM_REPORT_PLAN_ROWS_H
#define ANESIM_REPORT_PLAN_ROWS_H

#include "sim/experiment/plan.h"
#include "sim/record/table.h"

/* Each initializes the table and fills it; false when memory is short.  The
 * caller frees the table either way. */

/* Every layer: its size, place in the ring and time; and what the plan does. */
bool plan_layer_rows(const struct plan_report *report, struct table *table);

/* The layers that the plan changes, for people. */
bool plan_choice_rows(const struct plan_report *report, struct table *table);

/* All candidates of every layer that has some. */
bool plan_candidate_rows(const struct plan_report *report, struct table *table);

/* Of one layer the candidates that were weighed to the end, the pads, and those
 * of few parts that are no cure. */
bool plan_weighed_rows(const struct plan_report *report, const struct plan_layer *layer,
                       struct table *table);

/* The whole model: as it is, as published when there is a published split and
 * `compare`, as planned. */
bool plan_rate_rows(const struct plan_report *report, bool compare, struct table *table);

/* Layers that are hit: whole, the report's split, the planner's choice; begins
 * the table, or adds to it. */
void plan_compare_begin(struct table *table);
void plan_compare_rows(const struct plan_report *report, struct table *table);

/* A row for each of many models. */
bool plan_model_rows(const struct plan_report *reports, size_t count, struct table *table);

#endif
