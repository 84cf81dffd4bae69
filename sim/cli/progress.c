#include "sim/cli/progress.h"

#include <stdio.h>
#include <unistd.h>

enum { INTERVAL_MS = 100 };

void progress_begin(struct progress *progress)
{
    *progress = (struct progress){.shown = isatty(STDERR_FILENO) == 1, .what = ""};
}

static long ms_since(const struct timespec *then, const struct timespec *now)
{
    return (now->tv_sec - then->tv_sec) * 1000 + (now->tv_nsec - then->tv_nsec) / 1000000;
}

void progress_update(void *context, size_t done, size_t total)
{
    struct progress *progress = context;
    struct timespec now;
    if (!progress->shown || clock_gettime(CLOCK_MONOTONIC, &now) != 0 ||
        ms_since(&progress->last, &now) < INTERVAL_MS)
        return;
    progress->last = now;
    fprintf(stderr, "\r\033[K%s: %zu of %zu", progress->what, done, total);
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (!progress->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
