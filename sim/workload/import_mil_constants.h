/* Constants: which results of a MIL program are known when it is compiled, and
 * how many bits of them are stored.
 *
 *   const                                  as its type says
 *   constexpr_lut_to_dense                 its indices; the table is not counted
 *   constexpr_affine_dequantize,
 *   constexpr_blockwise_shift_scale        its data; scales are not counted
 *   constexpr_sparse_to_dense              its nonzero data, and the mask
 *   constexpr_cast, reshape, transpose,
 *   cast, expand_dims, squeeze, identity   as what they are made of
 */
#ifndef ANESIM_WORKLOAD_IMPORT_MIL_CONSTANTS_H
#define ANESIM_WORKLOAD_IMPORT_MIL_CONSTANTS_H

#include <jansson.h>

#include "sim/workload/import_mil.h"

struct mil_constant {
    struct mil_token name; /* of the constant that holds the weights */
    struct mil_type type;
    int64_t stored_bits; /* of all elements; 0: unknown */
    bool compressed;
    bool has_number;
    int64_t number;
};

struct mil_constants {
    struct mil_constant *items;
    size_t count;
    size_t capacity;
    json_t *index; /* name -> number of the item: jansson's hash table */
};

bool mil_constants_init(struct mil_constants *constants);
void mil_constants_free(struct mil_constants *constants);

/* Keeps the result of a statement if it is constant; false: out of memory. */
bool mil_constants_note(struct mil_constants *constants, const struct mil_statement *statement);

/* What a parameter refers to; NULL when that is no constant. */
const struct mil_constant *mil_constant_of(const struct mil_constants *constants,
                                           const struct mil_parameter *parameter);

/* The number that a parameter is, in place or by reference; else `fallback`. */
int64_t mil_number_of(const struct mil_constants *constants, const struct mil_parameter *parameter,
                      int64_t fallback);

/* Elements of a type; 0 when unknown, none, or beyond 2^48. */
int64_t mil_elements(const struct mil_type *type);

#endif
