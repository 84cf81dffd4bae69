/* LLM parameters: what a token costs besides the streaming of weights. */
#ifndef ANESIM_WORKLOAD_LLM_PARAMS_H
#define ANESIM_WORKLOAD_LLM_PARAMS_H

#include "sim/config/schema.h"

struct llm_params {
    int64_t layer_overhead_ps; /* of a decoder layer, and of the head */
};

extern const struct config_section llm_section;

#endif
