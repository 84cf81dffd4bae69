#include <stddef.h>
#include <string.h>

#include "sim/workload/import_config.h"

/* Defaults: the configuration classes of the transformers library. */
static const struct config_family families[] = {
    {.type = "llama", 4096, 11008, 32, 32, 0, 0, 32000},
    {.type = "mistral", 4096, 14336, 32, 32, 8, 0, 32000},
    {.type = "qwen2", 4096, 22016, 32, 32, 32, 0, 151936, .bias = "q, k and v"},
    {.type = "qwen3", 4096, 22016, 32, 32, 32, 128, 151936},
    {.type = "gemma", 3072, 24576, 28, 16, 16, 256, 256000, .tied = true},
    {.type = "gemma2", 2304, 9216, 26, 8, 4, 256, 256000, .tied = true},
    {.type = "gemma3_text", 2304, 9216, 26, 8, 4, 256, 262208, .tied = true},
    {.type = "gemma3", 2304, 9216, 26, 8, 4, 256, 262208, .tied = true},
    {.type = "phi3", 3072, 8192, 32, 32, 0, 0, 32064, .fused = true},
    {.type = "mixtral",
     4096,
     14336,
     32,
     32,
     8,
     0,
     32000,
     .experts = "num_local_experts",
     .expert_hidden = "intermediate_size"},
    {.type = "qwen3_moe",
     2048,
     6144,
     24,
     32,
     4,
     0,
     151936,
     .experts = "num_experts",
     .expert_hidden = "moe_intermediate_size"},
};

const struct config_family *config_family_find(const char *type, bool *known)
{
    *known = true;
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (strcmp(type, families[i].type) == 0)
            return &families[i];
    *known = false;
    return &families[0];
}

/* Models whose feed-forward part has two matrices, not three. */
static bool is_not_gated(const char *type)
{
    static const char *const types[] = {
        "bert", "bloom", "falcon",   "gpt2", "gpt_bigcode", "gpt_neo", "gpt_neox",
        "gptj", "mpt",   "nemotron", "opt",  "phi",         "roberta", "starcoder2"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

static bool says(const json_t *model, const char *key)
{
    const json_t *value = json_object_get(model, key);
    return value && !json_is_null(value) && !json_is_false(value);
}

static bool has_experts(const json_t *model)
{
    static const char *const keys[] = {"num_experts", "num_local_experts", "n_routed_experts",
                                       "moe_num_experts"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (json_integer_value(json_object_get(model, keys[i])) > 1)
            return true;
    return false;
}

static bool has_other_layers(const json_t *model)
{
    static const char *const keys[] = {
        "mamba_d_state",        "ssm_cfg",       "state_size", "conv_L_cache",
        "linear_num_key_heads", "block_configs", "lru_width"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (says(model, keys[i]))
            return true;
    return false;
}

/* Every layer of a mixture has experts; some models leave layers out. */
static bool is_mixed_by_layer(const json_t *model)
{
    const json_t *step = json_object_get(model, "decoder_sparse_step");
    return (step && json_integer_value(step) != 1) ||
           json_array_size(json_object_get(model, "mlp_only_layers")) > 0;
}

const char *config_family_refusal(const json_t *model, const char *type,
                                  const struct config_family *family)
{
    if (json_is_true(json_object_get(model, "is_encoder_decoder")))
        return "has an encoder besides the decoder";
    if (says(model, "kv_lora_rank"))
        return "has multi-head latent attention (kv_lora_rank)";
    if (has_other_layers(model))
        return "has layers other than attention and feed-forward";
    if (is_not_gated(type))
        return "has a feed-forward part without a gate";
    if (!family->experts && has_experts(model))
        return "is a mixture of experts of a kind that is not known here";
    if (family->experts && is_mixed_by_layer(model))
        return "has experts in some of its layers only";
    return NULL;
}
