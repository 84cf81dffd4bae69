#include "sim/report/reproduce_write.h"

/* Headings as wide as the columns get, so that the tables of all experiments
 * are alike. */
static const struct column columns[REPRODUCE_COLUMNS] = {
    {.name = "experiment", .type = COLUMN_TEXT, .help = "what was repeated"},
    {.name = "id",
     .heading = "row                  ",
     .type = COLUMN_TEXT,
     .help = "of the evidence"},
    {.name = "arm", .type = COLUMN_TEXT, .help = "which of the things compared"},
    {.name = "quantity", .type = COLUMN_TEXT, .help = "what was measured"},
    {.name = "published",
     .heading = "pub-\n lished",
     .type = COLUMN_REAL,
     .decimals = 2,
     .help = "the measurement; none for a mere prediction"},
    {.name = "simulated", .heading = "simu-\n  lated", .type = COLUMN_REAL, .decimals = 2},
    {.name = "unit", .heading = "unit   ", .type = COLUMN_TEXT},
    {.name = "error_pct",
     .heading = " error\n%",
     .type = COLUMN_REAL,
     .decimals = 1,
     .help = "of the simulated value, from the published"},
    {.name = "tolerance_pct", .heading = "tol.\n%", .type = COLUMN_REAL, .decimals = 0},
    {.name = "role",
     .heading = "role   ",
     .type = COLUMN_TEXT,
     .help = "fit: used for calibration; predict: never"},
    {.name = "verdict", .heading = "verdict", .type = COLUMN_TEXT, .help = "pass or FAIL"},
    {.name = "note", .type = COLUMN_TEXT, .help = "from the evidence"},
};

static void add_row(const struct trial *trial, const struct trial_row *row, struct table *table)
{
    const struct evidence_row *published = row->published;
    table_add_row(table);
    table_set_text(table, "experiment", trial->experiment->name);
    table_set_text(table, "id", row->id);
    table_set_text(table, "arm", row->arm);
    table_set_text(table, "quantity", row->quantity);
    table_set_text(table, "unit", row->unit);
    table_set_real(table, "simulated", row->simulated);
    table_set_text(table, "role", evidence_role_names[published ? published->role : 1]);
    if (!published)
        return;
    table_set_real(table, "published", published->value);
    table_set_real(table, "error_pct", row->error_pct);
    table_set_real(table, "tolerance_pct", published->tolerance_pct);
    table_set_text(table, "verdict", row->passed ? "pass" : "FAIL");
    table_set_text(table, "note", published->note);
}

bool reproduce_rows(const struct reproduction *reproduction, size_t first, size_t count,
                    struct table *table)
{
    table_init(table, columns, REPRODUCE_COLUMNS);
    for (size_t i = first; i < first + count; i++) {
        const struct trial *trial = &reproduction->trials[i];
        for (size_t row = 0; row < trial->row_count; row++)
            add_row(trial, &trial->rows[row], table);
    }
    return !table->failed;
}

static const struct column summary_columns[] = {
    {.name = "role", .type = COLUMN_TEXT},
    {.name = "rows", .type = COLUMN_COUNT},
    {.name = "passed", .type = COLUMN_COUNT},
    {.name = "mean_error_pct", .type = COLUMN_REAL, .help = "absolute"},
    {.name = "median_error_pct", .type = COLUMN_REAL, .help = "absolute"},
};

bool reproduce_summary_rows(const struct reproduction *reproduction, struct table *table)
{
    table_init(table, summary_columns, sizeof summary_columns / sizeof summary_columns[0]);
    for (int role = 0; role < EVIDENCE_ROLES; role++) {
        const struct reproduce_count *count = &reproduction->counts[role];
        table_add_row(table);
        table_set_text(table, "role", evidence_role_names[role]);
        table_set_count(table, "rows", (int64_t)count->rows);
        table_set_count(table, "passed", (int64_t)count->passed);
        if (count->rows == 0)
            continue;
        table_set_real(table, "mean_error_pct", count->mean_error_pct);
        table_set_real(table, "median_error_pct", count->median_error_pct);
    }
    return !table->failed;
}

static const struct column finding_columns[] = {
    {.name = "experiment", .type = COLUMN_TEXT},
    {.name = "finding", .type = COLUMN_TEXT},
};

bool reproduce_finding_rows(const struct reproduction *reproduction, struct table *table)
{
    table_init(table, finding_columns, sizeof finding_columns / sizeof finding_columns[0]);
    for (size_t i = 0; i < reproduction->trial_count; i++) {
        const struct trial *trial = &reproduction->trials[i];
        for (size_t j = 0; j < trial->finding_count; j++) {
            table_add_row(table);
            table_set_text(table, "experiment", trial->experiment->name);
            table_set_text(table, "finding", trial->findings[j].text);
        }
    }
    return !table->failed;
}
