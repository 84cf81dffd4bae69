#include "sim/report/gnuplot.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/config/assignments.h"

enum { MESSAGE_BYTES = 400, OUTPUT_BYTES_MAX = 1 << 28 };

extern char **environ;

/* What would let the user's surroundings into the picture. */
static const char *const unwanted[] = {"LC_", "LANG", "GNUTERM=", "GNUPLOT_", "GDFONTPATH="};

static bool is_wanted(const char *entry)
{
    for (size_t i = 0; i < sizeof unwanted / sizeof unwanted[0]; i++)
        if (strncmp(entry, unwanted[i], strlen(unwanted[i])) == 0)
            return false;
    return true;
}

/* NULL: out of memory. */
static char **clean_environment(void)
{
    static char locale[] = "LC_ALL=C";
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **clean = calloc(count + 2, sizeof *clean);
    if (!clean)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (is_wanted(environ[i]))
            clean[kept++] = environ[i];
    clean[kept] = locale;
    return clean;
}

static bool fail(struct diagnostics *errors, const char *what, int error)
{
    if (error == ENOENT)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0,
                        "no gnuplot found on PATH, which draws the plots; install it: apt-get "
                        "install gnuplot-nox (Debian, Ubuntu), dnf install gnuplot (Fedora), brew "
                        "install gnuplot (macOS)");
    else
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "%s: %s", what, strerror(error));
    return false;
}

struct streams {
    FILE *in;
    FILE *out;
    FILE *complaints;
};

static bool open_streams(struct streams *streams, const char *script)
{
    streams->in = tmpfile();
    streams->out = tmpfile();
    streams->complaints = tmpfile();
    return streams->in && streams->out && streams->complaints && fputs(script, streams->in) >= 0 &&
           fflush(streams->in) == 0 && lseek(fileno(streams->in), 0, SEEK_SET) == 0;
}

static void close_streams(struct streams *streams)
{
    if (streams->in)
        fclose(streams->in);
    if (streams->out)
        fclose(streams->out);
    if (streams->complaints)
        fclose(streams->complaints);
}

/* An errno; the process goes to *child. */
static int spawn(const struct streams *streams, char **environment, pid_t *child)
{
    char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, (char[]){"-"}, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    if ((error = posix_spawnattr_init(&attributes)) == 0) {
        sigemptyset(&signals);
        sigaddset(&signals, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &signals);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        error = posix_spawn_file_actions_adddup2(&actions, fileno(streams->in), 0);
        error = error ? error : posix_spawn_file_actions_adddup2(&actions, fileno(streams->out), 1);
        error = error ? error
                      : posix_spawn_file_actions_adddup2(&actions, fileno(streams->complaints), 2);
        error = error ? error
                      : posix_spawnp(child, arguments[0], &actions, &attributes, arguments,
                                     environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Waits for it; the status, or -1. */
static int await(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

static bool read_output(FILE *stream, struct gnuplot_output *output, struct diagnostics *errors)
{
    off_t size = lseek(fileno(stream), 0, SEEK_END);
    if (size < 0 || size > OUTPUT_BYTES_MAX || lseek(fileno(stream), 0, SEEK_SET) != 0)
        return fail(errors, "what gnuplot wrote", size > OUTPUT_BYTES_MAX ? EFBIG : EIO);
    output->bytes = malloc((size_t)size + 1);
    if (!output->bytes) {
        config_report_no_memory(errors);
        return false;
    }
    output->size = fread(output->bytes, 1, (size_t)size, stream);
    output->bytes[output->size] = '\0';
    return output->size == (size_t)size || fail(errors, "what gnuplot wrote", EIO);
}

/* The first line that says something, without gnuplot's pointer to a place. */
static void read_complaint(FILE *stream, char message[MESSAGE_BYTES])
{
    char line[MESSAGE_BYTES];
    message[0] = '\0';
    if (lseek(fileno(stream), 0, SEEK_SET) != 0)
        return;
    while (fgets(line, sizeof line, stream)) {
        const char *text = line + strspn(line, " \t\n^");
        if (*text != '\0' && strncmp(text, "gnuplot>", 8) != 0 && strncmp(text, "line ", 5) == 0)
            snprintf(message, MESSAGE_BYTES, "%s", text);
        else if (*text != '\0' && message[0] == '\0')
            snprintf(message, MESSAGE_BYTES, "%s", text);
    }
    message[strcspn(message, "\n")] = '\0';
}

static bool ends_with(const struct gnuplot_output *output, const char *tail, size_t bytes)
{
    size_t size = output->size;
    while (size > 0 && (output->bytes[size - 1] == '\n' || output->bytes[size - 1] == '\r'))
        size--;
    return size >= bytes && memcmp(output->bytes + size - bytes, tail, bytes) == 0;
}

/* A full disk or another program's output does not pass for a picture. */
static bool is_whole(const struct gnuplot_output *output, enum plot_format format)
{
    static const struct {
        const char *head;
        size_t head_bytes;
        const char *tail;
        size_t tail_bytes;
    } marks[PLOT_FORMATS] = {
        [PLOT_SVG] = {"<?xml", 5, "</svg>", 6},
        [PLOT_PNG] = {"\x89PNG\r\n\x1a\n", 8, "IEND\xae\x42\x60\x82", 8},
        [PLOT_PDF] = {"%PDF-", 5, "%%EOF", 5},
    };
    return output->size >= marks[format].head_bytes &&
           memcmp(output->bytes, marks[format].head, marks[format].head_bytes) == 0 &&
           ends_with(output, marks[format].tail, marks[format].tail_bytes);
}

static bool judge(int status, const struct streams *streams, enum plot_format format,
                  struct gnuplot_output *output, struct diagnostics *errors)
{
    char message[MESSAGE_BYTES];
    if (!read_output(streams->out, output, errors))
        return false;
    if (status == 0 && is_whole(output, format))
        return true;
    read_complaint(streams->complaints, message);
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "gnuplot gave no whole %s: %s",
                    plot_format_names[format], message[0] ? message : "it says nothing");
    return false;
}

bool gnuplot_run(const char *script, enum plot_format format, struct gnuplot_output *output,
                 struct diagnostics *errors)
{
    struct streams streams = {.in = NULL};
    pid_t child;
    *output = (struct gnuplot_output){.bytes = NULL};
    char **environment = clean_environment();
    errno = 0;
    bool done = environment && open_streams(&streams, script);
    if (!done)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0,
                        "cannot prepare a script for gnuplot: %s",
                        strerror(errno != 0 ? errno : ENOMEM));
    if (done) {
        int error = spawn(&streams, environment, &child);
        done = error == 0 ? judge(await(child), &streams, format, output, errors)
                          : fail(errors, "cannot run gnuplot", error);
    }
    close_streams(&streams);
    free(environment);
    return done;
}
