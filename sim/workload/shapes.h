/* Shapes: the neutral list of layers that every importer makes and the planner
 * and the `llm` experiment read. */
#ifndef ANESIM_WORKLOAD_SHAPES_H
#define ANESIM_WORKLOAD_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHAPE_NAME_BYTES = 96, SHAPE_NOTE_BYTES = 160 };

struct shape {
    char name[SHAPE_NAME_BYTES]; /* "gate_proj", or as the file calls it */
    int64_t cin;
    int64_t cout;
    int64_t kernel; /* area */
    int64_t bits;   /* of a weight as stored; 0: unknown */
    int64_t groups;
    int64_t count;               /* how often it occurs, e.g. once a decoder layer */
    char note[SHAPE_NOTE_BYTES]; /* why something is unknown; empty when all is known */
};

/* The same work, whatever the name and however often. */
static inline bool shape_is_alike(const struct shape *a, const struct shape *b)
{
    return a->cin == b->cin && a->cout == b->cout && a->kernel == b->kernel && a->bits == b->bits &&
           a->groups == b->groups;
}

struct shape_list {
    char title[SHAPE_NAME_BYTES]; /* the model's name */
    struct shape *items;
    size_t count;
    size_t capacity;
    int64_t decoder_layers; /* of the whole model, whatever was left out; 0: not known yet */
    char **assumptions;     /* sentences: what the file did not say */
    size_t assumption_count;
};

/* An empty list is all zero.  Both return false when memory is short. */
bool shape_list_add(struct shape_list *list, const struct shape *shape);
bool shape_list_assume(struct shape_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* How many decoder layers the list has: as it says, else the count of o_proj,
 * else the largest count. */
int64_t shape_list_decoder_layers(const struct shape_list *list);
void shape_list_free(struct shape_list *list);

#endif
