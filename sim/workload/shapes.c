#include "sim/workload/shapes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool shape_list_add(struct shape_list *list, const struct shape *shape)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? list->capacity * 2 : 16;
        struct shape *items = realloc(list->items, capacity * sizeof *items);
        if (!items)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = *shape;
    return true;
}

bool shape_list_assume(struct shape_list *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    char **grown =
        realloc(list->assumptions, (list->assumption_count + 1) * sizeof *list->assumptions);
    if (!grown)
        return false;
    list->assumptions = grown;
    char *text = malloc((size_t)length + 1);
    if (!text)
        return false;
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    list->assumptions[list->assumption_count++] = text;
    return true;
}

int64_t shape_list_decoder_layers(const struct shape_list *list)
{
    int64_t most = list->decoder_layers;
    for (size_t i = 0; list->decoder_layers == 0 && i < list->count; i++) {
        if (strcmp(list->items[i].name, "o_proj") == 0)
            return list->items[i].count;
        if (list->items[i].count > most)
            most = list->items[i].count;
    }
    return most;
}

void shape_list_free(struct shape_list *list)
{
    for (size_t i = 0; i < list->assumption_count; i++)
        free(list->assumptions[i]);
    free(list->assumptions);
    free(list->items);
    *list = (struct shape_list){0};
}
