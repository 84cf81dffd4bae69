#include "sim/workload/import_bytes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { MESSAGE_BYTES = 512 };

void bytes_init(struct bytes *bytes, const struct import_source *source, uint64_t limit,
                struct diagnostics *errors)
{
    bytes->source = source;
    bytes->errors = errors;
    bytes->offset = bytes->buffer_offset = 0;
    bytes->buffer_bytes = 0;
    bytes->failed = false;
    bytes->end = source->size < limit ? source->size : limit;
}

bool bytes_fail(struct bytes *bytes, uint64_t offset, const char *format, ...)
{
    char message[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!bytes->failed)
        import_complain(bytes->source, bytes->errors, "byte %" PRIu64 ": %s", offset, message);
    bytes->failed = true;
    return false;
}

/* Is there so much?  `count` may be anything. */
static bool claim(struct bytes *bytes, uint64_t count, const char *what)
{
    if (bytes->failed)
        return false;
    if (count <= bytes_left(bytes))
        return true;
    if (bytes->end < bytes->source->size)
        return bytes_fail(bytes, bytes->offset, "%s: the header has more than %" PRIu64 " bytes",
                          what, bytes->end);
    return bytes_fail(bytes, bytes->offset,
                      "%s of %" PRIu64 " bytes, but the file ends after %" PRIu64, what, count,
                      bytes_left(bytes));
}

/* Makes the buffer hold the next byte. */
static bool fill(struct bytes *bytes)
{
    uint64_t in_buffer = bytes->offset - bytes->buffer_offset;
    if (bytes->offset >= bytes->buffer_offset && in_buffer < bytes->buffer_bytes)
        return true;
    FILE *stream = bytes->source->stream;
    bytes->buffer_offset = bytes->offset;
    bytes->buffer_bytes = 0;
    if (fseeko(stream, (off_t)bytes->offset, SEEK_SET) == 0)
        bytes->buffer_bytes = fread(bytes->buffer, 1, sizeof bytes->buffer, stream);
    return bytes->buffer_bytes > 0 ||
           bytes_fail(bytes, bytes->offset, "the file cannot be read here");
}

bool bytes_take(struct bytes *bytes, void *to, uint64_t count, const char *what)
{
    char *out = to;
    if (!claim(bytes, count, what))
        return false;
    while (count > 0) {
        if (!fill(bytes))
            return false;
        size_t from = (size_t)(bytes->offset - bytes->buffer_offset);
        size_t chunk = bytes->buffer_bytes - from;
        if (chunk > count)
            chunk = (size_t)count;
        memcpy(out, bytes->buffer + from, chunk);
        out += chunk;
        bytes->offset += chunk;
        count -= chunk;
    }
    return true;
}

bool bytes_skip(struct bytes *bytes, uint64_t count, const char *what)
{
    if (!claim(bytes, count, what))
        return false;
    bytes->offset += count;
    return true;
}

static uint64_t little_endian(struct bytes *bytes, size_t count, const char *what)
{
    unsigned char raw[sizeof(uint64_t)];
    uint64_t value = 0;
    if (!bytes_take(bytes, raw, count, what))
        return 0;
    while (count-- > 0)
        value = value << 8 | raw[count];
    return value;
}

uint32_t bytes_u32(struct bytes *bytes, const char *what)
{
    return (uint32_t)little_endian(bytes, sizeof(uint32_t), what);
}

uint64_t bytes_u64(struct bytes *bytes, const char *what)
{
    return little_endian(bytes, sizeof(uint64_t), what);
}
