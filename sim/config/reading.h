/* Reading: one value on its way in, and where to say what is wrong with it. */
#ifndef ANESIM_CONFIG_READING_H
#define ANESIM_CONFIG_READING_H

#include "sim/config/decimal.h"
#include "sim/config/schema.h"

enum { READING_QUOTE_BYTES_MAX = 40, READING_RANGE_BYTES = 256 };

struct reading {
    const struct config_key *key;
    const char *text;
    char *error;
    size_t error_size;
};

struct quote {
    char text[READING_QUOTE_BYTES_MAX + 6];
};

/* The value in quotes; of a long one only the beginning. */
struct quote reading_quote(const char *text);

/* Writes "KEY message" into the error; always returns false. */
bool reading_fail(const struct reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Stores a number that is free of faults and in the key's range; else fails. */
bool reading_store(const struct reading *reading, enum decimal_fault fault, int64_t number,
                   void *value);

/* Reads a number with a unit: bytes, time, transfers, frequency. */
bool config_quantity_parse(const struct reading *reading, void *value);

#endif
