#include <inttypes.h>

#include "sim/cli/db.h"
#include "sim/report/stored_rows.h"

/* Tables show ids short, but as long as all of them need to differ. */
static int id_digits(const struct db_request *request)
{
    return request->format == &formats[0] ? STORED_SHORT_ID : STORED_FULL_ID;
}

bool db_list(struct db_request *request, struct diagnostics *errors)
{
    struct stored_rows rows;
    char sentence[128];
    bool runs = cli_value(request->arguments, "runs") != NULL;
    bool done = stored_rows_read(&rows, runs ? STORED_RUNS : STORED_EXPERIMENTS, request->store,
                                 NULL, id_digits(request), errors);
    if (done && rows.table.row_count == 0)
        snprintf(sentence, sizeof sentence, "No %s here%s", runs ? "runs" : "experiments",
                 runs ? "." : "; --runs lists the runs.");
    else
        snprintf(sentence, sizeof sentence, "`anesim db show %s --db FILE` tells all about one.",
                 runs ? "RUN" : "EXPERIMENT");
    done = done && db_write(request, &rows.table, sentence, errors);
    stored_rows_free(&rows);
    return done;
}
