#include "sim/report/plan_write.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "sim/report/plan_rows.h"
#include "sim/report/plan_text.h"

enum { HEADING_BYTES = 512, VERDICT_BYTES = 1024, FIXED_TABLES = 3 };

/* Everything that a document about one model points to. */
struct parts {
    struct table rows;
    struct table rates;
    struct table choices;
    struct table candidates;
    struct table *weighed; /* of each layer, or empty */
    char **headings;       /* of those */
    struct document_table *tables;
    size_t table_count;
    const char **notes;
    char heading[HEADING_BYTES];
    char verdict[VERDICT_BYTES];
};

static void describe(const struct plan_report *report, char *text, size_t text_size)
{
    int64_t passes = 0;
    for (size_t i = 0; i < report->layer_count; i++)
        passes += report->layers[i].shape->count;
    snprintf(text, text_size,
             "%s on %s\n%" PRId64 " layers a token, %zu different; of those %zu hit, %zu grazed, "
             "%zu unknown\n",
             report->list->title, report->setup->chip.ane.name, passes, report->layer_count,
             report->notch_count[PLAN_HIT], report->notch_count[PLAN_GRAZED],
             report->unknown_count);
}

/* The first layer of that shape speaks for all. */
static bool is_spoken_for(const struct plan_report *report, size_t index)
{
    const struct plan_layer *layers = report->layers;
    for (size_t i = 0; i < index; i++)
        if (layers[i].candidate_count > 1 && shape_is_alike(layers[i].shape, layers[index].shape) &&
            layers[i].published == layers[index].published)
            return true;
    return false;
}

static char *group_heading(const struct plan_report *report, size_t index)
{
    const struct plan_layer *first = &report->layers[index];
    char *text = calloc(1, HEADING_BYTES);
    if (!text)
        return NULL;
    for (size_t i = index; i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        if (layer->candidate_count > 1 && shape_is_alike(layer->shape, first->shape) &&
            layer->published == first->published)
            plan_append(text, HEADING_BYTES, "%s%s", i > index ? ", " : "", layer->shape->name);
    }
    plan_append(text, HEADING_BYTES, ": %" PRId64 " -> %" PRId64 ", %.2f MiB per core",
                first->shape->cin, first->shape->cout,
                plan_mib(first->candidates[0].sizes[0].part.bytes_per_core));
    return text;
}

static void put(struct parts *parts, const char *name, const char *heading,
                const struct table *table)
{
    parts->tables[parts->table_count++] =
        (struct document_table){.name = name, .heading = heading, .rows = table};
}

static bool gather(struct parts *parts, const struct plan_report *report)
{
    size_t count = report->layer_count;
    parts->weighed = calloc(count + 1, sizeof *parts->weighed);
    parts->headings = calloc(count + 1, sizeof *parts->headings);
    parts->tables = calloc(count + FIXED_TABLES, sizeof *parts->tables);
    parts->notes = calloc(count + 1, sizeof *parts->notes);
    bool done = plan_layer_rows(report, &parts->rows);
    done = parts->weighed && parts->headings && parts->tables && parts->notes && done;
    for (size_t i = 0; done && i < count; i++)
        parts->notes[i] = report->layers[i].known ? NULL : report->layers[i].message;
    describe(report, parts->heading, sizeof parts->heading);
    plan_verdict(report, parts->verdict, sizeof parts->verdict);
    return done;
}

/* What is weighed, for people: a table for each different shape. */
static bool gather_weighed(struct parts *parts, const struct plan_report *report)
{
    bool done = true;
    for (size_t i = 0; done && i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        if (layer->candidate_count < 2 || is_spoken_for(report, i))
            continue;
        parts->headings[i] = group_heading(report, i);
        done = plan_weighed_rows(report, layer, &parts->weighed[i]) && parts->headings[i];
        put(parts, NULL, parts->headings[i], &parts->weighed[i]);
    }
    return done;
}

static void release(struct parts *parts, const struct plan_report *report)
{
    for (size_t i = 0; i < report->layer_count; i++) {
        if (parts->weighed)
            table_free(&parts->weighed[i]);
        if (parts->headings)
            free(parts->headings[i]);
    }
    free(parts->weighed);
    free(parts->headings);
    free(parts->tables);
    free(parts->notes);
    table_free(&parts->rows);
    table_free(&parts->rates);
    table_free(&parts->choices);
    table_free(&parts->candidates);
}

/* The channels of each part, in order. */
static json_t *json_sizes(const struct plan_candidate *candidate)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < candidate->size_count; i++)
        for (int64_t j = 0; j < candidate->sizes[i].count; j++)
            if (json_array_append_new(array, json_integer(candidate->sizes[i].channels)) != 0)
                return json_decref(array), NULL;
    return array;
}

/* The title is an importer's, valid UTF-8 or replaced. */
static json_t *json_title(const char *title)
{
    json_t *json = json_string(title);
    return json ? json : json_string("?");
}

static bool amend_plan(const void *context, struct json_t *object)
{
    const struct plan_report *report = context;
    json_t *rows = json_object_get(object, "rows");
    bool done = json_object_set_new(object, "plan_version", json_integer(PLAN_FILE_VERSION)) == 0 &&
                json_object_set_new(object, "model", json_title(report->list->title)) == 0;
    for (size_t i = 0; done && i < report->layer_count; i++) {
        const struct plan_layer *layer = &report->layers[i];
        json_t *sizes =
            layer->known ? json_sizes(plan_layer_arm(layer, PLAN_ARM_PLANNED)) : json_array();
        done = json_object_set_new(json_array_get(rows, i), "sizes", sizes) == 0;
    }
    return done;
}

static bool amend_llm(const void *context, struct json_t *object)
{
    const struct plan_report *report = context;
    return json_object_set_new(object, "model", json_title(report->list->title)) == 0;
}

static struct document document_of(const struct parts *parts, const struct plan_report *report)
{
    return (struct document){
        .schema = &setup_schema,
        .params = report->setup,
        .heading = parts->heading,
        .rows = &parts->rows,
        .notes = parts->notes,
        .diagnosis = parts->verdict,
        .tables = parts->tables,
        .table_count = parts->table_count,
        .assumptions = (const char *const *)report->list->assumptions,
        .assumption_count = report->list->assumption_count,
        .context = report,
    };
}

bool plan_write(FILE *stream, const struct format *format, const struct plan_report *report)
{
    struct parts parts = {.table_count = 0};
    bool done = gather(&parts, report) && plan_choice_rows(report, &parts.choices) &&
                plan_candidate_rows(report, &parts.candidates) &&
                plan_rate_rows(report, false, &parts.rates);
    if (done) {
        put(&parts, NULL, "The plan:", &parts.choices);
        put(&parts, "rates", "", &parts.rates);
        put(&parts, "candidates", NULL, &parts.candidates);
        done = gather_weighed(&parts, report);
    }
    struct document document = document_of(&parts, report);
    document.command = "plan";
    document.amend = amend_plan;
    done = done && format->write(stream, &document);
    release(&parts, report);
    return done;
}

bool llm_write(FILE *stream, const struct format *format, const struct plan_report *report,
               bool compare)
{
    struct parts parts = {.table_count = 0};
    bool done = gather(&parts, report) && plan_rate_rows(report, compare, &parts.rates);
    plan_compare_begin(&parts.choices);
    if (compare)
        plan_compare_rows(report, &parts.choices);
    if (done) {
        put(&parts, "rates", "", &parts.rates);
        if (compare)
            put(&parts, "comparison", "Unsplit, the report's split, and the plan:", &parts.choices);
    }
    struct document document = document_of(&parts, report);
    document.command = "llm";
    document.amend = amend_llm;
    done = done && !parts.choices.failed && format->write(stream, &document);
    release(&parts, report);
    return done;
}
