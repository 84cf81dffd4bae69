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
 *
 * All of this is linear over the bits of the address, so channel and bank are
 * looked up a byte of the address at a time and XORed together.
 */
#ifndef ANESIM_DRAM_MAPPING_H
#define ANESIM_DRAM_MAPPING_H

#include "models/dram/dram_params.h"
#include "models/fabric/line.h"
#include <stdbool.h>

enum mapping_field { MAP_CHANNEL, MAP_GROUP, MAP_BANK, MAP_COLUMN, MAP_ROW, MAP_FIELDS };
enum { MAP_SEGMENTS_MAX = 16, MAP_ADDRESS_BYTES = 5, MAP_BYTE_VALUES = 256 };

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
    unsigned row_shift;
    bool hash;
    uint16_t place[MAP_ADDRESS_BYTES][MAP_BYTE_VALUES]; /* channel << 8 | bank */
};

/* Reads params->mapping.  On failure writes what is wrong into error. */
bool mapping_init(struct mapping *mapping, const struct dram_params *params, char *error,
                  size_t error_size);

/* See dram_visit_lines(): quick, as no table is filled. */
int64_t mapping_visit_lines(const struct dram_params *params);

/* Fills line->bank and line->row from an address in lines, at most 40 bits;
 * returns the channel. */
static inline uint32_t mapping_place(const struct mapping *mapping, uint64_t address,
                                     struct line *line)
{
    uint32_t place = 0;
    for (int byte = 0; byte < MAP_ADDRESS_BYTES; byte++)
        place ^= mapping->place[byte][address >> (8 * byte) & 0xff];
    line->row = (uint32_t)(address >> mapping->row_shift);
    line->bank = (uint8_t)place;
    return place >> 8;
}

#endif
