/* Source: where an importer reads from.
 *
 *   file, "-"  --open-->  head: the first bytes, to tell the format
 *                         stream at 0, for the formats with a binary header
 *                         text: all of it, NUL behind, for the others
 */
#ifndef ANESIM_WORKLOAD_IMPORT_SOURCE_H
#define ANESIM_WORKLOAD_IMPORT_SOURCE_H

#include <stdint.h>

#include "sim/config/diagnostics.h"

enum { IMPORT_HEAD_BYTES = 512, IMPORT_TEXT_BYTES_MAX = 64 << 20 };

struct import_source {
    const char *path; /* for messages; "standard input" for "-" */
    FILE *stream;
    bool seekable; /* a regular file: `size` is known, and text is not yet read */
    uint64_t size;
    char head[IMPORT_HEAD_BYTES];
    size_t head_bytes;
    char *text; /* NULL until import_source_text */
    size_t text_bytes;
};

/* Opens `path` ("-" is standard input).  The caller closes either way. */
bool import_source_open(struct import_source *source, const char *path, struct diagnostics *errors);
void import_source_close(struct import_source *source);

/* Reads all of it into source->text; more than bytes_max is a diagnostic. */
bool import_source_text(struct import_source *source, size_t bytes_max, struct diagnostics *errors);

/* Diagnostics: bad input in this source, and memory. */
#define import_complain(source, errors, ...)                                                       \
    diagnostics_add((errors), DIAGNOSTIC_BAD_INPUT, (source)->path, 0, __VA_ARGS__)

#endif
