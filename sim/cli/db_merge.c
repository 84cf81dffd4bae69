#include <inttypes.h>

#include "sim/cli/db.h"

#define COUNT(n, h)                                                                                \
    {                                                                                              \
        .name = n, .heading = h, .type = COLUMN_COUNT                                              \
    }

static const struct column merge_columns[] = {
    {.name = "file", .heading = "file", .type = COLUMN_TEXT},
    COUNT("runs_added", "runs\nadded"),
    COUNT("runs_present", "runs\nthere"),
    COUNT("experiments_added", NULL),
    COUNT("experiments_present", NULL),
    COUNT("points_added", "points\nadded"),
    COUNT("points_present", "points\nthere"),
    COUNT("samples_added", "samples\nadded"),
    COUNT("samples_present", "samples\nthere"),
};

static void add_row(struct table *rows, const char *file, const struct store_merged *merged)
{
    table_add_row(rows);
    table_set_text(rows, "file", file);
    table_set_count(rows, "runs_added", merged->added[STORE_RUNS]);
    table_set_count(rows, "runs_present", merged->present[STORE_RUNS]);
    table_set_count(rows, "experiments_added", merged->added[STORE_EXPERIMENTS]);
    table_set_count(rows, "experiments_present", merged->present[STORE_EXPERIMENTS]);
    table_set_count(rows, "points_added", merged->added[STORE_POINTS]);
    table_set_count(rows, "points_present", merged->present[STORE_POINTS]);
    table_set_count(rows, "samples_added", merged->added[STORE_SAMPLES]);
    table_set_count(rows, "samples_present", merged->present[STORE_SAMPLES]);
}

/* Goes on after an input that cannot be merged: what could be is told. */
bool db_merge(struct db_request *request, struct diagnostics *errors)
{
    struct table rows;
    table_init(&rows, merge_columns, sizeof merge_columns / sizeof merge_columns[0]);
    for (size_t i = 0; i < request->word_count; i++) {
        struct store_merged merged;
        if (store_merge(request->store, request->words[i], &merged, errors))
            add_row(&rows, request->words[i], &merged);
    }
    bool done = rows.row_count == 0 || db_write(request, &rows, NULL, errors);
    table_free(&rows);
    return done;
}

static const struct column vacuum_columns[] = {
    {.name = "file", .heading = "file", .type = COLUMN_TEXT},
    COUNT("before_bytes", "bytes\nbefore"),
    COUNT("after_bytes", "bytes\nafter"),
};

bool db_vacuum(struct db_request *request, struct diagnostics *errors)
{
    struct table rows;
    struct store_size size;
    if (!store_check(request->store, STORE_CHECK_FULL, errors) ||
        !store_vacuum(request->store, &size, errors) ||
        !store_check(request->store, STORE_CHECK_FULL, errors))
        return false;
    table_init(&rows, vacuum_columns, sizeof vacuum_columns / sizeof vacuum_columns[0]);
    table_add_row(&rows);
    table_set_text(&rows, "file", store_path(request->store));
    table_set_count(&rows, "before_bytes", size.before_bytes);
    table_set_count(&rows, "after_bytes", size.after_bytes);
    bool done = db_write(request, &rows, "Pages, rules and references hold.", errors);
    table_free(&rows);
    return done;
}
