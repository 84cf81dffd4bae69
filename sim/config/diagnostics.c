#include "sim/config/diagnostics.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/utf8.h"

void diagnostics_free(struct diagnostics *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].file);
        free(list->items[i].message);
    }
    free(list->items);
    *list = (struct diagnostics){0};
}

static char *put_escaped(char *out, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    *out++ = '\\';
    *out++ = 'x';
    *out++ = digits[byte >> 4];
    *out++ = digits[byte & 15];
    return out;
}

/* Copies `text`; control and malformed bytes become \xNN, so that no hostile
 * name or value can drive the terminal. */
static char *visible_copy(const char *text)
{
    size_t size = strlen(text);
    char *copy = malloc(size * 4 + 1);
    if (!copy)
        return NULL;
    char *out = copy;
    for (size_t i = 0; i < size;) {
        size_t bytes = utf8_sequence_bytes(text + i, size - i);
        bool plain = bytes > 0 && !utf8_is_control(text + i, bytes);
        for (size_t end = i + (bytes > 0 ? bytes : 1); i < end; i++) {
            if (plain)
                *out++ = text[i];
            else
                out = put_escaped(out, (unsigned char)text[i]);
        }
    }
    *out = '\0';
    return copy;
}

__attribute__((format(printf, 1, 0))) static char *format_copy(const char *format,
                                                               va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return NULL;
    char *text = malloc((size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

static bool make_room(struct diagnostics *list)
{
    if (list->count < list->capacity)
        return true;
    size_t capacity = list->capacity > 0 ? list->capacity * 2 : 8;
    struct diagnostic *items = realloc(list->items, capacity * sizeof *items);
    if (!items)
        return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

void diagnostics_add(struct diagnostics *list, enum diagnostic_kind kind, const char *file,
                     long line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *raw = format_copy(format, arguments);
    va_end(arguments);
    struct diagnostic item = {.kind = kind, .line = line};
    item.message = raw ? visible_copy(raw) : NULL;
    item.file = file ? visible_copy(file) : NULL;
    free(raw);
    if (item.message && (item.file || !file) && make_room(list)) {
        list->items[list->count++] = item;
        return;
    }
    free(item.message);
    free(item.file);
    list->lost++;
}

bool diagnostics_empty(const struct diagnostics *list)
{
    return list->count == 0 && list->lost == 0;
}

void diagnostics_print(const struct diagnostics *list, FILE *stream)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct diagnostic *item = &list->items[i];
        fputs("anesim: ", stream);
        if (item->file && item->line > 0)
            fprintf(stream, "%s:%ld: ", item->file, item->line);
        else if (item->file)
            fprintf(stream, "%s: ", item->file);
        fprintf(stream, "%s\n", item->message);
    }
    if (list->lost > 0)
        fprintf(stream, "anesim: out of memory: %zu messages were lost\n", list->lost);
}

int diagnostics_exit_code(const struct diagnostics *list)
{
    if (diagnostics_empty(list))
        return 0;
    if (list->lost > 0)
        return 1;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind == DIAGNOSTIC_ENVIRONMENT)
            return 1;
    return 2;
}
