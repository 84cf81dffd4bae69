#define _XOPEN_SOURCE 700 /* realpath */

#include "sim/cli/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/config/config.h"

enum { BUFFER_BYTES = 1 << 16, PENDING_MAX = 8, PATH_BYTES = 4096 };

/* What an interrupted program must not leave behind. */
static char *volatile pending[PENDING_MAX];

static void interrupted(int signal_number)
{
    for (int i = 0; i < PENDING_MAX; i++)
        if (pending[i])
            unlink(pending[i]);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void set_pending(char *from, char *to)
{
    for (int i = 0; i < PENDING_MAX; i++) {
        if (pending[i] == from) {
            pending[i] = to;
            return;
        }
    }
}

/* Signals that are ignored stay so. */
static void catch_signals(void)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (signal(signals[i], interrupted) == SIG_IGN)
            signal(signals[i], SIG_IGN);
}

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

/* Takes a descriptor that is not one of the standard streams', which may be
 * closed, and would get what is meant for them. */
static bool take_descriptor(struct output_file *file, int descriptor)
{
    int high = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD, STDERR_FILENO + 1);
    int error = errno;
    if (descriptor >= 0)
        close(descriptor);
    file->stream = high < 0 ? NULL : fdopen(high, "w");
    if (!file->stream && high >= 0)
        close(high);
    else if (!file->stream)
        errno = error;
    return file->stream != NULL;
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
    set_pending(NULL, file->temporary);
    catch_signals();
    fchmod(descriptor, mode & 0777);
    return take_descriptor(file, descriptor);
}

static bool open_stdout(struct output_file *file)
{
    file->is_stdout = true;
    file->path = join("/dev/stdout", "");
    return file->path && take_descriptor(file, dup(STDOUT_FILENO));
}

static char *resolve(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? realpath(path, NULL) : resolve_new(path);
}

static bool open_path(struct output_file *file, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    file->path = resolve(path);
    if (!file->path)
        return false;
    if (exists && !S_ISREG(status.st_mode))
        return take_descriptor(file, open(file->path, O_WRONLY));
    if (exists && access(path, W_OK) != 0)
        return false;
    return open_temporary(file, exists ? status.st_mode : new_mode());
}

bool output_open(struct output_file *file, const char *path, struct diagnostics *errors)
{
    *file = (struct output_file){.stream = NULL};
    errno = 0;
    if (output_is_stdout(path) ? open_stdout(file) : open_path(file, path)) {
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
        set_pending(file->temporary, NULL);
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
    if (file->temporary) {
        unlink(file->temporary);
        set_pending(file->temporary, NULL);
    }
    free(file->temporary);
    free(file->path);
    *file = (struct output_file){.stream = NULL};
}

bool output_is_stdout(const char *path)
{
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

bool output_replaces(const char *path, const char *other)
{
    if (output_is_stdout(path))
        return false;
    char *a = resolve(path), *b = resolve(other);
    bool same = a && b && strcmp(a, b) == 0;
    free(a);
    free(b);
    return same;
}

bool output_spares_config(const char *path, const char *config, struct diagnostics *errors)
{
    struct diagnostics own = {0};
    char found[PATH_BYTES];
    bool replaces =
        config && config_find(config, found, sizeof found, &own) && output_replaces(path, found);
    diagnostics_free(&own); /* who reads it will say that it is not there */
    if (replaces)
        diagnostics_bad_input(errors, "%s is what is read, and would be lost; give another file",
                              path);
    return !replaces;
}

bool output_same(const struct output_file *a, const struct output_file *b)
{
    return strcmp(a->path, b->path) == 0 && strcmp(a->path, "/dev/null") != 0;
}
