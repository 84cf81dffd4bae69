#include "sim/report/run_write.h"

#include <stdlib.h>

#include "sim/report/run_rows.h"
#include "sim/report/stats.h"

/* What a document points to, beside the report itself. */
struct parts {
    struct table rows;
    const char **labels;
    const char **notes;
    struct stats *stats;
    char heading[RUN_HEADING_BYTES];
};

static bool gather(struct parts *parts, const struct run_report *report, bool with_stats)
{
    size_t count = report->row_count;
    bool done = run_rows(report, &parts->rows);
    parts->labels = calloc(count + 1, sizeof *parts->labels);
    parts->notes = calloc(count + 1, sizeof *parts->notes);
    parts->stats = with_stats ? calloc(count + 1, sizeof *parts->stats) : NULL;
    if (!done || !parts->labels || !parts->notes || (with_stats && !parts->stats))
        return false;
    for (size_t i = 0; i < count; i++) {
        parts->labels[i] = report->rows[i].label;
        parts->notes[i] = report->rows[i].known ? NULL : report->rows[i].message;
        if (with_stats)
            done = stats_init(&parts->stats[i], &report->rows[i]) && done;
    }
    return done;
}

static void release(struct parts *parts, size_t row_count)
{
    for (size_t i = 0; parts->stats && i < row_count; i++)
        stats_free(&parts->stats[i]);
    free(parts->stats);
    free(parts->notes);
    free(parts->labels);
    table_free(&parts->rows);
}

bool run_write(FILE *stream, const struct format *format, const struct run_report *report,
               const struct setup *setup, enum run_stats stats)
{
    struct parts parts = {.labels = NULL};
    if (report->row_count > 0)
        run_heading(&report->rows[0], parts.heading);
    bool done = gather(&parts, report, stats != RUN_STATS_NONE);
    const struct document document = {
        .command = "run",
        .schema = &setup_schema,
        .params = setup,
        .heading = parts.heading,
        .rows = &parts.rows,
        .labels = parts.labels,
        .notes = parts.notes,
        .stats = parts.stats,
        .details = stats == RUN_STATS_FULL,
        .diagnosis = report->diagnosis,
    };
    done = done && format->write(stream, &document);
    release(&parts, report->row_count);
    return done;
}
