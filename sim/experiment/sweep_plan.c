#include "sim/experiment/sweep_plan.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/config_json.h"
#include "sim/experiment/run_record.h"

enum { INVALID_SHOWN_MAX = 5 };

const char *const sweep_order_names[SWEEP_ORDERS] = {"random", "interleaved", "sequential"};

/* Which of its values each axis has there. */
static void digits(const struct sweep_plan *plan, int64_t position, size_t digit[SWEEP_AXES_MAX])
{
    for (size_t i = plan->axis_count; i > 0; i--) {
        int64_t count = (int64_t)plan->axes[i - 1].count;
        digit[i - 1] = (size_t)(position % count);
        position /= count;
    }
}

void sweep_plan_setup(const struct sweep_plan *plan, int64_t position, struct setup *setup)
{
    size_t digit[SWEEP_AXES_MAX];
    digits(plan, position, digit);
    *setup = plan->base;
    for (size_t i = 0; i < plan->axis_count; i++)
        sweep_axis_set(&plan->axes[i], digit[i], setup);
}

/* Whether another section has a key of that name. */
static bool is_ambiguous(const struct sweep_axis *axis)
{
    size_t found = 0;
    for (size_t i = 0; i < setup_schema.part_count; i++)
        found += config_section_key(setup_schema.parts[i].section, axis->key->name) != NULL;
    return found > 1;
}

void sweep_plan_label(const struct sweep_plan *plan, int64_t position,
                      char label[POINT_LABEL_BYTES])
{
    size_t digit[SWEEP_AXES_MAX];
    size_t used = 0;
    digits(plan, position, digit);
    snprintf(label, POINT_LABEL_BYTES, "workload");
    for (size_t i = 0; i < plan->axis_count && used < POINT_LABEL_BYTES; i++) {
        char value[SWEEP_TEXT_BYTES];
        const struct sweep_axis *axis = &plan->axes[i];
        bool full = is_ambiguous(axis);
        sweep_axis_print(axis, digit[i], value);
        used += (size_t)snprintf(label + used, POINT_LABEL_BYTES - used, "%s%s%s%s=%s",
                                 i > 0 ? " " : "", full ? axis->part->section->name : "",
                                 full ? "." : "", axis->key->name, value);
    }
    if (used >= POINT_LABEL_BYTES)
        memcpy(label + POINT_LABEL_BYTES - 4, "...", 4);
}

static bool count_points(struct sweep_plan *plan, struct diagnostics *errors)
{
    plan->points = 1;
    for (size_t i = 0; i < plan->axis_count; i++) {
        plan->points *= (int64_t)plan->axes[i].count;
        if (plan->points > SWEEP_POINTS_MAX) {
            diagnostics_bad_input(errors, "more than %d combinations; take fewer values",
                                  SWEEP_POINTS_MAX);
            return false;
        }
    }
    if (plan->rounds <= SWEEP_SAMPLES_MAX / plan->points)
        return true;
    diagnostics_bad_input(errors,
                          "%" PRId64 " points x %" PRId64 " rounds are more than %d samples",
                          plan->points, plan->rounds, SWEEP_SAMPLES_MAX);
    return false;
}

static void report_invalid(const struct sweep_plan *plan, int64_t position,
                           const struct diagnostics *faults, struct diagnostics *errors)
{
    char label[POINT_LABEL_BYTES];
    sweep_plan_label(plan, position, label);
    for (size_t i = 0; i < faults->count; i++)
        diagnostics_bad_input(errors, "%s: %s", label, faults->items[i].message);
}

/* No chip can have some combinations: better known before the first is run. */
static bool check_points(const struct sweep_plan *plan, struct diagnostics *errors)
{
    int64_t invalid = 0;
    for (int64_t position = 0; position < plan->points; position++) {
        struct diagnostics faults = {0};
        struct setup setup;
        sweep_plan_setup(plan, position, &setup);
        if (!chip_params_check(&setup.chip, &faults) && ++invalid <= INVALID_SHOWN_MAX)
            report_invalid(plan, position, &faults, errors);
        diagnostics_free(&faults);
    }
    if (invalid > INVALID_SHOWN_MAX)
        diagnostics_bad_input(errors, "and %" PRId64 " more of the %" PRId64 " combinations",
                              invalid - INVALID_SHOWN_MAX, plan->points);
    return invalid == 0;
}

static bool identify_points(struct sweep_plan *plan)
{
    bool done = true;
    for (int64_t position = 0; done && position < plan->points; position++) {
        struct run_record record;
        struct setup setup;
        char label[POINT_LABEL_BYTES];
        sweep_plan_setup(plan, position, &setup);
        sweep_plan_label(plan, position, label);
        done = run_record_init(&record, &setup);
        memcpy(plan->run_ids[position], record.run.id, STORE_ID_BYTES);
        stored_experiment_add(&plan->experiment, record.run.id, label);
        run_record_free(&record);
    }
    return done;
}

static bool identify(struct sweep_plan *plan)
{
    bool random = plan->rounds > 0 && plan->order == SWEEP_RANDOM;
    if (plan->with_noise) {
        json_t *json = config_json_section(config_schema_part(&setup_schema, "noise"), &plan->base);
        plan->noise = json ? json_dumps(json, JSON_COMPACT) : NULL;
        json_decref(json);
    }
    plan->run_ids = calloc((size_t)plan->points, sizeof *plan->run_ids);
    plan->experiment = (struct store_experiment){
        .command = "sweep",
        .arguments = plan->arguments,
        .points = plan->points,
        .rounds = plan->rounds,
        .sample_order = plan->rounds > 0 ? sweep_order_names[plan->order] : NULL,
        .noise = plan->noise,
    };
    return plan->run_ids && (plan->noise || !plan->with_noise) &&
           stored_experiment_begin(&plan->experiment, random ? plan->base.noise.seed : 0) &&
           identify_points(plan);
}

bool sweep_plan_complete(struct sweep_plan *plan, struct diagnostics *errors)
{
    if (!count_points(plan, errors) || !check_points(plan, errors))
        return false;
    bool shuffled = plan->rounds > 0 && plan->order == SWEEP_RANDOM;
    return (identify(plan) && (!shuffled || sweep_plan_shuffle(plan))) ||
           config_report_no_memory(errors);
}

void sweep_plan_free(struct sweep_plan *plan)
{
    for (size_t i = 0; i < SWEEP_AXES_MAX; i++)
        sweep_axis_free(&plan->axes[i]);
    free(plan->run_ids);
    free(plan->noise);
    free(plan->turns);
    plan->run_ids = NULL;
    plan->noise = NULL;
    plan->turns = NULL;
}
