#include "sim/workload/import_safetensors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/workload/import_json.h"

enum { LENGTH_BYTES = 8 };

static const struct {
    const char *name;
    int64_t bits;
    bool weight; /* false: integers that some quantizer packs its weights into */
} dtypes[] = {
    {"F64", 64, true},    {"F32", 32, true},    {"F16", 16, true},    {"BF16", 16, true},
    {"F8_E5M2", 8, true}, {"F8_E4M3", 8, true}, {"F8_E8M0", 8, true}, {"F6_E2M3", 6, true},
    {"F6_E3M2", 6, true}, {"F4", 4, true},      {"I8", 8, true},      {"U8", 8, false},
    {"I16", 16, false},   {"U16", 16, false},   {"I32", 32, false},   {"U32", 32, false},
    {"I64", 64, false},   {"U64", 64, false},   {"BOOL", 8, false},   {"C64", 64, false},
};

enum { DTYPE_COUNT = sizeof dtypes / sizeof dtypes[0] };

json_t *safetensors_header(const struct import_source *source, uint64_t *data_bytes,
                           struct diagnostics *errors)
{
    uint64_t length = 0;
    if (!source->seekable || source->head_bytes < LENGTH_BYTES) {
        import_complain(source, errors,
                        source->seekable ? "byte 0: too short for a safetensors file"
                                         : "a safetensors file cannot be read from a pipe: its "
                                           "size is needed; name the file");
        return NULL;
    }
    for (size_t i = LENGTH_BYTES; i-- > 0;)
        length = length << 8 | (unsigned char)source->head[i];
    if (length > source->size - LENGTH_BYTES || length < 2 ||
        length > SAFETENSORS_HEADER_BYTES_MAX) {
        import_complain(source, errors,
                        "byte 0: a header of %" PRIu64 " bytes; the file has %" PRIu64
                        " behind this number, and 2 to %d are possible",
                        length, source->size - LENGTH_BYTES, SAFETENSORS_HEADER_BYTES_MAX);
        return NULL;
    }
    json_t *header = NULL;
    char *text = malloc((size_t)length);
    if (!text)
        config_report_no_memory(errors);
    else if (fseeko(source->stream, LENGTH_BYTES, SEEK_SET) != 0 ||
             fread(text, 1, (size_t)length, source->stream) != length)
        import_complain(source, errors, "byte %d: the header cannot be read", LENGTH_BYTES);
    else
        header = import_json_parse(source, text, (size_t)length, LENGTH_BYTES, errors);
    free(text);
    *data_bytes = source->size - LENGTH_BYTES - length;
    return header;
}

static bool complain(const struct tensors *tensors, const char *name, const char *what)
{
    import_complain(tensors->source, tensors->errors, "tensor '%s': %s", name, what);
    return false;
}

/* An array of integers, none negative; at most `max` of them. */
static bool read_integers(const json_t *array, size_t max, int64_t *values, size_t *count)
{
    *count = json_array_size(array);
    if (!json_is_array(array) || *count > max)
        return false;
    for (size_t i = 0; i < *count; i++) {
        const json_t *item = json_array_get(array, i);
        values[i] = json_integer_value(item);
        if (!json_is_integer(item) || values[i] < 0)
            return false;
    }
    return true;
}

/* Do the weights lie in the file, and are they as many as the shape says? */
static const char *check_offsets(const int64_t offsets[2], const int64_t *shape, size_t rank,
                                 int64_t bits, uint64_t data_bytes)
{
    int64_t needed = bits;
    if (offsets[0] > offsets[1])
        return "data_offsets run backwards";
    if ((uint64_t)offsets[1] > data_bytes)
        return "its weights lie beyond the end of the file; it was cut off";
    for (size_t i = 0; i < rank; i++)
        if (__builtin_mul_overflow(needed, shape[i], &needed))
            return "its shape is too large";
    int64_t bytes = needed / 8 + (needed % 8 != 0);
    return bytes == offsets[1] - offsets[0] ? NULL : "data_offsets do not fit dtype and shape";
}

/* An integer type where a layer's weights should be. */
static bool is_packed(const struct tensors *tensors, const char *name, size_t rank, size_t dtype)
{
    size_t bytes = strlen(name);
    if (dtypes[dtype].weight || rank < 2 || bytes < 7 || strcmp(name + bytes - 7, ".weight") != 0)
        return false;
    import_complain(
        tensors->source, tensors->errors,
        "tensor '%s' is of %s: weights are packed into it, and its shape is not that of "
        "the layer; give the model's config.json",
        name, dtypes[dtype].name);
    return true;
}

bool safetensors_add(struct tensors *tensors, const char *name, const json_t *entry,
                     uint64_t data_bytes)
{
    int64_t shape[TENSOR_RANK_MAX], offsets[2];
    size_t rank, two, dtype = 0;
    const char *type = json_string_value(json_object_get(entry, "dtype"));
    if (!type)
        return complain(tensors, name, "dtype is missing or no string");
    if (!read_integers(json_object_get(entry, "shape"), TENSOR_RANK_MAX, shape, &rank))
        return complain(tensors, name, "shape is no list of at most 8 numbers, 0 or more");
    if (!read_integers(json_object_get(entry, "data_offsets"), 2, offsets, &two) || two != 2)
        return complain(tensors, name, "data_offsets is no pair of numbers, 0 or more");
    while (dtype < DTYPE_COUNT && strcmp(type, dtypes[dtype].name) != 0)
        dtype++;
    if (dtype == DTYPE_COUNT)
        return complain(tensors, name, "its dtype is not known here");
    const char *wrong = check_offsets(offsets, shape, rank, dtypes[dtype].bits, data_bytes);
    if (wrong)
        return complain(tensors, name, wrong);
    if (is_packed(tensors, name, rank, dtype))
        return false;
    struct tensor tensor = {
        .name = name, .shape = shape, .rank = rank, .bits = dtypes[dtype].bits, .note = ""};
    return tensors_add(tensors, &tensor);
}
