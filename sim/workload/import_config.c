/* Config: the config.json of a Hugging Face model.
 *
 *   hidden_size, num_attention_heads, ...  -->  the dimensions of a decoder
 *   text_config { ... }                         the same, of a model that also sees
 *
 * Families known by name: import_config_family.c.  Any other model_type is
 * taken to be built as Llama is, and the list says so.
 */
#include "sim/workload/import_config.h"

#include <inttypes.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/workload/import_formats.h"
#include "sim/workload/import_json.h"
#include "sim/workload/import_names.h"

enum { CONFIG_BYTES_MAX = 1 << 20, HEADS_MAX = 1 << 14, HEAD_DIM_MAX = 1 << 14 };
enum { LAYERS_MAX = 1 << 12, ACTIVE_MAX = 1 << 8, WORD_BYTES = 64 };

struct config_reader {
    const struct import_source *source;
    const json_t *document;
    const json_t *model; /* the document, or its text_config */
    const struct config_family *family;
    struct shape_list *list;
    struct diagnostics *errors;
};

bool import_config_matches(struct import_source *source)
{
    return import_first_byte(source) == '{';
}

static const char *prefix(const struct config_reader *reader)
{
    return reader->model == reader->document ? "" : "text_config.";
}

/* Reads an integer from 1 to max.  When it is not there: `fallback`, and a
 * word about it; a fallback of 0 makes it a mistake. */
static bool read_integer(const struct config_reader *reader, const char *key, int64_t max,
                         int64_t fallback, int64_t *value)
{
    const json_t *field = json_object_get(reader->model, key);
    *value = fallback;
    if ((!field || json_is_null(field)) && fallback > 0)
        return shape_list_assume(reader->list, "%s is not given: %" PRId64 " is assumed", key,
                                 fallback) ||
               config_report_no_memory(reader->errors);
    if (!field) {
        import_complain(reader->source, reader->errors,
                        "%s%s is missing; the config.json of a model is needed", prefix(reader),
                        key);
        return false;
    }
    *value = json_integer_value(field);
    if (json_is_integer(field) && *value >= 1 && *value <= max)
        return true;
    if (json_is_integer(field))
        import_complain(reader->source, reader->errors,
                        "%s%s is %" PRId64 "; 1 to %" PRId64 " are possible", prefix(reader), key,
                        *value, max);
    else
        import_complain(reader->source, reader->errors, "%s%s is %s; an integer is needed",
                        prefix(reader), key, import_json_type(field));
    return false;
}

/* A part of a model is saved without the values that are its class's defaults;
 * a whole model is saved with all. */
static int64_t part_default(const struct config_reader *reader, int64_t value)
{
    return reader->model == reader->document ? 0 : value;
}

/* heads, kv_heads, head_dim; what is not there follows from the rest. */
static bool read_attention(const struct config_reader *reader, struct decoder *decoder)
{
    const struct config_family *family = reader->family;
    if (!read_integer(reader, "num_attention_heads", HEADS_MAX, part_default(reader, family->heads),
                      &decoder->heads) ||
        !read_integer(reader, "num_key_value_heads", HEADS_MAX,
                      family->kv_heads > 0 ? family->kv_heads : decoder->heads, &decoder->kv_heads))
        return false;
    const json_t *head_dim = json_object_get(reader->model, "head_dim");
    bool given = head_dim && !json_is_null(head_dim);
    if (!given && family->head_dim == 0) {
        decoder->head_dim = decoder->hidden / decoder->heads;
        if (decoder->hidden % decoder->heads != 0) {
            import_complain(reader->source, reader->errors,
                            "hidden_size %" PRId64 " is no multiple of num_attention_heads %" PRId64
                            ", and there is no head_dim",
                            decoder->hidden, decoder->heads);
            return false;
        }
    } else if (!read_integer(reader, "head_dim", HEAD_DIM_MAX, family->head_dim,
                             &decoder->head_dim)) {
        return false;
    }
    int64_t widest =
        (decoder->heads + (decoder->fused ? 2 * decoder->kv_heads : 0)) * decoder->head_dim;
    if (decoder->heads % decoder->kv_heads == 0 && widest <= SHAPE_CHANNELS_MAX)
        return true;
    import_complain(
        reader->source, reader->errors,
        "%" PRId64 " heads of %" PRId64 ", with %" PRId64
        " for keys and values: the one is no multiple of the other, or they are too wide",
        decoder->heads, decoder->head_dim, decoder->kv_heads);
    return false;
}

static bool read_experts(const struct config_reader *reader, struct decoder *decoder)
{
    if (!reader->family->experts)
        return true;
    if (!read_integer(reader, reader->family->experts, HEADS_MAX, 0, &decoder->experts))
        return false;
    int64_t most = decoder->experts < ACTIVE_MAX ? decoder->experts : ACTIVE_MAX;
    if (!read_integer(reader, "num_experts_per_tok", most, 0, &decoder->active))
        return false;
    return shape_list_assume(reader->list,
                             "of %" PRId64 " experts a token passes %" PRId64
                             ": so many are counted a layer",
                             decoder->experts, decoder->active) ||
           config_report_no_memory(reader->errors);
}

static bool read_dimensions(const struct config_reader *reader, struct decoder *decoder)
{
    const struct config_family *family = reader->family;
    const char *wide = family->experts ? family->expert_hidden : "intermediate_size";
    int64_t wide_max = SHAPE_CHANNELS_MAX / (family->fused ? 2 : 1);
    decoder->fused = family->fused;
    bool good = read_integer(reader, "hidden_size", SHAPE_CHANNELS_MAX,
                             part_default(reader, family->hidden), &decoder->hidden);
    bool attention = good && read_attention(reader, decoder);
    good = read_integer(reader, wide, wide_max, part_default(reader, family->intermediate),
                        &decoder->intermediate) &&
           good;
    good = read_integer(reader, "num_hidden_layers", LAYERS_MAX,
                        part_default(reader, family->layers), &decoder->layers) &&
           good;
    good = read_integer(reader, "vocab_size", SHAPE_CHANNELS_MAX,
                        part_default(reader, family->vocab), &decoder->vocab) &&
           good;
    return read_experts(reader, decoder) && good && attention;
}

static bool add_remarks(const struct config_reader *reader, const char *type, bool known)
{
    struct shape_list *list = reader->list;
    const json_t *tied = json_object_get(reader->model, "tie_word_embeddings");
    if (!tied)
        tied = json_object_get(reader->document, "tie_word_embeddings");
    bool is_tied = tied ? json_is_true(tied) : reader->family->tied;
    const char *bias = reader->family->bias;
    char word[WORD_BYTES];
    import_printable(type, strlen(type), word, sizeof word);
    if (json_is_true(json_object_get(reader->model, "attention_bias")))
        bias = "the attention";
    if (!known && !shape_list_assume(list,
                                     "model_type '%s' is not known here: taken to be built as "
                                     "Llama is, with q, k, v, o, gate, up and down",
                                     word))
        return false;
    if (reader->model != reader->document &&
        !shape_list_assume(list, "only text_config is read; the other parts are left out"))
        return false;
    if (bias && !shape_list_assume(list, "biases (of %s) are not counted", bias))
        return false;
    return shape_list_assume(list, is_tied ? "the head is tied to the embedding, and streamed once "
                                             "a token; the embedding is gathered"
                                           : "the embedding is gathered, not streamed: left out");
}

static void set_title(struct shape_list *list, const json_t *document)
{
    const char *name = json_string_value(json_object_get(document, "_name_or_path"));
    if (name)
        import_printable(name, strlen(name), list->title, sizeof list->title);
}

static bool read_model(struct config_reader *reader)
{
    char note[SHAPE_NOTE_BYTES];
    struct decoder decoder = {.hidden = 0};
    bool known;
    const char *type = json_string_value(json_object_get(reader->model, "model_type"));
    if (!type)
        type = "";
    reader->family = config_family_find(type, &known);
    const char *refusal = config_family_refusal(reader->model, type, reader->family);
    if (refusal) {
        import_complain(reader->source, reader->errors,
                        "a model that %s cannot be read from its config; give its safetensors or "
                        "GGUF file, or a CSV shape table",
                        refusal);
        return false;
    }
    if (!read_dimensions(reader, &decoder))
        return false;
    return (config_bits(reader->document, reader->model, &decoder, note, reader->list) &&
            decoder_shapes(&decoder, reader->list) && add_remarks(reader, type, known)) ||
           config_report_no_memory(reader->errors);
}

bool import_config_read(struct import_source *source, struct shape_list *list,
                        struct diagnostics *errors)
{
    if (!import_source_text(source, CONFIG_BYTES_MAX, errors))
        return false;
    json_t *document = import_json_parse(source, source->text, source->text_bytes, 0, errors);
    if (!document)
        return false;
    const json_t *part = json_object_get(document, "text_config");
    bool whole = json_object_get(document, "hidden_size") || !json_is_object(part);
    struct config_reader reader = {
        .source = source,
        .document = document,
        .model = whole ? document : part,
        .list = list,
        .errors = errors,
    };
    set_title(list, document);
    bool good = read_model(&reader);
    json_decref(document);
    return good;
}
