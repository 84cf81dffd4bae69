/* The machine of configs/m3.ini through the library's public face. */
#ifndef ANESIM_TESTS_EXPERIMENT_MACHINE_H
#define ANESIM_TESTS_EXPERIMENT_MACHINE_H

#include "sim/anesim.h"
#include <check.h>
#include <stdlib.h>

enum { LAP_LINES = 0x4000, MACHINE_CORES = 16 };

struct machine_load {
    uint64_t lines; /* per core, all tasks together */
    uint32_t tasks;
    uint32_t cores;
};

/* Runs `load`, cut into equal tasks, weights of the cores one after another. */
static inline struct anesim_result machine_run(const char *const *settings, size_t count,
                                               struct machine_load load)
{
    char why[ANESIM_MESSAGE_BYTES] = "";
    struct anesim *chip;
    struct anesim_result result;
    if (anesim_open("configs/m3.ini", settings, count, &chip, why) != ANESIM_OK)
        ck_abort_msg("%s", why);
    struct anesim_transfer *program = calloc((size_t)load.tasks * MACHINE_CORES, sizeof *program);
    uint64_t next = 0, lines = load.lines / load.tasks;
    for (uint32_t task = 0; task < load.tasks; task++) {
        for (uint32_t core = 0; core < load.cores; core++, next += lines)
            program[task * MACHINE_CORES + core] =
                (struct anesim_transfer){.start_line = next, .lines = lines};
    }
    if (anesim_run(chip, program, load.tasks, &result, why) != ANESIM_OK)
        ck_abort_msg("%s", why);
    free(program);
    anesim_close(chip);
    return result;
}

#endif
