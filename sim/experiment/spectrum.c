#include "sim/experiment/spectrum.h"
#include "sim/experiment/regression.h"
#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>

enum { PADDING = 32 };

/* Puts what a straight line leaves of the values, windowed, into `out`. */
static bool prepare(const double *values, size_t count, kiss_fft_scalar *out)
{
    const double two_pi = 6.283185307179586;
    double *x = malloc(count * sizeof *x);
    if (!x)
        return false;
    for (size_t i = 0; i < count; i++)
        x[i] = (double)i;
    struct regression line = regress(x, values, count);
    for (size_t i = 0; i < count; i++) {
        double hann = 0.5 - 0.5 * cos(two_pi * (x[i] + 0.5) / (double)count);
        out[i] = (kiss_fft_scalar)(hann * (values[i] - line.intercept - line.slope * x[i]));
    }
    free(x);
    return true;
}

static double power(kiss_fft_cpx line)
{
    return (double)line.r * (double)line.r + (double)line.i * (double)line.i;
}

/* lines[0 .. last]; the first that is a peak and strong enough. */
static size_t find_peak(const kiss_fft_cpx *lines, size_t last)
{
    const double strong = 0.9;
    double greatest = 0;
    for (size_t i = 1; i <= last; i++)
        greatest = fmax(greatest, power(lines[i]));
    for (size_t i = 1; i < last; i++)
        if (power(lines[i]) >= strong * greatest && power(lines[i]) >= power(lines[i + 1]))
            return i;
    return last;
}

bool spectrum_dominant(const double *values, size_t count, double step, struct spectrum_peak *peak)
{
    size_t padded = (size_t)kiss_fftr_next_fast_size_real((int)count * PADDING);
    size_t last = padded / 2;
    kiss_fft_scalar *series = calloc(padded, sizeof *series);
    kiss_fft_cpx *lines = malloc((last + 1) * sizeof *lines);
    kiss_fftr_cfg plan = kiss_fftr_alloc((int)padded, 0, NULL, NULL);
    bool done = series && lines && plan && prepare(values, count, series);
    if (done) {
        double sum = 0;
        kiss_fftr(plan, series, lines);
        for (size_t i = 1; i <= last; i++)
            sum += power(lines[i]);
        size_t strongest = find_peak(lines, last);
        peak->wavelength = step * (double)padded / (double)strongest;
        peak->times_mean = sum > 0 ? power(lines[strongest]) * (double)last / sum : 0;
    }
    kiss_fftr_free(plan);
    free(lines);
    free(series);
    return done;
}
