#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "models/ane/chip.h"
#include "sim/cli/db.h"
#include "sim/cli/progress.h"
#include "sim/experiment/rerun.h"
#include "sim/report/text.h"

enum { SHORT_ID = 12 };

static const struct column columns[] = {
    {.name = "id", .heading = "id", .type = COLUMN_TEXT},
    {.name = "what", .heading = "what", .type = COLUMN_TEXT},
    {.name = "verdict", .heading = "verdict", .type = COLUMN_TEXT},
    {.name = "column", .heading = "column", .type = COLUMN_TEXT},
    {.name = "stored", .heading = "stored", .type = COLUMN_TEXT},
    {.name = "now", .heading = "now", .type = COLUMN_TEXT},
    {.name = "model_version", .type = COLUMN_COUNT},
    {.name = "message", .type = COLUMN_TEXT},
};

static const char *const verdicts[] = {
    [RERUN_SAME] = "same",
    [RERUN_DIFFERS] = "differs",
    [RERUN_IMPOSSIBLE] = "impossible",
};

/* What is replayed, and what came of it. */
struct replay {
    struct table run_ids, experiment_ids;
    struct rerun_run *runs;
    size_t run_count;
    struct rerun_samples *samples; /* of each experiment that has some */
    size_t experiment_count;
};

static const struct column id_columns[] = {{.name = "id", .type = COLUMN_TEXT}};

static bool find_all(struct store *store, struct replay *replay, struct diagnostics *errors)
{
    return store_select(store, "SELECT id FROM run ORDER BY id", NULL, 0, &replay->run_ids,
                        errors) &&
           store_select(store, "SELECT id FROM experiment WHERE rounds > 0 ORDER BY id", NULL, 0,
                        &replay->experiment_ids, errors);
}

static bool find(const struct db_request *request, struct replay *replay,
                 struct diagnostics *errors)
{
    struct db_id id = {.is_run = false};
    const char *text = id.id;
    table_init(&replay->run_ids, id_columns, 1);
    table_init(&replay->experiment_ids, id_columns, 1);
    if (cli_value(request->arguments, "all"))
        return find_all(request->store, replay, errors);
    if (!db_find_id(request->store, request->words[0], &id, errors))
        return false;
    if (id.is_run)
        return store_select(request->store, "SELECT ?1", &text, 1, &replay->run_ids, errors);
    return store_select(request->store,
                        "SELECT DISTINCT run_id FROM point WHERE experiment_id = ?1 "
                        "ORDER BY run_id",
                        &text, 1, &replay->run_ids, errors) &&
           store_select(request->store, "SELECT id FROM experiment WHERE id = ?1 AND rounds > 0",
                        &text, 1, &replay->experiment_ids, errors);
}

static bool run_all(struct db_request *request, struct replay *replay, struct diagnostics *errors)
{
    struct progress progress;
    replay->run_count = replay->run_ids.row_count;
    replay->experiment_count = replay->experiment_ids.row_count;
    replay->runs = calloc(replay->run_count + 1, sizeof *replay->runs);
    replay->samples = calloc(replay->experiment_count + 1, sizeof *replay->samples);
    if (!replay->runs || !replay->samples) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        return false;
    }
    for (size_t i = 0; i < replay->run_count; i++)
        snprintf(replay->runs[i].id, STORE_ID_BYTES, "%s",
                 table_cell(&replay->run_ids, i, 0)->text);
    progress_begin(&progress);
    progress.what = "runs";
    bool done = rerun(request->store, replay->runs, replay->run_count, 0, progress_update,
                      &progress, errors);
    progress_end(&progress);
    for (size_t i = 0; done && i < replay->experiment_count; i++) {
        snprintf(replay->samples[i].experiment_id, STORE_ID_BYTES, "%s",
                 table_cell(&replay->experiment_ids, i, 0)->text);
        done = rerun_samples(request->store, &replay->samples[i], errors);
    }
    return done;
}

static void add_row(struct table *rows, const char *id, const char *what, const char *verdict,
                    bool people)
{
    char text[STORE_ID_BYTES];
    snprintf(text, sizeof text, "%.*s", people ? SHORT_ID : STORE_ID_BYTES, id);
    table_add_row(rows);
    table_set_text(rows, "id", text);
    table_set_text(rows, "what", what);
    table_set_text(rows, "verdict", verdict);
}

static void add_difference(struct table *rows, const char *column, const char *stored,
                           const char *now, bool people)
{
    char text[2][STORE_MESSAGE_BYTES];
    int digits = people && strcmp(column, "id") == 0 ? SHORT_ID : STORE_MESSAGE_BYTES;
    snprintf(text[0], sizeof text[0], "%.*s", digits, stored);
    snprintf(text[1], sizeof text[1], "%.*s", digits, now);
    table_set_text(rows, "column", column);
    table_set_text(rows, "stored", text[0]);
    table_set_text(rows, "now", text[1]);
}

/* People are shown what is not the same, or the only one. */
static void fill(struct table *rows, const struct replay *replay, bool people)
{
    bool all = !people || replay->run_count == 1;
    for (size_t i = 0; i < replay->run_count; i++) {
        const struct rerun_run *run = &replay->runs[i];
        if (!all && run->verdict == RERUN_SAME)
            continue;
        add_row(rows, run->id, "run", verdicts[run->verdict], people);
        table_set_count(rows, "model_version", run->model_version);
        if (run->verdict == RERUN_IMPOSSIBLE)
            table_set_text(rows, "message", run->message);
        if (run->verdict == RERUN_DIFFERS)
            add_difference(rows, run->column, run->stored, run->now, people);
    }
    for (size_t i = 0; i < replay->experiment_count; i++) {
        const struct rerun_samples *samples = &replay->samples[i];
        char message[64];
        if (!all && samples->differing == 0)
            continue;
        add_row(rows, samples->experiment_id, "samples",
                verdicts[samples->differing > 0 ? RERUN_DIFFERS : RERUN_SAME], people);
        if (samples->differing == 0)
            continue;
        add_difference(rows, samples->column, samples->stored, samples->now, people);
        snprintf(message, sizeof message, "first at position %" PRId64 ", round %" PRId64,
                 samples->position, samples->round);
        table_set_text(rows, "message", message);
    }
}

/* True when all is the same. */
static bool summarize(const struct replay *replay, char *text, size_t size)
{
    size_t verdict[3] = {0}, other_model = 0;
    int64_t samples = 0, differing = 0;
    for (size_t i = 0; i < replay->run_count; i++) {
        verdict[replay->runs[i].verdict]++;
        other_model += replay->runs[i].model_version != CHIP_MODEL_VERSION;
    }
    for (size_t i = 0; i < replay->experiment_count; i++) {
        samples += replay->samples[i].samples;
        differing += replay->samples[i].differing;
    }
    int used = snprintf(text, size, "%zu run%s simulated again: %zu the same bit for bit, %zu not",
                        replay->run_count, replay->run_count == 1 ? "" : "s", verdict[RERUN_SAME],
                        verdict[RERUN_DIFFERS]);
    if (verdict[RERUN_IMPOSSIBLE] > 0)
        used += snprintf(text + used, size - (size_t)used,
                         ", %zu that this program cannot simulate (--format csv says why)",
                         verdict[RERUN_IMPOSSIBLE]);
    if (samples > 0)
        used += snprintf(text + used, size - (size_t)used,
                         "; %" PRId64 " samples drawn again: %" PRId64 " not the same", samples,
                         differing);
    used += snprintf(text + used, size - (size_t)used, ".");
    if (other_model > 0)
        snprintf(text + used, size - (size_t)used,
                 "  Stored by another version of the model than this program's %d: %zu.",
                 CHIP_MODEL_VERSION, other_model);
    return verdict[RERUN_SAME] == replay->run_count && differing == 0;
}

static bool write_report(struct db_request *request, const struct replay *replay,
                         struct diagnostics *errors)
{
    struct table rows;
    char sentence[512];
    bool people = request->format == &formats[0];
    bool done = true;
    table_init(&rows, columns, sizeof columns / sizeof columns[0]);
    fill(&rows, replay, people);
    request->failed_check = !summarize(replay, sentence, sizeof sentence);
    if (people && rows.row_count == 0)
        text_write_wrapped(request->out, sentence, 0, 0);
    else
        done = db_write(request, &rows, sentence, errors);
    table_free(&rows);
    return done;
}

bool db_rerun(struct db_request *request, struct diagnostics *errors)
{
    struct replay replay = {.run_count = 0};
    bool all = cli_value(request->arguments, "all") != NULL;
    if (all == (request->word_count > 0)) {
        diagnostics_bad_input(errors, "db rerun needs an ID or --all%s", all ? ", not both" : "");
        return false;
    }
    bool done = find(request, &replay, errors) && run_all(request, &replay, errors) &&
                write_report(request, &replay, errors);
    free(replay.runs);
    free(replay.samples);
    table_free(&replay.run_ids);
    table_free(&replay.experiment_ids);
    return done;
}
