#include "sim/report/report_tables.h"

#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/experiment/reproduce.h"
#include "sim/report/html.h"
#include "sim/report/plot_draw.h"
#include "sim/report/plot_family.h"

/* Plain fp16 layers on all cores of one chip. */
static const struct plot_kind published_runs = {
    .name = "published",
    .fits = "kernel = 1 AND bits = 16 AND workload ->> '$.pad_lines' = 0"
            " AND workload ->> '$.scramble' = 0 AND cores = machine ->> '$.ane.cores'",
    .counts = "count(*)",
    .varied_machine = "",
    .varied_workload = ",'$.cout'",
    .fixed_machine = "",
};

static bool find(struct plot *plot, const struct evidence_row *row, struct table *found)
{
    const char *column = strcmp(row->quantity, "throughput") == 0 ? "throughput_gbps" : "time_us";
    return plot_select(plot, found, 1,
                       "SELECT %s FROM runs WHERE cin = %lld AND cout = %lld AND tasks = %lld"
                       " ORDER BY id LIMIT 1",
                       column, (long long)row->d, (long long)row->n, (long long)row->tasks);
}

static bool is_of_a_run(const struct evidence_row *row)
{
    return row->d > 0 && row->n > 0 && row->tasks > 0 &&
           (strcmp(row->quantity, "throughput") == 0 || strcmp(row->quantity, "latency") == 0);
}

/* What is compared comes first: a phone shows three columns. */
static void write_row(FILE *out, const struct evidence_row *row, double simulated)
{
    double error = evidence_error_pct(row, simulated);
    fputs("<tr><td>", out);
    html_text(out, row->id);
    fprintf(out, "</td><td class=\"n\">%.4g</td><td class=\"n\">%.4g</td><td>", row->value,
            simulated);
    html_text(out, row->unit);
    fprintf(
        out,
        "</td><td class=\"n\">%+.1f&#160;%%</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td>"
        "<td>%s</td></tr>\n",
        error, (long long)row->d, (long long)row->tasks,
        row->role == EVIDENCE_FIT ? "calibrated" : "predicted");
}

static bool write_rows(FILE *out, struct plot *plot)
{
    const struct evidence *evidence = plot->request->evidence;
    size_t count = 0;
    bool done = true;
    for (size_t i = 0; done && i < evidence->row_count; i++) {
        struct table found;
        if (!is_of_a_run(&evidence->rows[i]))
            continue;
        done = find(plot, &evidence->rows[i], &found);
        if (done && found.row_count > 0 && count++ == 0)
            fputs("<div class=\"wide\"><table>\n<thead><tr><th>measurement</th>"
                  "<th>published</th><th>simulated</th><th>unit</th><th>error</th><th>D</th>"
                  "<th>tasks</th><th>role</th></tr></thead>\n<tbody>\n",
                  out);
        if (done && found.row_count > 0)
            write_row(out, &evidence->rows[i], plot_real(&found, 0, 0));
        table_free(&found);
    }
    if (count > 0)
        fputs("</tbody></table></div>\n", out);
    else
        fputs("<p>The database has no run of a published layer.</p>\n", out);
    return done;
}

bool report_published(FILE *out, const struct plot_request *request, struct diagnostics *errors)
{
    struct diagnostics own = {0};
    struct plot plot = {.kind = &published_runs, .request = request, .errors = &own};
    if (!request->evidence)
        return true;
    bool done = plot_family(&plot) && write_rows(out, &plot);
    if (plot.lacking)
        fputs("<p>The database has no run of a published layer.</p>\n", out);
    else if (!done)
        for (size_t i = 0; i < own.count; i++)
            diagnostics_add(errors, own.items[i].kind, own.items[i].file, own.items[i].line, "%s",
                            own.items[i].message);
    diagnostics_free(&own);
    free(plot.family);
    return done || plot.lacking;
}

enum { COMMAND, ARGUMENTS, POINTS, STORED, ROUNDS, ORDER, EXPERIMENT_COLUMNS };

static const struct column columns[EXPERIMENT_COLUMNS] = {
    [COMMAND] = {.name = "command", .type = COLUMN_TEXT},
    [ARGUMENTS] = {.name = "arguments", .type = COLUMN_TEXT},
    [POINTS] = {.name = "points", .type = COLUMN_COUNT},
    [STORED] = {.name = "stored", .type = COLUMN_COUNT},
    [ROUNDS] = {.name = "rounds", .type = COLUMN_COUNT},
    [ORDER] = {.name = "sample_order", .type = COLUMN_TEXT},
};

static void write_experiment(FILE *out, const struct table *rows, size_t row)
{
    fputs("<tr><td>", out);
    html_text(out, plot_text(rows, row, COMMAND));
    fputs("</td><td><code>", out);
    html_text(out, plot_text(rows, row, ARGUMENTS));
    fprintf(out, "</code></td><td class=\"n\">%lld of %lld</td><td class=\"n\">%lld</td><td>",
            (long long)table_cell(rows, row, STORED)->count,
            (long long)table_cell(rows, row, POINTS)->count,
            (long long)table_cell(rows, row, ROUNDS)->count);
    html_text(out, plot_text(rows, row, ORDER));
    fputs("</td></tr>\n", out);
}

bool report_experiments(FILE *out, struct store *store, struct diagnostics *errors)
{
    struct table rows;
    table_init(&rows, columns, EXPERIMENT_COLUMNS);
    bool done = store_select(store,
                             "SELECT command, arguments, points, (SELECT count(*) FROM point p"
                             " WHERE p.experiment_id = e.id), rounds, sample_order"
                             " FROM experiment e ORDER BY command, arguments, id",
                             NULL, 0, &rows, errors);
    if (done && rows.row_count > 0) {
        fputs("<div class=\"wide\"><table>\n<thead><tr><th>command</th><th>varied</th>"
              "<th>runs stored</th><th>samples of each</th><th>their order</th></tr></thead>\n"
              "<tbody>\n",
              out);
        for (size_t i = 0; i < rows.row_count; i++)
            write_experiment(out, &rows, i);
        fputs("</tbody></table></div>\n", out);
    } else if (done) {
        fputs("<p>It holds no experiment.</p>\n", out);
    }
    table_free(&rows);
    return done;
}
