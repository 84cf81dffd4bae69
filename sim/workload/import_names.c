#include "sim/workload/import_names.h"

#include <stdio.h>
#include <string.h>

#include "sim/config/utf8.h"

/* In the order of a list. */
static const char *const order[IMPORT_ORDER_OTHER] = {
    "q_proj",       "qkv_proj", "k_proj",    "v_proj", "o_proj",  "gate_proj",
    "gate_up_proj", "up_proj",  "down_proj", "router", "lm_head", "lm_head_shard",
};

/* The longer of two that overlap comes first. */
static const struct {
    const char *part;
    const char *layer;
} parts[] = {
    {"qkv_proj", "qkv_proj"},   {"gate_up_proj", "gate_up_proj"},
    {"q_proj", "q_proj"},       {"k_proj", "k_proj"},
    {"v_proj", "v_proj"},       {"o_proj", "o_proj"},
    {"gate_proj", "gate_proj"}, {"up_proj", "up_proj"},
    {"down_proj", "down_proj"}, {"lm_head", "lm_head"},
    {"attn_qkv", "qkv_proj"},   {"attn_q", "q_proj"},
    {"attn_k", "k_proj"},       {"attn_v", "v_proj"},
    {"attn_output", "o_proj"},  {"ffn_gate", "gate_proj"},
    {"ffn_up", "up_proj"},      {"ffn_down", "down_proj"},
};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

/* Other parts of a model have projections of the same names. */
static bool is_of_the_decoder(const char *name)
{
    static const char *const elsewhere[] = {"vision", "visual", "audio", "encoder", "draft"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (strstr(name, elsewhere[i]))
            return false;
    return true;
}

void import_printable(const char *text, size_t bytes, char *copy, size_t copy_size)
{
    size_t used = 0;
    for (size_t i = 0; i < bytes;) {
        size_t sequence = utf8_sequence_bytes(text + i, bytes - i);
        size_t step = sequence > 0 ? sequence : 1;
        bool plain = sequence > 0 && !utf8_is_control(text + i, sequence);
        size_t wanted = plain ? step : 1;
        if (used + wanted >= copy_size)
            break;
        memcpy(copy + used, plain ? text + i : "?", wanted);
        used += wanted;
        i += step;
    }
    copy[used] = '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Copies a name; a part that is a number becomes '*'. */
static void plain_name(const char *name, size_t bytes, const char *separators,
                       char layer[SHAPE_NAME_BYTES])
{
    char plain[SHAPE_NAME_BYTES];
    size_t used = 0;
    for (size_t i = 0; i < bytes && used + 1 < sizeof plain;) {
        size_t part = 0, digits = 0;
        while (i + part < bytes && !strchr(separators, name[i + part]))
            digits += is_digit(name[i + part++]);
        bool number = part > 0 && digits == part;
        size_t room = sizeof plain - 1 - used;
        size_t wanted = number ? 1 : part < room ? part : room;
        memcpy(plain + used, number ? "*" : name + i, wanted);
        used += wanted;
        i += part;
        if (i < bytes && used + 1 < sizeof plain)
            plain[used++] = name[i];
        i += i < bytes;
    }
    import_printable(plain, used, layer, SHAPE_NAME_BYTES);
}

/* Drops `ending` off the name of *bytes bytes; true when it was there. */
static bool drop_ending(const char *name, size_t *bytes, const char *ending)
{
    size_t length = strlen(ending);
    if (*bytes <= length || memcmp(name + *bytes - length, ending, length) != 0)
        return false;
    *bytes -= length;
    return true;
}

static bool is_packed(const char *name)
{
    static const char *const signs[] = {".qweight", ".quant_state.", ".absmax", ".weight_packed",
                                        ".quant_map"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (strstr(name, signs[i]))
            return true;
    return false;
}

static bool is_expert(const char *name)
{
    return strstr(name, ".experts.") || strstr(name, "block_sparse_moe.") ||
           strstr(name, "_exps.") || strstr(name, "shared_expert");
}

static bool is_embedding(const char *last, size_t bytes)
{
    static const char *const names[] = {"embed_tokens",    "token_embd",     "wte",
                                        "word_embeddings", "tok_embeddings", NULL};
    for (size_t i = 0; names[i]; i++)
        if (bytes == strlen(names[i]) && memcmp(last, names[i], bytes) == 0)
            return true;
    return false;
}

/* The known layer whose name is exactly the last part of the tensor's. */
static const char *known_layer(const char *name, size_t bytes, size_t last)
{
    if (bytes == strlen("output") && memcmp(name, "output", bytes) == 0)
        return "lm_head";
    for (size_t i = 0; i < PART_COUNT; i++)
        if (bytes - last == strlen(parts[i].part) &&
            memcmp(name + last, parts[i].part, bytes - last) == 0)
            return is_of_the_decoder(name) ? parts[i].layer : NULL;
    return NULL;
}

enum tensor_kind import_tensor_kind(const char *name, char layer[SHAPE_NAME_BYTES])
{
    size_t bytes = strlen(name);
    layer[0] = '\0';
    if (is_expert(name))
        return TENSOR_EXPERT;
    if (is_packed(name))
        return TENSOR_PACKED;
    if (!drop_ending(name, &bytes, ".weight"))
        return TENSOR_OTHER;
    size_t last = bytes;
    while (last > 0 && name[last - 1] != '.')
        last--;
    if (is_embedding(name + last, bytes - last))
        return TENSOR_EMBEDDING;
    const char *known = known_layer(name, bytes, last);
    if (known)
        snprintf(layer, SHAPE_NAME_BYTES, "%s", known);
    else
        plain_name(name, bytes, ".", layer);
    return TENSOR_WEIGHT;
}

/* Where `part` stands in a name of parts joined by '_' (or '.'); NULL: nowhere. */
static const char *find_part(const char *name, const char *part)
{
    size_t bytes = strlen(part);
    for (const char *at = name; (at = strstr(at, part)) != NULL; at++) {
        bool begins = at == name || at[-1] == '_' || at[-1] == '.';
        if (begins && (at[bytes] == '\0' || at[bytes] == '_' || at[bytes] == '.'))
            return at;
    }
    return NULL;
}

/* ANEMLL's slices of the head: lm_head16_1 .. lm_head16_16. */
static bool is_head_shard(const char *name)
{
    const char *at = strstr(name, "lm_head");
    return at && (at == name || at[-1] == '_' || at[-1] == '.') && is_digit(at[strlen("lm_head")]);
}

bool import_mil_name(const char *name, char layer[SHAPE_NAME_BYTES])
{
    static const char *const endings[] = {"_to_fp16",   "_cast_fp16",  "_promoted",
                                          "_quantized", "_palettized", "_weight"};
    const char *known = is_head_shard(name) ? "lm_head_shard" : NULL;
    for (size_t i = 0; i < PART_COUNT && !known; i++)
        if (find_part(name, parts[i].part))
            known = parts[i].layer;
    if (known && is_of_the_decoder(name)) {
        snprintf(layer, SHAPE_NAME_BYTES, "%s", known);
        return true;
    }
    size_t bytes = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        drop_ending(name, &bytes, endings[i]);
    plain_name(name, bytes, "._", layer);
    return false;
}

size_t import_order(const char *layer)
{
    size_t i = 0;
    while (i < IMPORT_ORDER_OTHER && strcmp(layer, order[i]) != 0)
        i++;
    return i;
}
