#include "sim/experiment/sweep_crew.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "sim/experiment/simulate.h"

static bool may_go_on(const struct crew *crew)
{
    return !crew->halted && !(crew->stop && atomic_load(crew->stop));
}

/* The next point, once there is room for its result. */
static bool take_point(struct crew *crew, int64_t *position)
{
    pthread_mutex_lock(&crew->mutex);
    while (may_go_on(crew) && crew->result_count + crew->active > CREW_RESULTS_MAX)
        pthread_cond_wait(&crew->room, &crew->mutex);
    bool more = may_go_on(crew) && crew->next < crew->todo_count;
    if (more)
        *position = crew->todo[crew->next++];
    pthread_mutex_unlock(&crew->mutex);
    return more;
}

static bool run_point(const struct crew *crew, struct crew_result *result,
                      struct simulation *simulation, struct diagnostics *errors)
{
    struct setup setup;
    sweep_plan_setup(crew->plan, result->position, &setup);
    if (!run_record_init(&result->record, &setup)) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for a run");
        return false;
    }
    if (!simulate(&setup, NULL, simulation, errors))
        return false;
    run_record_take(&result->record, simulation);
    return true;
}

/* The first fault stops all; the others would say the same. */
static void hand_over(struct crew *crew, struct crew_result *result, bool done,
                      struct diagnostics *errors)
{
    pthread_mutex_lock(&crew->mutex);
    if (done) {
        crew->results[crew->result_count++] = *result;
    } else {
        run_record_free(&result->record);
        if (!crew->halted) {
            crew->faults = *errors;
            *errors = (struct diagnostics){.items = NULL};
        }
        crew->halted = true;
        pthread_cond_broadcast(&crew->room);
    }
    if (crew->result_count >= CREW_BATCH)
        pthread_cond_signal(&crew->news);
    pthread_mutex_unlock(&crew->mutex);
    diagnostics_free(errors);
}

static void *work(void *context)
{
    struct crew *crew = context;
    struct simulation *simulation = malloc(sizeof *simulation);
    struct crew_result result = {.position = 0};
    while (take_point(crew, &result.position)) {
        struct diagnostics errors = {0};
        bool done = simulation != NULL;
        result.record = (struct run_record){.config = NULL};
        if (done) {
            *simulation = (struct simulation){.status = WORKLOAD_OK};
            done = run_point(crew, &result, simulation, &errors);
        } else {
            diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for a run");
        }
        hand_over(crew, &result, done, &errors);
    }
    free(simulation);
    pthread_mutex_lock(&crew->mutex);
    crew->active--;
    pthread_cond_signal(&crew->news);
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

/* Timeouts by a clock that nobody sets back. */
static void init_news(pthread_cond_t *news)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(news, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool crew_begin(struct crew *crew, const struct sweep_plan *plan, const int64_t *todo,
                size_t todo_count, unsigned threads, const atomic_bool *stop,
                struct diagnostics *errors)
{
    unsigned wanted = threads_count(threads, todo_count);
    *crew = (struct crew){.plan = plan, .todo = todo, .todo_count = todo_count, .stop = stop};
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->room, NULL);
    init_news(&crew->news);
    pthread_mutex_lock(&crew->mutex);
    while (crew->active < wanted &&
           pthread_create(&crew->threads[crew->active], NULL, work, crew) == 0)
        crew->active++;
    crew->thread_count = crew->active;
    pthread_mutex_unlock(&crew->mutex);
    if (crew->thread_count > 0 || todo_count == 0)
        return true;
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "cannot start a thread");
    return false;
}

static struct timespec deadline(void)
{
    const long second = 1000000000;
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += CREW_WAIT_MS * 1000000L;
    time.tv_sec += time.tv_nsec / second;
    time.tv_nsec %= second;
    return time;
}

size_t crew_take(struct crew *crew, struct crew_result results[CREW_RESULTS_MAX], bool *busy)
{
    struct timespec until = deadline();
    int code = 0;
    pthread_mutex_lock(&crew->mutex);
    while (code != ETIMEDOUT && crew->active > 0 && crew->result_count < CREW_BATCH)
        code = pthread_cond_timedwait(&crew->news, &crew->mutex, &until);
    size_t count = crew->result_count;
    for (size_t i = 0; i < count; i++)
        results[i] = crew->results[i];
    crew->result_count = 0;
    *busy = crew->active > 0;
    pthread_cond_broadcast(&crew->room);
    pthread_mutex_unlock(&crew->mutex);
    return count;
}

bool crew_end(struct crew *crew, struct diagnostics *errors)
{
    pthread_mutex_lock(&crew->mutex);
    crew->halted = true;
    pthread_cond_broadcast(&crew->room);
    pthread_mutex_unlock(&crew->mutex);
    while (crew->thread_count > 0)
        pthread_join(crew->threads[--crew->thread_count], NULL);
    for (size_t i = 0; i < crew->result_count; i++)
        run_record_free(&crew->results[i].record);
    pthread_cond_destroy(&crew->news);
    pthread_cond_destroy(&crew->room);
    pthread_mutex_destroy(&crew->mutex);
    bool good = diagnostics_empty(&crew->faults);
    for (size_t i = 0; i < crew->faults.count; i++)
        diagnostics_add(errors, crew->faults.items[i].kind, NULL, 0, "%s",
                        crew->faults.items[i].message);
    errors->lost += crew->faults.lost;
    diagnostics_free(&crew->faults);
    return good;
}
