/* Config files in a folder of their own, for the tests of sim/config. */
#ifndef ANESIM_TESTS_CONFIG_CONFIG_FILES_H
#define ANESIM_TESTS_CONFIG_CONFIG_FILES_H

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/config/diagnostics.h"

/* Checked fixture: every test starts in an empty folder, which is also where
 * the share folder is sought. */
static char config_folder[64];

static inline void enter_folder(void)
{
    strcpy(config_folder, "/tmp/anesim-config-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(config_folder));
    ck_assert_int_eq(chdir(config_folder), 0);
    ck_assert_int_eq(setenv("ANESIM_SHARE", config_folder, 1), 0);
}

static inline void remove_tree(const char *folder)
{
    DIR *stream = opendir(folder);
    const struct dirent *entry;
    while (stream && (entry = readdir(stream)) != NULL) {
        char path[1024];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            continue;
        if (unlink(path) != 0)
            remove_tree(path);
    }
    if (stream)
        closedir(stream);
    rmdir(folder);
}

static inline void leave_folder(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    remove_tree(config_folder);
}

static inline void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, size, stream), size);
    ck_assert_int_eq(fclose(stream), 0);
}

static inline void write_file(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

/* All messages as printed, in a buffer that the caller frees. */
static inline char *messages_of(const struct diagnostics *errors)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(stream);
    diagnostics_print(errors, stream);
    ck_assert_int_eq(fclose(stream), 0);
    return text;
}

/* The list is exactly this text; frees the list. */
static inline void expect_messages(struct diagnostics *errors, const char *expected)
{
    char *text = messages_of(errors);
    ck_assert_str_eq(text, expected);
    free(text);
    diagnostics_free(errors);
}

#endif
