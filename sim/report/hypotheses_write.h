/* What `hypotheses` found: the matrix, or one explanation in sentences. */
#ifndef ANESIM_REPORT_HYPOTHESES_WRITE_H
#define ANESIM_REPORT_HYPOTHESES_WRITE_H

#include "sim/experiment/hypotheses.h"
#include "sim/report/format.h"

/* A format of its own, beside formats[]; its write() is not for others. */
extern const struct format hypotheses_markdown;

/* The matrix in any format.  False when memory is short or the stream failed. */
bool hypotheses_write(FILE *stream, const struct format *format, const struct setup *setup,
                      const struct matrix *matrix);

/* Claim, formula, evidence for and against, of the matrix' first explanation. */
bool hypotheses_explain(FILE *stream, const struct setup *setup, const struct matrix *matrix);

/* For those that write a part each. */

enum { HYPOTHESES_TEXT_BYTES = 1024 };

/* "x = 0, one lap; ramp, left": the pieces that speak against it. */
void hypotheses_rejected_by(const struct matrix *matrix, size_t explanation,
                            char text[HYPOTHESES_TEXT_BYTES]);

/* A paragraph, or a part of a list. */
typedef void hypotheses_write_part(FILE *stream, const char *head, const char *body);

/* What survives and what rejects the others, what cannot be told apart, what is
 * left out. */
bool hypotheses_conclusion(FILE *stream, const struct matrix *matrix, hypotheses_write_part *write);

#endif
