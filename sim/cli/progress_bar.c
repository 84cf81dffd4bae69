#include "sim/cli/progress_bar.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    FIRST_LINE_S = 5,
    LINE_INTERVAL_S = 30,
    WIDTH_DEFAULT = 80,
    WIDTH_MIN = 12,
    BAR_MIN = 4,
    BAR_MAX = 40,
    TEXT_BYTES = 160
};

void progress_bar_begin(struct progress_bar *bar, bool quiet)
{
    *bar = (struct progress_bar){
        .quiet = quiet, .terminal = isatty(STDERR_FILENO) == 1, .next_line_s = FIRST_LINE_S};
    clock_gettime(CLOCK_MONOTONIC, &bar->begun);
}

static double elapsed_s(const struct progress_bar *bar)
{
    struct timespec now = bar->begun;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - bar->begun.tv_sec) +
           (double)(now.tv_nsec - bar->begun.tv_nsec) / 1e9;
}

static size_t terminal_width(void)
{
#ifdef TIOCGWINSZ
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= WIDTH_MIN)
        return size.ws_col;
#endif
    return WIDTH_DEFAULT;
}

/* "31/67  4.2 runs/s  0:09 left"; the rate is that of this run. */
static void print_state(const struct sweep_counts *counts, double seconds, char text[TEXT_BYTES])
{
    int64_t done = sweep_done(counts);
    double rate = seconds > 0 ? (double)(counts->simulated + counts->reused) / seconds : 0;
    int used = snprintf(text, TEXT_BYTES, "%" PRId64 "/%" PRId64, done, counts->points);
    if (rate <= 0)
        return;
    double left = (double)(counts->points - done) / rate;
    int64_t left_s = left < 1e9 ? (int64_t)(left + 0.5) : 0;
    used += snprintf(text + used, TEXT_BYTES - (size_t)used, "  %.*f runs/s  ", rate < 100, rate);
    if (left_s >= 3600)
        used += snprintf(text + used, TEXT_BYTES - (size_t)used, "%" PRId64 ":", left_s / 3600);
    snprintf(text + used, TEXT_BYTES - (size_t)used, "%0*" PRId64 ":%02" PRId64 " left",
             left_s >= 3600 ? 2 : 1, left_s / 60 % 60, left_s % 60);
}

static void draw(const struct sweep_counts *counts, const char *state)
{
    char cells[BAR_MAX + 1];
    size_t width = terminal_width() - 1;
    size_t around = strlen(state) + 3;
    size_t bar = width > around ? width - around : 0;
    bar = bar < BAR_MAX ? bar : BAR_MAX;
    int64_t total = counts->points > 0 ? counts->points : 1;
    size_t full = (size_t)((int64_t)bar * sweep_done(counts) / total);
    memset(cells, '.', sizeof cells);
    memset(cells, '#', full);
    if (bar >= BAR_MIN)
        fprintf(stderr, "\r[%.*s] %s\033[K", (int)bar, cells, state);
    else
        fprintf(stderr, "\r%.*s\033[K", (int)width, state);
    fflush(stderr);
}

void progress_bar_update(void *context, const struct sweep_counts *counts)
{
    struct progress_bar *bar = context;
    char state[TEXT_BYTES];
    double seconds = elapsed_s(bar);
    if (bar->quiet || (!bar->terminal && seconds < bar->next_line_s))
        return;
    print_state(counts, seconds, state);
    if (bar->terminal)
        draw(counts, state);
    else
        fprintf(stderr, "%s\n", state);
    bar->next_line_s = seconds + LINE_INTERVAL_S;
}

void progress_bar_end(struct progress_bar *bar)
{
    if (bar->quiet || !bar->terminal)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
