/* An allocator that can be told to refuse, for tests that compile what allocates
 * into themselves; the library's own copy is then not linked. */
#ifndef ANESIM_TESTS_REFUSING_MEMORY_H
#define ANESIM_TESTS_REFUSING_MEMORY_H

#include <stdlib.h>

static long refuse_at = -1; /* how many more are granted; -1: all */
static long refused;

static int refuse(void)
{
    if (refuse_at < 0 || refuse_at-- > 0)
        return 0;
    refused++;
    return 1;
}

static void *test_malloc(size_t size)
{
    return refuse() ? NULL : malloc(size);
}

static void *test_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : calloc(count, size);
}

static void *test_realloc(void *old, size_t size)
{
    return refuse() ? NULL : realloc(old, size);
}

#endif
