#include "sim/report/plan_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

double plan_mib(int64_t bytes)
{
    return (double)bytes / (1 << 20);
}

void plan_append(char *text, size_t text_size, const char *format, ...)
{
    va_list arguments;
    size_t used = strlen(text);
    va_start(arguments, format);
    vsnprintf(text + used, text_size - used, format, arguments);
    va_end(arguments);
}

void plan_how(const struct plan_candidate *candidate, char text[PLAN_TEXT_BYTES])
{
    const struct plan_strategy_info *info = &plan_strategies[candidate->strategy];
    switch (candidate->strategy) {
    case PLAN_SPLIT_CIN:
    case PLAN_SPLIT_COUT:
        snprintf(text, PLAN_TEXT_BYTES, "split %s in %" PRId64, info->axis, candidate->parts);
        break;
    case PLAN_PAD_CIN:
    case PLAN_PAD_COUT:
        snprintf(text, PLAN_TEXT_BYTES, "pad %s to %" PRId64, info->axis,
                 candidate->sizes[0].channels);
        break;
    case PLAN_KEEP:
    case PLAN_STRATEGIES:
        snprintf(text, PLAN_TEXT_BYTES, "keep");
        break;
    }
}

void plan_chunks(const struct plan_candidate *candidate, char text[PLAN_TEXT_BYTES])
{
    snprintf(text, PLAN_TEXT_BYTES, "%" PRId64 " x %.2f", candidate->parts,
             plan_mib(candidate->sizes[0].part.bytes_per_core));
}

/* Layers of that depth in the notch: their names, and what they cost. */
struct group {
    char names[256];
    size_t count;
    double time_us; /* of a token */
    double cost_us;
};

static void gather(const struct plan_report *report, enum plan_notch notch, struct group *group)
{
    *group = (struct group){.count = 0};
    for (size_t i = 0; i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        double count = (double)layer->shape->count;
        if (!layer->known || plan_layer_notch(layer) != notch)
            continue;
        if (group->count < 4)
            plan_append(group->names, sizeof group->names, "%s%.48s", group->count > 0 ? ", " : "",
                        layer->shape->name);
        else if (group->count == 4)
            plan_append(group->names, sizeof group->names, ", ...");
        group->count++;
        group->time_us += count * layer->candidates[0].time_us;
        group->cost_us += count * layer->cost_us;
    }
}

/* Of a token as it is, all that is neither streaming nor tasks. */
static double overhead_share(const struct plan_report *report)
{
    double token_us = report->rates[PLAN_ARM_WHOLE].token_us;
    double layers_us = 0;
    for (size_t i = 0; i < report->layer_count; i++)
        if (report->layers[i].known)
            layers_us +=
                (double)report->layers[i].shape->count * report->layers[i].candidates[0].time_us;
    return 1 - layers_us / token_us;
}

static void say_limit(const struct plan_report *report, char *text, size_t text_size)
{
    const struct llm_rate *whole = &report->rates[PLAN_ARM_WHOLE];
    const struct llm_rate *planned = &report->rates[PLAN_ARM_PLANNED];
    const struct chip_params *chip = &report->setup->chip;
    struct group hit;
    gather(report, PLAN_HIT, &hit);
    if (hit.count > 0)
        plan_append(
            text, text_size,
            "Limited by the notch: %.0f %% of a token goes into %zu layer%s whose prefetcher "
            "starves (%s); the notch costs %.1f of %.1f ms.",
            100 * hit.time_us / whole->token_us, hit.count, hit.count == 1 ? "" : "s", hit.names,
            hit.cost_us / 1e3, whole->token_us / 1e3);
    if (hit.count > 0 && planned->token_us < whole->token_us)
        plan_append(text, text_size, "  With the plan %.3g -> %.3g tokens/s (%.2fx).",
                    whole->tokens_per_s, planned->tokens_per_s,
                    planned->tokens_per_s / whole->tokens_per_s);
    else if (hit.count > 0)
        plan_append(text, text_size, "  No candidate that is allowed makes it faster.");
    else if (overhead_share(report) > 0.5)
        plan_append(text, text_size,
                    "No layer is hit.  Limited by what a token takes beside "
                    "streaming.");
    else
        plan_append(text, text_size,
                    "No layer is hit.  Limited by each core's own lookahead of %" PRId64
                    " lines: %.1f of the memory's %.1f GB/s.",
                    chip->core.ring.credit_max, whole->throughput_gbps,
                    (double)dram_peak_bytes_per_s(&chip->dram) / 1e9);
    plan_append(text, text_size, "  %.0f %% of a token is llm.layer_overhead.",
                100 * overhead_share(report));
}

void plan_verdict(const struct plan_report *report, char *text, size_t text_size)
{
    struct group grazed;
    text[0] = '\0';
    if (report->unknown_count < report->layer_count)
        say_limit(report, text, text_size);
    gather(report, PLAN_GRAZED, &grazed);
    if (grazed.count > 0)
        plan_append(text, text_size,
                    "  Grazed, and harmless: %s; it costs %.0f us a token, %.1f %%.", grazed.names,
                    grazed.cost_us, 100 * grazed.cost_us / report->rates[PLAN_ARM_WHOLE].token_us);
    if (report->unknown_count > 0)
        plan_append(text, text_size,
                    "  %zu layer%s of unknown size %s left out: a token takes longer than shown.",
                    report->unknown_count, report->unknown_count == 1 ? "" : "s",
                    report->unknown_count == 1 ? "is" : "are");
}
