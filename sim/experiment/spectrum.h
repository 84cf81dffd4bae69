/* Spectrum: the wavelength at which a series repeats. */
#ifndef ANESIM_EXPERIMENT_SPECTRUM_H
#define ANESIM_EXPERIMENT_SPECTRUM_H

#include <stdbool.h>
#include <stddef.h>

struct spectrum_peak {
    double wavelength; /* in the unit of `step` */
    double times_mean; /* its power over the mean power of the spectrum */
};

/* Fourier transform of `count` values, `step` apart: straight trend removed,
 * Hann window, padded with zeros for a finer grid.  The peak with the longest
 * wavelength among those of at least nine tenths of the greatest power, because
 * the harmonics of narrow dips are nearly as strong as their fundamental.
 * False when memory is short. */
bool spectrum_dominant(const double *values, size_t count, double step, struct spectrum_peak *peak);

/* The whole of it, by falling wavelength; without the constant. */
struct spectrum {
    double *wavelengths; /* in the unit of `step` */
    double *times_mean;  /* power over the mean power */
    size_t count;
};

/* False when memory is short.  The caller frees it either way. */
bool spectrum_of(const double *values, size_t count, double step, struct spectrum *spectrum);
void spectrum_free(struct spectrum *spectrum);

#endif
