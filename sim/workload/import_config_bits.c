#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/workload/import_config.h"
#include "sim/workload/import_names.h"

enum { FP16_BITS = 16, WORD_BYTES = 41 };

/* The value of `key` in the model's part, else in the whole. */
static const json_t *either(const json_t *document, const json_t *model, const char *key)
{
    const json_t *value = json_object_get(model, key);
    return value ? value : json_object_get(document, key);
}

/* Bits of a "dtype"; 0 when it is none that is known. */
static int64_t dtype_bits(const char *dtype)
{
    static const struct {
        const char *name;
        int64_t bits;
    } dtypes[] = {{"bfloat16", 16}, {"float16", 16}, {"half", 16},   {"float32", 32},
                  {"float", 32},    {"float64", 64}, {"float8_", 8}, {"int8", 8}};
    if (strncmp(dtype, "torch.", 6) == 0)
        dtype += 6;
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++)
        if (strcmp(dtype, dtypes[i].name) == 0 ||
            (strcmp(dtypes[i].name, "float8_") == 0 && strncmp(dtype, "float8_", 7) == 0))
            return dtypes[i].bits;
    return 0;
}

/* Bits that a quantization_config speaks of; 0 when it does not tell. */
static int64_t quantized_bits(const json_t *quantization)
{
    int64_t bits = json_integer_value(json_object_get(quantization, "bits"));
    const char *method = json_string_value(json_object_get(quantization, "quant_method"));
    if (bits == 0)
        bits = json_integer_value(json_object_get(quantization, "w_bit"));
    if (json_is_true(json_object_get(quantization, "load_in_4bit")))
        bits = 4;
    if (json_is_true(json_object_get(quantization, "load_in_8bit")) ||
        (method && (strcmp(method, "fp8") == 0 || strcmp(method, "fbgemm_fp8") == 0)))
        bits = 8;
    return bits >= 1 && bits <= FP16_BITS ? bits : 0;
}

static bool quantize(const json_t *quantization, struct decoder *decoder,
                     char text[SHAPE_NOTE_BYTES], struct shape_list *list)
{
    const char *method = json_string_value(json_object_get(quantization, "quant_method"));
    decoder->bits = quantized_bits(quantization);
    if (decoder->bits > 0)
        return shape_list_assume(list,
                                 "weights of the layers are quantized to %" PRId64
                                 " bits; scales are not counted, and the head is not quantized",
                                 decoder->bits);
    char word[WORD_BYTES] = "an unnamed method";
    if (method)
        import_printable(method, strlen(method), word, sizeof word);
    snprintf(text, SHAPE_NOTE_BYTES, "quantized by %s: the bits of a weight are not in the config",
             word);
    decoder->note = text;
    return true;
}

/* MLX writes {"group_size": 64, "bits": 4}, and means the head as well. */
static bool quantize_mlx(const json_t *quantization, struct decoder *decoder,
                         struct shape_list *list)
{
    int64_t bits = json_integer_value(json_object_get(quantization, "bits"));
    if (bits < 1 || bits > FP16_BITS)
        return true;
    decoder->bits = decoder->head_bits = bits;
    return shape_list_assume(
        list, "weights are quantized to %" PRId64 " bits; scales are not counted", bits);
}

bool config_bits(const json_t *document, const json_t *model, struct decoder *decoder,
                 char text[SHAPE_NOTE_BYTES], struct shape_list *list)
{
    const char *dtype = json_string_value(either(document, model, "torch_dtype"));
    const json_t *quantization = either(document, model, "quantization_config");
    const json_t *mlx = either(document, model, "quantization");
    bool good = true;
    if (!dtype)
        dtype = json_string_value(either(document, model, "dtype"));
    decoder->bits = dtype ? dtype_bits(dtype) : 0;
    if (decoder->bits == 0) {
        char word[WORD_BYTES] = "";
        decoder->bits = FP16_BITS;
        import_printable(dtype ? dtype : "", dtype ? strlen(dtype) : 0, word, sizeof word);
        good = dtype ? shape_list_assume(list, "dtype '%s' is not known: 16 bits are assumed", word)
                     : shape_list_assume(list, "no dtype is given: 16 bits are assumed");
    } else if (decoder->bits > FP16_BITS) {
        good = shape_list_assume(list,
                                 "weights are stored as %s; the Neural Engine streams fp16, "
                                 "for which bits is 16",
                                 dtype);
    }
    decoder->head_bits = decoder->bits;
    if (json_is_object(quantization))
        return good && quantize(quantization, decoder, text, list);
    if (json_is_object(mlx))
        return good && quantize_mlx(mlx, decoder, list);
    return good;
}
