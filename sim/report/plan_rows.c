#include "sim/report/plan_rows.h"

#include "sim/report/plan_text.h"

static const struct column layer_columns[] = {
    {.name = "name", .heading = "layer", .type = COLUMN_TEXT, .help = "as the model calls it"},
    {.name = "count",
     .heading = "times",
     .type = COLUMN_COUNT,
     .help = "how often a token passes such a layer"},
    {.name = "cin", .type = COLUMN_COUNT, .help = "input channels"},
    {.name = "cout", .type = COLUMN_COUNT, .help = "output channels"},
    {.name = "kernel", .type = COLUMN_COUNT, .help = "area of a kernel"},
    {.name = "bits", .type = COLUMN_COUNT, .help = "bits of a weight"},
    {.name = "groups", .type = COLUMN_COUNT, .help = "groups of a convolution"},
    {.name = "lines_per_core",
     .type = COLUMN_COUNT,
     .help = "64-byte lines of the core that is granted least"},
    {.name = "bytes_per_core", .type = COLUMN_COUNT, .help = "weights of core 0"},
    {.name = "mib_per_core",
     .heading = "MiB\n/core",
     .type = COLUMN_REAL,
     .decimals = 2,
     .help = "the same in MiB"},
    {.name = "k", .heading = "k", .type = COLUMN_COUNT, .help = "lines = k laps of the ring + x"},
    {.name = "x", .heading = "x", .type = COLUMN_COUNT, .help = "lines beside the nearest lap"},
    {.name = "credit_lines",
     .heading = "credit",
     .type = COLUMN_COUNT,
     .help = "speculative lines granted at the start"},
    {.name = "notch",
     .heading = "notch",
     .type = COLUMN_TEXT,
     .help = "clear, harmless (grazed), hit, or unknown"},
    {.name = "time_us",
     .heading = "us",
     .type = COLUMN_REAL,
     .decimals = 1,
     .help = "once, with the overhead of its task, without a dispatch"},
    {.name = "throughput_gbps",
     .heading = "GB/s",
     .type = COLUMN_REAL,
     .decimals = 1,
     .help = "weights over time, GB = 1e9 bytes"},
    {.name = "token_share",
     .heading = "% of\ntoken",
     .type = COLUMN_REAL,
     .decimals = 1,
     .as_percent = true,
     .help = "all of them, of the time of a token as it is, 0 .. 1"},
    {.name = "cost_us", .type = COLUMN_REAL, .help = "what the notch costs, once"},
    {.name = "strategy", .type = COLUMN_TEXT, .help = "of the plan: keep, split or pad"},
    {.name = "axis", .type = COLUMN_TEXT, .help = "what is split or padded: cin or cout"},
    {.name = "tasks", .type = COLUMN_COUNT, .help = "parts of the plan"},
    {.name = "operations", .type = COLUMN_COUNT, .help = "that the plan adds"},
    {.name = "planned_time_us", .type = COLUMN_REAL, .help = "once, with the plan"},
    {.name = "gain_us", .type = COLUMN_REAL, .help = "by the plan, once"},
    {.name = "token_gain_us", .type = COLUMN_REAL, .help = "by the plan, in a token"},
};

static void set_shape(const struct shape *shape, struct table *table)
{
    table_set_text(table, "name", shape->name);
    table_set_count(table, "count", shape->count);
    table_set_count(table, "cin", shape->cin);
    table_set_count(table, "cout", shape->cout);
    table_set_count(table, "kernel", shape->kernel);
    if (shape->bits > 0)
        table_set_count(table, "bits", shape->bits);
    table_set_count(table, "groups", shape->groups);
}

static void set_part(const struct plan_part *part, struct table *table)
{
    table_set_count(table, "lines_per_core", part->lines);
    table_set_count(table, "bytes_per_core", part->bytes_per_core);
    table_set_real(table, "mib_per_core", plan_mib(part->bytes_per_core));
    table_set_count(table, "k", part->position.k);
    table_set_count(table, "x", part->position.x);
    table_set_count(table, "credit_lines", part->credit_lines);
}

static void set_times(const struct plan_report *report, const struct plan_layer *layer,
                      struct table *table)
{
    const struct plan_candidate *whole = plan_layer_arm(layer, PLAN_ARM_WHOLE);
    const struct plan_candidate *best = plan_layer_arm(layer, PLAN_ARM_PLANNED);
    double count = (double)layer->shape->count;
    table_set_text(table, "notch", plan_notch_name(plan_layer_notch(layer)));
    table_set_real(table, "time_us", whole->time_us);
    table_set_real(table, "throughput_gbps", (double)whole->bytes / whole->time_us / 1e3);
    table_set_real(table, "token_share",
                   count * whole->time_us / report->rates[PLAN_ARM_WHOLE].token_us);
    table_set_real(table, "cost_us", layer->cost_us);
    table_set_text(table, "strategy", plan_strategies[best->strategy].name);
    table_set_text(table, "axis", plan_strategies[best->strategy].axis);
    table_set_count(table, "tasks", best->parts);
    table_set_count(table, "operations", best->operations);
    table_set_real(table, "planned_time_us", best->time_us);
    table_set_real(table, "gain_us", whole->time_us - best->time_us);
    table_set_real(table, "token_gain_us", count * (whole->time_us - best->time_us));
}

bool plan_layer_rows(const struct plan_report *report, struct table *table)
{
    table_init(table, layer_columns, sizeof layer_columns / sizeof layer_columns[0]);
    for (size_t i = 0; i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        table_add_row(table);
        set_shape(layer->shape, table);
        if (layer->known) {
            set_part(plan_candidate_worst(&layer->candidates[0]), table);
            set_times(report, layer, table);
        } else {
            table_set_text(table, "notch", "unknown");
        }
    }
    return !table->failed;
}

static const struct column choice_columns[] = {
    {.name = "name", .heading = "layer", .type = COLUMN_TEXT},
    {.name = "plan", .heading = "plan", .type = COLUMN_TEXT},
    {.name = "parts", .heading = "MiB/core", .type = COLUMN_TEXT},
    {.name = "operations", .heading = "oper.\nadded", .type = COLUMN_COUNT},
    {.name = "time_us", .heading = "us as\nit is", .type = COLUMN_REAL, .decimals = 1},
    {.name = "planned_time_us", .heading = "us with\nthe plan", .type = COLUMN_REAL, .decimals = 1},
    {.name = "gain_us", .heading = "gain\nus", .type = COLUMN_REAL, .decimals = 1},
    {.name = "token_gain_us", .heading = "gain us\n/token", .type = COLUMN_REAL, .decimals = 0},
};

bool plan_choice_rows(const struct plan_report *report, struct table *table)
{
    table_init(table, choice_columns, sizeof choice_columns / sizeof choice_columns[0]);
    for (size_t i = 0; i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        char text[PLAN_TEXT_BYTES];
        if (!layer->known || layer->candidate_count < 2)
            continue;
        const struct plan_candidate *best = plan_layer_arm(layer, PLAN_ARM_PLANNED);
        double gain_us = layer->candidates[0].time_us - best->time_us;
        table_add_row(table);
        table_set_text(table, "name", layer->shape->name);
        plan_how(best, text);
        table_set_text(table, "plan", text);
        plan_chunks(best, text);
        table_set_text(table, "parts", text);
        table_set_count(table, "operations", best->operations);
        table_set_real(table, "time_us", layer->candidates[0].time_us);
        table_set_real(table, "planned_time_us", best->time_us);
        table_set_real(table, "gain_us", gain_us);
        table_set_real(table, "token_gain_us", gain_us * (double)layer->shape->count);
    }
    return !table->failed;
}
