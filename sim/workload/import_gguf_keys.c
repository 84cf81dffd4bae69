#include <inttypes.h>
#include <string.h>

#include "sim/workload/import_gguf.h"
#include "sim/workload/import_names.h"

enum { MAGIC_BYTES = 4, LENGTH_BYTES = 8, KEY_BYTES_MIN = 8 + 1 + 4 + 1 };
enum { TENSOR_BYTES_MIN = 8 + 1 + 4 + 4 + 8, DEFAULT_ALIGNMENT = 32 };

enum value_type {
    VALUE_U8,
    VALUE_I8,
    VALUE_U16,
    VALUE_I16,
    VALUE_U32,
    VALUE_I32,
    VALUE_F32,
    VALUE_BOOL,
    VALUE_STRING,
    VALUE_ARRAY,
    VALUE_U64,
    VALUE_I64,
    VALUE_F64,
    VALUE_TYPES,
};

/* Bytes of a plain value; 0 for those that have a length. */
static const uint64_t value_bytes[VALUE_TYPES] = {
    [VALUE_U8] = 1,  [VALUE_I8] = 1,  [VALUE_U16] = 2, [VALUE_I16] = 2,
    [VALUE_U32] = 4, [VALUE_I32] = 4, [VALUE_F32] = 4, [VALUE_BOOL] = 1,
    [VALUE_U64] = 8, [VALUE_I64] = 8, [VALUE_F64] = 8,
};

static bool read_version(struct bytes *bytes)
{
    uint64_t at = bytes->offset;
    uint32_t version = bytes_u32(bytes, "version");
    if (bytes->failed || version == 2 || version == 3)
        return !bytes->failed;
    if (version == UINT32_C(2) << 24 || version == UINT32_C(3) << 24)
        return bytes_fail(bytes, at, "a big-endian GGUF file; only little-endian ones are read");
    return bytes_fail(bytes, at, "version %" PRIu32 " of GGUF; 2 and 3 are read", version);
}

bool gguf_read_start(struct bytes *bytes, struct gguf *gguf)
{
    char magic[MAGIC_BYTES];
    *gguf = (struct gguf){.alignment = DEFAULT_ALIGNMENT, .split_count = 1};
    if (!bytes_take(bytes, magic, sizeof magic, "magic"))
        return false;
    if (memcmp(magic, "GGUF", sizeof magic) != 0)
        return bytes_fail(bytes, 0, "no GGUF file");
    if (!read_version(bytes))
        return false;
    uint64_t at = bytes->offset;
    gguf->tensors = bytes_u64(bytes, "number of tensors");
    gguf->keys = bytes_u64(bytes, "number of keys");
    if (bytes->failed)
        return false;
    if (gguf->tensors > bytes_left(bytes) / TENSOR_BYTES_MIN)
        return bytes_fail(bytes, at, "%" PRIu64 " tensors do not fit into this file",
                          gguf->tensors);
    if (gguf->keys > GGUF_KEYS_MAX || gguf->keys > bytes_left(bytes) / KEY_BYTES_MIN)
        return bytes_fail(bytes, at + LENGTH_BYTES,
                          "%" PRIu64 " keys do not fit into this file, or are more than %d",
                          gguf->keys, GGUF_KEYS_MAX);
    return true;
}

bool gguf_read_name(struct bytes *bytes, char name[GGUF_NAME_BYTES_MAX + 1], const char *what)
{
    uint64_t at = bytes->offset;
    uint64_t length = bytes_u64(bytes, what);
    if (bytes->failed)
        return false;
    if (length < 1 || length > GGUF_NAME_BYTES_MAX)
        return bytes_fail(bytes, at, "%s of %" PRIu64 " bytes; 1 to %d are possible", what, length,
                          GGUF_NAME_BYTES_MAX);
    if (!bytes_take(bytes, name, length, what))
        return false;
    name[length] = '\0';
    return strlen(name) == length || bytes_fail(bytes, at, "%s with a NUL in it", what);
}

static bool skip_string(struct bytes *bytes)
{
    uint64_t length = bytes_u64(bytes, "string");
    return !bytes->failed && bytes_skip(bytes, length, "string");
}

static bool skip_value(struct bytes *bytes, uint32_t type, int depth);

static bool skip_array(struct bytes *bytes, int depth)
{
    uint64_t at = bytes->offset;
    uint32_t type = bytes_u32(bytes, "array");
    uint64_t count = bytes_u64(bytes, "array");
    if (bytes->failed)
        return false;
    if (type >= VALUE_TYPES)
        return bytes_fail(bytes, at, "type %" PRIu32 " of an array is not known", type);
    uint64_t each = value_bytes[type] > 0 ? value_bytes[type] : LENGTH_BYTES;
    if (count > bytes_left(bytes) / each)
        return bytes_fail(bytes, at, "an array of %" PRIu64 " values does not fit into this file",
                          count);
    if (value_bytes[type] > 0)
        return bytes_skip(bytes, count * each, "array");
    for (uint64_t i = 0; i < count; i++)
        if (!skip_value(bytes, type, depth + 1))
            return false;
    return true;
}

static bool skip_value(struct bytes *bytes, uint32_t type, int depth)
{
    if (type == VALUE_STRING)
        return skip_string(bytes);
    if (type != VALUE_ARRAY)
        return bytes_skip(bytes, value_bytes[type], "value");
    if (depth >= GGUF_NESTING_MAX)
        return bytes_fail(bytes, bytes->offset, "arrays nested deeper than %d", GGUF_NESTING_MAX);
    return skip_array(bytes, depth);
}

/* A plain unsigned value; anything else is a mistake. */
static bool read_number(struct bytes *bytes, uint32_t type, const char *key, uint64_t *value)
{
    unsigned char raw[LENGTH_BYTES] = {0};
    bool number = type != VALUE_STRING && type != VALUE_ARRAY && type != VALUE_F32 &&
                  type != VALUE_F64 && type != VALUE_BOOL;
    if (!number)
        return bytes_fail(bytes, bytes->offset, "%s is no integer", key);
    if (!bytes_take(bytes, raw, value_bytes[type], key))
        return false;
    *value = 0;
    for (size_t i = sizeof raw; i-- > 0;)
        *value = *value << 8 | raw[i];
    return true;
}

/* The beginning of a string, as far as `text` holds it. */
static bool read_text(struct bytes *bytes, char text[SHAPE_NAME_BYTES])
{
    char raw[SHAPE_NAME_BYTES];
    uint64_t length = bytes_u64(bytes, "string");
    uint64_t part = length < sizeof raw ? length : sizeof raw;
    if (bytes->failed || !bytes_take(bytes, raw, part, "string") ||
        !bytes_skip(bytes, length - part, "string"))
        return false;
    import_printable(raw, (size_t)part, text, SHAPE_NAME_BYTES);
    return true;
}

static bool read_key(struct bytes *bytes, struct gguf *gguf)
{
    char key[GGUF_NAME_BYTES_MAX + 1];
    if (!gguf_read_name(bytes, key, "key"))
        return false;
    uint64_t at = bytes->offset;
    uint32_t type = bytes_u32(bytes, "type of a value");
    if (bytes->failed)
        return false;
    if (type >= VALUE_TYPES)
        return bytes_fail(bytes, at, "type %" PRIu32 " of a value is not known", type);
    if (strcmp(key, "general.name") == 0 && type == VALUE_STRING)
        return read_text(bytes, gguf->name);
    if (strcmp(key, "split.count") == 0)
        return read_number(bytes, type, key, &gguf->split_count);
    if (strcmp(key, "general.alignment") != 0)
        return skip_value(bytes, type, 0);
    if (!read_number(bytes, type, key, &gguf->alignment))
        return false;
    if (gguf->alignment >= 1 && gguf->alignment <= GGUF_ALIGNMENT_MAX &&
        (gguf->alignment & (gguf->alignment - 1)) == 0)
        return true;
    return bytes_fail(bytes, at,
                      "general.alignment is %" PRIu64 "; a power of two up to %d is needed",
                      gguf->alignment, GGUF_ALIGNMENT_MAX);
}

bool gguf_read_keys(struct bytes *bytes, struct gguf *gguf)
{
    for (uint64_t i = 0; i < gguf->keys; i++)
        if (!read_key(bytes, gguf))
            return false;
    return true;
}
