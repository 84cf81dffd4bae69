/* Tensors: a list of layers, out of weights one by one.
 *
 *   (name, [cout, cin, kernel...], bits)  x thousands
 *        |  equal ones of different decoder layers: one row, counted
 *        v
 *   tensors_finish: no head of its own -> tied; in order; what was left out
 */
#ifndef ANESIM_WORKLOAD_IMPORT_TENSORS_H
#define ANESIM_WORKLOAD_IMPORT_TENSORS_H

#include "sim/workload/import_source.h"
#include "sim/workload/shapes.h"

enum { TENSOR_RANK_MAX = 8, IMPORT_TENSORS_MAX = 1 << 17, IMPORT_ROWS_MAX = 4000 };

struct tensor {
    const char *name;
    const int64_t *shape; /* as PyTorch has it: cout, cin, kernel */
    size_t rank;
    int64_t bits;     /* of a weight as stored; 0: unknown */
    const char *note; /* why; else "" */
};

struct tensors {
    const struct import_source *source;
    struct shape_list *list;
    struct diagnostics *errors;
    struct shape embedding; /* cin = 0: none seen */
    size_t unnamed;         /* weights that are no known projection */
    size_t others;          /* norms, biases, scales */
};

/* Takes one tensor of a safetensors or GGUF file.  False and one diagnostic
 * when it cannot be: a shape beyond the limits, packed weights, an expert of a
 * mixture (the file does not say how many a token passes), out of memory. */
bool tensors_add(struct tensors *tensors, const struct tensor *tensor);

/* Counts `shape` in, or adds it as a row of its own. */
bool tensors_count(struct tensors *tensors, const struct shape *shape);

/* To be called once after the last tensor. */
bool tensors_finish(struct tensors *tensors);

/* Sorts a list as import.h says; false: out of memory. */
bool import_sort(struct shape_list *list);

#endif
