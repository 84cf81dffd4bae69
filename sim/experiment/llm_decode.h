/* Decode: tokens a second, from the times of a model's layers.
 *
 *   token = (decoder layers + 1 for the head) x llm.layer_overhead
 *         + sum over layers of count x (tasks x task_overhead + streaming)
 *
 * A dispatch is not paid per projection: 113 of them would take 12 ms a token,
 * more than the published rates leave room for.  Bytes are the weights that are
 * streamed; an embedding is gathered.
 */
#ifndef ANESIM_EXPERIMENT_LLM_DECODE_H
#define ANESIM_EXPERIMENT_LLM_DECODE_H

#include "sim/config/diagnostics.h"
#include "sim/experiment/plan_part.h"

/* Cuts the layers of these names along cin. */
struct llm_split {
    const char *layers; /* "gate_proj,up_proj,down_proj" */
    int64_t parts;
};

struct llm_rate {
    double token_us;
    double token_bytes; /* streamed */
    double tokens_per_s;
    double throughput_gbps; /* token_bytes over token_us, GB = 1e9 bytes */
};

/* The rate, from the sum of all layers' times and bytes; all 0 without layers. */
struct llm_rate llm_rate_of(const struct setup *setup, const struct shape_list *list,
                            double layers_us, double bytes);

/* How many of the list's different layers are at least that deep in the notch:
 * PLAN_HIT counts what is worth a plan, PLAN_GRAZED the harmless too. */
size_t llm_layers_in_notch(const struct setup *setup, const struct shape_list *list,
                           enum plan_notch notch);

/* Simulates every different layer, split as told (a layer that no split names
 * is left whole).  False when a diagnostic was added; a layer of unknown size
 * is one. */
bool llm_decode(const struct setup *setup, const struct shape_list *list,
                const struct llm_split *splits, size_t split_count, struct llm_rate *rate,
                struct diagnostics *errors);

#endif
