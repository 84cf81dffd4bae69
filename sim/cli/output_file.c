#define _XOPEN_SOURCE 700 /* realpath */

#include "sim/cli/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16 };

static bool fail(const char *path, int error, struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "cannot write %s: %s", path,
                    strerror(error));
    return false;
}

static char *join(const char *head, const char *tail)
{
    size_t size = strlen(head) + strlen(tail) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s", head, tail);
    return text;
}

/* The folder of a file that is not there yet, resolved, and its name. */
static char *resolve_new(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) {
        char *folder = realpath(".", NULL);
        char *start = folder ? join(folder, "/") : NULL;
        char *resolved = start ? join(start, path) : NULL;
        free(start);
        free(folder);
        return resolved;
    }
    char *head = join(path, "");
    if (!head)
        return NULL;
    head[slash - path + 1] = '\0';
    char *folder = realpath(head, NULL);
    free(head);
    char *resolved = folder ? join(folder, slash) : NULL;
    free(folder);
    return resolved;
}

static mode_t new_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool open_temporary(struct output_file *file, mode_t mode)
{
    file->temporary = join(file->path, ".XXXXXX");
    if (!file->temporary)
        return false;
    int descriptor = mkstemp(file->temporary);
    if (descriptor < 0) {
        free(file->temporary);
        file->temporary = NULL;
        return false;
    }
    if (fchmod(descriptor, mode & 0777) == 0)
        file->stream = fdopen(descriptor, "w");
    if (!file->stream)
        close(descriptor);
    return file->stream != NULL;
}

static bool open_stdout(struct output_file *file)
{
    int descriptor = dup(STDOUT_FILENO);
    file->is_stdout = true;
    file->path = join("/dev/stdout", "");
    file->stream = descriptor >= 0 && file->path ? fdopen(descriptor, "w") : NULL;
    if (!file->stream && descriptor >= 0)
        close(descriptor);
    return file->stream != NULL;
}

static bool open_path(struct output_file *file, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    file->path = exists ? realpath(path, NULL) : resolve_new(path);
    if (!file->path)
        return false;
    if (exists && !S_ISREG(status.st_mode)) {
        file->stream = fopen(file->path, "w");
        return file->stream != NULL;
    }
    if (exists && access(path, W_OK) != 0)
        return false;
    return open_temporary(file, exists ? status.st_mode : new_mode());
}

bool output_open(struct output_file *file, const char *path, struct diagnostics *errors)
{
    *file = (struct output_file){.stream = NULL};
    errno = 0;
    bool is_stdout = strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
    if (is_stdout ? open_stdout(file) : open_path(file, path)) {
        setvbuf(file->stream, NULL, _IOFBF, BUFFER_BYTES);
        return true;
    }
    fail(path, errno != 0 ? errno : ENOMEM, errors);
    output_drop(file);
    return false;
}

bool output_keep(struct output_file *file, int error, struct diagnostics *errors)
{
    errno = 0;
    if (fclose(file->stream) != 0 && error == 0)
        error = errno != 0 ? errno : EIO;
    file->stream = NULL;
    if (error == 0 && file->temporary && rename(file->temporary, file->path) != 0)
        error = errno;
    if (error == 0) {
        free(file->temporary);
        file->temporary = NULL;
    } else {
        fail(file->path, error, errors);
    }
    output_drop(file);
    return error == 0;
}

void output_drop(struct output_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    free(file->path);
    *file = (struct output_file){.stream = NULL};
}

bool output_same(const struct output_file *a, const struct output_file *b)
{
    return strcmp(a->path, b->path) == 0 && strcmp(a->path, "/dev/null") != 0;
}
