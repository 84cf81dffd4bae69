/* A table for people: headings, numbers to the right, at most 80 columns. */
#ifndef ANESIM_REPORT_TABLE_TEXT_H
#define ANESIM_REPORT_TABLE_TEXT_H

#include <stdio.h>

#include "sim/record/table.h"

/* Writes the columns that have a heading, each line indented.  When it gets
 * too wide, the first column, if a text, is wrapped.  notes[row], if any, goes
 * beneath its row; the same note of rows in succession once.  False: out of memory. */
bool table_write_text(FILE *stream, const struct table *table, const char *const *notes,
                      size_t indent);

#endif
