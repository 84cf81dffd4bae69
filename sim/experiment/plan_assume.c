#include <inttypes.h>
#include <stdio.h>

#include "sim/experiment/plan.h"

static double us(int64_t ps)
{
    return (double)ps / PS_PER_US;
}

static bool assume_times(const struct plan_times *times, struct shape_list *list)
{
    if (times->closed_form)
        return shape_list_assume(list, "times are by closed form, not simulated");
    if (times->exact)
        return shape_list_assume(list, "every different transfer is simulated in full");
    return shape_list_assume(
        list,
        "every different transfer is simulated; one of more than %d laps of the "
        "ring for its first laps, and continued in a straight line",
        TIMES_LAPS_MAX);
}

static bool assume_token(const struct setup *setup, const struct shape_list *model,
                         struct shape_list *list)
{
    char layers[48] = "each decoder layer";
    if (model)
        snprintf(layers, sizeof layers, "each of %" PRId64 " decoder layers",
                 shape_list_decoder_layers(model));
    return shape_list_assume(list,
                             "a token takes %g us for %s and for the head (llm.layer_overhead), "
                             "and %g us for each task (ane.task_overhead), beside the weights; the "
                             "embedding is gathered, not streamed",
                             us(setup->llm.layer_overhead_ps), layers,
                             us(setup->chip.ane.task_overhead_ps));
}

bool plan_assume_partition(const struct setup *setup, struct shape_list *list)
{
    bool ceil = setup->workload.partition == PARTITION_CEIL;
    return shape_list_assume(list, "%s (workload.partition)",
                             ceil ? "every core streams ceil(cout / cores) kernels"
                                  : "some cores stream one kernel fewer than others");
}

bool plan_assume(const struct setup *setup, const struct plan_times *times,
                 const struct shape_list *model, struct shape_list *list)
{
    const struct price_params *price = &setup->price;
    return plan_assume_partition(setup, list) && assume_times(times, list) &&
           assume_token(setup, model, list) &&
           shape_list_assume(list,
                             "what a plan adds costs, beside tasks and padded bytes: slice %g us, "
                             "add %g, concatenation %g, pad %g, crop %g (section price); slices "
                             "and adds are in ane.task_overhead, which was fitted to split layers",
                             us(price->slice_ps), us(price->add_ps), us(price->concat_ps),
                             us(price->pad_ps), us(price->crop_ps));
}
