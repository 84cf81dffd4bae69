/* "Did you mean": the nearest of a list of words. */
#ifndef ANESIM_CONFIG_SUGGEST_H
#define ANESIM_CONFIG_SUGGEST_H

#include <stddef.h>

/* Returns the entry of `words` (count entries) nearest to `word` by optimal
 * string alignment distance, or NULL when none is near enough (distance at
 * most 1 + length / 4, and not every letter) to be a likely slip of the hand.
 * Of equally near entries the first wins.  Words are at most 64 bytes. */
const char *suggest(const char *word, const char *const *words, size_t count);

#endif
