/* Safetensors: the header of one file.
 *
 *   0          8                 8 + N              file size
 *   | N, u64 LE | JSON, N bytes   | weights, never read |
 *
 *   {"__metadata__": {...},
 *    "name": {"dtype": "BF16", "shape": [out, in], "data_offsets": [begin, end]}, ...}
 *
 * Held against the file: N, every offset, and that end - begin is what dtype
 * and shape need.  A file that ends early is refused, even where only weights
 * are missing.  Source: the format's published description.
 */
#ifndef ANESIM_WORKLOAD_IMPORT_SAFETENSORS_H
#define ANESIM_WORKLOAD_IMPORT_SAFETENSORS_H

#include <jansson.h>

#include "sim/workload/import_tensors.h"

enum { SAFETENSORS_HEADER_BYTES_MAX = 32 << 20 };

/* The header as parsed, or NULL and a diagnostic. *data_bytes is what follows it. */
json_t *safetensors_header(const struct import_source *source, uint64_t *data_bytes,
                           struct diagnostics *errors);

/* Takes the tensor `name`, whose entry in a header is `entry`. */
bool safetensors_add(struct tensors *tensors, const char *name, const json_t *entry,
                     uint64_t data_bytes);

#endif
