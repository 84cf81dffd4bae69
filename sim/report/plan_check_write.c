#include "sim/report/plan_check_write.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/report/plan_text.h"

static const struct column columns[] = {
    {.name = "name", .heading = "layer", .type = COLUMN_TEXT},
    {.name = "cin", .type = COLUMN_COUNT},
    {.name = "cout", .type = COLUMN_COUNT},
    {.name = "strategy", .heading = "plan", .type = COLUMN_TEXT},
    {.name = "axis", .heading = "axis", .type = COLUMN_TEXT},
    {.name = "first_part", .heading = "part", .type = COLUMN_COUNT},
    {.name = "parts", .heading = "parts", .type = COLUMN_COUNT},
    {.name = "channels", .heading = "channels", .type = COLUMN_COUNT},
    {.name = "lines_per_core", .heading = "lines\n/core", .type = COLUMN_COUNT},
    {.name = "mib_per_core", .heading = "MiB\n/core", .type = COLUMN_REAL, .decimals = 2},
    {.name = "k", .heading = "k", .type = COLUMN_COUNT},
    {.name = "x", .heading = "x", .type = COLUMN_COUNT},
    {.name = "credit_lines", .heading = "credit", .type = COLUMN_COUNT},
    {.name = "notch", .heading = "notch", .type = COLUMN_TEXT},
};

static void add_row(const struct plan_checked *item, struct table *table)
{
    table_add_row(table);
    table_set_text(table, "name", item->shape->name);
    table_set_count(table, "cin", item->shape->cin);
    table_set_count(table, "cout", item->shape->cout);
    table_set_text(table, "strategy",
                   item->planned ? plan_strategies[item->strategy].name : "none");
    table_set_text(table, "axis", plan_strategies[item->strategy].axis);
    table_set_count(table, "first_part", (int64_t)item->first);
    table_set_count(table, "parts", (int64_t)item->count);
    table_set_count(table, "channels", item->channels);
    table_set_text(table, "notch", item->known ? plan_notch_name(item->part.notch) : "unknown");
    if (!item->known)
        return;
    table_set_count(table, "lines_per_core", item->part.lines);
    table_set_real(table, "mib_per_core", plan_mib(item->part.bytes_per_core));
    table_set_count(table, "k", item->part.position.k);
    table_set_count(table, "x", item->part.position.x);
    table_set_count(table, "credit_lines", item->part.credit_lines);
}

bool plan_check_write(FILE *stream, const struct format *format, const struct plan_check *check)
{
    struct table rows;
    char verdict[CONFIG_ERROR_BYTES] = "No part is hit.";
    const char **notes = calloc(check->count + 1, sizeof *notes);
    table_init(&rows, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < check->count; i++) {
        add_row(&check->items[i], &rows);
        if (notes && !check->items[i].known)
            notes[i] = check->items[i].message;
    }
    if (check->hit_count > 0)
        snprintf(verdict, sizeof verdict,
                 "%zu part%s still in the notch; see the rows that say hit.", check->hit_count,
                 check->hit_count == 1 ? " is" : "s are");
    if (check->unknown_count > 0)
        plan_append(verdict, sizeof verdict, "  Of %zu part%s nothing is known.",
                    check->unknown_count, check->unknown_count == 1 ? "" : "s");
    const struct document document = {
        .command = "plan",
        .schema = &setup_schema,
        .params = check->setup,
        .rows = &rows,
        .notes = notes,
        .diagnosis = verdict,
        .assumptions = (const char *const *)check->list->assumptions,
        .assumption_count = check->list->assumption_count,
    };
    bool done = notes && !rows.failed && format->write(stream, &document);
    free(notes);
    table_free(&rows);
    return done;
}
