#include "sim/config/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 4096 };

static void report(struct diagnostics *errors, const char *path, const char *what, int code)
{
    bool users = code == ENOENT || code == ENOTDIR || code == EISDIR || code == ENAMETOOLONG ||
                 code == ELOOP || code == EACCES || code == EPERM;
    diagnostics_add(errors, users ? DIAGNOSTIC_BAD_INPUT : DIAGNOSTIC_ENVIRONMENT, path, 0,
                    "%s: %s", what, strerror(code));
}

static bool grow(char **text, size_t *capacity)
{
    size_t wanted = *capacity > 0 ? *capacity * 2 : FIRST_BYTES;
    char *larger = realloc(*text, wanted);
    if (!larger)
        return false;
    *text = larger;
    *capacity = wanted;
    return true;
}

/* Reads one byte more than the limit at most, so that "too large" is seen. */
static bool read_all(FILE *stream, const char *path, char **text, size_t *size,
                     struct diagnostics *errors)
{
    size_t capacity = 0;
    do {
        if (*size == capacity && !grow(text, &capacity)) {
            diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, path, 0, "out of memory");
            return false;
        }
        errno = 0;
        *size += fread(*text + *size, 1, capacity - *size, stream);
    } while (!feof(stream) && !ferror(stream) && *size <= CONFIG_FILE_BYTES_MAX);
    if (ferror(stream)) {
        report(errors, path, "cannot read", errno);
        return false;
    }
    if (*size > CONFIG_FILE_BYTES_MAX) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, path, 0,
                        "the file is too large for a config: at most %d bytes are read",
                        CONFIG_FILE_BYTES_MAX);
        return false;
    }
    return true;
}

bool config_file_read(const char *path, char **text, size_t *size, struct diagnostics *errors)
{
    *text = NULL;
    *size = 0;
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        report(errors, path, "cannot open", errno);
        return false;
    }
    bool done = read_all(stream, path, text, size, errors);
    fclose(stream);
    if (!done) {
        free(*text);
        *text = NULL;
    }
    return done;
}
