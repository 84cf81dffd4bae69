/* A list of section.key = value, one entry per key, and what may enter it. */
#ifndef ANESIM_CONFIG_ASSIGNMENTS_H
#define ANESIM_CONFIG_ASSIGNMENTS_H

#include "sim/config/config.h"

/* A copy of `size` bytes with a NUL behind, or NULL. */
char *config_copy_bytes(const char *text, size_t size);
char *config_copy_text(const char *text);

/* Always false. */
bool config_report_no_memory(struct diagnostics *errors);

void config_assignment_free(struct config_assignment *assignment);
void config_assignments_free(struct config_assignments *list);

struct config_assignment *config_assignments_find(const struct config_assignments *list,
                                                  const char *section, const char *key);

/* Appends copies of the texts (file may be NULL); false: out of memory. */
bool config_assignments_add(struct config_assignments *list, const char *section, const char *key,
                            const char *value, const char *file, long line);

/* Moves an assignment into the list and empties it; false: out of memory. */
bool config_assignments_move(struct config_assignments *list, struct config_assignment *from);

void config_variant_free(struct config_variant *variant);

/* Checks section, key and value against the schema.  On failure returns false
 * and what is wrong in error (CONFIG_ERROR_BYTES). */
bool config_check(const struct config_schema *schema, const char *section, const char *key,
                  const char *value, char *error, size_t error_size);

/* What is wrong with a section of that name; for one that is unknown. */
void config_unknown_section(const struct config_schema *schema, const char *section, char *error,
                            size_t error_size);

#endif
