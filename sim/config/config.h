/* Config: strict INI with inheritance, overrides and variants.
 *
 *   m3-rtl-fixed.ini --inherits--> m3.ini
 *        |  [section] key = value       (file:line kept for every assignment)
 *        +  --set section.key=value     (from the command line)
 *        +  [row.NAME] label = text     (a variant: more assignments)
 *                      section.key = value
 *        v
 *   config_resolve(): schema defaults < file < overrides < variant
 *
 * Strict: unknown section or key (with "did you mean"), duplicate, missing or
 * wrong unit, out of range, trailing text, a line of more than 199 bytes, an
 * unclosed or empty header, a key before any section, NUL or control bytes,
 * `key: value`: each is a diagnostic with file:line, all in one go.
 */
#ifndef ANESIM_CONFIG_CONFIG_H
#define ANESIM_CONFIG_CONFIG_H

#include "sim/config/diagnostics.h"
#include "sim/config/schema.h"

struct config_assignment {
    char *section;
    char *key;
    char *value;
    char *file; /* NULL for an override */
    long line;
};

struct config_assignments {
    struct config_assignment *items;
    size_t count;
    size_t capacity;
};

/* A [row.NAME] section: a label and assignments on top of the config. */
struct config_variant {
    char *name;
    char *label;     /* the name when the section sets none */
    long line;       /* of its header */
    long label_line; /* 0 when the section sets none */
    struct config_assignments set;
};

struct config {
    char *path; /* the file found for the name asked for */
    struct config_assignments file;
    struct config_assignments overrides;
    struct config_variant *variants; /* in the order of the file */
    size_t variant_count;
    size_t variant_capacity;
};

/* Finds a config by name: as a path, then ./configs/NAME, then the installed
 * share folder.  `.ini` is tried too when NAME has no suffix.  Writes the path
 * into `path` (of path_size bytes) and returns true; else adds a diagnostic
 * that lists the places looked at and "did you mean" among them. */
bool config_find(const char *name, char *path, size_t path_size, struct diagnostics *errors);

/* Reads a config and what it inherits (`inherits = base.ini`, above the first
 * section; looked for beside the file that names it, then as config_find).
 * A file's own assignment replaces an inherited one; own [row.*] sections, if
 * there are any, replace all inherited rows.  Every assignment is checked
 * against the schema.  Returns true when no diagnostic was added.  The caller
 * frees `config` either way.  A directory, an empty file, a binary file, an
 * inheritance cycle are diagnostics. */
bool config_load(struct config *config, const struct config_schema *schema, const char *name,
                 struct diagnostics *errors);

void config_free(struct config *config);

/* Adds an override, "section.key=value"; a later one replaces an earlier.
 * `origin` is what to name in messages, e.g. "--set" or "--cin". */
bool config_override(struct config *config, const struct config_schema *schema,
                     const char *assignment, const char *origin, struct diagnostics *errors);

/* True when an override of section.key was given. */
bool config_is_overridden(const struct config *config, const char *section, const char *key);

/* Fills the whole parameter struct (schema->size bytes at `params`): defaults,
 * then file, overrides, and `variant` when not NULL.  A required key nobody
 * set is a diagnostic that names file, section, key and help. */
bool config_resolve(const struct config *config, const struct config_schema *schema,
                    const struct config_variant *variant, void *params, struct diagnostics *errors);

#endif
