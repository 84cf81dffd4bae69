#include "sim/workload/llm_params.h"
#include "sim/kernel/time.h"

static const struct config_key keys[] = {
    {.name = "layer_overhead",
     .type = CONFIG_TIME,
     .offset = offsetof(struct llm_params, layer_overhead_ps),
     .min = 0,
     .max = 1000 * (int64_t)PS_PER_US * 1000,
     .default_text = "107us",
     .provenance = PROVENANCE_ASSUMED,
     .help = "fixed time of a decoder layer, and of the head: that of one dispatch"},
};

const struct config_section llm_section = {
    .name = "llm",
    .help = "Decoding a token: what each layer costs besides its weights",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};
