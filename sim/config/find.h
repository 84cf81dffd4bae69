/* Finding configs: beside another one, as a path, ./configs, the share folder. */
#ifndef ANESIM_CONFIG_FIND_H
#define ANESIM_CONFIG_FIND_H

#include "sim/config/diagnostics.h"

enum { CONFIG_PATH_BYTES = 4096, CONFIG_PLACES_MAX = 4 };

/* The folders a name is looked for in, in order. */
struct config_places {
    char beside[CONFIG_PATH_BYTES];
    char share[CONFIG_PATH_BYTES];
    const char *folders[CONFIG_PLACES_MAX];
    size_t count;
};

void config_places_init(struct config_places *places, const char *name, const char *beside_file);

/* Writes folder/name into path; false when it does not fit. */
bool config_path_join(char *path, size_t path_size, const char *folder, const char *name);

/* As config_find, and looks first in the folder of the file that names it
 * (file:line is also the place of the diagnostic); file may be NULL. */
bool config_find_from(const char *name, const char *file, long line, char *path, size_t path_size,
                      struct diagnostics *errors);

/* The config in those places nearest to `name`, in `nearest`; "" when none. */
void config_nearest_name(const struct config_places *places, const char *name, char *nearest,
                         size_t nearest_size);

#endif
