/* Arranging: what a file cannot tell, put on top of what it says. */
#ifndef ANESIM_WORKLOAD_IMPORT_ARRANGE_H
#define ANESIM_WORKLOAD_IMPORT_ARRANGE_H

#include "sim/workload/import.h"

/* False and a diagnostic when an option is out of range. */
bool import_check_options(const struct import_options *options, struct diagnostics *errors);

/* Tells what the options change, in sentences; false when memory is short. */
bool import_assume_options(const struct import_options *options, struct shape_list *list);

/* bits, head split, fuse, only and skip, in this order; `origin` is for
 * messages.  A split or fusion that finds nothing to work on, a pattern that
 * matches nothing, and a list left empty are diagnostics. */
bool import_arrange(struct shape_list *list, const struct import_options *options,
                    const char *origin, struct diagnostics *errors);

#endif
