#include "sim/workload/import_decoder.h"

#include <stdio.h>
#include <string.h>

/* Adds a layer that occurs `count` times. */
static bool add(struct shape_list *list, const struct decoder *decoder, const char *name,
                int64_t cin, int64_t cout, int64_t count)
{
    struct shape shape = {
        .cin = cin, .cout = cout, .kernel = 1, .bits = decoder->bits, .groups = 1, .count = count};
    snprintf(shape.name, sizeof shape.name, "%s", name);
    if (decoder->bits == 0 && decoder->note)
        snprintf(shape.note, sizeof shape.note, "%s", decoder->note);
    return shape_list_add(list, &shape);
}

static bool add_attention(struct shape_list *list, const struct decoder *decoder)
{
    int64_t hidden = decoder->hidden, layers = decoder->layers;
    int64_t q = decoder->heads * decoder->head_dim;
    int64_t kv = decoder->kv_heads * decoder->head_dim;
    bool added = decoder->fused ? add(list, decoder, "qkv_proj", hidden, q + 2 * kv, layers)
                                : add(list, decoder, "q_proj", hidden, q, layers) &&
                                      add(list, decoder, "k_proj", hidden, kv, layers) &&
                                      add(list, decoder, "v_proj", hidden, kv, layers);
    return added && add(list, decoder, "o_proj", q, hidden, layers);
}

static bool add_feed_forward(struct shape_list *list, const struct decoder *decoder)
{
    int64_t hidden = decoder->hidden, wide = decoder->intermediate;
    int64_t count = decoder->layers * (decoder->experts > 0 ? decoder->active : 1);
    if (decoder->experts > 0 &&
        !add(list, decoder, "router", hidden, decoder->experts, decoder->layers))
        return false;
    bool added = decoder->fused ? add(list, decoder, "gate_up_proj", hidden, 2 * wide, count)
                                : add(list, decoder, "gate_proj", hidden, wide, count) &&
                                      add(list, decoder, "up_proj", hidden, wide, count);
    return added && add(list, decoder, "down_proj", wide, hidden, count);
}

bool decoder_shapes(const struct decoder *decoder, struct shape_list *list)
{
    struct decoder head = *decoder;
    head.bits = decoder->head_bits;
    return add_attention(list, decoder) && add_feed_forward(list, decoder) &&
           add(list, &head, "lm_head", decoder->hidden, decoder->vocab, 1);
}

/* Replaces item `at` by its slices; those that are one channel wider first. */
static bool split(struct shape_list *list, size_t at, int64_t slices)
{
    struct shape shard = list->items[at];
    int64_t wider = shard.cout % slices, count = shard.count;
    shard.cout /= slices;
    snprintf(shard.name, sizeof shard.name, "lm_head_shard");
    shard.count = count * (slices - wider);
    list->items[at] = shard;
    if (wider == 0)
        return true;
    if (!shape_list_add(list, &shard))
        return false;
    memmove(&list->items[at + 1], &list->items[at], (list->count - 1 - at) * sizeof list->items[0]);
    list->items[at].cout = shard.cout + 1;
    list->items[at].count = count * wider;
    return true;
}

bool decoder_split_head(struct shape_list *list, int64_t slices, bool *found)
{
    *found = false;
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, "lm_head") != 0)
            continue;
        *found = true;
        if (slices > 1 && slices <= list->items[i].cout && !split(list, i, slices))
            return false;
    }
    return true;
}
