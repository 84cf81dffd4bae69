/* Regression: a straight line through points, and the median. */
#ifndef ANESIM_EXPERIMENT_REGRESSION_H
#define ANESIM_EXPERIMENT_REGRESSION_H

#include <stddef.h>

struct regression {
    double slope;
    double intercept;
    double r2; /* share of the variance that the line explains; 1 without any */
};

/* Least squares; two points or more, not all at one x. */
struct regression regress(const double *x, const double *y, size_t count);

/* Sorts the values; the mean of the middle two when their number is even. */
double median_of(double *values, size_t count);

#endif
