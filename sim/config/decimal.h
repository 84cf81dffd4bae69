/* Decimal: exact decimal numbers by integer arithmetic only.
 *
 *   "5.5us" --decimal_read--> 5 . 5, rest "us" --decimal_scale--> 5500000 ps
 *
 * No floating point: 0.1us is 100000 ps on every host, and 0.3ps is refused
 * instead of rounded.
 */
#ifndef ANESIM_CONFIG_DECIMAL_H
#define ANESIM_CONFIG_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* A number as written, before any unit is applied. */
struct decimal {
    bool negative;
    bool has_point;
    bool too_big;            /* whole does not fit */
    bool too_fine;           /* more decimals than any unit could use */
    uint64_t whole;          /* 5 of 5.25 */
    uint64_t fraction;       /* 25 of 5.25; no trailing zeros */
    uint64_t fraction_scale; /* 100 of 5.25 */
};

/* Reads [-]digits[.digits], or [-]0x hex digits when `hex` is allowed.
 * Returns what follows the number, or NULL when none starts here. */
const char *decimal_read(const char *text, bool hex, struct decimal *number);

enum decimal_fault {
    DECIMAL_GOOD,
    DECIMAL_INEXACT,  /* not a whole number of the stored unit */
    DECIMAL_OVERFLOW, /* beyond int64_t */
};

/* number * scale, scale > 0. */
enum decimal_fault decimal_scale(const struct decimal *number, int64_t scale, int64_t *value);

#endif
