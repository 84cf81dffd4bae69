/* Schema: what keys exist, declared beside the component that owns them.
 *
 *   models/ring/ring_params.c   const struct config_section ring_section
 *   models/dram/dram_params.c   const struct config_section dram_section
 *             |
 *             v  one table (models/ane/chip_schema.c)
 *   parsing, `anesim params`, docs/CONFIG.md, the stored record of a run
 *
 * A section maps onto a plain parameter struct: every numeric value is an
 * int64_t at `offset`, a text is a char[CONFIG_TEXT_BYTES].
 */
#ifndef ANESIM_CONFIG_SCHEMA_H
#define ANESIM_CONFIG_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text with its closing NUL; a message of config_value_parse. */
enum { CONFIG_TEXT_BYTES = 128, CONFIG_ERROR_BYTES = 512 };

enum config_type {
    CONFIG_COUNT,     /* plain integer, no unit in the file: 14, 0x4000 */
    CONFIG_BYTES,     /* stored in bytes: 64KiB, 2KiB, 1MiB, 64B */
    CONFIG_TIME,      /* stored in picoseconds: 5.5us, 108us, 76ns, 1250ps */
    CONFIG_TRANSFERS, /* stored in transfers per second: 6400MT/s */
    CONFIG_FREQUENCY, /* stored in hertz: 1GHz, 800MHz */
    CONFIG_BOOL,      /* stored as 0 or 1: on/off, yes/no, true/false */
    CONFIG_CHOICE,    /* stored as the index into `choices` */
    CONFIG_TEXT,      /* free text */
};

/* Where a parameter's default value comes from. */
enum config_provenance {
    PROVENANCE_MEASURED,   /* published measurement */
    PROVENANCE_DERIVED,    /* follows from a standard or another value */
    PROVENANCE_ASSUMED,    /* plausible, not known */
    PROVENANCE_CALIBRATED, /* fitted to the rows marked `fit` */
    PROVENANCE_USER,       /* the user's choice; nothing physical */
};

struct config_key {
    const char *name;
    enum config_type type;
    size_t offset; /* in the section's parameter struct */
    int64_t min;
    int64_t max;
    const char *default_text;   /* as in a file; NULL: the key is required */
    const char *unit;           /* for COUNT, what is counted: "lines", "tCK"; else NULL */
    const char *const *choices; /* NULL-terminated; for CHOICE */
    enum config_provenance provenance;
    const char *help; /* one sentence, no trailing full stop */
};

struct config_section {
    const char *name;
    const char *help;
    const struct config_key *keys;
    size_t key_count;
};

/* One entry of a schema: a section and where its struct lies in the whole. */
struct config_part {
    const struct config_section *section;
    size_t offset;
};

/* A whole: e.g. struct chip_params, made of the parts' structs. */
struct config_schema {
    const struct config_part *parts;
    size_t part_count;
    size_t size; /* bytes of the whole parameter struct */
};

const char *config_provenance_name(enum config_provenance provenance);
const char *config_type_name(enum config_type type);

/* What one count of the stored value is: "bytes", "ps", "T/s", "Hz", or "". */
const char *config_stored_unit(enum config_type type);

/* The part of the section of that name, or NULL. */
const struct config_part *config_schema_part(const struct config_schema *schema,
                                             const char *section);

/* The key of that name, or NULL. */
const struct config_key *config_section_key(const struct config_section *section, const char *key);

/* Finds a key; returns NULL when there is none.  *part gets the section's
 * part, NULL when the section is unknown. */
const struct config_key *config_schema_find(const struct config_schema *schema, const char *section,
                                            const char *key, const struct config_part **part);

/* Reads `text` as a value of `key`.  On success stores it (int64_t, or the
 * text itself) at `value`, which is the address in the parameter struct, and
 * returns true.  Otherwise writes what is wrong into error and returns false.
 * The message begins with the key's name, so that a caller can put "section."
 * before it; of a long value it quotes the beginning only; one that does not
 * fit in error_size bytes (CONFIG_ERROR_BYTES is ample) ends at a whole word.
 * Errors: missing or wrong unit, trailing text, not a number, out of range
 * (shows the range with units), not exactly representable (0.3ps), unknown
 * choice (with "did you mean"), text too long or not printable UTF-8, or with
 * a comment sign that a file could not hold. */
bool config_value_parse(const struct config_key *key, const char *text, void *value, char *error,
                        size_t error_size);

/* Writes a value the way a file would hold it, in the largest unit that needs
 * at most three decimals: 65536 -> "64KiB", 5500000 -> "5.5us", transfers
 * always in MT/s.  Reading it back gives the same value. */
void config_value_print(const struct config_key *key, const void *value, char *text,
                        size_t text_size);

/* "1 .. 512 lines", "1ns .. 1ms", "task | lap | live"; for params and docs. */
void config_range_print(const struct config_key *key, char *text, size_t text_size);

#endif
