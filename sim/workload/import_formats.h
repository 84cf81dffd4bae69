/* Formats: what the table in import.c needs of each importer. */
#ifndef ANESIM_WORKLOAD_IMPORT_FORMATS_H
#define ANESIM_WORKLOAD_IMPORT_FORMATS_H

#include "sim/workload/import.h"
#include "sim/workload/import_source.h"

/* Is the source of this format, as far as its beginning tells?  May read the
 * text of the source. */
typedef bool import_matches(struct import_source *source);

/* Appends the layers; true when no diagnostic was added. */
typedef bool import_read(struct import_source *source, struct shape_list *list,
                         struct diagnostics *errors);

import_matches import_gguf_matches, import_safetensors_matches, import_mil_matches,
    import_config_matches, import_csv_matches;
import_read import_gguf_read, import_safetensors_read, import_mil_read, import_config_read,
    import_csv_read;

/* The first byte of a text that is no white space (nor a byte order mark); 0: none. */
char import_first_byte(const struct import_source *source);

#endif
