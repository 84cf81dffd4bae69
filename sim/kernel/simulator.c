#include "sim/kernel/simulator.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WATCHDOG_EVENTS = 1000000 };

void simulator_init(struct simulator *sim, struct event_slot *slots, uint32_t slot_count)
{
    memset(sim, 0, sizeof *sim);
    event_queue_init(&sim->queue, slots, slot_count);
}

void simulator_add_event(struct simulator *sim, struct event *event, event_fire *fire,
                         uint8_t priority)
{
    bool added = event_add(&sim->queue, event, fire, priority);
    SIM_ASSERT(sim, NULL, added, "more than %" PRIu32 " events", sim->queue.capacity);
}

void simulator_add_component(struct simulator *sim, struct component *component)
{
    struct component **end = &sim->components;
    while (*end)
        end = &(*end)->next;
    component->next = NULL;
    *end = component;
}

void simulator_attach(struct simulator *sim, struct observer *observer)
{
    observer->next = sim->observers;
    observer->clock = &sim->now;
    sim->observers = observer;
}

static void append(struct simulator *sim, const char *format, va_list arguments)
{
    size_t room = sizeof sim->report - sim->report_length;
    int wrote = vsnprintf(sim->report + sim->report_length, room, format, arguments);
    if (wrote > 0)
        sim->report_length += (size_t)wrote < room ? (size_t)wrote : room - 1;
}

void simulator_note(struct simulator *sim, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(sim, format, arguments);
    va_end(arguments);
}

void simulator_fail(struct simulator *sim, const struct component *component, const char *file,
                    int line, const char *format, ...)
{
    va_list arguments;
    simulator_note(sim, "at %" PRId64 ".%06" PRId64 " us", sim->now / PS_PER_US,
                   sim->now % PS_PER_US);
    if (component)
        simulator_note(sim, " in %s %" PRIu32, component->name, component->index);
    simulator_note(sim, ": ");
    va_start(arguments, format);
    append(sim, format, arguments);
    va_end(arguments);
    simulator_note(sim, " (%s:%d)", file, line);
    sim->failed = true;
    if (sim->running)
        longjmp(sim->escape, 1);
}

static void note_occupancies(struct simulator *sim)
{
    for (struct component *c = sim->components; c; c = c->next) {
        simulator_note(sim, "\n  %s %" PRIu32 ": ", c->name, c->index);
        if (c->occupancy)
            c->occupancy(c, sim);
    }
}

void simulator_deadlock(struct simulator *sim, const char *what)
{
    simulator_note(sim, "at %" PRId64 ".%06" PRId64 " us: %s, but no event is left",
                   sim->now / PS_PER_US, sim->now % PS_PER_US, what);
    note_occupancies(sim);
    sim->failed = true;
}

void simulator_arm(struct simulator *sim, struct event *event, sim_time time)
{
    SIM_ASSERT(sim, NULL, time >= sim->now, "event armed %" PRId64 " ps in the past",
               sim->now - time);
    event_arm(&sim->queue, event, time);
}

void simulator_arm_by(struct simulator *sim, struct event *event, sim_time time)
{
    if (event_time(&sim->queue, event) > time)
        simulator_arm(sim, event, time);
}

static void watch(struct simulator *sim)
{
    if (sim->progress != sim->progress_before) {
        sim->progress_before = sim->progress;
        sim->stalled_events = 0;
    }
    if (++sim->stalled_events < WATCHDOG_EVENTS)
        return;
    simulator_note(sim, "at %" PRId64 ".%06" PRId64 " us: no progress in %d events",
                   sim->now / PS_PER_US, sim->now % PS_PER_US, WATCHDOG_EVENTS);
    note_occupancies(sim);
    sim->failed = true;
    longjmp(sim->escape, 1);
}

bool simulator_run(struct simulator *sim)
{
    if (sim->failed)
        return false;
    if (setjmp(sim->escape)) {
        sim->running = false;
        return false;
    }
    sim->running = true;
    struct event *event;
    while ((event = event_queue_first(&sim->queue))) {
        sim->now = event_time(&sim->queue, event);
        sim->events++;
        watch(sim);
        sim_time next = event->fire(event, sim->now);
        simulator_arm(sim, event, next);
    }
    sim->running = false;
    return true;
}
