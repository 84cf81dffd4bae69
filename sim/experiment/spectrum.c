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

/* powers[0 .. last]; the first that is a peak and strong enough. */
static size_t find_peak(const double *powers, size_t last)
{
    const double strong = 0.9;
    double greatest = 0;
    for (size_t i = 1; i <= last; i++)
        greatest = fmax(greatest, powers[i]);
    for (size_t i = 1; i < last; i++)
        if (powers[i] >= strong * greatest && powers[i] >= powers[i + 1])
            return i;
    return last;
}

/* powers[0 .. padded / 2] of the padded series; NULL when memory is short. */
static double *transform(const double *values, size_t count, size_t padded)
{
    size_t last = padded / 2;
    kiss_fft_scalar *series = calloc(padded, sizeof *series);
    kiss_fft_cpx *lines = malloc((last + 1) * sizeof *lines);
    double *powers = malloc((last + 1) * sizeof *powers);
    kiss_fftr_cfg plan = kiss_fftr_alloc((int)padded, 0, NULL, NULL);
    bool done = series && lines && powers && plan && prepare(values, count, series);
    if (done) {
        kiss_fftr(plan, series, lines);
        for (size_t i = 0; i <= last; i++)
            powers[i] = power(lines[i]);
    }
    kiss_fftr_free(plan);
    free(lines);
    free(series);
    if (done)
        return powers;
    free(powers);
    return NULL;
}

static size_t padded_size(size_t count)
{
    return (size_t)kiss_fftr_next_fast_size_real((int)count * PADDING);
}

static double sum_of(const double *powers, size_t last)
{
    double sum = 0;
    for (size_t i = 1; i <= last; i++)
        sum += powers[i];
    return sum;
}

bool spectrum_dominant(const double *values, size_t count, double step, struct spectrum_peak *peak)
{
    size_t padded = padded_size(count);
    size_t last = padded / 2;
    double *powers = transform(values, count, padded);
    if (!powers)
        return false;
    double sum = sum_of(powers, last);
    size_t strongest = find_peak(powers, last);
    peak->wavelength = step * (double)padded / (double)strongest;
    peak->times_mean = sum > 0 ? powers[strongest] * (double)last / sum : 0;
    free(powers);
    return true;
}

bool spectrum_of(const double *values, size_t count, double step, struct spectrum *spectrum)
{
    size_t padded = padded_size(count);
    size_t last = padded / 2;
    double *powers = transform(values, count, padded);
    double *wavelengths = malloc(last * sizeof *wavelengths);
    *spectrum = (struct spectrum){.count = 0};
    if (!powers || !wavelengths) {
        free(powers);
        free(wavelengths);
        return false;
    }
    double sum = sum_of(powers, last);
    for (size_t i = 1; i <= last; i++) {
        wavelengths[i - 1] = step * (double)padded / (double)i;
        powers[i - 1] = sum > 0 ? powers[i] * (double)last / sum : 0;
    }
    *spectrum = (struct spectrum){wavelengths, powers, last};
    return true;
}

void spectrum_free(struct spectrum *spectrum)
{
    free(spectrum->wavelengths);
    free(spectrum->times_mean);
    *spectrum = (struct spectrum){.count = 0};
}
