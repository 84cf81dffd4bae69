#include "sim/report/plan_rows.h"

#include "sim/report/plan_text.h"

enum { REFUSED_PARTS_MAX = 8 }; /* beyond, nobody wonders why it is no cure */

static const struct column columns[] = {
    {.name = "name", .type = COLUMN_TEXT, .help = "of the layer"},
    {.name = "candidate", .heading = "candidate", .type = COLUMN_TEXT, .help = "in words"},
    {.name = "strategy", .type = COLUMN_TEXT, .help = "keep, split or pad"},
    {.name = "axis", .type = COLUMN_TEXT, .help = "cin or cout"},
    {.name = "tasks", .type = COLUMN_COUNT, .help = "parts"},
    {.name = "channels",
     .heading = "chan-\nnels",
     .type = COLUMN_COUNT,
     .help = "along the axis, of the part deepest in the notch"},
    {.name = "lines_per_core", .type = COLUMN_COUNT, .help = "of that part"},
    {.name = "mib_per_core",
     .heading = "MiB\n/core",
     .type = COLUMN_REAL,
     .decimals = 2,
     .help = "of that part"},
    {.name = "k", .heading = "k", .type = COLUMN_COUNT, .help = "of that part"},
    {.name = "x", .heading = "x", .type = COLUMN_COUNT, .help = "of that part"},
    {.name = "credit_lines", .heading = "cre-\ndit", .type = COLUMN_COUNT, .help = "of that part"},
    {.name = "notch", .type = COLUMN_TEXT, .help = "clear, harmless or hit; of that part"},
    {.name = "operations",
     .heading = "oper.\nadded",
     .type = COLUMN_COUNT,
     .help = "tasks, slices, adds, concatenation, pad, crop"},
    {.name = "padded_bytes", .type = COLUMN_COUNT, .help = "weights added, all cores"},
    {.name = "price_us",
     .heading = "extra\nus",
     .type = COLUMN_REAL,
     .decimals = 1,
     .help = "of the operations added, with the overhead of their tasks; in the times"},
    {.name = "closed_form_us",
     .heading = "closed\nform",
     .type = COLUMN_REAL,
     .decimals = 1,
     .help = "time by closed form"},
    {.name = "time_us",
     .heading = "us",
     .type = COLUMN_REAL,
     .decimals = 1,
     .help = "time as weighed at last; not known off the shortlist"},
    {.name = "verdict", .heading = "verdict", .type = COLUMN_TEXT, .help = "in a word"},
};

static const char *verdict_of(const struct plan_layer *layer, size_t index)
{
    const struct plan_candidate *candidate = &layer->candidates[index];
    bool hit = plan_candidate_worst(candidate)->notch == PLAN_HIT;
    if (index == layer->best && index == 0 && hit)
        return "no cure";
    if (index == layer->best)
        return index > 0 && candidate->published ? "best, report" : "best";
    if (candidate->published)
        return hit ? "report, hit" : "report";
    if (hit)
        return index > 0 ? "still hit" : "hit";
    return candidate->excluded ? "excluded" : "";
}

static void add_row(const struct plan_report *report, const struct plan_layer *layer, size_t index,
                    struct table *table)
{
    const struct plan_candidate *candidate = &layer->candidates[index];
    const struct plan_part *worst = plan_candidate_worst(candidate);
    double task_us = (double)report->setup->chip.ane.task_overhead_ps / PS_PER_US;
    char text[PLAN_TEXT_BYTES];
    plan_how(candidate, text);
    table_add_row(table);
    table_set_text(table, "name", layer->shape->name);
    table_set_text(table, "candidate", text);
    table_set_text(table, "strategy", plan_strategies[candidate->strategy].name);
    table_set_text(table, "axis", plan_strategies[candidate->strategy].axis);
    table_set_count(table, "tasks", candidate->parts);
    table_set_count(table, "channels", candidate->sizes[candidate->worst].channels);
    table_set_count(table, "lines_per_core", worst->lines);
    table_set_real(table, "mib_per_core", plan_mib(worst->bytes_per_core));
    table_set_count(table, "k", worst->position.k);
    table_set_count(table, "x", worst->position.x);
    table_set_count(table, "credit_lines", worst->credit_lines);
    table_set_text(table, "notch", plan_notch_name(worst->notch));
    table_set_count(table, "operations", candidate->operations);
    table_set_count(table, "padded_bytes", candidate->bytes - layer->candidates[0].bytes);
    table_set_real(table, "price_us",
                   candidate->price_us + (double)(candidate->parts - 1) * task_us);
    table_set_real(table, "closed_form_us", candidate->closed_form_us);
    if (candidate->asked)
        table_set_real(table, "time_us", candidate->time_us);
    table_set_text(table, "verdict", verdict_of(layer, index));
}

static void begin(struct table *table)
{
    table_init(table, columns, sizeof columns / sizeof columns[0]);
}

bool plan_candidate_rows(const struct plan_report *report, struct table *table)
{
    begin(table);
    for (size_t i = 0; i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        for (size_t j = 0; layer->candidate_count > 1 && j < layer->candidate_count; j++)
            add_row(report, layer, j, table);
    }
    return !table->failed;
}

bool plan_weighed_rows(const struct plan_report *report, const struct plan_layer *layer,
                       struct table *table)
{
    begin(table);
    for (size_t i = 0; i < layer->candidate_count; i++) {
        const struct plan_candidate *candidate = &layer->candidates[i];
        bool refused = plan_candidate_worst(candidate)->notch == PLAN_HIT;
        if (candidate->asked || candidate->parts == 1 ||
            (refused && candidate->parts <= REFUSED_PARTS_MAX))
            add_row(report, layer, i, table);
    }
    return !table->failed;
}
