/* Config: the parts that read a Hugging Face config.json. */
#ifndef ANESIM_WORKLOAD_IMPORT_CONFIG_H
#define ANESIM_WORKLOAD_IMPORT_CONFIG_H

#include <jansson.h>

#include "sim/workload/import_decoder.h"
#include "sim/workload/import_source.h"

/* A family of models by its "model_type", and what its class in the
 * transformers library assumes for a key that is not there. */
struct config_family {
    const char *type;
    int64_t hidden;
    int64_t intermediate;
    int64_t layers;
    int64_t heads;
    int64_t kv_heads; /* 0: as heads */
    int64_t head_dim; /* 0: hidden / heads */
    int64_t vocab;
    bool fused; /* q, k, v in one; gate, up in one */
    bool tied;
    const char *bias;          /* which layers have one though no key says so; or NULL */
    const char *experts;       /* key of the number of experts; NULL: no mixture */
    const char *expert_hidden; /* key of their intermediate size */
};

/* The family; an unknown type is "llama" with *known false. */
const struct config_family *config_family_find(const char *type, bool *known);

/* Why a model cannot be read from its config; NULL: it can.  `type` is its
 * model_type. */
const char *config_family_refusal(const json_t *model, const char *type,
                                  const struct config_family *family);

/* Fills bits, head_bits and note from "dtype" and "quantization_config" of
 * either object; what is assumed goes to list.  The note is in `text`. */
bool config_bits(const json_t *document, const json_t *model, struct decoder *decoder,
                 char text[SHAPE_NOTE_BYTES], struct shape_list *list);

#endif
