#include "sim/experiment/llm_decode.h"

#include <stdlib.h>
#include <string.h>

#include "sim/experiment/plan_times.h"

struct llm_rate llm_rate_of(const struct setup *setup, const struct shape_list *list,
                            double layers_us, double bytes)
{
    enum { HEADS = 1 };
    struct llm_rate rate = {.token_bytes = bytes, .token_us = layers_us};
    double overhead_us = (double)setup->llm.layer_overhead_ps / PS_PER_US;
    rate.token_us += (double)(shape_list_decoder_layers(list) + HEADS) * overhead_us;
    if (list->count == 0 || rate.token_us <= 0)
        return (struct llm_rate){0};
    rate.tokens_per_s = 1e6 / rate.token_us;
    rate.throughput_gbps = bytes / rate.token_us / 1e3;
    return rate;
}

size_t llm_layers_in_notch(const struct setup *setup, const struct shape_list *list,
                           enum plan_notch notch)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct shape *shape = &list->items[i];
        char message[WORKLOAD_MESSAGE_BYTES];
        struct plan_part part;
        if (plan_part_place(&part, setup, shape, shape->cin, shape->cout, message) == WORKLOAD_OK)
            count += part.notch >= notch;
    }
    return count;
}

/* Whether a comma-separated list names it. */
static bool names(const char *list, const char *name)
{
    size_t bytes = strlen(name);
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        size_t word = strcspn(at, ",");
        if (word == bytes && strncmp(at, name, bytes) == 0)
            return true;
        at += word;
    }
    return false;
}

static int64_t parts_of(const struct shape *shape, const struct llm_split *splits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (names(splits[i].layers, shape->name))
            return splits[i].parts;
    return 1;
}

/* A part to be streamed so often a token. */
struct load {
    size_t time;
    int64_t count;
};

struct loads {
    struct load *items;
    size_t count;
    double bytes;
};

/* Asks for the times of a layer's parts: the larger ones, and the others. */
static bool ask(struct plan_times *times, const struct shape *shape, int64_t parts,
                struct loads *loads, struct diagnostics *errors)
{
    char message[WORKLOAD_MESSAGE_BYTES];
    int64_t larger = shape->cin % parts;
    const int64_t repeats[] = {larger, parts - larger};
    for (size_t i = 0; i < 2; i++) {
        struct plan_part part;
        int64_t cin = shape->cin / parts + (i == 0 ? 1 : 0);
        if (repeats[i] == 0)
            continue;
        if (plan_part_place(&part, times->setup, shape, cin, shape->cout, message) != WORKLOAD_OK) {
            diagnostics_bad_input(errors, "%s: %s", shape->name, message);
            return false;
        }
        loads->items[loads->count++] = (struct load){
            .time = plan_times_ask(times, &part, shape, times->setup->chip.core.ring.hypothesis),
            .count = repeats[i] * shape->count,
        };
        loads->bytes += (double)part.bytes * (double)(repeats[i] * shape->count);
    }
    return true;
}

bool llm_decode(const struct setup *setup, const struct shape_list *list,
                const struct llm_split *splits, size_t split_count, struct llm_rate *rate,
                struct diagnostics *errors)
{
    struct plan_times times = {.setup = setup};
    struct loads loads = {.items = calloc(2 * list->count + 1, sizeof *loads.items)};
    bool good = loads.items != NULL;
    double sum_us = 0;
    if (!good)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the layers");
    for (size_t i = 0; good && i < list->count; i++)
        good = ask(&times, &list->items[i], parts_of(&list->items[i], splits, split_count), &loads,
                   errors);
    good = good && plan_times_run(&times, errors);
    for (size_t i = 0; good && i < loads.count; i++)
        sum_us += (double)loads.items[i].count * plan_times_us(&times, loads.items[i].time);
    *rate = good ? llm_rate_of(setup, list, sum_us, loads.bytes) : (struct llm_rate){0};
    plan_times_free(&times);
    free(loads.items);
    return good;
}
