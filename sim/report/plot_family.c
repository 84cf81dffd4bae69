#include "sim/report/plot_family.h"

#include <stdarg.h>
#include <stdlib.h>

#include "sim/config/assignments.h"

/* The transfer's size is what every picture varies. */
#define SIZE_KEYS "'$.cin','$.trim_cin','$.pad_lines','$.split'"

static char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *format_text(const char *format, ...)
{
    char *text = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    va_list arguments;
    if (!stream)
        return NULL;
    va_start(arguments, format);
    vfprintf(stream, format, arguments);
    va_end(arguments);
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

/* ?1 is the family, or that asked for. */
char *plot_family_sql(const struct plot *plot)
{
    const struct plot_kind *kind = plot->kind;
    return format_text(
        "WITH based AS (SELECT r.*, c.json AS machine,"
        " 1 << (c.json ->> '$.ring.pointer_bits') AS lap_lines,"
        " json_remove(c.json%s) || json_remove(r.workload, " SIZE_KEYS "%s) || r.model_version"
        " AS family FROM run r JOIN config c ON c.id = r.config_id WHERE r.message IS NULL),"
        " placed AS (SELECT *, (lines_total + lap_lines / 2) / lap_lines AS whole_k FROM based),"
        " whole AS (SELECT *, lines_total - whole_k * lap_lines AS whole_x FROM placed),"
        " fitting AS (SELECT * FROM whole WHERE %s),"
        " runs AS (SELECT * FROM fitting WHERE family = ?1) ",
        kind->varied_machine, kind->varied_workload, kind->fits);
}

/* The family of the setup asked for, as the SQL above builds it. */
static bool wanted_family(struct plot *plot, char **family)
{
    static const struct column columns[] = {{.name = "family", .type = COLUMN_TEXT}};
    const struct plot_kind *kind = plot->kind;
    struct run_record record;
    struct table rows;
    char *sql = NULL;
    table_init(&rows, columns, 1);
    bool done = run_record_init(&record, plot->request->setup);
    if (done)
        sql = format_text("SELECT json_remove(json_set(?1%s)%s) || json_remove(?2, " SIZE_KEYS
                          "%s) || %lld",
                          kind->fixed_machine, kind->varied_machine, kind->varied_workload,
                          (long long)record.run.model_version);
    if (!sql)
        config_report_no_memory(plot->errors);
    const char *texts[] = {record.config, record.workload};
    done = sql && store_select(plot->request->store, sql, texts, 2, &rows, plot->errors);
    if (done && !(*family = config_copy_text(plot_text(&rows, 0, 0)))) {
        config_report_no_memory(plot->errors);
        done = false;
    }
    free(sql);
    table_free(&rows);
    run_record_free(&record);
    return done;
}

enum { FAMILY, RUNS, MACHINE, WORKLOAD, WANTED, CHOICE_COLUMNS };

static const struct column choice_columns[CHOICE_COLUMNS] = {
    [FAMILY] = {.name = "family", .type = COLUMN_TEXT},
    [RUNS] = {.name = "runs", .type = COLUMN_COUNT},
    [MACHINE] = {.name = "machine", .type = COLUMN_TEXT},
    [WORKLOAD] = {.name = "workload", .type = COLUMN_TEXT},
    [WANTED] = {.name = "wanted", .type = COLUMN_COUNT},
};

/* Rows are families, the best first. */
static bool choose(struct plot *plot, const struct table *families)
{
    size_t chosen = 0;
    int64_t all = 0;
    for (size_t i = 0; i < families->row_count; i++) {
        all += table_cell(families, i, RUNS)->count;
        if (plot->request->only && table_cell(families, i, WANTED)->count)
            chosen = i;
    }
    if (families->row_count == 0 ||
        (plot->request->only && !table_cell(families, chosen, WANTED)->count))
        return plot_lacks(plot, "no run %s", all > 0 ? "of that chip and layer" : "that fits");
    plot->family_runs = table_cell(families, chosen, RUNS)->count;
    plot->other_runs = all - plot->family_runs;
    plot->family = config_copy_text(plot_text(families, chosen, FAMILY));
    if (!plot->family)
        config_report_no_memory(plot->errors);
    return plot->family &&
           run_record_setup(plot_text(families, chosen, MACHINE),
                            plot_text(families, chosen, WORKLOAD), &plot->setup, plot->errors);
}

bool plot_family(struct plot *plot)
{
    struct table families;
    char *wanted = NULL;
    if (plot->request->setup && !wanted_family(plot, &wanted))
        return false;
    table_init(&families, choice_columns, CHOICE_COLUMNS);
    char *head = plot_family_sql(plot);
    char *sql = head ? format_text("%sSELECT family, count(*), machine, workload, family = ?1"
                                   " FROM (SELECT * FROM fitting ORDER BY id) GROUP BY family"
                                   " ORDER BY %s DESC, count(*) DESC, family = ?1 DESC,"
                                   " min(id)",
                                   head, plot->kind->counts)
                     : NULL;
    if (!sql)
        config_report_no_memory(plot->errors);
    const char *texts[] = {wanted ? wanted : ""};
    bool done = sql && store_select(plot->request->store, sql, texts, 1, &families, plot->errors) &&
                choose(plot, &families);
    free(sql);
    free(head);
    free(wanted);
    table_free(&families);
    return done;
}
