/* Ctrl-C and SIGTERM as a request: finish what is begun, then stop. */
#ifndef ANESIM_CLI_INTERRUPT_H
#define ANESIM_CLI_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/* Set once one has come; another one, a second later or more, ends the program at
 * once.  One that the caller of the program had ignored stays ignored. */
const atomic_bool *interrupt_begin(void);
void interrupt_end(void);

#endif
