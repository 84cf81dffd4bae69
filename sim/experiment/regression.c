#include "sim/experiment/regression.h"
#include <stdlib.h>

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

struct regression regress(const double *x, const double *y, size_t count)
{
    double mean_x = mean_of(x, count);
    double mean_y = mean_of(y, count);
    double xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < count; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    double slope = xy / xx;
    return (struct regression){
        .slope = slope,
        .intercept = mean_y - slope * mean_x,
        .r2 = yy > 0 ? xy * xy / (xx * yy) : 1,
    };
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return left < right ? -1 : left > right;
}

double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}
