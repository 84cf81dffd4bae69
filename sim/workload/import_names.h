/* Names: what a tensor is, from what a format calls it.
 *
 *   model.layers.7.self_attn.q_proj.weight       safetensors  \
 *   blk.7.attn_q.weight                          GGUF          >  q_proj
 *   model_layers_7_self_attn_q_proj_weight_...   MIL          /
 */
#ifndef ANESIM_WORKLOAD_IMPORT_NAMES_H
#define ANESIM_WORKLOAD_IMPORT_NAMES_H

#include "sim/workload/shapes.h"

enum tensor_kind {
    TENSOR_WEIGHT,
    TENSOR_EMBEDDING, /* rows are gathered; also the head, when that is tied */
    TENSOR_EXPERT,    /* of a mixture of experts */
    TENSOR_PACKED,    /* GPTQ, AWQ, bitsandbytes: the shape is not that of the layer */
    TENSOR_OTHER,     /* norms, biases, scales */
};

/* What the tensor `name` of a safetensors or GGUF file is; of a weight also
 * the layer's name, else "".  A layer that is no known projection keeps its
 * name, with * for numbers: "visual.blocks.*.attn.qkv". */
enum tensor_kind import_tensor_kind(const char *name, char layer[SHAPE_NAME_BYTES]);

/* The layer's name for a weight of a MIL program; false when it is no known
 * projection (the name is then kept, with * for numbers). */
bool import_mil_name(const char *name, char layer[SHAPE_NAME_BYTES]);

/* Where a layer stands in a list: q_proj first, lm_head last, others behind. */
enum { IMPORT_ORDER_OTHER = 12 };
size_t import_order(const char *layer);

/* Copies text to where it may reach a terminal: control and malformed bytes
 * become '?', too much is cut at a whole character. */
void import_printable(const char *text, size_t bytes, char *copy, size_t copy_size);

#endif
