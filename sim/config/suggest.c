#include "sim/config/suggest.h"

#include <string.h>

enum { WORD_BYTES_MAX = 64 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Optimal string alignment distance: insert, delete, replace, or swap two
 * neighbours, each for one.  Both words are at most WORD_BYTES_MAX long. */
static unsigned distance(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    unsigned rows[3][WORD_BYTES_MAX + 1];
    unsigned *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_bytes; j++)
        last[j] = before[j] = (unsigned)j;
    for (size_t i = 1; i <= a_bytes; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_bytes; j++) {
            unsigned replace = last[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = least(replace, least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        unsigned *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[b_bytes];
}

const char *suggest(const char *word, const char *const *words, size_t count)
{
    size_t bytes = strlen(word);
    if (bytes == 0 || bytes > WORD_BYTES_MAX)
        return NULL;
    const char *nearest = NULL;
    unsigned limit = 1 + (unsigned)bytes / 4;
    for (size_t i = 0; i < count; i++) {
        size_t other_bytes = strlen(words[i]);
        if (other_bytes > WORD_BYTES_MAX)
            continue;
        unsigned steps = distance(word, bytes, words[i], other_bytes);
        /* A word changed in every letter is another word, not a slip. */
        if (steps > limit || steps >= bytes)
            continue;
        nearest = words[i];
        if (steps == 0)
            break;
        limit = steps - 1;
    }
    return nearest;
}
