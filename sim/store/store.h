/* Store: results that last, in one SQLite file that any SQL tool can read.
 *
 *   config <-- run <-- point --> experiment          run: one simulation, stored once
 *                        ^                           point: its place and label in an
 *                        |                                  experiment (of `sweep`, `run`)
 *                      sample                        sample: one noisy measurement of it
 *
 * The store knows names, numbers and SQL, nothing of the machine; what an id is
 * made of is the business of sim/experiment/run_record.h.  docs/DATABASE.md
 * describes tables and views for those who read the file with other tools.
 *
 * Write-ahead log, foreign keys on, STRICT tables, every commit on disk before
 * it is reported (synchronous = FULL).  Several programs may write to one file;
 * each waits up to STORE_WAIT_MS for the others.  Not for use from two threads
 * at once.
 *
 * Every function that takes `errors` returns false after adding a diagnostic:
 * bad input when the file is not what it should be (not there, foreign,
 * damaged, newer), environment when the system refuses (locked, read-only,
 * full disk).
 */
#ifndef ANESIM_STORE_STORE_H
#define ANESIM_STORE_STORE_H

#include <string.h>

#include "sim/config/diagnostics.h"
#include "sim/record/table.h"

enum {
    STORE_ID_BYTES = 33,            /* 32 hex digits and a NUL */
    STORE_APPLICATION = 0x616e6573, /* "anes", in the file's header */
    STORE_SCHEMA_VERSION = 2,
    STORE_WAIT_MS = 10000,
    STORE_WAIT_MS_MAX = 3600 * 1000,
};

/* Environment variable: milliseconds to wait for others instead. */
#define STORE_WAIT_VARIABLE "ANESIM_DB_WAIT_MS"

enum store_mode {
    STORE_READ,  /* an older schema is brought up to date in memory only */
    STORE_WRITE, /* made when not there, brought up to date when older */
};

struct store;

/* NULL and a diagnostic when that is no database of anesim; what is not one is
 * left as it is.  A path is a file's name and nothing else (no ":memory:"). */
struct store *store_open(const char *path, enum store_mode mode, struct diagnostics *errors);
struct store *store_open_memory(struct diagnostics *errors); /* gone once it is closed */
void store_close(struct store *store); /* NULL is fine; rolls back what is not committed */
const char *store_path(const struct store *store);

/* One transaction per batch.  A commit that fails has rolled back. */
bool store_begin(struct store *store, struct diagnostics *errors);
bool store_commit(struct store *store, struct diagnostics *errors);
void store_rollback(struct store *store);

/* The whole numbers of a run that are always known, and those that are known
 * with the result.  Names are those of the columns; `run.x` is in run_columns
 * of sim/report/run_rows.h what it is here. */
#define STORE_RUN_SHAPE(X) X(model_version) X(cin) X(cout) X(kernel) X(bits) X(cores) X(tasks)
#define STORE_RUN_COUNTS(X)                                                                        \
    X(lines_per_core)                                                                              \
    X(lines_total) /* of core 0, in all tasks, with padding */                                     \
    X(bytes_per_core)                                                                              \
    X(bytes_total) /* of all cores that take part, without padding */                              \
    X(k)                                                                                           \
    X(x)                                                                                           \
    X(credit_lines)                                                                                \
    X(time_ps)                                                                                     \
    X(demand_lines) /* streamed as such, by all cores; likewise the next */                        \
    X(speculative_lines)                                                                           \
    X(row_hits)                                                                                    \
    X(row_misses)                                                                                  \
    X(row_conflicts)                                                                               \
    X(refreshes)                                                                                   \
    X(wait_credit_ps) /* where core 0's time went; the six add up to time_ps */                    \
    X(wait_demand_slot_ps)                                                                         \
    X(wait_kmem_ps)                                                                                \
    X(wait_fabric_ps)                                                                              \
    X(wait_dram_ps)                                                                                \
    X(wait_dispatch_ps)
#define STORE_RUN_REALS(X) X(time_us) X(throughput_gbps) X(dram_utilization)

#define STORE_COUNT_FIELD(name) int64_t name;
#define STORE_REAL_FIELD(name)  double name;

enum { STORE_MESSAGE_BYTES = 256 };

/* One simulation.  Texts are the caller's when put, the store's when found, and
 * then good until its next call. */
struct store_run {
    char id[STORE_ID_BYTES];
    char config_id[STORE_ID_BYTES];
    const char *workload;              /* section [workload], as JSON */
    char message[STORE_MESSAGE_BYTES]; /* why there is no result; "" when there is */
    STORE_RUN_SHAPE(STORE_COUNT_FIELD)
    STORE_RUN_COUNTS(STORE_COUNT_FIELD)
    STORE_RUN_REALS(STORE_REAL_FIELD)
};

struct store_experiment {
    char id[STORE_ID_BYTES];
    const char *command;      /* "sweep", "run" */
    const char *arguments;    /* what was varied, for people */
    int64_t points;           /* of the whole, all shards together */
    int64_t rounds;           /* samples of each point; 0: none are taken */
    const char *sample_order; /* NULL without samples */
    const char *noise;        /* section [noise], as JSON; NULL: samples have none */
};

struct store_point {
    int64_t position; /* in the experiment, from 0 */
    const char *label;
    const char *run_id;
};

struct store_sample {
    int64_t position; /* of the point */
    int64_t round;    /* from 0 */
    int64_t sequence; /* its turn among all samples, from 0 */
    double time_us;
    double throughput_gbps;
};

/* Each puts a row that is not there yet; one that is there stays, and is an
 * error when it says something else; but an experiment's `arguments` are for
 * people, and the first ones stay.  After an error the caller rolls back. */
bool store_put_config(struct store *store, const char *id, const char *json,
                      struct diagnostics *errors);
bool store_put_run(struct store *store, const struct store_run *run, struct diagnostics *errors);
bool store_put_experiment(struct store *store, const struct store_experiment *experiment,
                          struct diagnostics *errors);
bool store_put_point(struct store *store, const char *experiment_id,
                     const struct store_point *point, struct diagnostics *errors);
bool store_put_sample(struct store *store, const char *experiment_id,
                      const struct store_sample *sample, struct diagnostics *errors);

/* The run of that id; *found is false when there is none. */
bool store_find_run(struct store *store, const char *id, struct store_run *run, bool *found,
                    struct diagnostics *errors);

/* The config of that id, for the caller to free; NULL when there is none. */
bool store_find_config(struct store *store, const char *id, char **json,
                       struct diagnostics *errors);

/* Whether two reals are the same bit for bit: 0 and -0 are not, a NaN can be. */
static inline bool store_same_real(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

/* The first column in which two runs of one id differ, NULL: none. */
const char *store_run_difference(const struct store_run *a, const struct store_run *b);

/* The value of a column of the counts, reals or texts of a run, "" when there is
 * no such column; reals in full. */
void store_run_value(const struct store_run *run, const char *column, char *text, size_t size);

/* Appends what a SELECT answers to a table whose columns are those selected, in
 * that order; NULL is unknown.  `texts` are bound to ?1, ?2, ... */
bool store_select(struct store *store, const char *sql, const char *const *texts, size_t text_count,
                  struct table *table, struct diagnostics *errors);

enum store_table {
    STORE_CONFIGS,
    STORE_RUNS,
    STORE_EXPERIMENTS,
    STORE_POINTS,
    STORE_SAMPLES,
    STORE_TABLES
};

struct store_merged {
    int64_t added[STORE_TABLES];
    int64_t present[STORE_TABLES]; /* there already, and the same */
};

/* Adds what is in the database at `path` and not yet in this one, in one
 * transaction; the other may be older, or on a medium that cannot be written,
 * and stays as it is.  All or nothing: a row that says something else than the
 * one of the same key, or refers to one that is not there, is an error. */
bool store_merge(struct store *store, const char *path, struct store_merged *merged,
                 struct diagnostics *errors);

enum store_check {
    STORE_CHECK_QUICK, /* pages, types and rules of each row */
    STORE_CHECK_FULL,  /* indexes and references too */
};

/* Bad input when the file is damaged; takes time in proportion to its size. */
bool store_check(struct store *store, enum store_check check, struct diagnostics *errors);

struct store_size {
    int64_t before_bytes; /* with the log */
    int64_t after_bytes;
};

/* Writes the file anew, without gaps and with an empty log.  Not in a
 * transaction. */
bool store_vacuum(struct store *store, struct store_size *size, struct diagnostics *errors);

#endif
