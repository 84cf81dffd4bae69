/* What `reproduce` found, in any format; markdown is docs/RESULTS.md. */
#ifndef ANESIM_REPORT_REPRODUCE_WRITE_H
#define ANESIM_REPORT_REPRODUCE_WRITE_H

#include "sim/experiment/reproduce.h"
#include "sim/report/format.h"

struct reproduce_report {
    const struct setup *setup;
    const struct evidence *evidence;
    const struct reproduction *reproduction;
    enum lab_effort effort;
};

/* The format of its own, beside formats[]; its write() is not for others. */
extern const struct format reproduce_markdown;

/* False when memory is short or the stream failed. */
bool reproduce_write(FILE *stream, const struct format *format,
                     const struct reproduce_report *report);

/* For those that write a part each. */

enum { REPRODUCE_COLUMNS = 12, REPRODUCE_SUMMARY_BYTES = 512 };

/* The rows of the trials from `first` on, `count` of them; false when memory is
 * short, table_free() is due either way. */
bool reproduce_rows(const struct reproduction *reproduction, size_t first, size_t count,
                    struct table *table);

/* Likewise: counts and errors of each role; the sentences of each experiment. */
bool reproduce_summary_rows(const struct reproduction *reproduction, struct table *table);
bool reproduce_finding_rows(const struct reproduction *reproduction, struct table *table);

/* A line for each role that has rows. */
void reproduce_summary(const struct reproduction *reproduction, char text[REPRODUCE_SUMMARY_BYTES]);

/* "" or how this run was shortened or lengthened, a sentence. */
const char *reproduce_effort(enum lab_effort effort);

bool reproduce_write_markdown(FILE *stream, const struct reproduce_report *report);

#endif
