/* Stored rows: what a database holds, as tables for every format. */
#ifndef ANESIM_REPORT_STORED_ROWS_H
#define ANESIM_REPORT_STORED_ROWS_H

#include "sim/record/table.h"
#include "sim/store/store.h"

enum stored_what {
    STORED_RESULTS, /* view results: every point of every experiment */
    STORED_SAMPLES, /* view samples: every noisy measurement */
    STORED_MEDIANS, /* view medians: of the samples of a point */
    STORED_EXPERIMENTS,
    STORED_RUNS,
    STORED_PLACES, /* of a run in experiments */
};

enum { STORED_COLUMNS_MAX = 48, STORED_SHORT_ID = 12, STORED_FULL_ID = 32 };

struct stored_rows {
    struct column columns[STORED_COLUMNS_MAX];
    struct table table;
};

/* Reads rows: all of them, or with an id those of that experiment (views) or run
 * (places).  Ids are shown with `id_digits`.  The caller frees the rows either
 * way; false when a diagnostic was added. */
bool stored_rows_read(struct stored_rows *rows, enum stored_what what, struct store *store,
                      const char *id, int id_digits, struct diagnostics *errors);
void stored_rows_free(struct stored_rows *rows);

#endif
