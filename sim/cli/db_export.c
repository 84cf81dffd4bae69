#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/db.h"
#include "sim/report/stored_rows.h"

static bool fail_output(const char *path, struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, path, 0, "cannot write the output: %s",
                    strerror(errno));
    return false;
}

static bool write_file(struct db_request *request, const char *path, const struct table *rows,
                       struct diagnostics *errors)
{
    FILE *stdout_stream = request->out;
    request->out = fopen(path, "w");
    if (!request->out)
        return fail_output(path, errors);
    bool done = db_write(request, rows, NULL, errors);
    if (fclose(request->out) != 0 && done)
        done = fail_output(path, errors);
    request->out = stdout_stream;
    return done;
}

bool db_export(struct db_request *request, struct diagnostics *errors)
{
    struct stored_rows rows;
    const char *path = cli_value(request->arguments, "output");
    bool samples = cli_value(request->arguments, "samples") != NULL;
    bool medians = cli_value(request->arguments, "medians") != NULL;
    int digits = request->format == &formats[0] ? STORED_SHORT_ID : STORED_FULL_ID;
    if (samples && medians) {
        diagnostics_bad_input(errors, "db export takes --samples or --medians, not both");
        return false;
    }
    if (!store_check(request->store, STORE_CHECK_QUICK, errors))
        return false;
    enum stored_what what = samples ? STORED_SAMPLES : medians ? STORED_MEDIANS : STORED_RESULTS;
    bool done = stored_rows_read(&rows, what, request->store, NULL, digits, errors) &&
                (path ? write_file(request, path, &rows.table, errors)
                      : db_write(request, &rows.table, NULL, errors));
    stored_rows_free(&rows);
    return done;
}
