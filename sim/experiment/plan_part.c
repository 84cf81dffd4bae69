#include "sim/experiment/plan_part.h"

#include <stdio.h>

#include "models/ane/closed_form.h"

enum { GRAZED_NUMERATOR = 15, GRAZED_DENOMINATOR = 16 };

static struct workload_params workload_of(const struct setup *setup, const struct shape *shape,
                                          int64_t cin, int64_t cout)
{
    return (struct workload_params){
        .cin = cin,
        .cout = cout,
        .kernel = shape->kernel,
        .bits = shape->bits,
        .groups = shape->groups,
        .partition = setup->workload.partition,
        .split = 1,
        .cores = setup->chip.ane.cores,
    };
}

static enum plan_notch notch_of(const struct ring_params *ring, struct ring_position position,
                                int64_t credit)
{
    if (position.k < 1 || credit >= ring->credit_max)
        return PLAN_CLEAR;
    return credit * GRAZED_DENOMINATOR >= ring->credit_max * GRAZED_NUMERATOR ? PLAN_GRAZED
                                                                              : PLAN_HIT;
}

/* Takes over a core's transfer if it is the first or worse off. */
static void judge(struct plan_part *part, const struct ring_params *ring, uint64_t lines,
                  bool first)
{
    int64_t credit = ring_initial_credit(ring, lines);
    struct ring_position position = ring_position(lines, ring->pointer_bits);
    enum plan_notch notch = notch_of(ring, position, credit);
    if (!first && notch <= part->notch)
        return;
    part->lines = (int64_t)lines;
    part->position = position;
    part->credit_lines = credit;
    part->notch = notch;
}

/* Builds the program of a part, for the caller to free, and places it. */
static enum workload_status build(struct plan_part *part, const struct setup *setup,
                                  const struct shape *shape, int64_t cin, int64_t cout,
                                  struct program *program, char message[WORKLOAD_MESSAGE_BYTES])
{
    const struct workload_params workload = workload_of(setup, shape, cin, cout);
    struct workload_summary summary;
    *part = (struct plan_part){.cin = cin, .cout = cout};
    if (shape->bits == 0) {
        snprintf(message, WORKLOAD_MESSAGE_BYTES, "unknown: %s",
                 shape->note[0] != '\0' ? shape->note : "bits of a weight");
        return WORKLOAD_UNKNOWN;
    }
    enum workload_status status =
        workload_build(&workload, setup->chip.ane.cores, program, &summary, message);
    if (status != WORKLOAD_OK)
        return status;
    part->bytes_per_core = summary.bytes_per_core;
    part->bytes = summary.bytes_total;
    for (uint32_t core = 0; core < program->core_count; core++) {
        uint64_t lines = program_transfer(program, 0, core)->lines;
        if (lines > 0)
            judge(part, &setup->chip.core.ring, lines, core == 0);
    }
    return WORKLOAD_OK;
}

enum workload_status plan_part_place(struct plan_part *part, const struct setup *setup,
                                     const struct shape *shape, int64_t cin, int64_t cout,
                                     char message[WORKLOAD_MESSAGE_BYTES])
{
    struct program program;
    enum workload_status status = build(part, setup, shape, cin, cout, &program, message);
    if (status == WORKLOAD_OK)
        program_free(&program);
    return status;
}

enum workload_status plan_part_init(struct plan_part *part, const struct setup *setup,
                                    const struct shape *shape, int64_t cin, int64_t cout,
                                    char message[WORKLOAD_MESSAGE_BYTES])
{
    struct program program;
    enum workload_status status = build(part, setup, shape, cin, cout, &program, message);
    if (status != WORKLOAD_OK)
        return status;
    double dispatch_us = (double)setup->chip.ane.dispatch_ps / PS_PER_US;
    part->closed_form_us = closed_form_run(&setup->chip, &program).time_us - dispatch_us;
    program_free(&program);
    return WORKLOAD_OK;
}

void plan_part_workload(const struct plan_part *part, const struct shape *shape,
                        struct setup *setup)
{
    enum { KERNEL = 8, BITS = 64 }; /* 64 bytes: a line for each input channel */
    int64_t cores = setup->chip.ane.cores;
    bool alike = setup->workload.partition == PARTITION_CEIL || part->cout % cores == 0;
    setup->workload = workload_of(setup, shape, part->cin, part->cout);
    if (!alike)
        return;
    setup->workload.partition = PARTITION_CEIL;
    setup->workload.cin = part->lines;
    setup->workload.cout = cores;
    setup->workload.kernel = KERNEL;
    setup->workload.bits = BITS;
    setup->workload.groups = 1;
}

int64_t plan_part_channels(int64_t whole, int64_t parts, int64_t align, int64_t i)
{
    int64_t units = (whole + align - 1) / align;
    int64_t mine = units / parts + (i < units % parts ? 1 : 0);
    int64_t missing = i == parts - 1 ? units * align - whole : 0;
    return mine * align - missing;
}

const char *plan_notch_name(enum plan_notch notch)
{
    static const char *const names[] = {"clear", "harmless", "hit"};
    return names[notch];
}
