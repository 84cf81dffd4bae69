#include "models/dram/mapping.h"
#include <stdio.h>
#include <string.h>

static const char *const field_names[MAP_FIELDS] = {"channel", "group", "bank", "column", "row"};

static unsigned log2_of(int64_t power)
{
    unsigned bits = 0;
    while (power > 1) {
        power >>= 1;
        bits++;
    }
    return bits;
}

/* "group1" -> field and width (0 when there is no number). */
static bool read_token(const char *text, size_t length, unsigned *field, unsigned *width)
{
    for (*field = 0; *field < MAP_FIELDS; (*field)++) {
        size_t name = strlen(field_names[*field]);
        if (length < name || length > name + 1 || memcmp(text, field_names[*field], name) != 0)
            continue;
        *width = 0;
        if (length == name)
            return true;
        char digit = text[name];
        *width = (unsigned)(digit - '0');
        return digit >= '1' && digit <= '9';
    }
    return false;
}

static bool add_segment(struct mapping *mapping, unsigned field, unsigned width, unsigned *shift,
                        unsigned used[], const unsigned total[], char *error, size_t error_size)
{
    unsigned left = total[field] - used[field];
    if (width == 0)
        width = left;
    if (width > left || (left == 0 && total[field] > 0)) {
        snprintf(error, error_size, "%s has only %u bits with this geometry", field_names[field],
                 total[field]);
        return false;
    }
    if (width == 0)
        return true;
    if (mapping->segment_count == MAP_SEGMENTS_MAX) {
        snprintf(error, error_size, "more than %d fields", MAP_SEGMENTS_MAX);
        return false;
    }
    mapping->segments[mapping->segment_count++] = (struct mapping_segment){
        .field = (uint8_t)field,
        .shift = (uint8_t)*shift,
        .width = (uint8_t)width,
        .place = (uint8_t)used[field],
    };
    used[field] += width;
    *shift += width;
    return true;
}

/* Reads the tokens from the least significant, the last, to the first. */
static bool read_tokens(struct mapping *mapping, const char *text, unsigned used[],
                        const unsigned total[], char *error, size_t error_size)
{
    unsigned shift = 0;
    const char *end = text + strlen(text);
    while (end > text) {
        const char *begin = end;
        while (begin > text && begin[-1] != '-')
            begin--;
        unsigned field, width;
        if (!read_token(begin, (size_t)(end - begin), &field, &width)) {
            snprintf(error, error_size,
                     "'%.*s' is not a field: use row, bank, group, column, channel, with a digit "
                     "for part of one, as in group1",
                     (int)(end - begin > 20 ? 20 : end - begin), begin);
            return false;
        }
        if (field == MAP_ROW && begin > text) {
            snprintf(error, error_size, "row must come first, it takes all remaining bits");
            return false;
        }
        if (!add_segment(mapping, field, width, &shift, used, total, error, error_size))
            return false;
        end = begin > text ? begin - 1 : begin;
    }
    return true;
}

/* XOR of all groups of `bits` bits of x. */
static uint32_t fold(uint32_t x, unsigned bits)
{
    uint32_t result = 0;
    if (bits == 0)
        return 0;
    for (; x; x >>= bits)
        result ^= x;
    return result & ((UINT32_C(1) << bits) - 1);
}

/* Channel << 8 | bank of an address, field by field. */
static uint16_t place_of(const struct mapping *mapping, uint64_t address)
{
    uint32_t fields[MAP_FIELDS] = {0};
    for (size_t i = 0; i < mapping->segment_count; i++) {
        struct mapping_segment s = mapping->segments[i];
        uint64_t bits = address >> s.shift & ((UINT64_C(1) << s.width) - 1);
        fields[s.field] |= (uint32_t)bits << s.place;
    }
    uint32_t row = fields[MAP_ROW];
    uint32_t channel = fields[MAP_CHANNEL];
    uint32_t bank = fields[MAP_BANK] << mapping->group_bits | fields[MAP_GROUP];
    if (mapping->hash) {
        channel ^= fold(row, mapping->channel_bits);
        bank ^= fold(row, mapping->group_bits + mapping->bank_bits);
    }
    return (uint16_t)(channel << 8 | bank);
}

static void tabulate(struct mapping *mapping)
{
    for (int byte = 0; byte < MAP_ADDRESS_BYTES; byte++) {
        for (uint64_t value = 0; value < MAP_BYTE_VALUES; value++)
            mapping->place[byte][value] = place_of(mapping, value << (8 * byte));
    }
    /* The row is the last segment read, the most significant. */
    mapping->row_shift = mapping->segments[mapping->segment_count - 1].shift;
}

/* Everything but the table, which takes long to fill. */
static bool read_mapping(struct mapping *mapping, const struct dram_params *params, char *error,
                         size_t error_size)
{
    enum { ROW_BITS = 32 };
    *mapping = (struct mapping){
        .channel_bits = log2_of(params->channels),
        .group_bits = log2_of(params->bank_groups),
        .bank_bits = log2_of(params->banks_per_group),
        .hash = params->hash,
    };
    unsigned used[MAP_FIELDS] = {0};
    const unsigned total[MAP_FIELDS] = {
        [MAP_CHANNEL] = mapping->channel_bits,
        [MAP_GROUP] = mapping->group_bits,
        [MAP_BANK] = mapping->bank_bits,
        [MAP_COLUMN] = log2_of(params->page_bytes / LINE_BYTES),
        [MAP_ROW] = ROW_BITS,
    };
    if (!read_tokens(mapping, params->mapping, used, total, error, error_size))
        return false;
    for (unsigned field = 0; field < MAP_FIELDS; field++) {
        if (used[field] < total[field]) {
            snprintf(error, error_size, "%s is not placed: %u of its %u bits are missing",
                     field_names[field], total[field] - used[field], total[field]);
            return false;
        }
    }
    return true;
}

bool mapping_init(struct mapping *mapping, const struct dram_params *params, char *error,
                  size_t error_size)
{
    if (!read_mapping(mapping, params, error, error_size))
        return false;
    tabulate(mapping);
    return true;
}

int64_t mapping_visit_lines(const struct dram_params *params)
{
    struct mapping mapping;
    char error[160];
    bool valid = read_mapping(&mapping, params, error, sizeof error);
    const struct mapping_segment *lowest = &mapping.segments[0];
    return valid && lowest->field == MAP_COLUMN ? INT64_C(1) << lowest->width : 1;
}
