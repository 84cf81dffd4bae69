#include "sim/kernel/observer.h"

void observers_report(struct observer *first, sim_time time, uint32_t source, uint32_t signal,
                      int64_t value)
{
    for (struct observer *o = first; o; o = o->next)
        o->report(o, time, source, signal, value);
}
