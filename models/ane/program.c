#include "models/ane/program.h"
#include <stdlib.h>

bool program_init(struct program *program, uint32_t core_count, uint32_t task_count)
{
    *program = (struct program){.core_count = core_count, .task_count = task_count};
    program->transfers = calloc((size_t)core_count * task_count, sizeof *program->transfers);
    return program->transfers != NULL;
}

void program_free(struct program *program)
{
    free(program->transfers);
    *program = (struct program){0};
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
