/* Observers: anyone who wants to see the machine at work without changing it.
 *
 * A model reports (time, source, signal, value); what the numbers mean is the
 * model's business (models/kdma/kdma.h).  Without an observer a report
 * costs one test of a pointer.  Reports of one source come in order of time;
 * reports of different sources may interleave, because a model may know the
 * future of a line (its data will arrive at t) before other models get there.
 */
#ifndef ANESIM_KERNEL_OBSERVER_H
#define ANESIM_KERNEL_OBSERVER_H

#include "sim/kernel/time.h"

struct observer {
    void (*report)(struct observer *self, sim_time time, uint32_t source, uint32_t signal,
                   int64_t value);
    struct observer *next; /* owned by the simulator while attached */
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
