#include "sim/experiment/evidence.h"
#include "sim/config/assignments.h"
#include "sim/config/find.h"
#include "sim/experiment/experiments.h"
#include <stdlib.h>
#include <string.h>

enum column {
    ID,
    EXPERIMENT,
    ARM,
    D,
    N,
    TASKS,
    QUANTITY,
    UNIT,
    VALUE,
    ROLE,
    TOLERANCE,
    NOTE,
};

static const struct csv_column columns[] = {
    [ID] = {"id", true},
    [EXPERIMENT] = {"experiment", true},
    [ARM] = {"arm", true},
    [D] = {"d", true},
    [N] = {"n", true},
    [TASKS] = {"tasks", true},
    [QUANTITY] = {"quantity", true},
    [UNIT] = {"unit", true},
    [VALUE] = {"value", true},
    [ROLE] = {"role", true},
    [TOLERANCE] = {"tolerance_pct", true},
    [NOTE] = {"note", false},
};

enum { CHANNELS_MAX = 1 << 16, TASKS_MAX = 4096, ID_BYTES_MAX = 40 };
static const double value_min = 1e-6;
static const double value_max = 1e9;
static const double tolerance_pct_max = 100;

const char *const evidence_role_names[] = {"fit", "predict", NULL};

static bool read_id(struct evidence *evidence, struct evidence_row *row, struct diagnostics *errors)
{
    const struct csv *csv = &evidence->csv;
    size_t index = (size_t)(row - evidence->rows);
    size_t bytes = strlen(row->id);
    if (bytes == 0 || bytes > ID_BYTES_MAX) {
        csv_complain(csv, index, errors, "an id has 1 to %d bytes, not %zu", ID_BYTES_MAX, bytes);
        return false;
    }
    for (size_t i = 0; i < index; i++) {
        if (strcmp(csv_text(csv, i, ID), row->id) != 0)
            continue;
        csv_complain(csv, index, errors, "id '%s' is there twice, first in line %ld", row->id,
                     csv->lines[i]);
        return false;
    }
    return true;
}

/* What the experiment can measure, and in which unit. */
static bool read_quantity(const struct csv *csv, size_t index, struct evidence_row *row,
                          struct diagnostics *errors)
{
    const struct experiment *experiment = &experiments[row->experiment];
    const char *names[EXPERIMENT_QUANTITIES_MAX + 1] = {NULL};
    size_t quantity;
    for (size_t i = 0; i < EXPERIMENT_QUANTITIES_MAX; i++)
        names[i] = experiment->quantities[i].name;
    if (!csv_choice(csv, index, QUANTITY, names, "quantity", &quantity, errors))
        return false;
    row->quantity = experiment->quantities[quantity].name;
    row->unit = experiment->quantities[quantity].unit;
    if (strcmp(csv_text(csv, index, UNIT), row->unit) == 0)
        return true;
    csv_complain(csv, index, errors, "the unit of %s is %s, not '%.100s'", row->quantity, row->unit,
                 csv_text(csv, index, UNIT));
    return false;
}

static bool read_experiment(const struct csv *csv, size_t index, struct evidence_row *row,
                            struct diagnostics *errors)
{
    const char *names[EXPERIMENTS_MAX + 1] = {NULL};
    for (size_t i = 0; i < experiment_count; i++)
        names[i] = experiments[i].name;
    return csv_choice(csv, index, EXPERIMENT, names, "experiment", &row->experiment, errors) &&
           read_quantity(csv, index, row, errors);
}

static bool read_shape(const struct csv *csv, size_t index, struct evidence_row *row,
                       struct diagnostics *errors)
{
    bool good = csv_count(csv, index, D, 0, CHANNELS_MAX, &row->d, errors);
    good = csv_count(csv, index, N, 0, CHANNELS_MAX, &row->n, errors) && good;
    good = csv_count(csv, index, TASKS, 0, TASKS_MAX, &row->tasks, errors) && good;
    if (!good || row->experiment >= experiment_count || !experiments[row->experiment].needs_shape)
        return good;
    if (row->d >= 1 && row->n >= 1 && row->tasks >= 1 && row->tasks <= row->d &&
        row->d * row->n <= EXPERIMENT_WEIGHTS_MAX)
        return true;
    csv_complain(csv, index, errors,
                 "%s needs a shape: d, n and tasks of at least 1, no more tasks than d, and at "
                 "most %d weights",
                 experiments[row->experiment].name, EXPERIMENT_WEIGHTS_MAX);
    return false;
}

static bool read_row(struct evidence *evidence, size_t index, struct diagnostics *errors)
{
    const struct csv *csv = &evidence->csv;
    struct evidence_row *row = &evidence->rows[index];
    size_t role = 0;
    *row = (struct evidence_row){
        .id = csv_text(csv, index, ID),
        .experiment = experiment_count,
        .arm = csv_text(csv, index, ARM),
        .note = csv_text(csv, index, NOTE) ? csv_text(csv, index, NOTE) : "",
        .file = csv->path,
        .line = csv->lines[index],
    };
    bool good = read_id(evidence, row, errors);
    good = read_experiment(csv, index, row, errors) && good;
    good = read_shape(csv, index, row, errors) && good;
    good = csv_real(csv, index, VALUE, value_min, value_max, &row->value, errors) && good;
    good = csv_choice(csv, index, ROLE, evidence_role_names, "role", &role, errors) && good;
    good =
        csv_real(csv, index, TOLERANCE, 0, tolerance_pct_max, &row->tolerance_pct, errors) && good;
    row->role = (enum evidence_role)role;
    return good;
}

static bool read_rows(struct evidence *evidence, struct diagnostics *errors)
{
    size_t count = evidence->csv.row_count;
    bool good = true;
    if (count == 0) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, evidence->csv.path, 0,
                        "no evidence in it: there is a header, but no row");
        return false;
    }
    evidence->rows = calloc(count, sizeof *evidence->rows);
    if (!evidence->rows) {
        config_report_no_memory(errors);
        return false;
    }
    evidence->row_count = count;
    for (size_t i = 0; i < count; i++)
        good = read_row(evidence, i, errors) && good;
    return good;
}

bool evidence_read(struct evidence *evidence, const char *name, struct diagnostics *errors)
{
    char path[CONFIG_PATH_BYTES];
    *evidence = (struct evidence){.row_count = 0};
    return config_find(name, path, sizeof path, errors) &&
           csv_read(&evidence->csv, path, columns, sizeof columns / sizeof columns[0], errors) &&
           read_rows(evidence, errors);
}

void evidence_free(struct evidence *evidence)
{
    free(evidence->rows);
    csv_free(&evidence->csv);
    *evidence = (struct evidence){.row_count = 0};
}

const struct evidence_row *evidence_find(const struct evidence *evidence, const char *id)
{
    for (size_t i = 0; i < evidence->row_count; i++)
        if (strcmp(evidence->rows[i].id, id) == 0)
            return &evidence->rows[i];
    return NULL;
}
