/* Reading one whole file, with a limit. */
#ifndef ANESIM_CONFIG_FILE_H
#define ANESIM_CONFIG_FILE_H

#include "sim/config/diagnostics.h"

enum { CONFIG_FILE_BYTES_MAX = 1 << 20 };

/* Reads the file at `path` into *text (*size bytes; the caller frees).  What
 * goes wrong is added to errors: a missing or too large file is bad input;
 * permissions, read errors and memory are the environment's. */
bool config_file_read(const char *path, char **text, size_t *size, struct diagnostics *errors);

#endif
