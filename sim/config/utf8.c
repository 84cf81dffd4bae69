#include "sim/config/utf8.h"

static bool within(unsigned char byte, unsigned low, unsigned high)
{
    return byte >= low && byte <= high;
}

static size_t length_of_lead(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (within(lead, 0xC2, 0xDF))
        return 2;
    if (within(lead, 0xE0, 0xEF))
        return 3;
    return within(lead, 0xF0, 0xF4) ? 4 : 0;
}

/* Only the second byte's range depends on the lead: it keeps out overlong
 * forms, surrogates and what lies above U+10FFFF. */
static bool second_is_good(unsigned char lead, unsigned char second)
{
    switch (lead) {
    case 0xE0:
        return within(second, 0xA0, 0xBF);
    case 0xED:
        return within(second, 0x80, 0x9F);
    case 0xF0:
        return within(second, 0x90, 0xBF);
    case 0xF4:
        return within(second, 0x80, 0x8F);
    default:
        return within(second, 0x80, 0xBF);
    }
}

size_t utf8_sequence_bytes(const char *text, size_t size)
{
    if (size == 0)
        return 0;
    unsigned char lead = (unsigned char)text[0];
    size_t length = length_of_lead(lead);
    if (length == 0 || length > size)
        return 0;
    if (length > 1 && !second_is_good(lead, (unsigned char)text[1]))
        return 0;
    for (size_t i = 2; i < length; i++)
        if (!within((unsigned char)text[i], 0x80, 0xBF))
            return 0;
    return length;
}

bool utf8_is_control(const char *sequence, size_t bytes)
{
    unsigned char first = (unsigned char)sequence[0];
    if (bytes == 1)
        return first < 0x20 || first == 0x7F;
    return bytes == 2 && first == 0xC2 && (unsigned char)sequence[1] < 0xA0;
}

enum utf8_fault utf8_check(const char *text, size_t size, size_t *at)
{
    for (size_t i = 0; i < size;) {
        size_t bytes = utf8_sequence_bytes(text + i, size - i);
        *at = i;
        if (bytes == 0)
            return UTF8_MALFORMED;
        if (utf8_is_control(text + i, bytes) && text[i] != '\t')
            return UTF8_CONTROL;
        i += bytes;
    }
    return UTF8_GOOD;
}

size_t utf8_clip(const char *text, size_t size, size_t bytes_max)
{
    if (size <= bytes_max)
        return size;
    size_t cut = bytes_max;
    while (cut > 0 && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--;
    return cut;
}
