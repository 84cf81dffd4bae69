#include "sim/store/internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define READ_COUNT(name) run->name = sqlite3_column_int64(find, index++);
#define READ_REAL(name)  run->name = sqlite3_column_double(find, index++);

static void copy_text(char *to, size_t size, sqlite3_stmt *find, int index)
{
    const char *text = (const char *)sqlite3_column_text(find, index);
    snprintf(to, size, "%s", text ? text : "");
}

static char *own_text(sqlite3_stmt *find, int index)
{
    const char *text = (const char *)sqlite3_column_text(find, index);
    return strdup(text ? text : "");
}

static bool read_run(struct store *store, sqlite3_stmt *find, struct store_run *run)
{
    int index = 4;
    *run = (struct store_run){.id = ""};
    copy_text(run->id, sizeof run->id, find, 0);
    copy_text(run->config_id, sizeof run->config_id, find, 1);
    free(store->workload);
    store->workload = own_text(find, 2);
    run->workload = store->workload;
    copy_text(run->message, sizeof run->message, find, 3);
    STORE_RUN_SHAPE(READ_COUNT)
    STORE_RUN_COUNTS(READ_COUNT)
    STORE_RUN_REALS(READ_REAL)
    return run->workload != NULL;
}

bool store_find_run(struct store *store, const char *id, struct store_run *run, bool *found,
                    struct diagnostics *errors)
{
    sqlite3_stmt *find = store_statement(store, STORE_FIND_RUN, errors);
    *found = false;
    if (!find)
        return false;
    sqlite3_bind_text(find, 1, id, -1, SQLITE_STATIC);
    int code = sqlite3_step(find);
    *found = code == SQLITE_ROW;
    if (*found && !read_run(store, find, run))
        code = SQLITE_NOMEM;
    sqlite3_reset(find);
    return code == SQLITE_ROW || code == SQLITE_DONE || store_fail(store, code, "read", errors);
}

bool store_find_config(struct store *store, const char *id, char **json, struct diagnostics *errors)
{
    sqlite3_stmt *find = store_statement(store, STORE_FIND_CONFIG, errors);
    *json = NULL;
    if (!find)
        return false;
    sqlite3_bind_text(find, 1, id, -1, SQLITE_STATIC);
    int code = sqlite3_step(find);
    if (code == SQLITE_ROW)
        *json = own_text(find, 0);
    if (code == SQLITE_ROW && !*json)
        code = SQLITE_NOMEM;
    sqlite3_reset(find);
    return code == SQLITE_ROW || code == SQLITE_DONE || store_fail(store, code, "read", errors);
}

#define COMPARE_COUNT(name)                                                                        \
    if (a->name != b->name)                                                                        \
        return #name;
#define COMPARE_REAL(name)                                                                         \
    if (!store_same_real(a->name, b->name))                                                        \
        return #name;

const char *store_run_difference(const struct store_run *a, const struct store_run *b)
{
    STORE_RUN_SHAPE(COMPARE_COUNT)
    if (strcmp(a->message, b->message) != 0)
        return "message";
    if (a->message[0] != '\0')
        return NULL;
    STORE_RUN_COUNTS(COMPARE_COUNT)
    STORE_RUN_REALS(COMPARE_REAL)
    return NULL;
}

#define PRINT_COUNT(name)                                                                          \
    if (strcmp(column, #name) == 0)                                                                \
        snprintf(text, size, "%" PRId64, run->name);
#define PRINT_REAL(name)                                                                           \
    if (strcmp(column, #name) == 0)                                                                \
        snprintf(text, size, "%.17g", run->name);

void store_run_value(const struct store_run *run, const char *column, char *text, size_t size)
{
    snprintf(text, size, "%s", strcmp(column, "message") == 0 ? run->message : "");
    STORE_RUN_SHAPE(PRINT_COUNT)
    if (run->message[0] != '\0')
        return;
    STORE_RUN_COUNTS(PRINT_COUNT)
    STORE_RUN_REALS(PRINT_REAL)
}
