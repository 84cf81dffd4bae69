/* Bytes: a bounded reader of a binary header.
 *
 * Knows the file's size; nothing is read, skipped or allocated before it was
 * held against what is left.  After the first failure every call fails, and
 * exactly one diagnostic has been added: "byte OFFSET: WHAT ...".
 */
#ifndef ANESIM_WORKLOAD_IMPORT_BYTES_H
#define ANESIM_WORKLOAD_IMPORT_BYTES_H

#include "sim/workload/import_source.h"

enum { BYTES_BUFFER = 1 << 14 };

struct bytes {
    const struct import_source *source;
    struct diagnostics *errors;
    uint64_t offset; /* of the next byte to take */
    uint64_t end;    /* nothing is taken beyond */
    bool failed;
    uint64_t buffer_offset;
    size_t buffer_bytes;
    char buffer[BYTES_BUFFER];
};

/* At the start of a source that is seekable.  At most `limit` bytes are read. */
void bytes_init(struct bytes *bytes, const struct import_source *source, uint64_t limit,
                struct diagnostics *errors);

static inline uint64_t bytes_left(const struct bytes *bytes)
{
    return bytes->end - bytes->offset;
}

/* Take `count` bytes, or pass over them; `what` is for the message. */
bool bytes_take(struct bytes *bytes, void *to, uint64_t count, const char *what);
bool bytes_skip(struct bytes *bytes, uint64_t count, const char *what);

/* Little-endian numbers; 0 after a failure. */
uint32_t bytes_u32(struct bytes *bytes, const char *what);
uint64_t bytes_u64(struct bytes *bytes, const char *what);

/* Adds "byte OFFSET: ..." and fails; always false. */
bool bytes_fail(struct bytes *bytes, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
