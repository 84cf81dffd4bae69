/* Scramble: the weights' pages at random places, as a memory allocator might
 * leave them.
 *
 *   |<---------------- arena, 64 MiB ---------------->|
 *   |<----------- span, 59.90 MiB ------------>|
 *      p7    p2 p0      p5        p1   p3  p4
 *
 * As published (E. Yoon, 2026-08-10): every 16 KiB page moved within an arena
 * of about 64 MiB, spread over 59.90 MiB of it.  The cores, and their rings,
 * count addresses as before.
 */
#ifndef ANESIM_WORKLOAD_SCRAMBLE_H
#define ANESIM_WORKLOAD_SCRAMBLE_H

#include "models/ane/program.h"

enum { SCRAMBLE_SPAN_PAGES = 3833 }; /* whole pages of 16 KiB in 59.90 MiB */

enum scramble_status {
    SCRAMBLE_OK,
    SCRAMBLE_TOO_LARGE, /* more pages than the span has */
    SCRAMBLE_NO_MEMORY,
};

/* Gives the program a page map drawn with that seed; places are distinct. */
enum scramble_status scramble_pages(struct program *program, uint64_t seed);

#endif
