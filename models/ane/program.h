/* Program: what the chip executes.
 *
 * A program is a sequence of tasks with a barrier between them; a task is one
 * transfer on every core.  Lines are 64 bytes.
 *
 * Addresses are contiguous, as the cores count them; with a page map each page
 * of 16 KiB lies elsewhere in memory.
 */
#ifndef ANESIM_ANE_PROGRAM_H
#define ANESIM_ANE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum { PROGRAM_PAGE_LINES = 256 };

struct transfer {
    uint64_t start_line; /* address / 64 */
    uint64_t lines;      /* 0: the core takes no part */
};

struct program {
    uint32_t core_count;
    uint32_t task_count;
    struct transfer *transfers; /* task_count x core_count; owned */
    uint32_t *pages;            /* page_count, owned: where page i lies; NULL: at page i */
    uint64_t page_count;
};

/* Allocates a program of empty transfers.  False when memory is short. */
bool program_init(struct program *program, uint32_t core_count, uint32_t task_count);

/* Adds a page map of pages in their own places, for all addresses that occur. */
bool program_map_pages(struct program *program);

void program_free(struct program *program);

static inline struct transfer *program_transfer(const struct program *program, uint32_t task,
                                                uint32_t core)
{
    return &program->transfers[(uint64_t)task * program->core_count + core];
}

/* The first line behind all transfers. */
uint64_t program_end_line(const struct program *program);

/* All lines of all cores and tasks. */
uint64_t program_lines(const struct program *program);

#endif
