/* GGUF: what a header says, step by step.
 *
 *   "GGUF" version tensors keys      u32 u32 u64 u64, little-endian
 *   key type value                   x keys: string, u32, by type
 *   name rank size[rank] type offset x tensors: string, u32, u64.., u32, u64
 *   padding to the alignment, weights (never read)
 *
 * size[0] is the input: the reverse of PyTorch's order.  Version 2 and 3 differ
 * in nothing that is read here; version 1 counted in 32 bits and is refused, as
 * are big-endian files.  Source: the format's published description and the
 * block sizes that its reference library documents.
 */
#ifndef ANESIM_WORKLOAD_IMPORT_GGUF_H
#define ANESIM_WORKLOAD_IMPORT_GGUF_H

#include "sim/workload/import_bytes.h"
#include "sim/workload/shapes.h"

enum {
    GGUF_HEADER_BYTES_MAX = 128 << 20,
    GGUF_KEYS_MAX = 1 << 16,
    GGUF_NAME_BYTES_MAX = 255, /* of a key or a tensor */
    GGUF_RANK_MAX = 4,
    GGUF_NESTING_MAX = 4, /* arrays of arrays */
    GGUF_ALIGNMENT_MAX = 1 << 20,
};

struct gguf {
    uint64_t tensors;
    uint64_t keys;
    uint64_t alignment;
    uint64_t split_count; /* files that the model is cut into */
    char name[SHAPE_NAME_BYTES];
};

/* Magic, version and counts. */
bool gguf_read_start(struct bytes *bytes, struct gguf *gguf);

/* All keys and values; keeps those that struct gguf has room for. */
bool gguf_read_keys(struct bytes *bytes, struct gguf *gguf);

/* A string of 1 to GGUF_NAME_BYTES_MAX bytes without NUL. */
bool gguf_read_name(struct bytes *bytes, char name[GGUF_NAME_BYTES_MAX + 1], const char *what);

/* A type of weights: `block` of them are stored in `bytes`. */
struct gguf_type {
    const char *name;
    uint32_t block;
    uint32_t bytes;
};

/* NULL for a type that is not known here. */
const struct gguf_type *gguf_type(uint32_t type);

/* Bits of a weight as stored, scales included; 0 when that is no whole number,
 * with the reason in note. */
int64_t gguf_bits(const struct gguf_type *type, char note[SHAPE_NOTE_BYTES]);

#endif
