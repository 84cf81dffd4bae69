/* Describing a schema: `anesim params` and docs/CONFIG.md. */
#ifndef ANESIM_CONFIG_DESCRIBE_H
#define ANESIM_CONFIG_DESCRIBE_H

#include <stdio.h>

#include "sim/config/schema.h"

/* One key in words; no text is NULL.  They live as long as the call. */
struct config_description {
    const char *section;
    const char *key;
    const char *type;         /* "time" */
    const char *unit;         /* "ps, ns, us, ms or s"; what is counted; or "" */
    const char *range;        /* "1ns .. 1ms" */
    const char *default_text; /* "required" when there is none */
    const char *provenance;   /* "measured" */
    const char *help;
    bool required;
};

typedef void (*config_describe_visit)(void *user, const struct config_description *description);

/* Visits every key, in the order of the schema. */
void config_describe(const struct config_schema *schema, config_describe_visit visit, void *user);

/* Likewise, the keys of one section. */
void config_describe_section(const struct config_section *section, config_describe_visit visit,
                             void *user);

/* Writes docs/CONFIG.md; false when the stream failed. */
bool config_write_markdown(const struct config_schema *schema, FILE *stream);

#endif
