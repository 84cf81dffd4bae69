/* Rerun: stored runs, simulated again from the config and workload they were
 * stored with, and samples, drawn again; compared bit for bit. */
#ifndef ANESIM_EXPERIMENT_RERUN_H
#define ANESIM_EXPERIMENT_RERUN_H

#include "sim/experiment/batch.h"
#include "sim/store/store.h"

enum rerun_verdict {
    RERUN_SAME,
    RERUN_DIFFERS,    /* in `column` */
    RERUN_IMPOSSIBLE, /* `message` says why: a key that this program does not know */
};

struct rerun_run {
    char id[STORE_ID_BYTES]; /* in */
    enum rerun_verdict verdict;
    int64_t model_version; /* that it was stored with */
    char column[32];
    char stored[STORE_MESSAGE_BYTES];
    char now[STORE_MESSAGE_BYTES];
    char message[STORE_MESSAGE_BYTES];
};

/* Fills in the runs of those ids, on `threads` threads (0: one per processor).
 * A run whose id is not the hash of what is stored differs in column "id".
 * False when a diagnostic was added: memory, a damaged database, a fault of the
 * simulator. */
bool rerun(struct store *store, struct rerun_run *runs, size_t count, unsigned threads,
           batch_progress *progress, void *context, struct diagnostics *errors);

/* The samples of an experiment, drawn again from what its points' runs are stored
 * with. */
struct rerun_samples {
    char experiment_id[STORE_ID_BYTES]; /* in */
    int64_t samples;
    int64_t differing;
    int64_t position, round; /* of the first that differs, in `column` */
    const char *column;
    char stored[32];
    char now[32];
};

/* False when a diagnostic was added: memory, a damaged database. */
bool rerun_samples(struct store *store, struct rerun_samples *samples, struct diagnostics *errors);

#endif
