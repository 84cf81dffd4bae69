/* Program: what the chip executes.
 *
 * A program is a sequence of tasks with a barrier between them; a task is one
 * transfer on every core.  Lines are 64 bytes.
 */
#ifndef ANESIM_ANE_PROGRAM_H
#define ANESIM_ANE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

struct transfer {
    uint64_t start_line; /* address / 64 */
    uint64_t lines;      /* 0: the core takes no part */
};

struct program {
    uint32_t core_count;
    uint32_t task_count;
    struct transfer *transfers; /* task_count x core_count; owned */
};

/* Allocates a program of empty transfers.  False when memory is short. */
bool program_init(struct program *program, uint32_t core_count, uint32_t task_count);
void program_free(struct program *program);

static inline struct transfer *program_transfer(const struct program *program, uint32_t task,
                                                uint32_t core)
{
    return &program->transfers[(uint64_t)task * program->core_count + core];
}

/* All lines of all cores and tasks. */
uint64_t program_lines(const struct program *program);

#endif
