#include "sim/experiment/plan_candidate.h"

const struct plan_strategy_info plan_strategies[PLAN_STRATEGIES] = {
    [PLAN_KEEP] = {"keep", "keep", "cin"},
    [PLAN_SPLIT_CIN] = {"split-cin", "split", "cin"},
    [PLAN_SPLIT_COUT] = {"split-cout", "split", "cout"},
    [PLAN_PAD_CIN] = {"pad-cin", "pad", "cin"},
    [PLAN_PAD_COUT] = {"pad-cout", "pad", "cout"},
};

static bool is_along_cout(enum plan_strategy strategy)
{
    return strategy == PLAN_SPLIT_COUT || strategy == PLAN_PAD_COUT;
}

static double us(int64_t ps)
{
    return (double)ps / PS_PER_US;
}

static void price(struct plan_candidate *candidate, const struct price_params *params)
{
    int64_t parts = candidate->parts;
    switch (candidate->strategy) {
    case PLAN_SPLIT_CIN:
        candidate->operations = parts + 2 * (parts - 1);
        candidate->price_us =
            (double)parts * us(params->slice_ps) + (double)(parts - 1) * us(params->add_ps);
        break;
    case PLAN_SPLIT_COUT:
        candidate->operations = parts;
        candidate->price_us = us(params->concat_ps);
        break;
    case PLAN_PAD_CIN:
        candidate->operations = 1;
        candidate->price_us = us(params->pad_ps);
        break;
    case PLAN_PAD_COUT:
        candidate->operations = 1;
        candidate->price_us = us(params->crop_ps);
        break;
    case PLAN_KEEP:
    case PLAN_STRATEGIES:
        break;
    }
}

/* Adds `count` parts of so many channels along the axis. */
static enum workload_status add_size(struct plan_candidate *candidate, const struct setup *setup,
                                     const struct shape *shape, int64_t channels, int64_t count,
                                     char message[WORKLOAD_MESSAGE_BYTES])
{
    bool along_cout = is_along_cout(candidate->strategy);
    struct plan_size *size = &candidate->sizes[candidate->size_count];
    *size = (struct plan_size){.channels = channels, .count = count};
    enum workload_status status =
        plan_part_init(&size->part, setup, shape, along_cout ? shape->cin : channels,
                       along_cout ? channels : shape->cout, message);
    if (status != WORKLOAD_OK)
        return status;
    if (size->part.notch > plan_candidate_worst(candidate)->notch)
        candidate->worst = candidate->size_count;
    candidate->size_count++;
    candidate->parts += count;
    candidate->bytes += size->part.bytes * count;
    candidate->closed_form_us += size->part.closed_form_us * (double)count;
    return WORKLOAD_OK;
}

static void finish(struct plan_candidate *candidate, const struct setup *setup)
{
    price(candidate, &setup->price);
    candidate->closed_form_us += candidate->price_us;
}

enum workload_status plan_candidate_split(struct plan_candidate *candidate,
                                          const struct setup *setup, const struct shape *shape,
                                          enum plan_strategy strategy, int64_t parts, int64_t align,
                                          char message[WORKLOAD_MESSAGE_BYTES])
{
    int64_t whole = is_along_cout(strategy) ? shape->cout : shape->cin;
    enum workload_status status = WORKLOAD_OK;
    *candidate = (struct plan_candidate){.strategy = strategy};
    for (int64_t i = 0; status == WORKLOAD_OK && i < parts;) {
        int64_t channels = plan_part_channels(whole, parts, align, i);
        int64_t first = i;
        while (i < parts && plan_part_channels(whole, parts, align, i) == channels)
            i++;
        status = add_size(candidate, setup, shape, channels, i - first, message);
    }
    finish(candidate, setup);
    return status;
}

/* The least channels that clear, or 0.  Four times the width of the notch is far
 * enough to look. */
static int64_t clear_channels(const struct setup *setup, const struct shape *shape, bool along_cout,
                              int64_t step)
{
    enum { STEPS_MAX = 1 << 14, WIDTHS = 4 };
    char message[WORKLOAD_MESSAGE_BYTES];
    struct plan_part part;
    int64_t channels = (along_cout ? shape->cout : shape->cin) / step * step;
    if (plan_part_place(&part, setup, shape, shape->cin, shape->cout, message) != WORKLOAD_OK)
        return 0;
    int64_t lines_max = part.lines + WIDTHS * setup->chip.core.ring.credit_max;
    for (int i = 0; i < STEPS_MAX; i++) {
        channels += step;
        if (plan_part_place(&part, setup, shape, along_cout ? shape->cin : channels,
                            along_cout ? channels : shape->cout, message) != WORKLOAD_OK)
            return 0;
        if (part.notch == PLAN_CLEAR)
            return channels;
        if (i > 0 && part.lines > lines_max)
            return 0;
    }
    return 0;
}

bool plan_candidate_pad(struct plan_candidate *candidate, const struct setup *setup,
                        const struct shape *shape, enum plan_strategy strategy, int64_t align)
{
    char message[WORKLOAD_MESSAGE_BYTES];
    /* Up to a multiple of the cores, more kernels cost nothing. */
    int64_t step = align > 1 || strategy == PLAN_PAD_CIN ? align : setup->chip.ane.cores;
    int64_t channels = clear_channels(setup, shape, is_along_cout(strategy), step);
    *candidate = (struct plan_candidate){.strategy = strategy};
    if (channels == 0 || add_size(candidate, setup, shape, channels, 1, message) != WORKLOAD_OK)
        return false;
    finish(candidate, setup);
    return true;
}

void plan_candidate_ask(struct plan_candidate *candidate, struct plan_times *times,
                        const struct shape *shape)
{
    for (size_t i = 0; !candidate->asked && i < candidate->size_count; i++) {
        struct plan_size *size = &candidate->sizes[i];
        size->time =
            plan_times_ask(times, &size->part, shape, times->setup->chip.core.ring.hypothesis);
    }
    candidate->asked = true;
}

void plan_candidate_take(struct plan_candidate *candidate, const struct plan_times *times)
{
    if (!candidate->asked)
        return;
    candidate->time_us = candidate->price_us;
    for (size_t i = 0; i < candidate->size_count; i++)
        candidate->time_us +=
            (double)candidate->sizes[i].count * plan_times_us(times, candidate->sizes[i].time);
}
