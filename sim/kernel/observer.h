/* Observers: anyone who wants to see the machine at work without changing it.
 *
 * A model reports (time, source, signal, value); what the numbers mean is the
 * model's business (models/kdma/kdma.h).  Without an observer a report
 * costs one test of a pointer.
 *
 *        at most OBSERVER_LAG_PS                 as far as a model knows
 *   <---------------------------------| *clock |------------------------->
 *      e.g. a refresh that a sleeping             e.g. the arrival of data that
 *      channel carries out late                   is on its way
 *
 * Reports do not come in order of time, but none is about a time more than
 * OBSERVER_LAG_PS before *clock: what is older may be put in order and written.
 */
#ifndef ANESIM_KERNEL_OBSERVER_H
#define ANESIM_KERNEL_OBSERVER_H

#include "sim/kernel/time.h"

enum { OBSERVER_LAG_PS = 10 * PS_PER_US };

struct observer {
    void (*report)(struct observer *self, sim_time time, uint32_t source, uint32_t signal,
                   int64_t value);
    /* Both are the simulator's, set when it is attached. */
    struct observer *next;
    const sim_time *clock;
};

void observers_report(struct observer *first, sim_time time, uint32_t source, uint32_t signal,
                      int64_t value);

static inline void observe(struct observer *first, sim_time time, uint32_t source, uint32_t signal,
                           int64_t value)
{
    if (first)
        observers_report(first, time, source, signal, value);
}

#endif
