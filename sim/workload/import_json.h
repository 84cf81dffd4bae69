/* JSON by jansson, with limits and with the place in every message. */
#ifndef ANESIM_WORKLOAD_IMPORT_JSON_H
#define ANESIM_WORKLOAD_IMPORT_JSON_H

#include <jansson.h>

#include "sim/workload/import_source.h"

enum { IMPORT_JSON_VALUES_MAX = 1 << 19, IMPORT_JSON_DEPTH_MAX = 64 };

/* Parses `bytes` of text whole: an object, no key twice, integers of 64 bits,
 * at most IMPORT_JSON_VALUES_MAX values and IMPORT_JSON_DEPTH_MAX levels.
 * NULL and one diagnostic otherwise.  text_offset is where the text stands in
 * the file: 0 gives messages by line and column, else by byte. */
json_t *import_json_parse(const struct import_source *source, const char *text, size_t bytes,
                          uint64_t text_offset, struct diagnostics *errors);

/* "an integer", "a string", for messages. */
const char *import_json_type(const json_t *value);

#endif
