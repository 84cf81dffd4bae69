#include <errno.h>
#include <sys/stat.h>

#include "sim/cli/db.h"
#include "sim/cli/output_file.h"
#include "sim/report/stored_rows.h"

static bool write_file(const struct db_request *request, const char *path, const struct table *rows,
                       struct diagnostics *errors)
{
    struct output_file file;
    const struct document document = {.command = "db", .rows = rows};
    if (!output_open(&file, path, errors))
        return false;
    errno = 0;
    bool done = request->format->write(file.stream, &document);
    int error = ferror(file.stream) == 0 ? 0 : errno ? errno : EIO;
    if (done || error != 0)
        return output_keep(&file, error, errors);
    output_drop(&file);
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    return false;
}

static bool is_database(const struct store *store, const char *path, struct diagnostics *errors)
{
    struct stat a, b;
    if (stat(store_path(store), &a) != 0 || stat(path, &b) != 0 || a.st_dev != b.st_dev ||
        a.st_ino != b.st_ino)
        return false;
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, path, 0,
                    "the database itself; --output needs another file");
    return true;
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
    if (path && is_database(request->store, path, errors))
        return false;
    if (!store_check(request->store, STORE_CHECK_QUICK, errors))
        return false;
    enum stored_what what = samples ? STORED_SAMPLES : medians ? STORED_MEDIANS : STORED_RESULTS;
    bool done = stored_rows_read(&rows, what, request->store, NULL, digits, errors) &&
                (path ? write_file(request, path, &rows.table, errors)
                      : db_write(request, &rows.table, NULL, errors));
    stored_rows_free(&rows);
    return done;
}
