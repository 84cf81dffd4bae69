/* Strict INI: inih behind a reader that lets no doubtful line through.
 *
 *   text --raw line--> checks --clean line--> inih --> assignment()
 *                        |  \--- [header] ------------> section()
 *                        v
 *                   diagnostics with file:line; the bad line is dropped
 *
 * inih alone takes `key: value`, continues indented lines, cuts long ones and
 * lets the keys below an unclosed header leak into the section before.  A line
 * that gets as far as inih here is a whole [header] or a whole key = value, so
 * none of that can happen.
 */
#ifndef ANESIM_CONFIG_STRICT_INI_H
#define ANESIM_CONFIG_STRICT_INI_H

#include "sim/config/diagnostics.h"

enum {
    STRICT_INI_LINE_BYTES_MAX = 199, /* what inih's buffer of 200 can hold */
    STRICT_INI_NAME_BYTES_MAX = 49,  /* likewise for a section's name */
    STRICT_INI_LINES_MAX = 20000,
    STRICT_INI_MISTAKES_MAX = 100, /* then reading stops */
};

struct strict_ini_events {
    void *user;
    /* A section begins.  When false is returned the keys below are dropped
     * without a word: the header was to blame. */
    bool (*section)(void *user, const char *name, long line);
    /* key and value are stripped and not empty; section is "" above the first
     * header. */
    void (*assignment)(void *user, const char *section, const char *key, const char *value,
                       long line);
};

/* Reads `size` bytes of text; `file` is for messages.  A text that holds no
 * header and no key at all is a mistake, and so is a binary file. */
void strict_ini_read(const char *file, const char *text, size_t size,
                     const struct strict_ini_events *events, struct diagnostics *errors);

#endif
