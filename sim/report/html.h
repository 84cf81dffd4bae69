/* HTML: text and pictures as they may stand in a page. */
#ifndef ANESIM_REPORT_HTML_H
#define ANESIM_REPORT_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A copy that any XML may hold once it is escaped: control bytes visible,
 * malformed bytes and U+FFFE, U+FFFF replaced.  For the caller to free; NULL: no
 * memory. */
char *html_clean(const char *text);

/* Text, for content and for attributes in double quotes.  False: no memory. */
bool html_text(FILE *out, const char *text);

/* An SVG file as part of a page: without size and namespaces, its ids made
 * unique by `name`, with title and description for those who cannot see it. */
bool html_svg(FILE *out, const char *svg, size_t size, const char *name, const char *title,
              const char *description);

#endif
