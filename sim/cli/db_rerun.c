#include <stdlib.h>
#include <string.h>

#include "models/ane/chip.h"
#include "sim/cli/db.h"
#include "sim/cli/progress.h"
#include "sim/experiment/rerun.h"

enum { SHORT_ID = 12 };

static const struct column columns[] = {
    {.name = "run_id", .heading = "run", .type = COLUMN_TEXT},
    {.name = "verdict", .heading = "verdict", .type = COLUMN_TEXT},
    {.name = "column", .heading = "column", .type = COLUMN_TEXT},
    {.name = "stored", .heading = "stored", .type = COLUMN_TEXT},
    {.name = "now", .heading = "now", .type = COLUMN_TEXT},
    {.name = "model_version", .heading = "model", .type = COLUMN_COUNT},
    {.name = "message", .type = COLUMN_TEXT},
};

static const char *const verdicts[] = {
    [RERUN_SAME] = "same",
    [RERUN_DIFFERS] = "differs",
    [RERUN_IMPOSSIBLE] = "impossible",
};

static const struct column id_columns[] = {{.name = "id", .type = COLUMN_TEXT}};

static bool find_runs(const struct db_request *request, struct table *ids,
                      struct diagnostics *errors)
{
    struct db_id id = {.is_run = false};
    table_init(ids, id_columns, 1);
    if (cli_value(request->arguments, "all"))
        return store_select(request->store, "SELECT id FROM run ORDER BY id", NULL, 0, ids, errors);
    if (!db_find_id(request->store, request->words[0], &id, errors))
        return false;
    const char *sql = id.is_run ? "SELECT ?1"
                                : "SELECT DISTINCT run_id FROM point WHERE experiment_id = ?1 "
                                  "ORDER BY run_id";
    return store_select(request->store, sql, (const char *[]){id.id}, 1, ids, errors);
}

static void fill(struct table *rows, const struct rerun_run *runs, size_t count, bool people)
{
    char id[STORE_ID_BYTES];
    for (size_t i = 0; i < count; i++) {
        const struct rerun_run *run = &runs[i];
        if (people && run->verdict == RERUN_SAME && count > 1)
            continue;
        snprintf(id, sizeof id, "%.*s", people ? SHORT_ID : STORE_ID_BYTES, run->id);
        table_add_row(rows);
        table_set_text(rows, "run_id", id);
        table_set_text(rows, "verdict", verdicts[run->verdict]);
        table_set_count(rows, "model_version", run->model_version);
        if (run->verdict == RERUN_IMPOSSIBLE)
            table_set_text(rows, "message", run->message);
        if (run->verdict != RERUN_DIFFERS)
            continue;
        table_set_text(rows, "column", run->column);
        table_set_text(rows, "stored", run->stored);
        table_set_text(rows, "now", run->now);
    }
}

static void summarize(const struct rerun_run *runs, size_t count, char *text, size_t size,
                      bool *all_same)
{
    size_t verdict[3] = {0}, older = 0;
    for (size_t i = 0; i < count; i++) {
        verdict[runs[i].verdict]++;
        older += runs[i].model_version != CHIP_MODEL_VERSION;
    }
    *all_same = verdict[RERUN_SAME] == count;
    int used = snprintf(text, size, "%zu run%s again: %zu the same bit for bit", count,
                        count == 1 ? "" : "s", verdict[RERUN_SAME]);
    if (!*all_same)
        used += snprintf(text + used, size - (size_t)used, ", %zu different, %zu impossible",
                         verdict[RERUN_DIFFERS], verdict[RERUN_IMPOSSIBLE]);
    used += snprintf(text + used, size - (size_t)used, ".");
    if (older > 0)
        snprintf(text + used, size - (size_t)used,
                 "  %zu were stored by another version of the model than this program's %d.", older,
                 CHIP_MODEL_VERSION);
}

static bool write_report(struct db_request *request, const struct rerun_run *runs, size_t count,
                         struct diagnostics *errors)
{
    struct table rows;
    char sentence[256];
    bool people = request->format == &formats[0];
    bool all_same;
    table_init(&rows, columns, sizeof columns / sizeof columns[0]);
    fill(&rows, runs, count, people);
    summarize(runs, count, sentence, sizeof sentence, &all_same);
    request->failed_check = !all_same;
    bool done = true;
    if (people && rows.row_count == 0)
        fprintf(request->out, "%s\n", sentence);
    else
        done = db_write(request, &rows, sentence, errors);
    table_free(&rows);
    return done;
}

bool db_rerun(struct db_request *request, struct diagnostics *errors)
{
    struct table ids;
    struct progress progress;
    bool all = cli_value(request->arguments, "all") != NULL;
    if (all == (request->word_count > 0)) {
        diagnostics_bad_input(errors, "db rerun needs an ID or --all%s", all ? ", not both" : "");
        return false;
    }
    bool done = find_runs(request, &ids, errors);
    struct rerun_run *runs = calloc(ids.row_count + 1, sizeof *runs);
    if (!runs)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    if (done && runs) {
        for (size_t i = 0; i < ids.row_count; i++)
            snprintf(runs[i].id, sizeof runs[i].id, "%s", table_cell(&ids, i, 0)->text);
        progress_begin(&progress);
        progress.what = "runs";
        done = rerun(request->store, runs, ids.row_count, 0, progress_update, &progress, errors);
        progress_end(&progress);
        done = done && write_report(request, runs, ids.row_count, errors);
    }
    free(runs);
    table_free(&ids);
    return done && runs;
}
