#include "sim/cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static atomic_bool interrupted;
static struct sigaction before[SIGNALS];

static void note(int signal)
{
    (void)signal;
    atomic_store(&interrupted, true);
}

const atomic_bool *interrupt_begin(void)
{
    atomic_store(&interrupted, false);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = note,
                                   .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
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
