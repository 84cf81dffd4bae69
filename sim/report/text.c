#include "sim/report/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/utf8.h"

enum { EXPANSION_MAX = 4 }; /* a byte becomes \xNN, or the three of U+FFFD */

static char *put_hex(char *out, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    *out++ = '\\';
    *out++ = 'x';
    *out++ = digits[byte >> 4];
    *out++ = digits[byte & 15];
    return out;
}

static char *put_replacement(char *out)
{
    for (const char *byte = "\xEF\xBF\xBD"; *byte != '\0'; byte++)
        *out++ = *byte;
    return out;
}

static char *copy_clean(const char *text, bool visible)
{
    size_t size = strlen(text);
    char *copy = malloc(size * EXPANSION_MAX + 1);
    if (!copy)
        return NULL;
    char *out = copy;
    for (size_t i = 0; i < size;) {
        size_t bytes = utf8_sequence_bytes(text + i, size - i);
        bool plain = bytes > 0 && !(visible && utf8_is_control(text + i, bytes));
        size_t end = i + (bytes > 0 ? bytes : 1);
        for (; i < end; i++) {
            if (plain)
                *out++ = text[i];
            else
                out = visible ? put_hex(out, (unsigned char)text[i]) : put_replacement(out);
        }
    }
    *out = '\0';
    return copy;
}

char *text_visible(const char *text)
{
    return copy_clean(text, true);
}

char *text_utf8(const char *text)
{
    return copy_clean(text, false);
}

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

size_t text_columns(const char *text)
{
    size_t columns = 0;
    for (; *text != '\0'; text++)
        columns += begins_character(*text);
    return columns;
}

size_t text_line_bytes(const char *text, size_t columns)
{
    size_t last_blank = 0;
    size_t used = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        used += begins_character(text[i]);
        if (used > columns && i > 0) {
            if (text[i] == ' ')
                return i;
            if (last_blank > 0)
                return last_blank;
            if (begins_character(text[i]))
                return i;
        }
        if (text[i] == ' ')
            last_blank = i;
    }
    return strlen(text);
}

size_t text_trimmed_bytes(const char *text, size_t bytes)
{
    while (bytes > 0 && text[bytes - 1] == ' ')
        bytes--;
    return bytes;
}

void text_write_spaces(FILE *stream, size_t count)
{
    fprintf(stream, "%*s", (int)count, "");
}

void text_write_wrapped(FILE *stream, const char *text, size_t used, size_t indent)
{
    while (*text != '\0') {
        size_t begin = used > indent ? used : indent;
        size_t room = begin < TEXT_COLUMNS ? TEXT_COLUMNS - begin : 1;
        size_t bytes = text_line_bytes(text, room);
        text_write_spaces(stream, begin - used);
        fprintf(stream, "%.*s\n", (int)text_trimmed_bytes(text, bytes), text);
        text += bytes;
        text += strspn(text, " ");
        used = 0;
    }
}
