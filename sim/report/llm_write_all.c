#include "sim/report/plan_write.h"

#include <stdlib.h>

#include "sim/report/plan_rows.h"

enum { HEADING_BYTES = 512 };

/* The comparisons of all models: in one for programs, model by model for people. */
struct comparisons {
    struct table all;
    struct table *single;
    struct document_table *tables;
    size_t table_count;
};

static bool compare_all(struct comparisons *comparisons, const struct plan_report *reports,
                        size_t count)
{
    plan_compare_begin(&comparisons->all);
    comparisons->single = calloc(count + 1, sizeof *comparisons->single);
    comparisons->tables = calloc(count + 1, sizeof *comparisons->tables);
    bool done = comparisons->single && comparisons->tables;
    for (size_t i = 0; done && i < count; i++) {
        struct table *single = &comparisons->single[i];
        plan_compare_begin(single);
        plan_compare_rows(&reports[i], single);
        plan_compare_rows(&reports[i], &comparisons->all);
        comparisons->tables[comparisons->table_count++] =
            (struct document_table){.heading = reports[i].list->title, .rows = single};
        done = !single->failed;
    }
    if (done)
        comparisons->tables[comparisons->table_count++] =
            (struct document_table){.name = "comparison", .rows = &comparisons->all};
    return done && !comparisons->all.failed;
}

static void comparisons_free(struct comparisons *comparisons, size_t count)
{
    for (size_t i = 0; comparisons->single && i < count; i++)
        table_free(&comparisons->single[i]);
    free(comparisons->single);
    free(comparisons->tables);
    table_free(&comparisons->all);
}

/* Sentences that all models share are the first one's. */
bool llm_write_all(FILE *stream, const struct format *format, const struct plan_report *reports,
                   size_t count, bool compare)
{
    struct table rows;
    struct comparisons comparisons = {.table_count = 0};
    size_t hit = 0, grazed = 0;
    char heading[HEADING_BYTES];
    for (size_t i = 0; i < count; i++) {
        bool is_hit = reports[i].notch_count[PLAN_HIT] > 0;
        hit += is_hit;
        grazed += !is_hit && reports[i].notch_count[PLAN_GRAZED] > 0;
    }
    bool done = plan_model_rows(reports, count, &rows);
    if (compare)
        done = compare_all(&comparisons, reports, count) && done;
    snprintf(heading, sizeof heading, "%zu models on %s: %zu hit, %zu grazed and harmless\n", count,
             reports[0].setup->chip.ane.name, hit, grazed);
    const struct document document = {
        .command = "llm",
        .schema = &setup_schema,
        .params = reports[0].setup,
        .heading = heading,
        .rows = &rows,
        .tables = comparisons.tables,
        .table_count = comparisons.table_count,
        .assumptions = (const char *const *)reports[0].list->assumptions,
        .assumption_count = reports[0].list->assumption_count,
    };
    done = done && format->write(stream, &document);
    table_free(&rows);
    comparisons_free(&comparisons, count);
    return done;
}
