/* Parameter structs for tests: a section's own defaults, with settings on top. */
#ifndef ANESIM_TESTS_SECTION_PARAMS_H
#define ANESIM_TESTS_SECTION_PARAMS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/schema.h"

static inline const char *section_setting(const char *key, const char *const *settings,
                                          size_t count)
{
    size_t length = strlen(key);
    for (size_t i = 0; i < count; i++) {
        if (strncmp(settings[i], key, length) == 0 && settings[i][length] == '=')
            return settings[i] + length + 1;
    }
    return NULL;
}

/* `settings` are "key=value"; each must be a key of the section.  A mistake in
 * a test ends it. */
static inline void section_fill(const struct config_section *section, void *params,
                                const char *const *settings, size_t count)
{
    char error[CONFIG_ERROR_BYTES];
    size_t used = 0;
    for (size_t i = 0; i < section->key_count; i++) {
        const struct config_key *key = &section->keys[i];
        const char *text = section_setting(key->name, settings, count);
        used += text != NULL;
        if (!text)
            text = key->default_text;
        if (!text ||
            !config_value_parse(key, text, (char *)params + key->offset, error, sizeof error)) {
            fprintf(stderr, "%s.%s: %s\n", section->name, key->name, text ? error : "not set");
            abort();
        }
    }
    if (used != count) {
        fprintf(stderr, "%s: a setting is no key of the section, or is there twice\n",
                section->name);
        abort();
    }
}

#endif
