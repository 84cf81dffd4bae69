/* The schema, step by step.  A step that has been released is never changed: a
 * new version is a new step, and STORE_SCHEMA_VERSION one more. */
#include "sim/store/internal.h"

#include <inttypes.h>

static const char tables[] =
    "CREATE TABLE config ("
    " id TEXT PRIMARY KEY,"
    " json TEXT NOT NULL CHECK (json_valid(json))"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE run ("
    " id TEXT PRIMARY KEY,"
    " config_id TEXT NOT NULL REFERENCES config (id),"
    " workload TEXT NOT NULL CHECK (json_valid(workload)),"
    " message TEXT,"
    " model_version INTEGER NOT NULL, cin INTEGER NOT NULL, cout INTEGER NOT NULL,"
    " kernel INTEGER NOT NULL, bits INTEGER NOT NULL, cores INTEGER NOT NULL,"
    " tasks INTEGER NOT NULL,"
    " lines_per_core INTEGER, lines_total INTEGER, bytes_per_core INTEGER, bytes_total INTEGER,"
    " k INTEGER, x INTEGER, credit_lines INTEGER, time_ps INTEGER,"
    " demand_lines INTEGER, speculative_lines INTEGER,"
    " row_hits INTEGER, row_misses INTEGER, row_conflicts INTEGER, refreshes INTEGER,"
    " wait_credit_ps INTEGER, wait_demand_slot_ps INTEGER, wait_kmem_ps INTEGER,"
    " wait_fabric_ps INTEGER, wait_dram_ps INTEGER, wait_dispatch_ps INTEGER,"
    " time_us REAL, throughput_gbps REAL, dram_utilization REAL,"
    " CHECK ((message IS NULL) = (lines_per_core + lines_total + bytes_per_core + bytes_total + k"
    " + x + credit_lines + time_ps + demand_lines + speculative_lines + row_hits + row_misses"
    " + row_conflicts + refreshes + wait_credit_ps + wait_demand_slot_ps + wait_kmem_ps"
    " + wait_fabric_ps + wait_dram_ps + wait_dispatch_ps + time_us + throughput_gbps"
    " + dram_utilization IS NOT NULL))"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE experiment ("
    " id TEXT PRIMARY KEY,"
    " command TEXT NOT NULL,"
    " arguments TEXT NOT NULL,"
    " points INTEGER NOT NULL CHECK (points > 0),"
    " rounds INTEGER NOT NULL CHECK (rounds >= 0),"
    " sample_order TEXT CHECK ((sample_order IS NULL) = (rounds = 0)),"
    " noise TEXT CHECK (noise IS NULL OR (json_valid(noise) AND rounds > 0))"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE point ("
    " experiment_id TEXT NOT NULL REFERENCES experiment (id),"
    " position INTEGER NOT NULL CHECK (position >= 0),"
    " label TEXT NOT NULL,"
    " run_id TEXT NOT NULL REFERENCES run (id),"
    " PRIMARY KEY (experiment_id, position)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX point_run ON point (run_id);"

    "CREATE TABLE sample ("
    " experiment_id TEXT NOT NULL,"
    " position INTEGER NOT NULL,"
    " round INTEGER NOT NULL CHECK (round >= 0),"
    " sequence INTEGER NOT NULL CHECK (sequence >= 0),"
    " time_us REAL NOT NULL,"
    " throughput_gbps REAL NOT NULL,"
    " PRIMARY KEY (experiment_id, position, round),"
    " FOREIGN KEY (experiment_id, position) REFERENCES point (experiment_id, position)"
    ") STRICT, WITHOUT ROWID;";

#define SHAPE                                                                                      \
    "p.label, r.cin, r.cout, r.kernel, r.bits, r.cores, r.tasks, r.lines_per_core,"                \
    " r.bytes_per_core, r.k, r.x, r.credit_lines,"
#define ORIGIN                                                                                     \
    " r.id AS run_id, p.experiment_id, p.position, r.config_id, r.lines_total,"                    \
    " c.json ->> '$.ane.name' AS chip,"                                                            \
    " c.json ->> '$.ring.hypothesis' AS hypothesis, c.json ->> '$.ring.latch' AS latch,"           \
    " c.json ->> '$.ring.credit_max' AS credit_max,"                                               \
    " c.json ->> '$.ring.pointer_bits' AS pointer_bits, r.model_version, r.message"
#define JOINED " FROM point p JOIN run r ON r.id = p.run_id JOIN config c ON c.id = r.config_id"
#define FIRST_RUN                                                                                  \
    " LEFT JOIN point fp ON fp.experiment_id = p.experiment_id AND fp.position = 0"                \
    " LEFT JOIN run f ON f.id = fp.run_id"

/* The first 16 columns of each view are those of CSV, in that order. */
static const char views[] =
    "CREATE VIEW results AS SELECT " SHAPE " r.time_us, r.throughput_gbps, r.dram_utilization,"
    " r.throughput_gbps / f.throughput_gbps AS speedup," ORIGIN JOINED FIRST_RUN ";"

    "CREATE VIEW samples AS SELECT " SHAPE " s.time_us, s.throughput_gbps,"
    " s.throughput_gbps / r.throughput_gbps * r.dram_utilization AS dram_utilization,"
    " s.throughput_gbps / fs.throughput_gbps AS speedup,"
    " s.round, s.sequence," ORIGIN
    " FROM sample s JOIN point p ON p.experiment_id = s.experiment_id AND p.position = s.position"
    " JOIN run r ON r.id = p.run_id JOIN config c ON c.id = r.config_id"
    " LEFT JOIN sample fs ON fs.experiment_id = s.experiment_id AND fs.position = 0"
    " AND fs.round = s.round;"

    "CREATE VIEW median_times AS SELECT experiment_id, position, avg(time_us) AS time_us,"
    " max(total) AS samples FROM (SELECT experiment_id, position, time_us,"
    " row_number() OVER (PARTITION BY experiment_id, position ORDER BY time_us) AS turn,"
    " count(*) OVER (PARTITION BY experiment_id, position) AS total FROM sample)"
    " WHERE turn IN ((total + 1) / 2, (total + 2) / 2) GROUP BY experiment_id, position;"

    "CREATE VIEW medians AS SELECT " SHAPE
    " m.time_us, r.bytes_total / m.time_us / 1e3 AS throughput_gbps,"
    " r.bytes_total / m.time_us / 1e3 / r.throughput_gbps * r.dram_utilization"
    " AS dram_utilization,"
    " r.bytes_total / m.time_us / (f.bytes_total / fm.time_us) AS speedup,"
    " m.samples," ORIGIN JOINED " JOIN median_times m ON m.experiment_id = p.experiment_id AND "
    "m.position = p.position" FIRST_RUN
    " LEFT JOIN median_times fm ON fm.experiment_id = p.experiment_id AND fm.position = 0;";

static const char *const steps[STORE_SCHEMA_VERSION] = {tables, views};

/* Another program may have taken the steps while this one waited for the lock. */
static bool take_steps(struct store *store, struct diagnostics *errors)
{
    char mark[80];
    int64_t version = 0;
    if (!store_number(store, "PRAGMA user_version", &version, errors))
        return false;
    for (; version >= 0 && version < STORE_SCHEMA_VERSION; version++)
        if (!store_execute(store, steps[version], "write to", errors))
            return false;
    snprintf(mark, sizeof mark, "PRAGMA user_version = %" PRId64, version);
    return store_execute(store, mark, "write to", errors);
}

bool store_migrate(struct store *store, struct diagnostics *errors)
{
    int64_t version = 0;
    if (!store_number(store, "PRAGMA user_version", &version, errors))
        return false;
    if (version >= STORE_SCHEMA_VERSION)
        return true;
    if (!store_begin(store, errors))
        return false;
    if (take_steps(store, errors))
        return store_commit(store, errors);
    store_rollback(store);
    return false;
}
