/* Sweep crew: threads that run the points of a plan, one simulation each.
 *
 *   todo --> N threads --> results (at most CREW_RESULTS_MAX) --> the caller
 *
 * The caller alone stores and reports.  When it falls behind, threads wait for
 * it, so that memory does not grow with the sweep.
 */
#ifndef ANESIM_EXPERIMENT_SWEEP_CREW_H
#define ANESIM_EXPERIMENT_SWEEP_CREW_H

#include <pthread.h>
#include <stdatomic.h>

#include "sim/experiment/run_record.h"
#include "sim/experiment/sweep_plan.h"
#include "sim/experiment/threads.h"

enum { CREW_RESULTS_MAX = 1024, CREW_BATCH = 256, CREW_WAIT_MS = 250 };

struct crew_result {
    int64_t position;
    struct run_record record; /* owned */
};

struct crew {
    const struct sweep_plan *plan;
    const int64_t *todo; /* positions */
    size_t todo_count;
    const atomic_bool *stop; /* no new simulation once it is set; NULL: never */
    pthread_t threads[THREADS_MAX];
    unsigned thread_count;
    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t news;   /* for the caller */
    pthread_cond_t room;   /* for the threads */
    size_t next;
    unsigned active;
    bool halted;
    struct crew_result results[CREW_RESULTS_MAX];
    size_t result_count;
    struct diagnostics faults;
};

/* Starts `threads` of them, or one per processor when 0, and not more than there
 * is to do.  `todo`, `plan` and `stop` stay the caller's.  False, with a
 * diagnostic, when none can be started; crew_end() is due all the same. */
bool crew_begin(struct crew *crew, const struct sweep_plan *plan, const int64_t *todo,
                size_t todo_count, unsigned threads, const atomic_bool *stop,
                struct diagnostics *errors);

/* Waits until CREW_BATCH results are there, CREW_WAIT_MS have passed or all are done, and
 * takes the results, which are the caller's then.  *busy: more may come. */
size_t crew_take(struct crew *crew, struct crew_result results[CREW_RESULTS_MAX], bool *busy);

/* Lets what is running finish and throws away what was not taken.  False when a
 * simulation failed for lack of memory, or a bug: see errors. */
bool crew_end(struct crew *crew, struct diagnostics *errors);

#endif
