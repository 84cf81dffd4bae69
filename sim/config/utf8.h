/* UTF-8: what may stand in a text that will reach a terminal again. */
#ifndef ANESIM_CONFIG_UTF8_H
#define ANESIM_CONFIG_UTF8_H

#include <stdbool.h>
#include <stddef.h>

enum utf8_fault {
    UTF8_GOOD,
    UTF8_CONTROL,   /* C0 (but for tab), DEL, C1 */
    UTF8_MALFORMED, /* truncated, overlong, surrogate, above U+10FFFF */
};

/* Bytes of the well-formed sequence at `text`, of which `size` bytes may be
 * read; 0 when it is not well-formed (Unicode 15, table 3-7). */
size_t utf8_sequence_bytes(const char *text, size_t size);

/* True for a control character of one (C0, DEL) or two (C1) bytes. */
bool utf8_is_control(const char *sequence, size_t bytes);

/* The first fault in `size` bytes of text; its offset goes to *at. */
enum utf8_fault utf8_check(const char *text, size_t size, size_t *at);

/* The longest prefix of at most `bytes_max` bytes that cuts no sequence. */
size_t utf8_clip(const char *text, size_t size, size_t bytes_max);

#endif
