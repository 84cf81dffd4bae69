#include "sim/store/internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *store_path(const struct store *store)
{
    return store->path;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(store->prepared[i]);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

static bool check_version(struct store *store, int64_t version, struct diagnostics *errors)
{
    if (version <= STORE_SCHEMA_VERSION)
        return true;
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store->path, 0,
                    "written by a newer anesim: its schema is version %" PRId64
                    ", this program knows %d; use a newer anesim",
                    version, STORE_SCHEMA_VERSION);
    return false;
}

/* *fresh: nothing is in it yet.  Something that anesim did not make is refused. */
static bool identify(struct store *store, bool *fresh, int64_t *version, struct diagnostics *errors)
{
    int64_t application = 0, objects = 0;
    if (!store_number(store, "PRAGMA application_id", &application, errors) ||
        !store_number(store, "PRAGMA user_version", version, errors) ||
        !store_number(store, "SELECT count(*) FROM sqlite_schema", &objects, errors))
        return false;
    *fresh = objects == 0 && application == 0 && *version == 0;
    if (*fresh || application == STORE_APPLICATION)
        return check_version(store, *version, errors);
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store->path, 0,
                    "an SQLite database, but not one of anesim; nothing was changed; give another "
                    "file");
    return false;
}

static bool prepare_writing(struct store *store, bool fresh, struct diagnostics *errors)
{
    char mark[64];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d", STORE_APPLICATION);
    return store_execute(store, "PRAGMA journal_mode = WAL", "write to", errors) &&
           store_execute(store, "PRAGMA synchronous = FULL", "write to", errors) &&
           (!fresh || store_execute(store, mark, "write to", errors)) &&
           store_migrate(store, errors);
}

static bool open_for_writing(struct store *store, struct diagnostics *errors)
{
    int64_t version = 0;
    bool fresh = false;
    int code =
        sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (code != SQLITE_OK)
        return store_fail(store, code, "open", errors);
    sqlite3_busy_timeout(store->db, STORE_WAIT_MS);
    return identify(store, &fresh, &version, errors) && prepare_writing(store, fresh, errors) &&
           store_execute(store, "PRAGMA foreign_keys = ON", "open", errors);
}

/* An older database, perhaps on a medium that cannot be written: a copy in
 * memory is brought up to date instead. */
static bool update_copy(struct store *store, struct diagnostics *errors)
{
    sqlite3 *memory = NULL;
    int code = sqlite3_open_v2(":memory:", &memory, SQLITE_OPEN_READWRITE, NULL);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(memory, "main", store->db, "main") : NULL;
    if (backup) {
        sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    }
    if (!backup || code != SQLITE_OK) {
        sqlite3_close(memory);
        return store_fail(store, code, "copy", errors);
    }
    sqlite3_close(store->db);
    store->db = memory;
    return store_migrate(store, errors);
}

static bool open_for_reading(struct store *store, struct diagnostics *errors)
{
    int64_t version = 0;
    bool fresh = false;
    struct stat status;
    if (stat(store->path, &status) != 0) {
        diagnostics_add(
            errors, DIAGNOSTIC_BAD_INPUT, store->path, 0,
            "no such database; `anesim sweep --db %s` or `anesim run --db %s` makes one",
            store->path, store->path);
        return false;
    }
    int code = sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READONLY, NULL);
    if (code != SQLITE_OK)
        return store_fail(store, code, "open", errors);
    sqlite3_busy_timeout(store->db, STORE_WAIT_MS);
    if (!identify(store, &fresh, &version, errors))
        return false;
    return version == STORE_SCHEMA_VERSION || update_copy(store, errors);
}

struct store *store_open(const char *path, enum store_mode mode, struct diagnostics *errors)
{
    struct store *store = calloc(1, sizeof *store);
    size_t size = strlen(path) + 1;
    if (store)
        store->path = malloc(size);
    if (!store || !store->path) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        free(store);
        return NULL;
    }
    memcpy(store->path, path, size);
    if (mode == STORE_WRITE ? open_for_writing(store, errors) : open_for_reading(store, errors))
        return store;
    store_close(store);
    return NULL;
}

/* A run that was found is still being read: left so, it would hold on to the
 * state of the file that others may have written to since. */
bool store_begin(struct store *store, struct diagnostics *errors)
{
    sqlite3_reset(store->prepared[STORE_FIND_RUN]);
    return store_execute(store, "BEGIN IMMEDIATE", "write to", errors);
}

bool store_commit(struct store *store, struct diagnostics *errors)
{
    return store_execute(store, "COMMIT", "write to", errors);
}

void store_rollback(struct store *store)
{
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}
