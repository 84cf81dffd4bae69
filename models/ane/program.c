#include "models/ane/program.h"
#include <stdlib.h>

bool program_init(struct program *program, uint32_t core_count, uint32_t task_count)
{
    *program = (struct program){.core_count = core_count, .task_count = task_count};
    program->transfers = calloc((size_t)core_count * task_count, sizeof *program->transfers);
    return program->transfers != NULL;
}

bool program_map_pages(struct program *program)
{
    uint64_t count = (program_end_line(program) + PROGRAM_PAGE_LINES - 1) / PROGRAM_PAGE_LINES;
    uint32_t *pages = malloc((size_t)count * sizeof *pages + 1);
    if (!pages)
        return false;
    for (uint64_t i = 0; i < count; i++)
        pages[i] = (uint32_t)i;
    free(program->pages);
    program->pages = pages;
    program->page_count = count;
    return true;
}

void program_free(struct program *program)
{
    free(program->pages);
    free(program->transfers);
    *program = (struct program){0};
}

uint64_t program_end_line(const struct program *program)
{
    uint64_t end = 0;
    for (uint32_t task = 0; task < program->task_count; task++) {
        for (uint32_t core = 0; core < program->core_count; core++) {
            const struct transfer *transfer = program_transfer(program, task, core);
            uint64_t last = transfer->start_line + transfer->lines;
            end = transfer->lines > 0 && last > end ? last : end;
        }
    }
    return end;
}

uint64_t program_lines(const struct program *program)
{
    uint64_t lines = 0;
    for (uint32_t task = 0; task < program->task_count; task++) {
        for (uint32_t core = 0; core < program->core_count; core++)
            lines += program_transfer(program, task, core)->lines;
    }
    return lines;
}
