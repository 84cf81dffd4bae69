#include "sim/config/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LENGTH(table) (sizeof(table) / sizeof *(table))

/* A scale is at most 10^12 or 2^30: 30 decimals are exact for all of them. */
enum { DECIMALS_MAX = 30, DECIMALS_PRINTED_MAX = 3 };

static const struct unit byte_units[] = {
    {"B", 1, true},
    {"KiB", INT64_C(1) << 10, true},
    {"MiB", INT64_C(1) << 20, true},
    {"GiB", INT64_C(1) << 30, true},
};

static const struct unit time_units[] = {
    {"ps", 1, true},
    {"ns", 1000, true},
    {"us", 1000000, true},
    {"ms", 1000000000, true},
    {"s", INT64_C(1000000000000), true},
};

/* Memory speeds are named in MT/s (LPDDR5-6400), never as 6.4GT/s. */
static const struct unit transfer_units[] = {
    {"MT/s", 1000000, true},
    {"GT/s", 1000000000, false},
};

static const struct unit frequency_units[] = {
    {"Hz", 1, true},
    {"kHz", 1000, true},
    {"MHz", 1000000, true},
    {"GHz", 1000000000, true},
};

const struct unit *units_of(enum config_type type, size_t *count)
{
    switch (type) {
    case CONFIG_BYTES:
        *count = LENGTH(byte_units);
        return byte_units;
    case CONFIG_TIME:
        *count = LENGTH(time_units);
        return time_units;
    case CONFIG_TRANSFERS:
        *count = LENGTH(transfer_units);
        return transfer_units;
    case CONFIG_FREQUENCY:
        *count = LENGTH(frequency_units);
        return frequency_units;
    default:
        *count = 0;
        return NULL;
    }
}

const struct unit *unit_find(enum config_type type, const char *name)
{
    size_t count;
    const struct unit *units = units_of(type, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    return NULL;
}

void units_print(enum config_type type, char *text, size_t text_size)
{
    size_t count;
    size_t used = 0;
    const struct unit *units = units_of(type, &count);
    if (text_size > 0)
        text[0] = '\0';
    for (size_t i = 0; i < count && used < text_size; i++) {
        const char *gap = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        used += (size_t)snprintf(text + used, text_size - used, "%s%s", gap, units[i].name);
    }
}

/* Decimals that rest / scale needs; DECIMALS_MAX + 1 when it needs too many. */
static unsigned decimals_needed(uint64_t rest, uint64_t scale)
{
    unsigned digits = 0;
    for (; rest != 0 && digits <= DECIMALS_MAX; digits++)
        rest = rest * 10 % scale;
    return digits;
}

static const struct unit *unit_for_print(enum config_type type, uint64_t magnitude)
{
    size_t count;
    const struct unit *units = units_of(type, &count);
    for (size_t i = count; i-- > 1;) {
        uint64_t scale = (uint64_t)units[i].scale;
        if (units[i].printed && magnitude >= scale &&
            decimals_needed(magnitude % scale, scale) <= DECIMALS_PRINTED_MAX)
            return &units[i];
    }
    return &units[0];
}

void unit_print(enum config_type type, int64_t value, char *text, size_t text_size)
{
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    const struct unit *unit = unit_for_print(type, magnitude);
    uint64_t scale = (uint64_t)unit->scale;
    uint64_t rest = magnitude % scale;
    char decimals[DECIMALS_MAX + 2] = "";
    size_t used = 0;
    if (rest != 0)
        decimals[used++] = '.';
    for (; rest != 0 && used <= DECIMALS_MAX; rest = rest * 10 % scale)
        decimals[used++] = (char)('0' + rest * 10 / scale);
    decimals[used] = '\0';
    snprintf(text, text_size, "%s%" PRIu64 "%s%s", value < 0 ? "-" : "", magnitude / scale,
             decimals, unit->name);
}
