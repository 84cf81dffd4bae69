/* Plan file: a plan in JSON, as `anesim plan --format json` writes it or as
 * somebody made it by hand.
 *
 *   {"plan_version": 1,
 *    "rows": [{"name": "gate_proj", "cin": 2048, "cout": 8192,
 *              "strategy": "split", "axis": "cin", "sizes": [683, 683, 682]}]}
 *
 * Strict: duplicate or unknown keys, other versions, numbers that are not
 * whole, sizes that are none.  cin and cout may be left out.  What else `plan`
 * writes is allowed and not read.  A bad file gives one message.
 */
#ifndef ANESIM_EXPERIMENT_PLAN_FILE_H
#define ANESIM_EXPERIMENT_PLAN_FILE_H

#include "sim/config/diagnostics.h"
#include "sim/experiment/plan_candidate.h"

enum { PLAN_FILE_VERSION = 1, PLAN_FILE_ROWS_MAX = 20000 };

struct plan_entry {
    char name[SHAPE_NAME_BYTES];
    int64_t cin;  /* 0: not given */
    int64_t cout; /* 0: not given */
    enum plan_strategy strategy;
    int64_t sizes[PLAN_PARTS_MAX];
    size_t size_count; /* 0 for a layer kept without saying so */
};

struct plan_file {
    const char *path;
    struct plan_entry *entries;
    size_t count;
};

/* Reads it, "-" from standard input; rows of unknown layers, which have no strategy, are left out.
 * False and one diagnostic otherwise.  The caller frees `file` either way. */
bool plan_file_read(struct plan_file *file, const char *path, struct diagnostics *errors);
void plan_file_free(struct plan_file *file);

#endif
