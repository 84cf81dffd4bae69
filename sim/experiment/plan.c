#include "sim/experiment/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/experiment/llm_published.h"

static const double near_tie = 1.01;
/* Nearer together than this, the closed form does not tell candidates apart. */
static const double closed_form_margin = 1.03;

static bool cures(const struct plan_candidate *candidate)
{
    return plan_candidate_worst(candidate)->notch != PLAN_HIT;
}

/* Adds a split, if the layer can be cut so. */
static void add_split(struct plan_layer *layer, const struct setup *setup,
                      enum plan_strategy strategy, int64_t parts, int64_t align)
{
    char message[WORKLOAD_MESSAGE_BYTES];
    const struct shape *shape = layer->shape;
    int64_t whole = strategy == PLAN_SPLIT_COUT ? shape->cout : shape->cin;
    struct plan_candidate *candidate = &layer->candidates[layer->candidate_count];
    if (parts <= (whole + align - 1) / align &&
        plan_candidate_split(candidate, setup, shape, strategy, parts, align, message) ==
            WORKLOAD_OK)
        layer->candidate_count++;
}

static void add_pad(struct plan_layer *layer, const struct setup *setup,
                    enum plan_strategy strategy, int64_t align)
{
    struct plan_candidate *candidate = &layer->candidates[layer->candidate_count];
    if (plan_candidate_pad(candidate, setup, layer->shape, strategy, align))
        layer->candidate_count++;
}

static void add_candidates(struct plan_layer *layer, const struct setup *setup,
                           const struct plan_options *options)
{
    static const enum plan_strategy splits[] = {PLAN_SPLIT_CIN, PLAN_SPLIT_COUT};
    static const enum plan_strategy pads[] = {PLAN_PAD_CIN, PLAN_PAD_COUT};
    for (size_t i = 0; i < 2; i++)
        for (int64_t parts = 2; !options->forbidden[splits[i]] && parts <= options->parts_max;
             parts++)
            add_split(layer, setup, splits[i], parts, options->align);
    for (size_t i = 0; i < 2; i++)
        if (!options->forbidden[pads[i]])
            add_pad(layer, setup, pads[i], options->align);
}

enum { FP16_BITS = 16 };

/* The report's split, which is of fp16 weights: of the candidates, or one more. */
static void add_published(struct plan_layer *layer, const struct setup *setup, const char *title)
{
    int64_t parts = llm_published_parts(title, layer->shape->name);
    size_t i = 1;
    if (parts < 2 || layer->shape->bits != FP16_BITS)
        return;
    while (i < layer->candidate_count &&
           (layer->candidates[i].strategy != PLAN_SPLIT_CIN || layer->candidates[i].parts != parts))
        i++;
    bool excluded = i == layer->candidate_count;
    if (excluded)
        add_split(layer, setup, PLAN_SPLIT_CIN, parts, 1);
    if (i == layer->candidate_count)
        return;
    layer->candidates[i].excluded = excluded;
    layer->candidates[i].published = true;
    layer->published = i;
}

/* Of one strategy's candidates that cure, the one of fewest operations, but more
 * than `operations`, and not slower than the limit; NULL: none. */
static struct plan_candidate *simplest(struct plan_layer *layer, enum plan_strategy strategy,
                                       int64_t operations, double limit_us)
{
    struct plan_candidate *found = NULL;
    for (size_t i = 0; i < layer->candidate_count; i++) {
        struct plan_candidate *candidate = &layer->candidates[i];
        if (candidate->strategy == strategy && cures(candidate) &&
            candidate->operations > operations && candidate->closed_form_us <= limit_us &&
            (!found || candidate->operations < found->operations))
            found = candidate;
    }
    return found;
}

static double fastest_us(const struct plan_layer *layer, enum plan_strategy strategy)
{
    double fastest = INFINITY;
    for (size_t i = 0; i < layer->candidate_count; i++) {
        const struct plan_candidate *candidate = &layer->candidates[i];
        if (candidate->strategy == strategy && cures(candidate))
            fastest = fmin(fastest, candidate->closed_form_us);
    }
    return fastest;
}

/* Asks for the simplest candidates of a strategy: the closed form cannot tell
 * those within its margin apart. */
static void shortlist(struct plan_layer *layer, enum plan_strategy strategy, int most,
                      struct plan_times *times)
{
    double limit_us = fastest_us(layer, strategy) * closed_form_margin;
    int64_t operations = 0;
    for (int i = 0; i < most; i++) {
        struct plan_candidate *candidate = simplest(layer, strategy, operations, limit_us);
        if (!candidate)
            return;
        plan_candidate_ask(candidate, times, layer->shape);
        operations = candidate->operations;
    }
}

/* Two splits along cin, one along cout, the faster pad. */
static void shortlist_all(struct plan_layer *layer, struct plan_times *times)
{
    bool along_cout = fastest_us(layer, PLAN_PAD_COUT) < fastest_us(layer, PLAN_PAD_CIN);
    shortlist(layer, PLAN_SPLIT_CIN, 2, times);
    shortlist(layer, PLAN_SPLIT_COUT, 1, times);
    shortlist(layer, along_cout ? PLAN_PAD_COUT : PLAN_PAD_CIN, 1, times);
}

/* What the notch costs.  Of a grazed layer, a few per cent, the time out of the
 * notch is asked for; of one that is hit the closed form is near enough. */
static void ask_cost(struct plan_layer *layer, struct plan_times *times)
{
    const struct plan_part *whole = plan_candidate_worst(&layer->candidates[0]);
    struct setup fixed = *times->setup;
    struct plan_part part;
    char message[WORKLOAD_MESSAGE_BYTES];
    fixed.chip.core.ring.hypothesis = RING_epoch;
    if (whole->notch == PLAN_GRAZED)
        layer->fixed_time = plan_times_ask(times, whole, layer->shape, RING_epoch);
    if (whole->notch == PLAN_HIT && plan_part_init(&part, &fixed, layer->shape, whole->cin,
                                                   whole->cout, message) == WORKLOAD_OK)
        layer->cost_share = 1 - part.closed_form_us / whole->closed_form_us;
}

/* A layer before this one for which all is worked out already; NULL: none. */
static const struct plan_layer *find_twin(const struct plan_report *report,
                                          const struct plan_layer *layer)
{
    const char *title = report->list->title;
    for (const struct plan_layer *twin = report->layers; twin < layer; twin++)
        if (twin->known && shape_is_alike(twin->shape, layer->shape) &&
            llm_published_parts(title, twin->shape->name) ==
                llm_published_parts(title, layer->shape->name))
            return twin;
    return NULL;
}

static bool copy_twin(struct plan_layer *layer, const struct plan_layer *twin)
{
    const struct shape *shape = layer->shape;
    *layer = *twin;
    layer->shape = shape;
    layer->candidates = calloc(twin->candidate_count, sizeof *layer->candidates);
    if (layer->candidates)
        memcpy(layer->candidates, twin->candidates,
               twin->candidate_count * sizeof *layer->candidates);
    return layer->candidates != NULL;
}

static bool begin_layer(struct plan_layer *layer, const struct plan_report *report,
                        const struct plan_options *options, struct plan_times *times)
{
    enum { OTHERS = 4 }; /* whole, padded twice, published */
    const struct setup *setup = times->setup;
    const struct plan_layer *twin = find_twin(report, layer);
    if (twin)
        return copy_twin(layer, twin);
    struct plan_candidate whole;
    layer->known = plan_candidate_split(&whole, setup, layer->shape, PLAN_KEEP, 1, 1,
                                        layer->message) == WORKLOAD_OK;
    if (!layer->known)
        return true;
    enum plan_notch notch = plan_candidate_worst(&whole)->notch;
    bool planned = notch == PLAN_HIT || options->all_layers;
    size_t capacity = planned ? 2 * (size_t)options->parts_max + OTHERS : OTHERS;
    layer->candidates = calloc(capacity, sizeof *layer->candidates);
    if (!layer->candidates)
        return false;
    layer->candidates[layer->candidate_count++] = whole;
    plan_candidate_ask(&layer->candidates[0], times, layer->shape);
    ask_cost(layer, times);
    if (planned)
        add_candidates(layer, setup, options);
    shortlist_all(layer, times);
    if (notch == PLAN_HIT)
        add_published(layer, setup, report->list->title);
    plan_candidate_ask(&layer->candidates[layer->published], times, layer->shape);
    return true;
}

static void count_layer(struct plan_report *report, const struct plan_layer *layer)
{
    if (layer->known)
        report->notch_count[plan_layer_notch(layer)]++;
    else
        report->unknown_count++;
    report->has_published |= layer->published > 0;
}

bool plan_begin(struct plan_report *report, const struct shape_list *list,
                const struct plan_options *options, struct plan_times *times,
                struct diagnostics *errors)
{
    *report = (struct plan_report){.setup = times->setup, .list = list};
    report->layers = calloc(list->count + 1, sizeof *report->layers);
    bool done = report->layers != NULL;
    for (size_t i = 0; done && i < list->count; i++) {
        struct plan_layer *layer = &report->layers[i];
        layer->shape = &list->items[i];
        report->layer_count++;
        done = begin_layer(layer, report, options, times);
        if (done)
            count_layer(report, layer);
    }
    if (!done || times->failed)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the plan");
    return done && !times->failed;
}

static bool may_be_chosen(const struct plan_candidate *candidate)
{
    return candidate->asked && !candidate->excluded &&
           (candidate->strategy == PLAN_KEEP || cures(candidate));
}

/* The fastest, near-ties toward the fewest operations; never one that is
 * slower than the report's split. */
static size_t choose(const struct plan_layer *layer, double tie)
{
    double best_us = layer->candidates[0].time_us;
    size_t best = 0;
    for (size_t i = 1; i < layer->candidate_count; i++) {
        const struct plan_candidate *candidate = &layer->candidates[i];
        if (may_be_chosen(candidate) && candidate->time_us < best_us)
            best_us = candidate->time_us;
    }
    double limit_us = best_us * tie;
    const struct plan_candidate *published = &layer->candidates[layer->published];
    if (may_be_chosen(published) && published->time_us < limit_us)
        limit_us = published->time_us;
    for (size_t i = 0; i < layer->candidate_count; i++) {
        const struct plan_candidate *candidate = &layer->candidates[i];
        const struct plan_candidate *chosen = &layer->candidates[best];
        if (!may_be_chosen(candidate) || candidate->time_us > limit_us)
            continue;
        if (chosen->time_us > limit_us || candidate->operations < chosen->operations ||
            (candidate->operations == chosen->operations && candidate->time_us < chosen->time_us))
            best = i;
    }
    return best;
}

static void take_cost(struct plan_layer *layer, const struct plan_times *times)
{
    double time_us = layer->candidates[0].time_us;
    if (plan_layer_notch(layer) == PLAN_GRAZED)
        layer->cost_us = time_us - plan_times_us(times, layer->fixed_time);
    else
        layer->cost_us = time_us * layer->cost_share;
}

void plan_finish(struct plan_report *report, const struct plan_times *times)
{
    double sums_us[PLAN_ARMS] = {0};
    double bytes = 0;
    for (size_t i = 0; i < report->layer_count; i++) {
        struct plan_layer *layer = &report->layers[i];
        if (!layer->known)
            continue;
        for (size_t j = 0; j < layer->candidate_count; j++)
            plan_candidate_take(&layer->candidates[j], times);
        layer->best = choose(layer, times->closed_form ? closed_form_margin : near_tie);
        take_cost(layer, times);
        for (int arm = 0; arm < PLAN_ARMS; arm++)
            sums_us[arm] +=
                (double)layer->shape->count * plan_layer_arm(layer, (enum plan_arm)arm)->time_us;
        bytes += (double)layer->shape->count * (double)layer->candidates[0].bytes;
    }
    for (int arm = 0; arm < PLAN_ARMS; arm++)
        report->rates[arm] = llm_rate_of(report->setup, report->list, sums_us[arm], bytes);
}

void plan_report_free(struct plan_report *report)
{
    for (size_t i = 0; i < report->layer_count; i++)
        free(report->layers[i].candidates);
    free(report->layers);
    *report = (struct plan_report){0};
}
