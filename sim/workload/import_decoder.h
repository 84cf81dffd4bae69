/* Decoder: the layers of a transformer that makes text, from its dimensions.
 *
 *   q, k, v, o, gate, up, down    each once a decoder layer
 *   lm_head                       once a token
 *
 * The embedding is no layer: a row of it is gathered, not streamed.  Norms and
 * biases are too small to count.
 */
#ifndef ANESIM_WORKLOAD_IMPORT_DECODER_H
#define ANESIM_WORKLOAD_IMPORT_DECODER_H

#include "sim/workload/shapes.h"

/* What sim/workload takes; all products of these fit in an int64_t. */
enum { SHAPE_CHANNELS_MAX = 1 << 20, SHAPE_KERNEL_MAX = 1 << 16, SHAPE_BITS_MAX = 64 };
enum { SHAPE_COUNT_MAX = 1 << 20 };

struct decoder {
    int64_t hidden;
    int64_t intermediate; /* of the feed-forward part, or of one expert */
    int64_t layers;
    int64_t heads;
    int64_t kv_heads;
    int64_t head_dim;
    int64_t vocab;
    int64_t bits;      /* of a weight in the layers; 0: unknown, see note */
    int64_t head_bits; /* of a weight in lm_head */
    const char *note;  /* why bits is unknown; else NULL */
    bool fused;        /* q, k, v are one layer, and gate, up another (Phi-3) */
    int64_t experts;   /* all of them; 0: no mixture */
    int64_t active;    /* experts that a token passes */
};

/* Appends the layers; false: out of memory.  All numbers are at least 1 and
 * no layer has more than SHAPE_CHANNELS_MAX channels. */
bool decoder_shapes(const struct decoder *decoder, struct shape_list *list);

/* Cuts every layer named "lm_head" into `slices` near-equal ones along the
 * vocabulary, named "lm_head_shard"; the larger come first.  One of fewer
 * channels than slices is left whole.  *found tells whether there was one.
 * False: out of memory. */
bool decoder_split_head(struct shape_list *list, int64_t slices, bool *found);

#endif
