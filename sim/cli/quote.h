/* What was typed, as a text that a shell takes for the same. */
#ifndef ANESIM_CLI_QUOTE_H
#define ANESIM_CLI_QUOTE_H

#include "sim/cli/cli.h"

/* "--cin 1024:4096:32 --set 'ane.name=my chip'"; `only_keys`: those options
 * alone that set keys.  The text belongs to the caller; NULL: out of memory. */
char *cli_quoted(const struct cli_arguments *arguments, bool only_keys);

#endif
