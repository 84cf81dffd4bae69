/* Line: one 64-byte request on its way through the machine.
 *
 * A line lives in the core memory slot that its data will fill, and is passed
 * on by pointer; lists link it in place, so no stage allocates or overflows.
 */
#ifndef ANESIM_FABRIC_LINE_H
#define ANESIM_FABRIC_LINE_H

#include "sim/kernel/time.h"
#include <stddef.h>

enum { LINE_BYTES = 64 };

/* Demand goes before speculative everywhere. */
enum line_class { LINE_DEMAND, LINE_SPECULATIVE, LINE_CLASSES };

struct line {
    struct line *next;
    struct line *previous;
    sim_time issued; /* left the core */
    int64_t arrived; /* first clock edge (tCK) at the channel */
    uint64_t order;  /* of arrival at the channel's queue */
    uint32_t row;
    uint8_t bank;  /* group + groups * bank in group */
    uint8_t class; /* enum line_class */
    uint8_t lane;  /* list it waits in: its class, or one for all without demand_first */
    uint8_t core;
};

/* First in, first out, with removal from anywhere. */
struct line_list {
    struct line *head;
    struct line *tail;
};

static inline void line_list_append(struct line_list *list, struct line *line)
{
    line->next = NULL;
    line->previous = list->tail;
    if (list->tail)
        list->tail->next = line;
    else
        list->head = line;
    list->tail = line;
}

/* Takes the first line out of a list that has one. */
static inline struct line *line_list_pop(struct line_list *list)
{
    struct line *line = list->head;
    list->head = line->next;
    if (list->head)
        list->head->previous = NULL;
    else
        list->tail = NULL;
    return line;
}

static inline void line_list_remove(struct line_list *list, struct line *line)
{
    if (line->previous)
        line->previous->next = line->next;
    else
        list->head = line->next;
    if (line->next)
        line->next->previous = line->previous;
    else
        list->tail = line->previous;
}

#endif
