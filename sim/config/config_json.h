/* A resolved config as JSON, and back.
 *
 *   {"ring": {"pointer_bits": 14, "latch": "task"}, "kdma": {"credit_return": "5.8us"}}
 *
 * Counts are integers, switches true or false, everything else a text as a
 * config file would hold it.
 */
#ifndef ANESIM_CONFIG_CONFIG_JSON_H
#define ANESIM_CONFIG_CONFIG_JSON_H

#include "sim/config/diagnostics.h"
#include "sim/config/schema.h"

struct json_t; /* of jansson */

/* One section, or all of them, in the order of the schema.  A new reference;
 * NULL: out of memory. */
struct json_t *config_json_section(const struct config_part *part, const void *params);
struct json_t *config_json(const struct config_schema *schema, const void *params);

/* Fills in the sections that are in the object.  A key that is missing gets its
 * default; one that the schema does not know, or a value it does not take, is a
 * diagnostic that begins with `origin`.  False when one was added. */
bool config_json_read(const struct json_t *object, const struct config_schema *schema, void *params,
                      const char *origin, struct diagnostics *errors);

#endif
