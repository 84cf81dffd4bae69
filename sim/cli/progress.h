/* A line on the terminal that says how far things are. */
#ifndef ANESIM_CLI_PROGRESS_H
#define ANESIM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct progress {
    bool shown;       /* stderr is a terminal */
    const char *what; /* is being done */
    struct timespec last;
};

void progress_begin(struct progress *progress);

/* A batch_progress: `context` is the struct progress. */
void progress_update(void *context, size_t done, size_t total);

/* Wipes the line. */
void progress_end(struct progress *progress);

#endif
