/* Run record: a setup and what came of it, as the store keeps them.
 *
 *   config_id = XXH128 of sections [ane] to [dram] as compact JSON
 *   id        = XXH128 of "run", the model version, config_id and section
 *               [workload] as compact JSON
 *
 * Both as 32 hex digits.  [llm], [noise] and [price] do not touch a simulation
 * and are not part of it: a seed belongs to the samples taken of a run.
 */
#ifndef ANESIM_EXPERIMENT_RUN_RECORD_H
#define ANESIM_EXPERIMENT_RUN_RECORD_H

#include "sim/experiment/simulate.h"
#include "sim/store/store.h"

struct run_record {
    struct store_run run; /* points to `workload` below */
    char *config;         /* JSON */
    char *workload;       /* JSON */
};

/* Ids and texts of a setup; its shape, without a result.  False when memory is
 * short.  The caller frees the record either way. */
bool run_record_init(struct run_record *record, const struct setup *setup);
void run_record_free(struct run_record *record);

/* Adds what its simulation gave. */
void run_record_take(struct run_record *record, const struct simulation *simulation);

/* Config and run, in the transaction that is open. */
bool run_record_put(const struct run_record *record, struct store *store,
                    struct diagnostics *errors);

/* The setup that made a stored run: `config` and `workload` as stored, the rest
 * zero.  False when a diagnostic was added. */
bool run_record_setup(const char *config, const char *workload, struct setup *setup,
                      struct diagnostics *errors);

/* Whether a run is another one when a key of that section is. */
bool run_record_depends_on(const char *section);

/* The ids of what is stored; false when memory is short. */
bool run_record_ids(const char *config, const char *workload, int64_t model_version,
                    char config_id[STORE_ID_BYTES], char id[STORE_ID_BYTES]);

/* XXH128 as 32 hex digits. */
void run_record_hash(const char *bytes, size_t size, char id[STORE_ID_BYTES]);

#endif
