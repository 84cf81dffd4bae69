#include "sim/cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

enum { PATIENCE_MS = 1000 };

static atomic_bool interrupted;
static atomic_llong first_ms;
static struct sigaction before[SIGNALS];

static long long now_ms(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* timeout(1) and batch systems send theirs to the program and to its group: what
 * comes right behind the first is the same one. */
static void note(int number)
{
    int kept = errno;
    if (!atomic_load(&interrupted)) {
        atomic_store(&first_ms, now_ms());
        atomic_store(&interrupted, true);
    } else if (now_ms() - atomic_load(&first_ms) >= PATIENCE_MS) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = kept;
}

const atomic_bool *interrupt_begin(void)
{
    atomic_store(&interrupted, false);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    return &interrupted;
}

void interrupt_end(void)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
}
