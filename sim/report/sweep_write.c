#include "sim/report/sweep_write.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/report/run_rows.h"

static const char simulated[] =
    "SELECT " RUN_COLUMN_NAMES " FROM results WHERE experiment_id = ?1 ORDER BY position";

/* Points without result have no samples: they come from the other view. */
static const char sampled[] = "SELECT " RUN_COLUMN_NAMES " FROM (SELECT " RUN_COLUMN_NAMES
                              ", position FROM medians WHERE experiment_id = ?1"
                              " UNION ALL SELECT " RUN_COLUMN_NAMES ", position FROM results"
                              " WHERE experiment_id = ?1 AND message IS NOT NULL)"
                              " ORDER BY position";

enum { HEADING_BYTES = 2048 };

static void print_heading(const struct sweep_plan *plan, char text[HEADING_BYTES])
{
    bool varied = *plan->arguments != '\0';
    int used = snprintf(text, HEADING_BYTES, "Sweep of %s%s%.1500s: %" PRId64 " point%s",
                        plan->base.chip.ane.name, varied ? ", " : "", plan->arguments, plan->points,
                        plan->points == 1 ? "" : "s");
    if (plan->rounds > 0)
        snprintf(text + used, HEADING_BYTES - (size_t)used,
                 "\nMedians of %" PRId64 " sample%s each, %s noise, in %s order", plan->rounds,
                 plan->rounds == 1 ? "" : "s", plan->with_noise ? "with" : "without",
                 sweep_order_names[plan->order]);
}

static bool write_rows(FILE *stream, const struct format *format, const struct sweep_plan *plan,
                       const struct table *rows, const struct table *messages)
{
    char heading[HEADING_BYTES];
    const char **notes = calloc(rows->row_count + 1, sizeof *notes);
    if (!notes)
        return false;
    for (size_t i = 0; i < rows->row_count && i < messages->row_count; i++)
        notes[i] = table_cell(messages, i, 0)->text;
    print_heading(plan, heading);
    const struct document document = {
        .command = "sweep",
        .schema = &setup_schema,
        .params = &plan->base,
        .heading = heading,
        .rows = rows,
        .notes = notes,
    };
    bool done = format->write(stream, &document);
    free(notes);
    return done;
}

bool sweep_write(FILE *stream, const struct format *format, struct store *store,
                 const struct sweep_plan *plan, struct diagnostics *errors)
{
    static const struct column message = {.name = "message", .type = COLUMN_TEXT};
    const char *id = plan->experiment.id;
    struct table rows, messages;
    table_init(&rows, run_columns, RUN_COLUMNS);
    table_init(&messages, &message, 1);
    bool done =
        store_select(store, plan->rounds > 0 ? sampled : simulated, &id, 1, &rows, errors) &&
        store_select(store,
                     "SELECT message FROM results WHERE experiment_id = ?1"
                     " ORDER BY position",
                     &id, 1, &messages, errors);
    if (done && !write_rows(stream, format, plan, &rows, &messages)) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        done = false;
    }
    table_free(&rows);
    table_free(&messages);
    return done;
}

static void copy_cell(char *text, size_t size, const struct cell *cell)
{
    snprintf(text, size, "%s", cell->known ? cell->text : "");
}

bool sweep_find(struct store *store, const struct sweep_plan *plan, struct sweep_found *found,
                struct diagnostics *errors)
{
    static const struct column columns[] = {
        {.name = "points", .type = COLUMN_COUNT},     {.name = "samples", .type = COLUMN_COUNT},
        {.name = "impossible", .type = COLUMN_COUNT}, {.name = "label", .type = COLUMN_TEXT},
        {.name = "message", .type = COLUMN_TEXT},
    };
    static const char sql[] =
        "SELECT (SELECT count(*) FROM point WHERE experiment_id = ?1),"
        " (SELECT count(*) FROM sample WHERE experiment_id = ?1),"
        " (SELECT count(message) FROM results WHERE experiment_id = ?1),"
        " f.label, f.message FROM (SELECT 1) LEFT JOIN (SELECT label, message FROM results"
        " WHERE experiment_id = ?1 AND message IS NOT NULL ORDER BY position LIMIT 1) f";
    const char *id = plan->experiment.id;
    struct table table;
    table_init(&table, columns, sizeof columns / sizeof columns[0]);
    bool done = store_select(store, sql, &id, 1, &table, errors) && table.row_count == 1;
    *found = (struct sweep_found){.points = 0};
    if (done) {
        found->points = table_cell(&table, 0, 0)->count;
        found->samples = table_cell(&table, 0, 1)->count;
        found->impossible = table_cell(&table, 0, 2)->count;
        copy_cell(found->label, sizeof found->label, table_cell(&table, 0, 3));
        copy_cell(found->message, sizeof found->message, table_cell(&table, 0, 4));
    }
    table_free(&table);
    return done;
}
