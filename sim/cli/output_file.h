/* Output file: a file that is there in full or not at all.
 *
 * It is written under another name in the same folder, and renamed when it is
 * complete; what is no plain file (a pipe, /dev/null) is written to directly.
 * "-" is standard output.
 */
#ifndef ANESIM_CLI_OUTPUT_FILE_H
#define ANESIM_CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/config/diagnostics.h"

struct output_file {
    FILE *stream;    /* NULL: not open */
    char *path;      /* without symbolic links as far as it exists */
    char *temporary; /* NULL: written to directly */
    bool is_stdout;
};

/* False, with a diagnostic, when it cannot be opened. */
bool output_open(struct output_file *file, const char *path, struct diagnostics *errors);

/* Puts the file in its place.  `error` is the errno of a write that failed, or
 * 0.  False, with a diagnostic, when it could not be written. */
bool output_keep(struct output_file *file, int error, struct diagnostics *errors);

/* Gives it up, if it is open. */
void output_drop(struct output_file *file);

bool output_is_stdout(const char *path);

/* Whether writing to `path` would replace the file `other`, which need not be there. */
bool output_replaces(const char *path, const char *other);

/* False, with a diagnostic, when `path` is what is read: the config, or another
 * file that is looked for like one, or NULL. */
bool output_spares_config(const char *path, const char *config, struct diagnostics *errors);

/* Whether both would end in the same place, with one of them lost. */
bool output_same(const struct output_file *a, const struct output_file *b);

#endif
