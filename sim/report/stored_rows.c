#include "sim/report/stored_rows.h"

#include <stdio.h>
#include <string.h>

#include "sim/report/run_rows.h"

#define TEXT_COLUMN(n, title)                                                                      \
    {                                                                                              \
        .name = n, .heading = title, .type = COLUMN_TEXT                                           \
    }
#define COUNT_COLUMN(n, title)                                                                     \
    {                                                                                              \
        .name = n, .heading = title, .type = COLUMN_COUNT                                          \
    }
#define REAL_COLUMN(n, title, digits)                                                              \
    {                                                                                              \
        .name = n, .heading = title, .type = COLUMN_REAL, .decimals = digits                       \
    }
#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* Behind the 16 columns of a run, in each view. */
static const struct column origin_columns[] = {
    TEXT_COLUMN("run_id", "run"),        TEXT_COLUMN("experiment_id", NULL),
    COUNT_COLUMN("position", NULL),      TEXT_COLUMN("config_id", NULL),
    COUNT_COLUMN("lines_total", NULL),   TEXT_COLUMN("chip", NULL),
    TEXT_COLUMN("hypothesis", NULL),     TEXT_COLUMN("latch", NULL),
    COUNT_COLUMN("credit_max", NULL),    COUNT_COLUMN("pointer_bits", NULL),
    COUNT_COLUMN("model_version", NULL), TEXT_COLUMN("message", NULL),
};

static const struct column sample_columns[] = {
    COUNT_COLUMN("round", "round"),
    COUNT_COLUMN("sequence", NULL),
};

static const struct column median_columns[] = {
    COUNT_COLUMN("samples", "of"),
};

static const struct column experiment_columns[] = {
    TEXT_COLUMN("arguments", "what was varied"),
    TEXT_COLUMN("experiment_id", "experiment"),
    TEXT_COLUMN("command", "by"),
    COUNT_COLUMN("points_stored", "points"),
    COUNT_COLUMN("points", "of"),
    COUNT_COLUMN("rounds", "rounds"),
    COUNT_COLUMN("samples_stored", "samples"),
    COUNT_COLUMN("model_version", "model"),
};

static const struct column stored_run_columns[] = {
    TEXT_COLUMN("run_id", "run"),
    COUNT_COLUMN("cin", "cin"),
    COUNT_COLUMN("cout", "cout"),
    COUNT_COLUMN("kernel", NULL),
    COUNT_COLUMN("bits", NULL),
    COUNT_COLUMN("cores", NULL),
    COUNT_COLUMN("tasks", "tasks"),
    COUNT_COLUMN("k", "k"),
    COUNT_COLUMN("x", "x"),
    COUNT_COLUMN("credit_lines", "credit"),
    REAL_COLUMN("time_us", "time us", 1),
    REAL_COLUMN("throughput_gbps", "GB/s", 2),
    TEXT_COLUMN("hypothesis", "hypothesis"),
    TEXT_COLUMN("latch", NULL),
    COUNT_COLUMN("model_version", NULL),
    TEXT_COLUMN("message", NULL),
};

static const struct column place_columns[] = {
    TEXT_COLUMN("label", "as"),
    TEXT_COLUMN("experiment_id", "in experiment"),
    COUNT_COLUMN("position", "at"),
    TEXT_COLUMN("arguments", NULL),
};

#define BY_EXPERIMENT " WHERE experiment_id = ?1"
static const char run_shape[] = "SELECT " RUN_COLUMN_NAMES ", ";
/* ?2: digits of an id */
#define RUN_ORIGIN                                                                                 \
    "substr(run_id, 1, ?2), experiment_id, position, config_id, lines_total, chip, hypothesis, "   \
    "latch, credit_max, pointer_bits, model_version, message"

static const struct source {
    const struct column *columns;
    size_t column_count;
    bool view; /* begins with the 16 columns of a run and ends with its origin */
    const char *select;
    const char *where; /* with an id */
    const char *order;
} sources[] = {
    [STORED_RESULTS] = {NULL, 0, true, RUN_ORIGIN " FROM results", BY_EXPERIMENT,
                        " ORDER BY experiment_id, position"},
    [STORED_SAMPLES] = {sample_columns, LENGTH(sample_columns), true,
                        "round, sequence, " RUN_ORIGIN " FROM samples", BY_EXPERIMENT,
                        " ORDER BY experiment_id, position, round"},
    [STORED_MEDIANS] = {median_columns, LENGTH(median_columns), true,
                        "samples, " RUN_ORIGIN " FROM medians", BY_EXPERIMENT,
                        " ORDER BY experiment_id, position"},
    [STORED_EXPERIMENTS] =
        {experiment_columns, LENGTH(experiment_columns), false,
         "SELECT arguments, substr(id, 1, ?2), command,"
         " (SELECT count(*) FROM point p WHERE p.experiment_id = e.id), points, rounds,"
         " (SELECT count(*) FROM sample s WHERE s.experiment_id = e.id),"
         " (SELECT max(model_version) FROM point p JOIN run r ON r.id = p.run_id"
         " WHERE p.experiment_id = e.id) FROM experiment e",
         " WHERE e.id = ?1", " ORDER BY command, arguments, id"},
    [STORED_RUNS] = {stored_run_columns, LENGTH(stored_run_columns), false,
                     "SELECT substr(r.id, 1, ?2), cin, cout, kernel, bits, cores, tasks, k, x,"
                     " credit_lines, time_us, throughput_gbps, c.json ->> '$.ring.hypothesis',"
                     " c.json ->> '$.ring.latch', model_version, message"
                     " FROM run r JOIN config c ON c.id = r.config_id",
                     " WHERE r.id = ?1", " ORDER BY cin, cout, kernel, bits, cores, tasks, r.id"},
    [STORED_PLACES] = {place_columns, LENGTH(place_columns), false,
                       "SELECT p.label, substr(p.experiment_id, 1, ?2), p.position, e.arguments"
                       " FROM point p JOIN experiment e ON e.id = p.experiment_id",
                       " WHERE p.run_id = ?1", " ORDER BY p.experiment_id, p.position"},
};

static size_t add_columns(struct stored_rows *rows, size_t at, const struct column *columns,
                          size_t count)
{
    memcpy(&rows->columns[at], columns, count * sizeof *columns);
    return at + count;
}

static size_t set_columns(struct stored_rows *rows, const struct source *source)
{
    size_t count = 0;
    if (source->view)
        count = add_columns(rows, count, run_columns, RUN_COLUMNS);
    if (source->columns)
        count = add_columns(rows, count, source->columns, source->column_count);
    if (source->view)
        count = add_columns(rows, count, origin_columns, LENGTH(origin_columns));
    return count;
}

/* For people the run takes the room of what every row of a layer has alike. */
static void hide(struct stored_rows *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows->columns[i].name, name) == 0)
            rows->columns[i].heading = NULL;
}

bool stored_rows_read(struct stored_rows *rows, enum stored_what what, struct store *store,
                      const char *id, int id_digits, struct diagnostics *errors)
{
    const struct source *source = &sources[what];
    char sql[1024];
    char digits[12];
    size_t count = set_columns(rows, source);
    if (source->view) {
        hide(rows, count, "lines_per_core");
        hide(rows, count, "dram_utilization");
    }
    table_init(&rows->table, rows->columns, count);
    snprintf(sql, sizeof sql, "%s%s%s%s", source->view ? run_shape : "", source->select,
             id ? source->where : "", source->order);
    snprintf(digits, sizeof digits, "%d", id_digits);
    return store_select(store, sql, (const char *[]){id, digits}, 2, &rows->table, errors);
}

void stored_rows_free(struct stored_rows *rows)
{
    table_free(&rows->table);
}
