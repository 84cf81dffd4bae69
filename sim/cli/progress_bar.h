/* How far a sweep is: a bar with rate and time left on a terminal, elsewhere a
 * plain line now and then. */
#ifndef ANESIM_CLI_PROGRESS_BAR_H
#define ANESIM_CLI_PROGRESS_BAR_H

#include <time.h>

#include "sim/experiment/sweep.h"

struct progress_bar {
    bool quiet;
    bool terminal; /* stderr is one */
    struct timespec begun;
    double next_line_s; /* when the next plain line is due */
};

void progress_bar_begin(struct progress_bar *bar, bool quiet);

/* A sweep_progress: `context` is the bar. */
void progress_bar_update(void *context, const struct sweep_counts *counts);

/* Wipes it. */
void progress_bar_end(struct progress_bar *bar);

#endif
