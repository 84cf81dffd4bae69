/* The matrix for people, and as markdown. */
#ifndef ANESIM_REPORT_HYPOTHESES_TEXT_H
#define ANESIM_REPORT_HYPOTHESES_TEXT_H

#include <stdio.h>

#include "sim/report/hypotheses_write.h"

bool hypotheses_write_text(FILE *stream, const struct matrix *matrix);
bool hypotheses_write_markdown(FILE *stream, const struct matrix *matrix);

#endif
