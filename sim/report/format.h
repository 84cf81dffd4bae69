/* Formats: what a command found out, printed for people or for programs.
 *
 *   rows + config + statistics = document --+--> table
 *                                           +--> json
 *                                           +--> csv
 *
 * A new format is one function and one line in format.c.
 */
#ifndef ANESIM_REPORT_FORMAT_H
#define ANESIM_REPORT_FORMAT_H

#include <stdio.h>

#include "sim/config/schema.h"
#include "sim/record/table.h"

struct stats;
struct json_t; /* of jansson */

/* A table beside the rows: below them for people, an array in JSON. */
struct document_table {
    const char *name;    /* in JSON; NULL: not there */
    const char *heading; /* for people; NULL: not shown to them */
    const struct table *rows;
};

/* Adds to the JSON object what tables cannot hold; false: out of memory. */
typedef bool document_amend(const void *context, struct json_t *object);

struct document {
    const char *command;                /* that produced it: "run" */
    const struct config_schema *schema; /* of the config; NULL: none is shown */
    const void *params;                 /* the resolved config */
    const char *heading;                /* lines for people; NULL: none */
    const struct table *rows;
    const char *const *labels; /* of the rows, for the statistics; NULL without them */
    const char *const *notes;  /* of each row: why it is not known, or NULL; NULL: none */
    const struct stats *stats; /* of each row; NULL: none */
    bool details;              /* for people too: each core, each channel, histograms */
    const char *diagnosis;     /* NULL: none */
    const struct document_table *tables;
    size_t table_count;
    const char *const *assumptions; /* sentences; not in CSV */
    size_t assumption_count;
    document_amend *amend; /* NULL: nothing to add */
    const void *context;   /* for amend */
};

/* False when memory is short or the stream failed. */
typedef bool format_write(FILE *stream, const struct document *document);

struct format {
    const char *name;
    const char *help;
    format_write *write;
};

/* Ends with a name of NULL; the first is the default. */
extern const struct format formats[];

/* NULL when there is none of that name. */
const struct format *format_find(const char *name);

format_write format_table, format_json, format_csv;

/* Digits that reals have in JSON and CSV: the same on every host. */
enum { FORMAT_REAL_DIGITS = 9 };

#endif
