#include "sim/workload/import_arrange.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/suggest.h"
#include "sim/workload/import_decoder.h"

#define complain(origin, errors, ...)                                                              \
    (diagnostics_add((errors), DIAGNOSTIC_BAD_INPUT, (origin), 0, __VA_ARGS__), false)

enum { PARTS_MAX = 3 };

static bool in_range(const char *what, int64_t value, int64_t max, struct diagnostics *errors)
{
    if (value >= 0 && value <= max)
        return true;
    diagnostics_bad_input(errors, "%s is %" PRId64 "; 1 to %" PRId64 " are possible", what, value,
                          max);
    return false;
}

bool import_check_options(const struct import_options *options, struct diagnostics *errors)
{
    bool good = in_range("bits", options->bits, SHAPE_BITS_MAX, errors);
    return in_range("head split", options->head_split, SHAPE_CHANNELS_MAX, errors) && good;
}

/* The earlier layer that differs from this one, if at all, in its bits only. */
static struct shape *same_but_bits(struct shape_list *list, size_t at)
{
    const struct shape *b = &list->items[at];
    for (size_t i = 0; i < at; i++) {
        struct shape *a = &list->items[i];
        if (a->cin == b->cin && a->cout == b->cout && a->kernel == b->kernel &&
            a->groups == b->groups && strcmp(a->name, b->name) == 0)
            return a;
    }
    return NULL;
}

/* Layers that only differed in their bits become one. */
static void set_bits(struct shape_list *list, int64_t bits)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        list->items[kept] = list->items[i];
        struct shape *other = same_but_bits(list, kept);
        if (other)
            other->count += list->items[kept].count;
        else
            kept++;
    }
    list->count = kept;
    for (size_t i = 0; i < kept; i++) {
        if (list->items[i].bits == 0)
            list->items[i].note[0] = '\0';
        list->items[i].bits = bits;
    }
}

static int64_t count_of(const struct shape_list *list, const char *name)
{
    int64_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            count += list->items[i].count;
    return count;
}

static bool split_head(struct shape_list *list, int64_t slices, const char *origin,
                       struct diagnostics *errors)
{
    bool found;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, "lm_head") == 0 && slices > list->items[i].cout)
            return complain(origin, errors,
                            "head split %" PRId64 ": the vocabulary has only %" PRId64 " entries",
                            slices, list->items[i].cout);
    if (!decoder_split_head(list, slices, &found)) {
        config_report_no_memory(errors);
        return false;
    }
    int64_t shards = count_of(list, "lm_head_shard");
    if (found || shards == slices)
        return true;
    if (shards > 0)
        return complain(origin, errors,
                        "head split %" PRId64 ": the head is in %" PRId64 " slices already", slices,
                        shards);
    return complain(origin, errors, "head split %" PRId64 ": there is no lm_head to split", slices);
}

/* The only layer of that name; NULL when there is none, or several. */
static struct shape *single(struct shape_list *list, const char *name)
{
    struct shape *found = NULL;
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, name) != 0)
            continue;
        if (found)
            return NULL;
        found = &list->items[i];
    }
    return found;
}

static void drop(struct shape_list *list, struct shape *shape)
{
    size_t at = (size_t)(shape - list->items);
    memmove(shape, shape + 1, (list->count - at - 1) * sizeof *shape);
    list->count--;
}

static bool fits(const struct shape *a, const struct shape *b)
{
    return a->cin == b->cin && a->kernel == b->kernel && a->bits == b->bits &&
           a->groups == b->groups && a->count == b->count;
}

/* One layer in place of `parts` that read the same input. */
static bool fuse(struct shape_list *list, const char *const parts[PARTS_MAX], const char *whole,
                 const char *origin, struct diagnostics *errors)
{
    struct shape *first = single(list, parts[0]);
    if (!first && count_of(list, whole) > 0)
        return true; /* so it is already */
    int64_t cout = 0;
    for (size_t i = 0; i < PARTS_MAX && parts[i]; i++) {
        const struct shape *part = single(list, parts[i]);
        if (!first || !part || !fits(first, part))
            return complain(origin, errors,
                            "cannot fuse into %s: %s is missing, or there in several shapes, or "
                            "unlike the others",
                            whole, parts[i]);
        cout += part->cout;
    }
    if (cout > SHAPE_CHANNELS_MAX)
        return complain(origin, errors, "cannot fuse into %s: %" PRId64 " channels are too many",
                        whole, cout);
    first->cout = cout;
    snprintf(first->name, sizeof first->name, "%s", whole);
    for (size_t i = 1; i < PARTS_MAX && parts[i]; i++)
        drop(list, single(list, parts[i]));
    return true;
}

/* What does `pattern` match?  One that matches nothing is a slip. */
static bool mark(const struct shape_list *list, const char *pattern, const char *option,
                 bool *marks, const char *origin, struct diagnostics *errors)
{
    bool any = false;
    for (size_t i = 0; i < list->count; i++)
        if (fnmatch(pattern, list->items[i].name, 0) == 0)
            any = marks[i] = true;
    if (any)
        return true;
    const char **names = malloc((list->count + 1) * sizeof *names);
    if (!names) {
        config_report_no_memory(errors);
        return false;
    }
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->items[i].name;
    const char *nearest = suggest(pattern, names, list->count);
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, origin, 0, "%s: '%s' matches no layer%s%s%s",
                    option, pattern, nearest ? "; did you mean '" : "", nearest ? nearest : "",
                    nearest ? "'?" : "");
    free(names);
    return false;
}

/* Keeps the layers that some pattern of the comma-separated list matches, or
 * those that none does. */
static bool filter(struct shape_list *list, const char *patterns, const char *option, bool keep,
                   const char *origin, struct diagnostics *errors)
{
    char *copy = config_copy_text(patterns);
    bool *marks = calloc(list->count + 1, sizeof *marks);
    bool good = copy && marks;
    size_t kept = 0;
    char *rest = copy;
    if (!good)
        config_report_no_memory(errors);
    for (char *pattern; good && (pattern = strtok_r(rest, ",", &rest)) != NULL;)
        good = mark(list, pattern, option, marks, origin, errors);
    for (size_t i = 0; good && i < list->count; i++)
        if (marks[i] == keep)
            list->items[kept++] = list->items[i];
    if (good)
        list->count = kept;
    free(copy);
    free(marks);
    return good;
}

bool import_assume_options(const struct import_options *options, struct shape_list *list)
{
    bool good = true;
    if (options->bits > 0)
        good = shape_list_assume(list, "every weight has %" PRId64 " bits, as asked for",
                                 options->bits);
    if (options->head_split > 0)
        good = good && shape_list_assume(list,
                                         "slices of the vocabulary that the head is cut into: "
                                         "%" PRId64 ", as asked for",
                                         options->head_split);
    if (options->only || options->skip)
        good = good && shape_list_assume(list, "layers are left out, as asked for: a token takes "
                                               "longer than shown");
    return good;
}

bool import_arrange(struct shape_list *list, const struct import_options *options,
                    const char *origin, struct diagnostics *errors)
{
    static const char *const qkv[PARTS_MAX] = {"q_proj", "k_proj", "v_proj"};
    static const char *const gate_up[PARTS_MAX] = {"gate_proj", "up_proj"};
    list->decoder_layers = shape_list_decoder_layers(list);
    if (!import_assume_options(options, list)) {
        config_report_no_memory(errors);
        return false;
    }
    if (options->bits > 0)
        set_bits(list, options->bits);
    if (options->head_split > 1 && !split_head(list, options->head_split, origin, errors))
        return false;
    if (options->fuse_qkv && !fuse(list, qkv, "qkv_proj", origin, errors))
        return false;
    if (options->fuse_gate_up && !fuse(list, gate_up, "gate_up_proj", origin, errors))
        return false;
    if (options->only && !filter(list, options->only, "only", true, origin, errors))
        return false;
    if (options->skip && !filter(list, options->skip, "skip", false, origin, errors))
        return false;
    return list->count > 0 || complain(origin, errors, "no layer is left that streams weights");
}
