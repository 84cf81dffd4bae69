/* Opening.  What a path names is looked at before SQLite may change anything:
 *
 *   not there, folder, pipe, text ...... said, not touched
 *   0 bytes, or SQLite without tables .. empty: filled when writing
 *   SQLite, of another application ..... said, not touched, not even its log
 *   ours ............................... brought up to date, in memory if reading
 *
 * The header is read through SQLite's own file: a second descriptor, once
 * closed, would take away the locks that this process holds on the file. */
#include "sim/store/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER_BYTES = 100, APPLICATION_AT = 68 };

static bool refuse(const struct store *store, const char *what, struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store->path, 0, "%s", what);
    return false;
}

/* A name as it is: neither ":memory:" nor "file:..." mean anything special. */
static char *plain_name(const char *path)
{
    size_t size = strlen(path) + 3;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s%s", *path == '/' ? "" : "./", path);
    return name;
}

static bool open_name(struct store *store, const char *name, int flags, struct diagnostics *errors)
{
    sqlite3_close(store->db);
    store->db = NULL;
    int code = sqlite3_open_v2(name, &store->db, flags, NULL);
    if (code != SQLITE_OK)
        return store_fail(store, code, "open", errors);
    sqlite3_busy_timeout(store->db, store_wait_ms());
    return store_execute(store, "PRAGMA cell_size_check = ON", "open", errors);
}

/* "file:/the/path?immutable=1": read without locks and without a log beside it. */
static char *immutable_name(const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
    static const char option[] = "?immutable=1";
    char *name = malloc(3 * strlen(path) + sizeof "file:" + sizeof option);
    if (!name)
        return NULL;
    char *at = name + sprintf(name, "file:");
    for (; *path != '\0'; path++)
        at += sprintf(at, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    memcpy(at, option, sizeof option);
    return name;
}

static bool has_bytes(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_size > 0;
}

/* Whether some program is amid writing, or died there. */
static bool has_log(const struct store *store)
{
    const char *name = sqlite3_db_filename(store->db, "main");
    return has_bytes(sqlite3_filename_wal(name)) || has_bytes(sqlite3_filename_journal(name));
}

/* Whether SQLite may put its files beside the database, and remove them again. */
static bool may_write(const struct store *store)
{
    const char *name = sqlite3_db_filename(store->db, "main");
    char *folder = strdup(name);
    char *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        slash[slash == folder] = '\0';
    bool may = slash && faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 &&
               sqlite3_db_readonly(store->db, "main") == 0;
    free(folder);
    return may;
}

static bool read_header(struct store *store, unsigned char header[HEADER_BYTES],
                        sqlite3_int64 *size, struct diagnostics *errors)
{
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code == SQLITE_OK)
        code = file->pMethods->xFileSize(file, size);
    if (code == SQLITE_OK)
        code = file->pMethods->xRead(file, header, HEADER_BYTES, 0);
    return code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ ||
           store_fail(store, code, "read", errors);
}

static bool refuse_foreign(const struct store *store, struct diagnostics *errors)
{
    return refuse(store,
                  "an SQLite database, but not one of anesim; nothing was changed; give another "
                  "file",
                  errors);
}

/* The mark of anesim is in the file before any log can be (prepare_writing), so
 * what has a log and no mark is foreign. */
static bool identify_unmarked(struct store *store, struct diagnostics *errors)
{
    int64_t objects = 0, version = 0;
    if (has_log(store))
        return refuse_foreign(store, errors);
    if (!store_number(store, "SELECT count(*) FROM sqlite_schema", &objects, errors) ||
        !store_number(store, "PRAGMA user_version", &version, errors))
        return false;
    return (objects == 0 && version == 0) || refuse_foreign(store, errors);
}

/* Whether it is anesim's, or empty and may become so. */
static bool identify(struct store *store, struct diagnostics *errors)
{
    unsigned char header[HEADER_BYTES] = {0};
    sqlite3_int64 size = 0;
    if (!read_header(store, header, &size, errors))
        return false;
    if (size == 0)
        return true;
    if (memcmp(header, "SQLite format 3", 16) != 0)
        return refuse(store, "not an SQLite database; nothing was changed; give another file",
                      errors);
    if (size < HEADER_BYTES)
        return refuse(store, STORE_DAMAGED, errors);
    uint32_t application = 0;
    for (int i = 0; i < 4; i++)
        application = application << 8 | header[APPLICATION_AT + i];
    if (application == 0)
        return identify_unmarked(store, errors);
    return application == STORE_APPLICATION || refuse_foreign(store, errors);
}

static bool check_version(struct store *store, int64_t *version, struct diagnostics *errors)
{
    if (!store_number(store, "PRAGMA user_version", version, errors))
        return false;
    if (*version >= 0 && *version <= STORE_SCHEMA_VERSION)
        return true;
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store->path, 0,
                    "written by a newer anesim: its schema is version %" PRId64
                    ", this program knows up to %d; nothing was changed; use a newer anesim",
                    *version, STORE_SCHEMA_VERSION);
    return false;
}

/* The change to a write-ahead log takes an exclusive lock, for which SQLite
 * itself does not wait. */
static bool use_log(struct store *store, struct diagnostics *errors)
{
    int waited_ms = 0;
    int code;
    do
        code = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    while ((code & 0xff) == SQLITE_BUSY && store_wait(&waited_ms));
    return code == SQLITE_OK || store_fail(store, code, "write to", errors);
}

/* Who was killed when making the file may have left a mark that is gone with the
 * journal once SQLite has rolled it back: without tables it is written again. */
static bool prepare_writing(struct store *store, int64_t version, struct diagnostics *errors)
{
    char mark[64];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d", STORE_APPLICATION);
    return store_execute(store, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", "open",
                         errors) &&
           (version > 0 || store_execute(store, mark, "write to", errors)) &&
           use_log(store, errors) && store_migrate(store, errors);
}

static bool open_for_writing(struct store *store, const char *name, struct diagnostics *errors)
{
    int64_t version = 0;
    if (!open_name(store, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, errors) ||
        !identify(store, errors))
        return false;
    if (sqlite3_db_readonly(store->db, "main") != 0)
        return store_fail(store, SQLITE_READONLY, "write to", errors);
    return check_version(store, &version, errors) && prepare_writing(store, version, errors);
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
        return store_fail(store, code == SQLITE_OK ? SQLITE_NOMEM : code, "copy", errors);
    }
    sqlite3_close(store->db);
    store->db = memory;
    return store_migrate(store, errors);
}

/* Where SQLite can clean up after itself it reads like any writer, and leaves
 * nothing behind.  Elsewhere, without a log, nobody is writing either. */
static bool open_for_reading(struct store *store, const char *name, struct diagnostics *errors)
{
    int64_t version = 0;
    if (!open_name(store, name, SQLITE_OPEN_READWRITE, errors))
        return false;
    if (!may_write(store) && !has_log(store)) {
        char *immutable = immutable_name(sqlite3_db_filename(store->db, "main"));
        bool done =
            immutable ? open_name(store, immutable, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, errors)
                      : store_fail(store, SQLITE_NOMEM, "open", errors);
        free(immutable);
        if (!done)
            return false;
    }
    if (!identify(store, errors) || !check_version(store, &version, errors))
        return false;
    if (version == 0)
        return refuse(store, "holds nothing yet; `anesim sweep --db` or `anesim run --db` fill it",
                      errors);
    return (version == STORE_SCHEMA_VERSION || update_copy(store, errors)) &&
           store_execute(store, "PRAGMA query_only = ON", "open", errors);
}

/* Nothing of that name: fine when writing, if its folder is there. */
static bool check_absent(const struct store *store, enum store_mode mode,
                         struct diagnostics *errors)
{
    int number = errno;
    if (number == ENOENT && mode == STORE_WRITE) {
        const char *slash = strrchr(store->path, '/');
        char *folder = slash ? strndup(store->path, (size_t)(slash - store->path) + 1) : NULL;
        bool there = !slash || (folder && access(folder, F_OK) == 0);
        free(folder);
        return there || refuse(store, "there is no such folder; make it first", errors);
    }
    if (number == ENOENT)
        return refuse(store,
                      "there is no such database; `anesim sweep --db` or `anesim run --db` make "
                      "one",
                      errors);
    diagnostics_add(errors,
                    number == ENOTDIR || number == ENAMETOOLONG ? DIAGNOSTIC_BAD_INPUT
                                                                : DIAGNOSTIC_ENVIRONMENT,
                    store->path, 0, "cannot open the database: %s", strerror(number));
    return false;
}

static bool check_kind(const struct store *store, enum store_mode mode, struct diagnostics *errors)
{
    struct stat status;
    if (*store->path == '\0') {
        diagnostics_bad_input(errors, "the name of a database must not be empty");
        return false;
    }
    if (stat(store->path, &status) != 0)
        return check_absent(store, mode, errors);
    if (S_ISDIR(status.st_mode))
        return refuse(store, "a folder, not a database; give a file", errors);
    return S_ISREG(status.st_mode) ||
           refuse(store, "neither a file nor a place for one; a database needs a regular file",
                  errors);
}

bool store_open_file(struct store *store, enum store_mode mode, struct diagnostics *errors)
{
    if (!check_kind(store, mode, errors))
        return false;
    char *name = plain_name(store->path);
    if (!name)
        return store_fail(store, SQLITE_NOMEM, "open", errors);
    bool done = mode == STORE_WRITE ? open_for_writing(store, name, errors)
                                    : open_for_reading(store, name, errors);
    free(name);
    return done;
}
