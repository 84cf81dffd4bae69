/* Part: what one task streams of a layer, held against the ring.
 *
 *   a layer whole is one part; split in s near-equal parts along cin or cout it
 *   is s of them; padded it is one larger part
 *
 * Notch: k >= 1 and the ring grants less than its clamp.  A part that still
 * gets 15/16 of it (240 lines of 256) is only grazed: it loses a few per cent.
 */
#ifndef ANESIM_EXPERIMENT_PLAN_PART_H
#define ANESIM_EXPERIMENT_PLAN_PART_H

#include "sim/workload/setup.h"
#include "sim/workload/shapes.h"

enum plan_notch {
    PLAN_CLEAR,
    PLAN_GRAZED, /* in the notch, and harmless */
    PLAN_HIT,
};

struct plan_part {
    int64_t cin;
    int64_t cout;
    int64_t bytes_per_core; /* of core 0 */
    int64_t bytes;          /* of all cores */
    /* Of the core that is granted least; core 0 when all are alike. */
    int64_t lines;
    struct ring_position position;
    int64_t credit_lines;
    enum plan_notch notch;
    double closed_form_us; /* task overhead and streaming; no dispatch */
};

/* The whole layer on this chip (the setup says how cout is spread over the
 * cores).  Unless the status is WORKLOAD_OK, `message` says why the part is
 * not known. */
enum workload_status plan_part_init(struct plan_part *part, const struct setup *setup,
                                    const struct shape *shape, int64_t cin, int64_t cout,
                                    char message[WORKLOAD_MESSAGE_BYTES]);

/* The same without the closed form, which takes longer than all the rest. */
enum workload_status plan_part_place(struct plan_part *part, const struct setup *setup,
                                     const struct shape *shape, int64_t cin, int64_t cout,
                                     char message[WORKLOAD_MESSAGE_BYTES]);

/* The workload that streams this part; setup->workload is replaced.  Parts
 * with the same lines on every core give the same. */
void plan_part_workload(const struct plan_part *part, const struct shape *shape,
                        struct setup *setup);

/* Part i of `whole` channels in `parts` near-equal ones, each but the last a
 * multiple of `align`; the larger first. */
int64_t plan_part_channels(int64_t whole, int64_t parts, int64_t align, int64_t i);

const char *plan_notch_name(enum plan_notch notch); /* "clear", "harmless", "hit" */

#endif
