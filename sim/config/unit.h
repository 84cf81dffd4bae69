/* Units: what a type's values may be written in, and how they are printed. */
#ifndef ANESIM_CONFIG_UNIT_H
#define ANESIM_CONFIG_UNIT_H

#include "sim/config/schema.h"

struct unit {
    const char *name;
    int64_t scale; /* in the stored unit: ps, bytes, T/s, Hz */
    bool printed;  /* false: read, but never chosen for printing */
};

/* The units of a type, smallest first; NULL and 0 for a type without. */
const struct unit *units_of(enum config_type type, size_t *count);

const struct unit *unit_find(enum config_type type, const char *name);

/* "ps, ns, us, ms or s" */
void units_print(enum config_type type, char *text, size_t text_size);

/* Writes a value in the largest unit of which it is at least one and needs at
 * most three decimals; else exactly in the smallest: 65600 -> "65600B". */
void unit_print(enum config_type type, int64_t value, char *text, size_t text_size);

#endif
