/* Evidence: published measurements, one a row, from a CSV file.
 *
 *   id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct,note
 *
 * X[1,d] x W[d,n] in `tasks` tasks; where an experiment has shapes of its own,
 * d, n and tasks are 0 or stand for themselves.  A row whose role is `predict`
 * was never used to calibrate a config and must never be: that it agrees is
 * what makes it evidence.
 */
#ifndef ANESIM_EXPERIMENT_EVIDENCE_H
#define ANESIM_EXPERIMENT_EVIDENCE_H

#include "sim/config/csv.h"

enum evidence_role { EVIDENCE_FIT, EVIDENCE_PREDICT, EVIDENCE_ROLES };

extern const char *const evidence_role_names[EVIDENCE_ROLES + 1];

struct evidence_row {
    const char *id;
    size_t experiment; /* index into experiments[] */
    const char *arm;
    int64_t d;
    int64_t n;
    int64_t tasks;
    const char *quantity;
    const char *unit;
    double value;
    enum evidence_role role;
    double tolerance_pct;
    const char *note; /* "" when there is none */
    const char *file; /* where it stands */
    long line;
};

struct evidence {
    struct csv csv; /* owns the texts */
    struct evidence_row *rows;
    size_t row_count;
};

/* Reads a file: a path, or a name looked for as configs are.  True when no
 * diagnostic was added; besides those of the CSV: an unknown experiment, role
 * or quantity of that experiment, another unit than the quantity's, a number
 * that is none, an id twice, no row.  The caller frees it either way. */
bool evidence_read(struct evidence *evidence, const char *name, struct diagnostics *errors);
void evidence_free(struct evidence *evidence);

/* NULL when there is none of that id. */
const struct evidence_row *evidence_find(const struct evidence *evidence, const char *id);

#endif
