/* Mapping: which channel, bank and row holds a line.
 *
 *   "row-bank-group-column-group1-channel", most significant field first:
 *
 *   line address  | row ... | bank 2 | group 1 | column 5 | group 1 | channel 3 |
 *
 * A field with a number takes that many bits, one without takes all that are
 * left of it.  The row takes the rest.  With `hash` on, every channel and bank
 * bit is XORed with several row bits, so that streams at equal strides do not
 * march through the same bank together.
 */
#ifndef ANESIM_DRAM_MAPPING_H
#define ANESIM_DRAM_MAPPING_H

#include "models/dram/dram_params.h"
#include "models/dram/line.h"
#include <stdbool.h>

enum mapping_field { MAP_CHANNEL, MAP_GROUP, MAP_BANK, MAP_COLUMN, MAP_ROW, MAP_FIELDS };
enum { MAP_SEGMENTS_MAX = 16 };

struct mapping_segment {
    uint8_t field; /* enum mapping_field */
    uint8_t shift; /* in the line address */
    uint8_t width; /* bits */
    uint8_t place; /* in the field */
};

struct mapping {
    struct mapping_segment segments[MAP_SEGMENTS_MAX];
    size_t segment_count;
    unsigned channel_bits;
    unsigned group_bits;
    unsigned bank_bits; /* of banks in a group */
    bool hash;
};

/* Reads params->mapping.  On failure writes what is wrong into error. */
bool mapping_init(struct mapping *mapping, const struct dram_params *params, char *error,
                  size_t error_size);

/* Fills line->bank and line->row from line->address; returns the channel. */
uint32_t mapping_place(const struct mapping *mapping, struct line *line);

#endif
