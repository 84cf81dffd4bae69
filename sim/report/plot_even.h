/* The longest evenly spaced part of a series, which a Fourier transform needs. */
#ifndef ANESIM_REPORT_PLOT_EVEN_H
#define ANESIM_REPORT_PLOT_EVEN_H

#include <stdbool.h>
#include <stddef.h>

struct even {
    double first;
    double step;
    size_t count;
};

/* Of rising whole numbers; among equally long ones the widest.  Steps so wide
 * that fewer than `least` would fit are not tried. */
struct even even_longest(const double *values, size_t count, size_t least);
bool even_has(const struct even *even, double value);

#endif
