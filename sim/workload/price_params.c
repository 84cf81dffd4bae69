#include "sim/workload/price_params.h"
#include "sim/kernel/time.h"

#define PRICE(member, value, origin, text)                                                         \
    {                                                                                              \
        .name = #member, .type = CONFIG_TIME,                                                      \
        .offset = offsetof(struct price_params, member##_ps), .min = 0,                            \
        .max = 1000 * (int64_t)PS_PER_US, .default_text = value, .provenance = origin,             \
        .help = text                                                                               \
    }

static const struct config_key keys[] = {
    PRICE(slice, "0us", PROVENANCE_DERIVED,
          "slice of the input for one part of a split along cin; contained in ane.task_overhead, "
          "which was fitted to split layers"),
    PRICE(add, "0us", PROVENANCE_DERIVED,
          "sum of two partial results of a split along cin; contained in ane.task_overhead too"),
    PRICE(concat, "3us", PROVENANCE_ASSUMED,
          "joining the outputs of a split along cout; as long as a task's overhead"),
    PRICE(pad, "3us", PROVENANCE_ASSUMED,
          "padding the input with zeros; as long as a task's overhead"),
    PRICE(crop, "3us", PROVENANCE_ASSUMED,
          "cutting the padding off the output; as long as a task's overhead"),
};

const struct config_section price_section = {
    .name = "price",
    .help = "What a plan's extra operations cost, beside a task each and the padded bytes",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};
