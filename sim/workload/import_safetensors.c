/* Safetensors: one file, or an index of several.
 *
 *   model.safetensors.index.json
 *     {"weight_map": {"lm_head.weight": "model-00002-of-00002.safetensors", ...}}
 *   beside it the files that it names; their headers are read
 */
#include "sim/workload/import_safetensors.h"

#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/find.h"
#include "sim/workload/import_formats.h"
#include "sim/workload/import_json.h"

enum { SHARDS_MAX = 1024, INDEX_BYTES_MAX = 32 << 20 };

static const char metadata[] = "__metadata__";

static bool is_text(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((bytes[i] < ' ' && !strchr("\t\r\n", bytes[i])) || bytes[i] == '\0')
            return false;
    return true;
}

/* No text holds the high bytes of a sensible length. */
static bool is_file(const struct import_source *source)
{
    return source->head_bytes > 8 && source->head[8] == '{' && !is_text(source->head, 8);
}

static bool is_index(struct import_source *source)
{
    struct diagnostics ignored = {0};
    bool read = import_first_byte(source) == '{' &&
                import_source_text(source, INDEX_BYTES_MAX, &ignored) &&
                strstr(source->text, "\"weight_map\"") != NULL;
    diagnostics_free(&ignored);
    return read;
}

bool import_safetensors_matches(struct import_source *source)
{
    return is_file(source) || is_index(source);
}

static bool read_file(struct tensors *tensors)
{
    uint64_t data_bytes;
    const char *name;
    json_t *entry;
    json_t *header = safetensors_header(tensors->source, &data_bytes, tensors->errors);
    if (!header)
        return false;
    bool good = json_object_size(header) <= IMPORT_TENSORS_MAX;
    if (!good)
        import_complain(tensors->source, tensors->errors, "more than %d tensors",
                        IMPORT_TENSORS_MAX);
    json_object_foreach(header, name, entry)
    {
        good = good &&
               (strcmp(name, metadata) == 0 || safetensors_add(tensors, name, entry, data_bytes));
    }
    json_decref(header);
    if (good && strstr(tensors->source->path, "-of-") &&
        !shape_list_assume(tensors->list, "a file that is one of several by its name; their index "
                                          "gives the whole model")) {
        config_report_no_memory(tensors->errors);
        good = false;
    }
    return good;
}

struct index {
    const struct import_source *source;
    json_t *map;    /* tensor -> file */
    json_t *shards; /* the files, as a set: file -> tensors that the map puts there */
    struct tensors *tensors;
    struct diagnostics *errors;
};

/* A name that could lead out of the folder is none of a shard. */
static bool is_plain_name(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && !strchr(name, '/');
}

static bool list_shards(const struct index *index)
{
    const char *name;
    json_t *file;
    json_object_foreach(index->map, name, file)
    {
        const char *shard = json_string_value(file);
        if (!shard || !is_plain_name(shard)) {
            import_complain(index->source, index->errors,
                            "weight_map: '%s' is in no file beside this one", name);
            return false;
        }
        json_t *count = json_object_get(index->shards, shard);
        if (json_object_set_new(index->shards, shard,
                                json_integer(json_integer_value(count) + 1)) != 0) {
            config_report_no_memory(index->errors);
            return false;
        }
    }
    size_t shards = json_object_size(index->shards);
    if (shards >= 1 && shards <= SHARDS_MAX && json_object_size(index->map) <= IMPORT_TENSORS_MAX)
        return true;
    import_complain(index->source, index->errors,
                    "weight_map names %zu tensors in %zu files; at most %d in 1 to %d are possible",
                    json_object_size(index->map), shards, IMPORT_TENSORS_MAX, SHARDS_MAX);
    return false;
}

/* Takes the tensors that the map puts into this shard; `wanted` of them. */
static bool read_tensors(const struct index *index, const struct import_source *source,
                         const char *shard, json_int_t wanted)
{
    uint64_t data_bytes;
    const char *name;
    json_t *entry;
    json_t *header = safetensors_header(source, &data_bytes, index->errors);
    if (!header)
        return false;
    bool good = true;
    index->tensors->source = source;
    json_object_foreach(header, name, entry)
    {
        const char *file = json_string_value(json_object_get(index->map, name));
        if (!good || !file || strcmp(file, shard) != 0)
            continue;
        wanted--;
        good = safetensors_add(index->tensors, name, entry, data_bytes);
    }
    json_decref(header);
    index->tensors->source = index->source;
    if (good && wanted != 0) {
        import_complain(index->source, index->errors,
                        "weight_map puts %lld tensors into %s that are not there",
                        (long long)wanted, shard);
        good = false;
    }
    return good;
}

static bool read_shard(const struct index *index, const char *shard, json_int_t wanted)
{
    char path[CONFIG_PATH_BYTES];
    struct import_source source;
    const char *slash = strrchr(index->source->path, '/');
    int folder = slash ? (int)(slash - index->source->path) + 1 : 0;
    int length = snprintf(path, sizeof path, "%.*s%s", folder, index->source->path, shard);
    if (length < 0 || (size_t)length >= sizeof path) {
        import_complain(index->source, index->errors, "the name of a shard is too long");
        return false;
    }
    bool good = import_source_open(&source, path, index->errors);
    good = good && read_tensors(index, &source, shard, wanted);
    import_source_close(&source);
    return good;
}

static bool read_index(struct import_source *source, struct tensors *tensors)
{
    if (!import_source_text(source, INDEX_BYTES_MAX, tensors->errors))
        return false;
    json_t *document =
        import_json_parse(source, source->text, source->text_bytes, 0, tensors->errors);
    if (!document)
        return false;
    struct index index = {
        .source = source,
        .map = json_object_get(document, "weight_map"),
        .shards = json_object(),
        .tensors = tensors,
        .errors = tensors->errors,
    };
    bool good = json_is_object(index.map) && index.shards;
    const char *shard;
    json_t *wanted;
    if (!index.shards)
        config_report_no_memory(tensors->errors);
    else if (!good)
        import_complain(source, tensors->errors, "weight_map is no object");
    else if (!source->seekable) {
        import_complain(source, tensors->errors,
                        "an index cannot be read from a pipe: its files lie beside it; name it");
        good = false;
    }
    good = good && list_shards(&index);
    json_object_foreach(index.shards, shard, wanted)
    {
        good = good && read_shard(&index, shard, json_integer_value(wanted));
    }
    json_decref(index.shards);
    json_decref(document);
    return good;
}

bool import_safetensors_read(struct import_source *source, struct shape_list *list,
                             struct diagnostics *errors)
{
    struct tensors tensors = {.source = source, .list = list, .errors = errors};
    bool good = import_first_byte(source) == '{' && !is_file(source) ? read_index(source, &tensors)
                                                                     : read_file(&tensors);
    return good && tensors_finish(&tensors);
}
