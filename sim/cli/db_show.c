#include <inttypes.h>
#include <stdlib.h>

#include "sim/cli/db.h"
#include "sim/report/stored_rows.h"
#include "sim/report/stored_run.h"

/* Written by db_show itself, as it is no table. */
static bool write_nothing(FILE *stream, const struct document *document)
{
    (void)stream;
    (void)document;
    return true;
}

const struct format db_ini = {"ini", "a config", write_nothing};

static bool report(struct diagnostics *errors, const struct db_request *request, const char *what)
{
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store_path(request->store), 0, "%s", what);
    return false;
}

static bool show_run(struct db_request *request, const char *id, struct diagnostics *errors)
{
    struct stored_rows places;
    struct store_run run;
    char *config = NULL;
    bool found = false;
    int digits = request->format == &formats[0] ? STORED_SHORT_ID : STORED_FULL_ID;
    bool done = stored_rows_read(&places, STORED_PLACES, request->store, id, digits, errors) &&
                store_find_run(request->store, id, &run, &found, errors) &&
                (found || report(errors, request, "damaged: a run cannot be found again")) &&
                store_find_config(request->store, run.config_id, &config, errors);
    if (done && !config)
        done = report(errors, request, "damaged: a run has no config");
    if (done) {
        const struct stored_run stored = {&run, config, &places.table};
        done = request->format == &db_ini
                   ? stored_run_write_ini(request->out, &stored)
                   : stored_run_write(request->out, request->format, &stored);
        if (!done)
            report(errors, request, "damaged: a config is not the JSON it should be");
    }
    free(config);
    stored_rows_free(&places);
    return done;
}

static int64_t count_of(const struct table *table, size_t column)
{
    return table_cell(table, 0, column)->count;
}

/* Columns of STORED_EXPERIMENTS. */
enum { ARGUMENTS, EXPERIMENT, COMMAND, POINTS_STORED, POINTS, ROUNDS, SAMPLES_STORED };

static void describe(const struct table *facts, char *text, size_t size)
{
    int used = snprintf(text, size,
                        "Experiment %s, by anesim %s\n%.300s\n%" PRId64 " of %" PRId64 " points",
                        table_cell(facts, 0, EXPERIMENT)->text, table_cell(facts, 0, COMMAND)->text,
                        table_cell(facts, 0, ARGUMENTS)->text, count_of(facts, POINTS_STORED),
                        count_of(facts, POINTS));
    if (count_of(facts, ROUNDS) > 0)
        snprintf(text + used, size - (size_t)used, ", %" PRId64 " of %.0f samples",
                 count_of(facts, SAMPLES_STORED),
                 (double)count_of(facts, ROUNDS) * (double)count_of(facts, POINTS));
}

static bool show_experiment(struct db_request *request, const char *id, struct diagnostics *errors)
{
    struct stored_rows facts, points;
    char heading[640];
    bool people = request->format == &formats[0];
    bool done =
        stored_rows_read(&facts, STORED_EXPERIMENTS, request->store, id, STORED_FULL_ID, errors);
    done = stored_rows_read(&points, STORED_RESULTS, request->store, id,
                            people ? STORED_SHORT_ID : STORED_FULL_ID, errors) &&
           done;
    if (done) {
        describe(&facts.table, heading, sizeof heading);
        const struct document_table experiment = {.name = "experiment", .rows = &facts.table};
        const struct document document = {.command = "db",
                                          .heading = heading,
                                          .rows = &points.table,
                                          .tables = &experiment,
                                          .table_count = 1};
        done = request->format->write(request->out, &document);
        if (!done)
            diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    }
    stored_rows_free(&facts);
    stored_rows_free(&points);
    return done;
}

bool db_show(struct db_request *request, struct diagnostics *errors)
{
    struct db_id id;
    if (!db_find_id(request->store, request->words[0], &id, errors))
        return false;
    if (id.is_run)
        return show_run(request, id.id, errors);
    if (request->format != &db_ini)
        return show_experiment(request, id.id, errors);
    diagnostics_bad_input(errors, "%.12s is an experiment; --format ini is for a run", id.id);
    return false;
}
