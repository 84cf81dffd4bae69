#include "sim/workload/import_gguf.h"

#include <inttypes.h>
#include <string.h>

#include "sim/workload/import_formats.h"
#include "sim/workload/import_tensors.h"

bool import_gguf_matches(struct import_source *source)
{
    return source->head_bytes >= 4 && memcmp(source->head, "GGUF", 4) == 0;
}

/* One entry of the list of tensors. */
struct entry {
    char name[GGUF_NAME_BYTES_MAX + 1];
    int64_t shape[GGUF_RANK_MAX]; /* PyTorch's order */
    size_t rank;
    uint32_t type;
    uint64_t offset; /* of its weights, in the data */
    uint64_t at;     /* of the entry, in the file */
};

static bool read_entry(struct bytes *bytes, struct entry *entry)
{
    entry->at = bytes->offset;
    if (!gguf_read_name(bytes, entry->name, "name of a tensor"))
        return false;
    uint32_t rank = bytes_u32(bytes, "dimensions of a tensor");
    if (!bytes->failed && rank > GGUF_RANK_MAX)
        return bytes_fail(bytes, entry->at,
                          "tensor '%s' has %" PRIu32 " dimensions; at most %d "
                          "are possible",
                          entry->name, rank, GGUF_RANK_MAX);
    entry->rank = rank;
    for (size_t i = entry->rank; i-- > 0;) {
        uint64_t size = bytes_u64(bytes, "size of a tensor");
        if (size > INT64_MAX)
            return bytes_fail(bytes, entry->at, "tensor '%s' is too large", entry->name);
        entry->shape[i] = (int64_t)size;
    }
    entry->type = bytes_u32(bytes, "type of a tensor");
    entry->offset = bytes_u64(bytes, "offset of a tensor");
    return !bytes->failed;
}

/* Where the weights end, in the data; false when that cannot be. */
static bool end_of(struct bytes *bytes, const struct entry *entry, const struct gguf_type *type,
                   uint64_t *end)
{
    uint64_t weights = 1;
    for (size_t i = 0; i < entry->rank; i++)
        if (__builtin_mul_overflow(weights, (uint64_t)entry->shape[i], &weights))
            return bytes_fail(bytes, entry->at, "tensor '%s' is too large", entry->name);
    int64_t row = entry->rank > 0 ? entry->shape[entry->rank - 1] : 1;
    if (row % type->block != 0)
        return bytes_fail(bytes, entry->at,
                          "tensor '%s': a row of %" PRId64 " weights does not fill "
                          "blocks of %" PRIu32 " (%s)",
                          entry->name, row, type->block, type->name);
    if (__builtin_mul_overflow(weights / type->block, (uint64_t)type->bytes, end) ||
        __builtin_add_overflow(*end, entry->offset, end))
        return bytes_fail(bytes, entry->at, "tensor '%s' is too large", entry->name);
    return true;
}

struct extent {
    uint64_t end; /* of all weights, in the data */
    uint64_t at;  /* the entry that reaches so far */
};

static bool take_entry(struct bytes *bytes, const struct gguf *gguf, struct tensors *tensors,
                       struct extent *extent)
{
    struct entry entry;
    char note[SHAPE_NOTE_BYTES];
    uint64_t end = 0;
    if (!read_entry(bytes, &entry))
        return false;
    struct tensor tensor = {
        .name = entry.name, .shape = entry.shape, .rank = entry.rank, .note = note};
    const struct gguf_type *type = gguf_type(entry.type);
    if (entry.offset % gguf->alignment != 0)
        return bytes_fail(bytes, entry.at, "tensor '%s': its offset is not aligned to %" PRIu64,
                          entry.name, gguf->alignment);
    if (!type) {
        snprintf(note, sizeof note, "type %" PRIu32 " of GGUF is not known here; give bits",
                 entry.type);
    } else {
        tensor.bits = gguf_bits(type, note);
        if (!end_of(bytes, &entry, type, &end))
            return false;
    }
    if (end > extent->end)
        *extent = (struct extent){.end = end, .at = entry.at};
    return tensors_add(tensors, &tensor);
}

/* Behind the list the weights begin, aligned; do they all lie in the file? */
static bool check_extent(struct bytes *bytes, const struct gguf *gguf, const struct extent *extent)
{
    uint64_t begin = (bytes->offset + gguf->alignment - 1) / gguf->alignment * gguf->alignment;
    uint64_t size = bytes->source->size;
    if (extent->end == 0 || (begin <= size && extent->end <= size - begin))
        return true;
    return bytes_fail(bytes, extent->at,
                      "the weights of this tensor lie beyond the end of the file; it was cut off");
}

static bool read_file(struct bytes *bytes, struct tensors *tensors)
{
    struct gguf gguf;
    struct extent extent = {.end = 0};
    if (!gguf_read_start(bytes, &gguf) || !gguf_read_keys(bytes, &gguf))
        return false;
    if (gguf.split_count > 1)
        return bytes_fail(bytes, 0,
                          "one of %" PRIu64 " files of a model; join them first "
                          "(gguf-split --merge)",
                          gguf.split_count);
    if (gguf.tensors > IMPORT_TENSORS_MAX)
        return bytes_fail(bytes, 0, "more than %d tensors", IMPORT_TENSORS_MAX);
    memcpy(tensors->list->title, gguf.name, sizeof gguf.name);
    for (uint64_t i = 0; i < gguf.tensors; i++)
        if (!take_entry(bytes, &gguf, tensors, &extent))
            return false;
    return check_extent(bytes, &gguf, &extent) && tensors_finish(tensors);
}

bool import_gguf_read(struct import_source *source, struct shape_list *list,
                      struct diagnostics *errors)
{
    struct tensors tensors = {.source = source, .list = list, .errors = errors};
    struct bytes bytes;
    if (!source->seekable) {
        import_complain(source, errors,
                        "a GGUF file cannot be read from a pipe: its size is needed; "
                        "name the file");
        return false;
    }
    bytes_init(&bytes, source, GGUF_HEADER_BYTES_MAX, errors);
    return read_file(&bytes, &tensors);
}
