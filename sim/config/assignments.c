#include "sim/config/assignments.h"

#include <stdlib.h>
#include <string.h>

char *config_copy_bytes(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

char *config_copy_text(const char *text)
{
    return config_copy_bytes(text, strlen(text));
}

bool config_report_no_memory(struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    return false;
}

void config_assignment_free(struct config_assignment *assignment)
{
    free(assignment->section);
    free(assignment->key);
    free(assignment->value);
    free(assignment->file);
    *assignment = (struct config_assignment){0};
}

void config_assignments_free(struct config_assignments *list)
{
    for (size_t i = 0; i < list->count; i++)
        config_assignment_free(&list->items[i]);
    free(list->items);
    *list = (struct config_assignments){0};
}

void config_variant_free(struct config_variant *variant)
{
    free(variant->name);
    free(variant->label);
    config_assignments_free(&variant->set);
}

struct config_assignment *config_assignments_find(const struct config_assignments *list,
                                                  const char *section, const char *key)
{
    for (size_t i = 0; i < list->count; i++) {
        struct config_assignment *item = &list->items[i];
        if (strcmp(item->key, key) == 0 && strcmp(item->section, section) == 0)
            return item;
    }
    return NULL;
}

bool config_assignments_move(struct config_assignments *list, struct config_assignment *from)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? list->capacity * 2 : 8;
        struct config_assignment *items = realloc(list->items, capacity * sizeof *items);
        if (!items)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = *from;
    *from = (struct config_assignment){0};
    return true;
}

bool config_assignments_add(struct config_assignments *list, const char *section, const char *key,
                            const char *value, const char *file, long line)
{
    struct config_assignment copy = {
        .section = config_copy_text(section),
        .key = config_copy_text(key),
        .value = config_copy_text(value),
        .file = file ? config_copy_text(file) : NULL,
        .line = line,
    };
    bool whole = copy.section && copy.key && copy.value && (copy.file || !file);
    bool added = whole && config_assignments_move(list, &copy);
    config_assignment_free(&copy);
    return added;
}
