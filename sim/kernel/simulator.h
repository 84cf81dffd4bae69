/* Simulator: the clock, the event queue, the observers and what went wrong.
 *
 * All state is in the struct; two simulators can run in two threads.  A failed
 * assertion (SIM_ASSERT) ends the run, not the process: simulator_run returns
 * false and `report` says when, where and what.
 */
#ifndef ANESIM_KERNEL_SIMULATOR_H
#define ANESIM_KERNEL_SIMULATOR_H

#include "sim/kernel/event.h"
#include "sim/kernel/observer.h"
#include <setjmp.h>

enum { SIM_REPORT_BYTES = 8192 };

struct simulator;

/* What has a name in messages, and can say how full it is. */
struct component {
    const char *name; /* "core", "channel" */
    uint32_t index;
    /* Writes its occupancies into the report with simulator_note(). */
    void (*occupancy)(const struct component *self, struct simulator *sim);
    struct component *next;
};

struct simulator {
    sim_time now;
    struct event_queue queue;
    struct observer *observers;
    struct component *components;
    uint64_t events;
    uint64_t progress;        /* models add to it whenever work gets done */
    uint64_t stalled_events;  /* events since progress last changed */
    uint64_t progress_before; /* as seen by the watchdog */
    jmp_buf escape;
    bool running;
    bool failed;
    size_t report_length;
    char report[SIM_REPORT_BYTES];
};

/* `slot_count` is a power of two, and at least the number of events. */
void simulator_init(struct simulator *sim, struct event_slot *slots, uint32_t slot_count);

/* Adds a component's event; fails the run when there are more events than slots. */
void simulator_add_event(struct simulator *sim, struct event *event, event_fire *fire,
                         uint8_t priority);

/* The component joins the list of those asked when the simulator is stuck. */
void simulator_add_component(struct simulator *sim, struct component *component);

void simulator_attach(struct simulator *sim, struct observer *observer);

/* Arms `event` at `time`; fails the run when that is in the past. */
void simulator_arm(struct simulator *sim, struct event *event, sim_time time);

/* As simulator_arm, but never moves an armed event to a later time. */
void simulator_arm_by(struct simulator *sim, struct event *event, sim_time time);

/* Runs until no event is left.  False when an assertion failed, now or while
 * the machine was put together, or the watchdog saw no progress for a million
 * events; `report` then says why. */
bool simulator_run(struct simulator *sim);

/* Fails the run because work is pending that no event will ever do: writes
 * `what` and every component's occupancies into the report. */
void simulator_deadlock(struct simulator *sim, const char *what);

/* Appends a line to the report. */
void simulator_note(struct simulator *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the run with a message; returns only outside of simulator_run. */
void simulator_fail(struct simulator *sim, const struct component *component, const char *file,
                    int line, const char *format, ...) __attribute__((format(printf, 5, 6)));

#define SIM_ASSERT(sim, component, condition, ...)                                                 \
    do {                                                                                           \
        if (__builtin_expect(!(condition), 0))                                                     \
            simulator_fail((sim), (component), __FILE__, __LINE__, __VA_ARGS__);                   \
    } while (0)

#endif
