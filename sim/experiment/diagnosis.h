/* Diagnosis: one sentence on why a row is as fast as it is. */
#ifndef ANESIM_EXPERIMENT_DIAGNOSIS_H
#define ANESIM_EXPERIMENT_DIAGNOSIS_H

#include <stddef.h>

struct run_row;

/* Writes the sentence, from the ring's arithmetic and the row's own times. */
void diagnose(const struct run_row *row, char *text, size_t text_size);

#endif
