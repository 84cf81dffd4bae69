#include "sim/workload/import_source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/config/assignments.h"

enum { FIRST_BYTES = 1 << 16 };

static bool report(const struct import_source *source, const char *what, int code,
                   struct diagnostics *errors)
{
    bool users = code == ENOENT || code == ENOTDIR || code == EISDIR || code == ENAMETOOLONG ||
                 code == ELOOP;
    diagnostics_add(errors, users ? DIAGNOSTIC_BAD_INPUT : DIAGNOSTIC_ENVIRONMENT, source->path, 0,
                    "%s: %s", what, strerror(code));
    return false;
}

static bool read_some(struct import_source *source, char *to, size_t bytes, size_t *taken,
                      struct diagnostics *errors)
{
    errno = 0;
    *taken = fread(to, 1, bytes, source->stream);
    return !ferror(source->stream) || report(source, "cannot read", errno, errors);
}

bool import_source_open(struct import_source *source, const char *path, struct diagnostics *errors)
{
    struct stat status;
    *source = (struct import_source){.path = path};
    if (strcmp(path, "-") == 0) {
        source->path = "standard input";
        source->stream = stdin;
    } else if (!(source->stream = fopen(path, "rb"))) {
        return report(source, "cannot open", errno, errors);
    } else if (fstat(fileno(source->stream), &status) == 0 && S_ISREG(status.st_mode)) {
        source->seekable = true;
        source->size = (uint64_t)status.st_size;
    }
    if (!read_some(source, source->head, sizeof source->head, &source->head_bytes, errors))
        return false;
    if (source->seekable && fseeko(source->stream, 0, SEEK_SET) != 0)
        return report(source, "cannot seek", errno, errors);
    return true;
}

void import_source_close(struct import_source *source)
{
    if (source->stream && source->stream != stdin)
        fclose(source->stream);
    free(source->text);
    source->stream = NULL;
    source->text = NULL;
}

static bool too_large(const struct import_source *source, size_t bytes_max,
                      struct diagnostics *errors)
{
    import_complain(source, errors,
                    "too large for a text of this format: at most %zu bytes are read", bytes_max);
    return false;
}

/* Makes room for more and a NUL behind it. */
static bool grow(struct import_source *source, size_t *capacity)
{
    size_t wanted = *capacity > 0 ? *capacity * 2 : FIRST_BYTES;
    char *larger = realloc(source->text, wanted + 1);
    if (!larger)
        return false;
    source->text = larger;
    *capacity = wanted;
    return true;
}

bool import_source_text(struct import_source *source, size_t bytes_max, struct diagnostics *errors)
{
    size_t capacity = 0, taken = 0;
    if (source->text)
        return source->text_bytes <= bytes_max || too_large(source, bytes_max, errors);
    if (source->seekable && source->size > bytes_max)
        return too_large(source, bytes_max, errors);
    do {
        if (source->text_bytes == capacity && !grow(source, &capacity)) {
            config_report_no_memory(errors);
            return false;
        }
        if (capacity == FIRST_BYTES && source->text_bytes == 0 && !source->seekable) {
            memcpy(source->text, source->head, source->head_bytes);
            source->text_bytes = source->head_bytes;
        }
        if (!read_some(source, source->text + source->text_bytes, capacity - source->text_bytes,
                       &taken, errors))
            return false;
        source->text_bytes += taken;
    } while (taken > 0 && source->text_bytes <= bytes_max);
    source->text[source->text_bytes] = '\0';
    return source->text_bytes <= bytes_max || too_large(source, bytes_max, errors);
}
