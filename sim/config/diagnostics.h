/* Diagnostics: what is wrong with the user's input, where, and what to do.
 *
 * Every reader of input reports into one list, so that a file with five
 * mistakes yields five messages in one go.  The list owns its texts.
 */
#ifndef ANESIM_CONFIG_DIAGNOSTICS_H
#define ANESIM_CONFIG_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What kind of failure the list holds; decides the exit code (2 or 1). */
enum diagnostic_kind {
    DIAGNOSTIC_BAD_INPUT,   /* the user can mend it: exit 2 */
    DIAGNOSTIC_ENVIRONMENT, /* memory, disk, a failed read: exit 1 */
};

struct diagnostic {
    enum diagnostic_kind kind;
    char *file; /* NULL when the input was not a file */
    long line;  /* 1-based; 0 when unknown */
    char *message;
};

struct diagnostics {
    struct diagnostic *items;
    size_t count;
    size_t capacity;
    size_t lost; /* messages that memory did not suffice for */
};

/* An empty list is all zero: struct diagnostics d = {0}; */
void diagnostics_free(struct diagnostics *list);

/* Appends one message (printf format).  file may be NULL, line 0.  The file
 * name is copied with control bytes made visible, so that nothing hostile in
 * a name reaches the terminal; the message is treated likewise. */
void diagnostics_add(struct diagnostics *list, enum diagnostic_kind kind, const char *file,
                     long line, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Shorthand for bad input without a place. */
#define diagnostics_bad_input(list, ...)                                                           \
    diagnostics_add((list), DIAGNOSTIC_BAD_INPUT, NULL, 0, __VA_ARGS__)

bool diagnostics_empty(const struct diagnostics *list);

/* Prints "anesim: FILE:LINE: MESSAGE" per item. */
void diagnostics_print(const struct diagnostics *list, FILE *stream);

/* 0 when empty, 1 when any item is of the environment, else 2. */
int diagnostics_exit_code(const struct diagnostics *list);

#endif
