/* A folder of its own for each test, and what the tests of the store ask. */
#ifndef ANESIM_TESTS_STORE_SCRATCH_H
#define ANESIM_TESTS_STORE_SCRATCH_H

#include <check.h>
#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/store/store.h"

static char folder[64];
static char path[160]; /* of the database, in it */
static struct diagnostics errors;

static inline const char *in_folder(const char *name)
{
    static char paths[8][1024];
    static int next;
    char *text = paths[next++ % 8];
    snprintf(text, sizeof paths[0], "%s/%s", folder, name);
    return text;
}

static inline void scratch_begin(void)
{
    /* In memory where that is possible: every commit waits for the disk. */
    const char *place = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/anesim-store-XXXXXX", place);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/test.db", folder);
    errors = (struct diagnostics){0};
    setenv(STORE_WAIT_VARIABLE, "200", 1);
}

static inline void scratch_end(void)
{
    char command[192];
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", folder, folder);
    ck_assert_int_eq(system(command), 0);
    diagnostics_free(&errors);
}

/* Shows what went wrong, which a failed assertion would not. */
static inline bool good(bool done)
{
    if (!done)
        diagnostics_print(&errors, stderr);
    return done;
}

/* The list holds one message, of that kind, with that text; and is emptied. */
static inline void expect_error(enum diagnostic_kind kind, const char *text)
{
    ck_assert_uint_ge(errors.count, 1);
    ck_assert_msg(strstr(errors.items[0].message, text) != NULL, "'%s' is not in '%s'", text,
                  errors.items[0].message);
    ck_assert_int_eq(errors.items[0].kind, kind);
    diagnostics_free(&errors);
    errors = (struct diagnostics){0};
}

static inline void expect_refused(const char *name, enum store_mode mode, enum diagnostic_kind kind,
                                  const char *text)
{
    ck_assert_ptr_null(store_open(name, mode, &errors));
    expect_error(kind, text);
}

/* Files in the folder. */
static inline int file_count(void)
{
    int count = 0;
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

/* SQLite itself, on any file. */
static inline void sql(const char *file, const char *text)
{
    sqlite3 *db;
    char *message = NULL;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    int code = sqlite3_exec(db, text, NULL, NULL, &message);
    ck_assert_msg(code == SQLITE_OK, "%s: %s", text, message ? message : "");
    sqlite3_close(db);
}

static inline int64_t sql_number(const char *file, const char *text)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    ck_assert_int_eq(sqlite3_prepare_v2(db, text, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

static inline char *read_bytes(const char *file, size_t *size)
{
    FILE *stream = fopen(file, "rb");
    ck_assert_ptr_nonnull(stream);
    fseek(stream, 0, SEEK_END);
    *size = (size_t)ftell(stream);
    rewind(stream);
    char *bytes = malloc(*size + 1);
    ck_assert_uint_eq(fread(bytes, 1, *size, stream), *size);
    fclose(stream);
    return bytes;
}

static inline void write_bytes(const char *file, const char *bytes, size_t size)
{
    FILE *stream = fopen(file, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, size, stream), size);
    ck_assert_int_eq(fclose(stream), 0);
}

static inline void copy_file(const char *from, const char *to)
{
    size_t size;
    char *bytes = read_bytes(from, &size);
    write_bytes(to, bytes, size);
    free(bytes);
}

#endif
