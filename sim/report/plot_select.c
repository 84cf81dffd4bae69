#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/report/plot_family.h"

enum { COLUMNS_MAX = 12, REASON_BYTES = 256 };

#define REAL(text)                                                                                 \
    {                                                                                              \
        .name = text, .type = COLUMN_REAL                                                          \
    }
static const struct column reals[COLUMNS_MAX] = {
    REAL("c0"), REAL("c1"), REAL("c2"), REAL("c3"), REAL("c4"),  REAL("c5"),
    REAL("c6"), REAL("c7"), REAL("c8"), REAL("c9"), REAL("c10"), REAL("c11"),
};
static const struct column texts[] = {{.name = "name", .type = COLUMN_TEXT}};

static bool answer(struct plot *plot, const char *head, const char *tail, struct table *rows)
{
    const char *family[] = {plot->family};
    size_t size = strlen(head) + strlen(tail) + 1;
    char *sql = malloc(size);
    if (!sql) {
        config_report_no_memory(plot->errors);
        return false;
    }
    snprintf(sql, size, "%s%s", head, tail);
    bool done = store_select(plot->request->store, sql, family, 1, rows, plot->errors);
    free(sql);
    return done;
}

bool plot_select(struct plot *plot, struct table *rows, size_t columns, const char *format, ...)
{
    char tail[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(tail, sizeof tail, format, arguments);
    va_end(arguments);
    table_init(rows, reals, columns);
    char *head = plot_family_sql(plot);
    if (!head)
        config_report_no_memory(plot->errors);
    bool done = head && answer(plot, head, tail, rows);
    free(head);
    return done;
}

bool plot_select_names(struct plot *plot, struct table *names, const char *sql)
{
    table_init(names, texts, 1);
    char *head = plot_family_sql(plot);
    if (!head)
        config_report_no_memory(plot->errors);
    bool done = head && answer(plot, head, sql, names);
    free(head);
    return done;
}

double plot_real(const struct table *rows, size_t row, size_t column)
{
    return table_cell(rows, row, column)->real;
}

const char *plot_text(const struct table *rows, size_t row, size_t column)
{
    const char *text = table_cell(rows, row, column)->text;
    return text ? text : "";
}

/* Recipes go around multiples of the M3's lap; those of others may lie elsewhere. */
static void warn_of_recipes(struct plot *plot)
{
    const double recipes_d = 2048;
    if (!plot->request->setup)
        return;
    const struct plot asked = {.setup = *plot->request->setup};
    double lap = plot_lap_d(&asked);
    if (fmod(recipes_d, lap) != 0)
        diagnostics_add(plot->errors, DIAGNOSTIC_BAD_INPUT, NULL, 0,
                        "for this chip and layer a lap of the ring is D = %.7g, and the sweep of "
                        "this plot goes around multiples of %.0f; give `anesim sweep` a --cin "
                        "around a multiple of %.7g instead",
                        lap, recipes_d, lap);
}

bool plot_lacks(struct plot *plot, const char *format, ...)
{
    char reason[REASON_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    plot->lacking = true;
    diagnostics_add(plot->errors, DIAGNOSTIC_BAD_INPUT, store_path(plot->request->store), 0,
                    "too little for `%s`: %s", plot->kind->name, reason);
    warn_of_recipes(plot);
    return false;
}
