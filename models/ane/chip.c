#include "models/ane/chip.h"
#include <stdlib.h>

enum { DISPATCHER_PRIORITY = 0, EVENT_SLOTS = 256 };
#define ADDRESS_LINES_MAX (UINT64_C(1) << 40) /* what the address mapping looks at */
_Static_assert((int)PROGRAM_PAGE_LINES == (int)KDMA_PAGE_LINES, "one size of page");
_Static_assert(ANE_CORES_MAX + DRAM_CHANNELS_MAX + 1 <= EVENT_SLOTS, "a slot for each event");

struct dispatcher {
    struct event event;
    struct component component;
    const struct program *program;
    uint32_t task;    /* next to begin */
    uint32_t running; /* cores still at work on the one before */
    sim_time finished;
};

struct chip {
    struct simulator sim;
    struct chip_params params;
    struct dispatcher dispatcher;
    struct dram dram;
    struct kmem_slot *kmem_slots;
    struct event_slot event_slots[EVENT_SLOTS];
    struct kdma_core cores[]; /* params.ane.cores */
};

static void dispatcher_occupancy(const struct component *self, struct simulator *sim)
{
    const struct dispatcher *dispatcher =
        (const struct dispatcher *)((const char *)self - offsetof(struct dispatcher, component));
    simulator_note(sim, "%u of %u tasks begun, %u cores at work", dispatcher->task,
                   dispatcher->program->task_count, dispatcher->running);
}

struct chip *chip_create(const struct chip_params *params)
{
    size_t cores = (size_t)params->ane.cores;
    size_t slots = (size_t)kmem_slot_count(&params->core.kmem);
    struct chip *chip = calloc(1, sizeof *chip + cores * sizeof chip->cores[0]);
    if (!chip)
        return NULL;
    chip->params = *params;
    chip->kmem_slots = aligned_alloc(64, cores * slots * sizeof *chip->kmem_slots);
    if (!chip->kmem_slots) {
        free(chip);
        return NULL;
    }
    return chip;
}

void chip_destroy(struct chip *chip)
{
    if (!chip)
        return;
    free(chip->kmem_slots);
    free(chip);
}

const char *chip_report(const struct chip *chip)
{
    return chip->sim.report;
}

static void core_done(void *owner, struct kdma_core *core, sim_time now)
{
    struct chip *chip = owner;
    struct dispatcher *dispatcher = &chip->dispatcher;
    SIM_ASSERT(&chip->sim, &core->component, dispatcher->running > 0, "finished twice");
    if (--dispatcher->running > 0)
        return;
    dispatcher->finished = now;
    if (dispatcher->task < dispatcher->program->task_count)
        simulator_arm(&chip->sim, &dispatcher->event, now + chip->params.ane.task_overhead_ps);
}

static sim_time dispatcher_fire(struct event *event, sim_time now)
{
    struct dispatcher *dispatcher = (struct dispatcher *)event;
    struct chip *chip = (struct chip *)((char *)event - offsetof(struct chip, dispatcher));
    const struct program *program = dispatcher->program;
    for (uint32_t core = 0; core < program->core_count; core++) {
        const struct transfer *transfer = program_transfer(program, dispatcher->task, core);
        if (transfer->lines == 0)
            continue;
        dispatcher->running++;
        kdma_begin(&chip->cores[core], transfer->start_line, transfer->lines, now);
    }
    dispatcher->task++;
    SIM_ASSERT(&chip->sim, &dispatcher->component, dispatcher->running > 0, "an empty task");
    return SIM_NEVER;
}

static void deliver(void *owner, struct line *line, sim_time data)
{
    struct chip *chip = owner;
    kdma_deliver(&chip->cores[line->core], line, data);
}

static void wire(struct chip *chip, const struct program *program)
{
    const struct chip_params *params = &chip->params;
    uint64_t slots = kmem_slot_count(&params->core.kmem);
    uint32_t events = (uint32_t)(params->ane.cores + params->dram.channels + 1);
    uint32_t event_slots = 2;
    while (event_slots < events)
        event_slots *= 2;
    simulator_init(&chip->sim, chip->event_slots, event_slots);
    chip->dispatcher = (struct dispatcher){
        .component = {.name = "dispatcher", .occupancy = dispatcher_occupancy},
        .program = program,
    };
    simulator_add_event(&chip->sim, &chip->dispatcher.event, dispatcher_fire, DISPATCHER_PRIORITY);
    simulator_add_component(&chip->sim, &chip->dispatcher.component);
    for (uint32_t i = 0; i < (uint32_t)params->ane.cores; i++)
        kdma_init(&chip->cores[i], i, &chip->sim, &chip->dram, &params->core,
                  &chip->kmem_slots[i * slots], core_done, chip);
    for (uint32_t i = 0; i < (uint32_t)params->ane.cores; i++)
        chip->cores[i].pages = program->pages;
    if (params->core.kdma.scope == KDMA_SCOPE_SHARED)
        kdma_share_limits(chip->cores, (uint32_t)params->ane.cores);
    dram_init(&chip->dram, &chip->sim, &params->dram, params->core.fabric.request_latency_ps,
              deliver, chip);
}

static void collect(struct chip *chip, struct chip_result *result)
{
    *result = (struct chip_result){
        .time_ps = chip->dispatcher.finished,
        .lines = program_lines(chip->dispatcher.program),
        .credit_lines = ring_initial_credit(
            &chip->params.core.ring, program_transfer(chip->dispatcher.program, 0, 0)->lines),
        .events = chip->sim.events,
        .core_count = (uint32_t)chip->params.ane.cores,
        .channel_count = chip->dram.channel_count,
    };
    for (uint32_t i = 0; i < result->core_count; i++) {
        kdma_close(&chip->cores[i], result->time_ps);
        result->cores[i] = chip->cores[i].counters;
        result->kmem_residence_ps[i] = chip->cores[i].kmem.residence_ps;
        result->kmem_used_max[i] = chip->cores[i].kmem.used_max;
    }
    for (uint32_t i = 0; i < result->channel_count; i++)
        result->channels[i] = chip->dram.channels[i].counters;
}

/* Conservation: every line asked for was read once and arrived once, and no
 * more bytes moved than the memory's peak allows. */
static bool books_close(struct chip *chip, const struct chip_result *result)
{
    uint64_t read = 0, arrived = 0;
    for (uint32_t i = 0; i < result->channel_count; i++) {
        const struct dram_counters *channel = &result->channels[i];
        read += channel->lines[LINE_DEMAND] + channel->lines[LINE_SPECULATIVE];
        SIM_ASSERT(&chip->sim, &chip->dram.channels[i].component,
                   channel->busy_ps <= result->time_ps, "busy for longer than the program took");
    }
    for (uint32_t i = 0; i < result->core_count; i++) {
        for (int class = 0; class < LINE_CLASSES; class ++) {
            arrived += result->cores[i].arrived[class];
            SIM_ASSERT(&chip->sim, &chip->cores[i].component,
                       result->cores[i].issued[class] == result->cores[i].arrived[class],
                       "lines issued and arrived differ");
        }
    }
    SIM_ASSERT(&chip->sim, NULL, read == result->lines && arrived == result->lines,
               "lines asked for, read and arrived differ");
    return !chip->sim.failed;
}

/* A line in every task, an address and a page for every line. */
static bool fits(const struct chip *chip, const struct program *program)
{
    if (program->core_count != (uint32_t)chip->params.ane.cores || program->task_count == 0)
        return false;
    for (uint32_t task = 0; task < program->task_count; task++) {
        uint64_t lines = 0;
        for (uint32_t core = 0; core < program->core_count; core++) {
            const struct transfer *transfer = program_transfer(program, task, core);
            if (transfer->lines > 0 && (transfer->lines > ADDRESS_LINES_MAX ||
                                        transfer->start_line > ADDRESS_LINES_MAX - transfer->lines))
                return false;
            lines += transfer->lines;
        }
        if (lines == 0)
            return false;
    }
    return !program->pages || program_end_line(program) <= program->page_count * PROGRAM_PAGE_LINES;
}

enum chip_status chip_run(struct chip *chip, const struct program *program,
                          struct observer *observer, struct chip_result *result)
{
    if (!fits(chip, program))
        return CHIP_BAD_PROGRAM;
    wire(chip, program);
    if (observer)
        simulator_attach(&chip->sim, observer);
    simulator_arm(&chip->sim, &chip->dispatcher.event,
                  chip->params.ane.dispatch_ps + chip->params.ane.task_overhead_ps);
    if (!simulator_run(&chip->sim))
        return CHIP_BROKEN;
    if (chip->dispatcher.running > 0 || chip->dispatcher.task < program->task_count) {
        simulator_deadlock(&chip->sim, "lines are pending");
        return CHIP_BROKEN;
    }
    collect(chip, result);
    return books_close(chip, result) ? CHIP_OK : CHIP_BROKEN;
}
