/* Plans in words. */
#ifndef ANESIM_REPORT_PLAN_TEXT_H
#define ANESIM_REPORT_PLAN_TEXT_H

#include <stddef.h>

#include "sim/experiment/plan.h"

enum { PLAN_TEXT_BYTES = 64 };

double plan_mib(int64_t bytes);

/* "keep", "split cin in 3", "pad cin to 2064" */
void plan_how(const struct plan_candidate *candidate, char text[PLAN_TEXT_BYTES]);

/* "4 x 0.50": parts and MiB per core of the largest */
void plan_chunks(const struct plan_candidate *candidate, char text[PLAN_TEXT_BYTES]);

/* Appends to what is in `text` already; cuts what does not fit. */
void plan_append(char *text, size_t text_size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What limits the model's rate as it is, and how much the plan gains; what is
 * harmless, and what is unknown. */
void plan_verdict(const struct plan_report *report, char *text, size_t text_size);

#endif
