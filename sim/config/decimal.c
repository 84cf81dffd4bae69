#include "sim/config/decimal.h"

#include <stddef.h>

enum { DECIMALS_MAX = 18 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void push_digit(struct decimal *number, unsigned base, unsigned digit)
{
    if (number->whole > (UINT64_MAX - digit) / base)
        number->too_big = true;
    else
        number->whole = number->whole * base + digit;
}

static const char *read_hex(const char *text, struct decimal *number)
{
    if (hex_digit(*text) < 0)
        return NULL;
    for (; hex_digit(*text) >= 0; text++)
        push_digit(number, 16, (unsigned)hex_digit(*text));
    return text;
}

/* Zeros count only once another digit follows: 5.500 reads as 5.5. */
static const char *read_fraction(const char *text, struct decimal *number)
{
    unsigned digits = 0;
    unsigned zeros = 0;
    for (; is_digit(*text); text++) {
        if (*text == '0') {
            zeros++;
            continue;
        }
        for (zeros++; zeros > 0 && digits < DECIMALS_MAX; zeros--, digits++) {
            number->fraction = number->fraction * 10;
            number->fraction_scale *= 10;
        }
        number->too_fine = number->too_fine || zeros > 0;
        number->fraction += zeros > 0 ? 0 : (unsigned)(*text - '0');
        zeros = 0;
    }
    return text;
}

const char *decimal_read(const char *text, bool hex, struct decimal *number)
{
    *number = (struct decimal){.fraction_scale = 1};
    number->negative = *text == '-';
    text += number->negative ? 1 : 0;
    if (hex && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return read_hex(text + 2, number);
    if (!is_digit(*text))
        return NULL;
    for (; is_digit(*text); text++)
        push_digit(number, 10, (unsigned)(*text - '0'));
    if (text[0] != '.' || !is_digit(text[1]))
        return text;
    number->has_point = true;
    return read_fraction(text + 1, number);
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

enum decimal_fault decimal_scale(const struct decimal *number, int64_t scale, int64_t *value)
{
    uint64_t factor = (uint64_t)scale;
    uint64_t limit = (uint64_t)INT64_MAX + (number->negative ? 1 : 0);
    if (number->too_big || number->whole > limit / factor)
        return DECIMAL_OVERFLOW;
    /* In lowest terms the denominator must divide the scale; what is added is
     * then less than one whole unit, so nothing can overflow on the way. */
    uint64_t common = greatest_common_divisor(number->fraction_scale, number->fraction);
    uint64_t denominator = number->fraction_scale / common;
    if (number->too_fine || factor % denominator != 0)
        return DECIMAL_INEXACT;
    uint64_t part = number->fraction / common * (factor / denominator);
    uint64_t magnitude = number->whole * factor;
    if (part > limit - magnitude)
        return DECIMAL_OVERFLOW;
    magnitude += part;
    if (number->negative && magnitude > 0)
        *value = -(int64_t)(magnitude - 1) - 1;
    else
        *value = (int64_t)magnitude;
    return DECIMAL_GOOD;
}
