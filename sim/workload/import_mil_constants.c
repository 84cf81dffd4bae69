#include "sim/workload/import_mil_constants.h"

#include <stdlib.h>
#include <string.h>

static const int64_t elements_max = INT64_C(1) << 48;

bool mil_constants_init(struct mil_constants *constants)
{
    *constants = (struct mil_constants){.index = json_object()};
    return constants->index != NULL;
}

void mil_constants_free(struct mil_constants *constants)
{
    free(constants->items);
    json_decref(constants->index);
}

int64_t mil_elements(const struct mil_type *type)
{
    int64_t elements = 1;
    for (size_t i = 0; i < type->rank; i++) {
        if (type->shape[i] < 1 || elements > elements_max / type->shape[i])
            return 0;
        elements *= type->shape[i];
    }
    return elements;
}

static int64_t stored_bits(const struct mil_type *type)
{
    return mil_elements(type) * type->bits; /* at most 2^48 x 64 = 2^54 */
}

/* Name tokens hold ASCII only, so that jansson takes them for keys. */
static bool keep(struct mil_constants *constants, const struct mil_token *name,
                 const struct mil_constant *constant)
{
    if (constants->count == constants->capacity) {
        size_t capacity = constants->capacity > 0 ? constants->capacity * 2 : 64;
        struct mil_constant *items = realloc(constants->items, capacity * sizeof *items);
        if (!items)
            return false;
        constants->items = items;
        constants->capacity = capacity;
    }
    constants->items[constants->count] = *constant;
    return json_object_setn_new(constants->index, name->at, name->bytes,
                                json_integer((json_int_t)constants->count++)) == 0;
}

static const struct mil_constant *find(const struct mil_constants *constants,
                                       const struct mil_token *name)
{
    const json_t *number = json_object_getn(constants->index, name->at, name->bytes);
    return number ? &constants->items[json_integer_value(number)] : NULL;
}

const struct mil_constant *mil_constant_of(const struct mil_constants *constants,
                                           const struct mil_parameter *parameter)
{
    return parameter && parameter->reference.bytes > 0 ? find(constants, &parameter->reference)
                                                       : NULL;
}

int64_t mil_number_of(const struct mil_constants *constants, const struct mil_parameter *parameter,
                      int64_t fallback)
{
    const struct mil_constant *constant = mil_constant_of(constants, parameter);
    if (constant && constant->has_number)
        return constant->number;
    return parameter && parameter->has_number ? parameter->number : fallback;
}

/* Bits stored for a parameter, in place or by reference; 0: unknown. */
static int64_t bits_of(const struct mil_constants *constants, const struct mil_parameter *parameter)
{
    const struct mil_constant *constant = mil_constant_of(constants, parameter);
    if (constant)
        return constant->stored_bits;
    return parameter && parameter->reference.bytes == 0 ? stored_bits(&parameter->type) : 0;
}

/* Operations that decompress a constant, and the parameters stored for it. */
static const struct {
    const char *operation;
    const char *data;
    const char *mask;
} compressions[] = {
    {"constexpr_lut_to_dense", "indices", NULL},
    {"constexpr_affine_dequantize", "quantized_data", NULL},
    {"constexpr_blockwise_shift_scale", "data", NULL},
    {"constexpr_sparse_to_dense", "nonzero_data", "mask"},
    {"constexpr_cast", "source_val", NULL},
};

/* Fills stored_bits when the statement decompresses something. */
static bool decompress(const struct mil_constants *constants, const struct mil_statement *statement,
                       struct mil_constant *constant)
{
    if (statement->operation.bytes < 10 || memcmp(statement->operation.at, "constexpr_", 10) != 0)
        return false;
    constant->compressed = true;
    for (size_t i = 0; i < sizeof compressions / sizeof compressions[0]; i++) {
        if (!mil_is(&statement->operation, compressions[i].operation))
            continue;
        int64_t data = bits_of(constants, mil_parameter(statement, compressions[i].data));
        const char *mask = compressions[i].mask;
        int64_t more = mask ? bits_of(constants, mil_parameter(statement, mask)) : 0;
        constant->stored_bits = data > 0 && (!mask || more > 0) ? data + more : 0;
    }
    return true;
}

/* An operation that only changes how a constant is seen. */
static bool pass_on(const struct mil_constants *constants, const struct mil_statement *statement,
                    struct mil_constant *constant)
{
    static const char *const operations[] = {"reshape",     "transpose", "cast",
                                             "expand_dims", "squeeze",   "identity"};
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (!mil_is(&statement->operation, operations[i]))
            continue;
        const struct mil_constant *from = mil_constant_of(constants, mil_parameter(statement, "x"));
        if (!from)
            return false;
        *constant = *from;
        constant->type = statement->type;
        return true;
    }
    return false;
}

bool mil_constants_note(struct mil_constants *constants, const struct mil_statement *statement)
{
    struct mil_constant constant = {.name = statement->name, .type = statement->type};
    if (mil_is(&statement->operation, "const")) {
        const struct mil_parameter *value = mil_parameter(statement, "val");
        constant.stored_bits = stored_bits(&statement->type);
        constant.has_number = value && value->has_number;
        constant.number = value ? value->number : 0;
    } else if (!decompress(constants, statement, &constant) &&
               !pass_on(constants, statement, &constant)) {
        return true;
    }
    return keep(constants, &statement->name, &constant);
}
