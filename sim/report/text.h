/* Text: what becomes of foreign bytes, and how lines are broken. */
#ifndef ANESIM_REPORT_TEXT_H
#define ANESIM_REPORT_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { TEXT_COLUMNS = 80 };

/* Copies for the caller to free; NULL: out of memory. */
char *text_visible(const char *text); /* control and malformed bytes as \xNN, for terminals */
char *text_utf8(const char *text);    /* malformed bytes as U+FFFD, for files */

/* Columns on a terminal: one a character. */
size_t text_columns(const char *text);

/* Bytes of `text` that go on a line of `columns` columns: up to the last blank
 * that fits.  A word too long for a line is cut. */
size_t text_line_bytes(const char *text, size_t columns);

/* Bytes without the blanks at the end. */
size_t text_trimmed_bytes(const char *text, size_t bytes);

void text_write_spaces(FILE *stream, size_t count);

/* Writes a paragraph, wrapped at TEXT_COLUMNS; every line begins with `indent`
 * blanks; in the first, `used` columns are taken already. */
void text_write_wrapped(FILE *stream, const char *text, size_t used, size_t indent);

#endif
