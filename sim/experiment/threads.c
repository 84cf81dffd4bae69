#include "sim/experiment/threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

struct pool {
    const struct threads_items *items;
    size_t next;
    size_t done;
    pthread_mutex_t mutex; /* of next, done and the progress */
};

static bool take(struct pool *pool, size_t *index)
{
    pthread_mutex_lock(&pool->mutex);
    *index = pool->next;
    bool more = pool->next < pool->items->count;
    pool->next += more ? 1 : 0;
    pthread_mutex_unlock(&pool->mutex);
    return more;
}

static void finish(struct pool *pool)
{
    const struct threads_items *items = pool->items;
    pthread_mutex_lock(&pool->mutex);
    pool->done++;
    if (items->progress)
        items->progress(items->progress_context, items->done + pool->done, items->total);
    pthread_mutex_unlock(&pool->mutex);
}

static void *work(void *context)
{
    struct pool *pool = context;
    size_t index;
    while (take(pool, &index)) {
        pool->items->work(pool->items->context, index);
        finish(pool);
    }
    return NULL;
}

unsigned threads_count(unsigned asked, size_t items)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = asked > 0 ? asked : processors > 0 ? (unsigned)processors : 1;
    threads = threads < THREADS_MAX ? threads : THREADS_MAX;
    return items < threads ? (unsigned)items : threads;
}

void threads_each(const struct threads_items *items, unsigned threads)
{
    struct pool pool = {.items = items, .mutex = PTHREAD_MUTEX_INITIALIZER};
    pthread_t helpers[THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < threads && pthread_create(&helpers[started], NULL, work, &pool) == 0)
        started++;
    work(&pool);
    while (started > 0)
        pthread_join(helpers[--started], NULL);
    pthread_mutex_destroy(&pool.mutex);
}
