/* Programs of all kinds, on a ring so small that few lines make laps. */
#ifndef ANESIM_TESTS_CHIP_SHAPES_H
#define ANESIM_TESTS_CHIP_SHAPES_H

#include "tests/models/chip_params.h"

static inline struct chip_params shape_params(void)
{
    struct chip_params params = chip_test_params();
    params.core.ring.pointer_bits = 10;
    params.core.ring.credit_max = 64;
    return params;
}

static inline uint64_t equal_lines(uint32_t task, uint32_t core)
{
    (void)core;
    return 700 + task;
}

static inline uint64_t one_lap(uint32_t task, uint32_t core)
{
    (void)task, (void)core;
    return 1024;
}

static inline uint64_t uneven_lines(uint32_t task, uint32_t core)
{
    return 1 + 131 * ((core * 7 + task * 5) % 16);
}

static inline uint64_t some_cores(uint32_t task, uint32_t core)
{
    return (core + task) % 3 == 1 ? 900 : 0;
}

static inline uint64_t one_core(uint32_t task, uint32_t core)
{
    return core == 5 + task ? 2000 : 0;
}

static inline uint64_t one_line(uint32_t task, uint32_t core)
{
    return core == task ? 1 : 0;
}

static const struct shape {
    uint64_t (*lines)(uint32_t task, uint32_t core);
    uint32_t tasks;
} shapes[] = {
    {equal_lines, 3}, {one_lap, 1},  {uneven_lines, 4},
    {some_cores, 5},  {one_core, 2}, {one_line, 1},
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static inline struct program shape_program(const struct shape *shape,
                                           const struct chip_params *params)
{
    struct program program;
    uint64_t next = 0;
    if (!program_init(&program, (uint32_t)params->ane.cores, shape->tasks))
        ck_abort_msg("no memory");
    for (uint32_t task = 0; task < shape->tasks; task++) {
        for (uint32_t core = 0; core < program.core_count; core++) {
            uint64_t lines = shape->lines(task, core);
            *program_transfer(&program, task, core) = (struct transfer){next, lines};
            next += lines;
        }
    }
    return program;
}

#endif
