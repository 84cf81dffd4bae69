#include "sim/experiment/plan_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/suggest.h"

static bool out_of_memory(struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the check");
    return false;
}

static struct plan_checked *append(struct plan_check *check)
{
    if (check->count == check->capacity) {
        size_t capacity = check->capacity > 0 ? check->capacity * 2 : 32;
        struct plan_checked *items = realloc(check->items, capacity * sizeof *items);
        if (!items)
            return NULL;
        check->items = items;
        check->capacity = capacity;
    }
    return &check->items[check->count++];
}

static bool applies(const struct plan_entry *entry, const struct shape *shape)
{
    return strcmp(entry->name, shape->name) == 0 && (entry->cin == 0 || entry->cin == shape->cin) &&
           (entry->cout == 0 || entry->cout == shape->cout);
}

static bool is_same(const struct plan_entry *a, const struct plan_entry *b)
{
    return a->strategy == b->strategy && a->size_count == b->size_count &&
           memcmp(a->sizes, b->sizes, sizeof a->sizes) == 0;
}

static bool is_along_cout(enum plan_strategy strategy)
{
    return strcmp(plan_strategies[strategy].axis, "cout") == 0;
}

/* Whether the sizes make the layer; what is wrong goes to `message`. */
static bool adds_up(const struct plan_entry *entry, const struct shape *shape,
                    char message[WORKLOAD_MESSAGE_BYTES])
{
    const struct plan_strategy_info *info = &plan_strategies[entry->strategy];
    int64_t whole = is_along_cout(entry->strategy) ? shape->cout : shape->cin;
    int64_t sum = 0;
    for (size_t i = 0; i < entry->size_count; i++)
        sum += entry->sizes[i];
    bool pads = entry->strategy == PLAN_PAD_CIN || entry->strategy == PLAN_PAD_COUT;
    if (entry->size_count == 0 || (pads ? sum > whole : sum == whole))
        return true;
    snprintf(message, WORKLOAD_MESSAGE_BYTES, "%s along %s: %" PRId64 " channels, %s %" PRId64,
             info->name, info->axis, sum, pads ? "which is no more than" : "but the layer has",
             whole);
    return false;
}

static bool add_parts(struct plan_check *check, const struct shape *shape,
                      const struct plan_entry *entry, size_t first, size_t count)
{
    struct plan_checked *item = append(check);
    if (!item)
        return false;
    enum plan_strategy strategy = entry ? entry->strategy : PLAN_KEEP;
    bool along_cout = is_along_cout(strategy);
    int64_t channels = entry && entry->size_count > 0 ? entry->sizes[first] : shape->cin;
    *item = (struct plan_checked){.shape = shape,
                                  .strategy = strategy,
                                  .planned = entry != NULL,
                                  .first = first,
                                  .count = count,
                                  .channels = channels};
    item->known =
        plan_part_place(&item->part, check->setup, shape, along_cout ? shape->cin : channels,
                        along_cout ? channels : shape->cout, item->message) == WORKLOAD_OK;
    if (!item->known)
        check->unknown_count += count;
    else if (item->part.notch == PLAN_HIT)
        check->hit_count += count;
    return true;
}

/* Every run of equal sizes is one item. */
static bool apply(struct plan_check *check, const struct shape *shape,
                  const struct plan_entry *entry)
{
    size_t parts = entry->size_count > 0 ? entry->size_count : 1;
    bool done = true;
    for (size_t i = 0; done && i < parts;) {
        size_t first = i;
        while (i < parts && entry->sizes[i] == entry->sizes[first])
            i++;
        done = add_parts(check, shape, entry, first, i - first);
    }
    return done;
}

/* A layer that no entry names matters only when it is in the notch, or may be. */
static bool leave(struct plan_check *check, const struct shape *shape)
{
    size_t count = check->count;
    bool done = add_parts(check, shape, NULL, 0, 1);
    if (done && check->items[count].known && check->items[count].part.notch != PLAN_HIT)
        check->count = count;
    return done;
}

static bool report_stranger(const struct plan_file *file, const struct plan_entry *entry,
                            const struct shape_list *list, struct diagnostics *errors)
{
    const char **names = calloc(list->count + 1, sizeof *names);
    if (!names)
        return out_of_memory(errors);
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->items[i].name;
    const char *nearest = suggest(entry->name, names, list->count);
    bool same = nearest && strcmp(nearest, entry->name) == 0;
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file->path, 0, "%s has no layer '%s'%s%s%s",
                    list->title, entry->name,
                    same      ? " of that cin and cout"
                    : nearest ? "; did you mean '"
                              : "",
                    nearest && !same ? nearest : "", nearest && !same ? "'?" : "");
    free(names);
    return false;
}

static bool check_layer(struct plan_check *check, const struct shape *shape,
                        const struct plan_file *file, bool *used, struct diagnostics *errors)
{
    const struct plan_entry *entry = NULL;
    char message[WORKLOAD_MESSAGE_BYTES];
    for (size_t i = 0; i < file->count; i++) {
        if (!applies(&file->entries[i], shape))
            continue;
        used[i] = true;
        if (entry && !is_same(entry, &file->entries[i])) {
            diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file->path, 0,
                            "two plans for layer '%s' (%" PRId64 " -> %" PRId64 ")", shape->name,
                            shape->cin, shape->cout);
            return false;
        }
        entry = &file->entries[i];
    }
    if (entry && !adds_up(entry, shape, message)) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file->path, 0, "layer '%s': %s", shape->name,
                        message);
        return false;
    }
    if (entry ? apply(check, shape, entry) : leave(check, shape))
        return true;
    return out_of_memory(errors);
}

bool plan_check_run(struct plan_check *check, const struct setup *setup,
                    const struct shape_list *list, const struct plan_file *file,
                    struct diagnostics *errors)
{
    *check = (struct plan_check){.setup = setup, .list = list};
    bool *used = calloc(file->count + 1, sizeof *used);
    bool good = used != NULL || out_of_memory(errors);
    for (size_t i = 0; good && i < list->count; i++)
        good = check_layer(check, &list->items[i], file, used, errors);
    for (size_t i = 0; good && i < file->count; i++)
        good = used[i] || report_stranger(file, &file->entries[i], list, errors);
    free(used);
    return good;
}

void plan_check_free(struct plan_check *check)
{
    free(check->items);
    *check = (struct plan_check){0};
}
