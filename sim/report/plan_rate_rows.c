#include <stdio.h>
#include <string.h>

#include "sim/report/plan_rows.h"
#include "sim/report/plan_text.h"

static const struct column rate_columns[] = {
    {.name = "arm", .heading = "model", .type = COLUMN_TEXT},
    {.name = "tokens_per_s", .heading = "tokens\n/s", .type = COLUMN_REAL, .decimals = 2},
    {.name = "token_ms", .heading = "ms\n/token", .type = COLUMN_REAL, .decimals = 2},
    {.name = "throughput_gbps", .heading = "GB/s", .type = COLUMN_REAL, .decimals = 1},
    {.name = "speedup", .heading = "speed-\nup", .type = COLUMN_REAL, .decimals = 2},
};

static void set_rate(const struct llm_rate *rate, struct table *table)
{
    if (rate->token_us <= 0)
        return;
    table_set_real(table, "tokens_per_s", rate->tokens_per_s);
    table_set_real(table, "token_ms", rate->token_us / 1e3);
    table_set_real(table, "throughput_gbps", rate->throughput_gbps);
}

bool plan_rate_rows(const struct plan_report *report, bool compare, struct table *table)
{
    static const char *const names[PLAN_ARMS] = {"as it is", "the report's split", "with the plan"};
    const struct llm_rate *whole = &report->rates[PLAN_ARM_WHOLE];
    table_init(table, rate_columns, sizeof rate_columns / sizeof rate_columns[0]);
    for (int arm = 0; arm < PLAN_ARMS; arm++) {
        const struct llm_rate *rate = &report->rates[arm];
        if (arm == PLAN_ARM_PUBLISHED && !(compare && report->has_published))
            continue;
        table_add_row(table);
        table_set_text(table, "arm", names[arm]);
        set_rate(rate, table);
        if (whole->tokens_per_s > 0)
            table_set_real(table, "speedup", rate->tokens_per_s / whole->tokens_per_s);
    }
    return !table->failed;
}

static const struct column compare_columns[] = {
    {.name = "model", .type = COLUMN_TEXT},
    {.name = "name", .heading = "layer", .type = COLUMN_TEXT},
    {.name = "time_us", .heading = "unsplit\nus", .type = COLUMN_REAL, .decimals = 1},
    {.name = "published", .heading = "report\nMiB/core", .type = COLUMN_TEXT},
    {.name = "published_time_us", .heading = "us", .type = COLUMN_REAL, .decimals = 1},
    {.name = "planned", .heading = "plan", .type = COLUMN_TEXT},
    {.name = "planned_mib", .heading = "plan\nMiB/core", .type = COLUMN_TEXT},
    {.name = "planned_time_us", .heading = "us", .type = COLUMN_REAL, .decimals = 1},
};

void plan_compare_begin(struct table *table)
{
    table_init(table, compare_columns, sizeof compare_columns / sizeof compare_columns[0]);
}

void plan_compare_rows(const struct plan_report *report, struct table *table)
{
    for (size_t i = 0; i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        char text[PLAN_TEXT_BYTES];
        if (!layer->known || plan_layer_notch(layer) != PLAN_HIT)
            continue;
        table_add_row(table);
        table_set_text(table, "model", report->list->title);
        table_set_text(table, "name", layer->shape->name);
        table_set_real(table, "time_us", layer->candidates[0].time_us);
        if (layer->published > 0) {
            plan_chunks(plan_layer_arm(layer, PLAN_ARM_PUBLISHED), text);
            table_set_text(table, "published", text);
            table_set_real(table, "published_time_us",
                           plan_layer_arm(layer, PLAN_ARM_PUBLISHED)->time_us);
        }
        plan_how(plan_layer_arm(layer, PLAN_ARM_PLANNED), text);
        table_set_text(table, "planned", text);
        plan_chunks(plan_layer_arm(layer, PLAN_ARM_PLANNED), text);
        table_set_text(table, "planned_mib", text);
        table_set_real(table, "planned_time_us", plan_layer_arm(layer, PLAN_ARM_PLANNED)->time_us);
    }
}

static const struct column model_columns[] = {
    {.name = "model", .heading = "model", .type = COLUMN_TEXT},
    {.name = "layers_hit", .heading = "hit", .type = COLUMN_COUNT},
    {.name = "layers_harmless", .heading = "graz-\ned", .type = COLUMN_COUNT},
    {.name = "tokens_per_s", .heading = "tokens\n/s", .type = COLUMN_REAL, .decimals = 2},
    {.name = "token_ms", .type = COLUMN_REAL},
    {.name = "throughput_gbps", .heading = "GB/s", .type = COLUMN_REAL, .decimals = 1},
    {.name = "published_tokens_per_s",
     .heading = "report's\nsplit",
     .type = COLUMN_REAL,
     .decimals = 2},
    {.name = "planned_tokens_per_s",
     .heading = "with the\nplan",
     .type = COLUMN_REAL,
     .decimals = 2},
    {.name = "speedup", .heading = "speed-\nup", .type = COLUMN_REAL, .decimals = 2},
    {.name = "where", .heading = "where", .type = COLUMN_TEXT},
};

/* "q o gate up down" */
static void where(const struct plan_report *report, char *text, size_t text_size)
{
    text[0] = '\0';
    for (size_t i = 0; i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        if (!layer->known || plan_layer_notch(layer) == PLAN_CLEAR)
            continue;
        const char *name = layer->shape->name;
        int bytes = (int)strlen(name);
        const char *suffix = strstr(name, "_proj");
        if (suffix && suffix[5] == '\0')
            bytes = (int)(suffix - name);
        plan_append(text, text_size, "%s%.*s", *text != '\0' ? " " : "", bytes, name);
    }
}

bool plan_model_rows(const struct plan_report *reports, size_t count, struct table *table)
{
    table_init(table, model_columns, sizeof model_columns / sizeof model_columns[0]);
    for (size_t i = 0; i < count; i++) {
        const struct plan_report *report = &reports[i];
        const struct llm_rate *rates = report->rates;
        char text[256];
        table_add_row(table);
        table_set_text(table, "model", report->list->title);
        table_set_count(table, "layers_hit", (int64_t)report->notch_count[PLAN_HIT]);
        table_set_count(table, "layers_harmless", (int64_t)report->notch_count[PLAN_GRAZED]);
        set_rate(&rates[PLAN_ARM_WHOLE], table);
        if (report->has_published)
            table_set_real(table, "published_tokens_per_s", rates[PLAN_ARM_PUBLISHED].tokens_per_s);
        table_set_real(table, "planned_tokens_per_s", rates[PLAN_ARM_PLANNED].tokens_per_s);
        table_set_real(table, "speedup",
                       rates[PLAN_ARM_PLANNED].tokens_per_s / rates[PLAN_ARM_WHOLE].tokens_per_s);
        where(report, text, sizeof text);
        table_set_text(table, "where", text);
    }
    return !table->failed;
}
