/* Layer: what one config file says, before inheritance. */
#ifndef ANESIM_CONFIG_LAYER_H
#define ANESIM_CONFIG_LAYER_H

#include "sim/config/config.h"

enum { CONFIG_ROWS_MAX = 1000 };

struct config_layer {
    struct config_assignments set;
    struct config_variant *variants;
    size_t variant_count;
    size_t variant_capacity;
    char *inherits; /* NULL when it inherits nothing */
    long inherits_line;
};

/* Reads and checks the file at `path`; `layer` is all zero before and freed by
 * the caller.  What is wrong goes to errors; the rest is read all the same. */
void config_layer_read(struct config_layer *layer, const struct config_schema *schema,
                       const char *path, struct diagnostics *errors);

void config_layer_free(struct config_layer *layer);

#endif
