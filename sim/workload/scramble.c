#include "sim/workload/scramble.h"
#include "sim/kernel/random.h"
#include <stdlib.h>

/* Draws without replacement: the first page_count of a shuffled list (Fisher
 * and Yates, Knuth's algorithm P). */
static void draw(struct program *program, uint32_t *places, uint64_t seed)
{
    struct random random;
    random_seed(&random, seed);
    for (uint32_t i = 0; i < SCRAMBLE_SPAN_PAGES; i++)
        places[i] = i;
    for (uint32_t i = 0; i < (uint32_t)program->page_count; i++) {
        uint32_t from = i + (uint32_t)random_below(&random, SCRAMBLE_SPAN_PAGES - i);
        program->pages[i] = places[from];
        places[from] = places[i];
    }
}

enum scramble_status scramble_pages(struct program *program, uint64_t seed)
{
    if (!program_map_pages(program))
        return SCRAMBLE_NO_MEMORY;
    if (program->page_count > SCRAMBLE_SPAN_PAGES)
        return SCRAMBLE_TOO_LARGE;
    uint32_t *places = malloc(SCRAMBLE_SPAN_PAGES * sizeof *places);
    if (!places)
        return SCRAMBLE_NO_MEMORY;
    draw(program, places, seed);
    free(places);
    return SCRAMBLE_OK;
}
