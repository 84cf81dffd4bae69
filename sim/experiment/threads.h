/* Threads: work that is done item by item, on all of them until none is left. */
#ifndef ANESIM_EXPERIMENT_THREADS_H
#define ANESIM_EXPERIMENT_THREADS_H

#include <stddef.h>

enum { THREADS_MAX = 256 };

/* Called now and then, never from two threads at once; may be NULL. */
typedef void threads_progress(void *context, size_t done, size_t total);

/* Does item `index`; from any thread, each item once. */
typedef void threads_work(void *context, size_t index);

struct threads_items {
    size_t count;
    threads_work *work;
    void *context;
    threads_progress *progress;
    void *progress_context;
    size_t done;  /* of all that progress is about, before these items */
    size_t total; /* of all that progress is about */
};

/* How many threads to use: those asked for (0: one per processor), at most
 * THREADS_MAX and one per item. */
unsigned threads_count(unsigned asked, size_t items);

/* Returns when all items are done.  The caller's thread works too, so that one
 * is enough when no other can be started. */
void threads_each(const struct threads_items *items, unsigned threads);

#endif
