/* One stored run in full: its columns, its config, where it stands. */
#ifndef ANESIM_REPORT_STORED_RUN_H
#define ANESIM_REPORT_STORED_RUN_H

#include "sim/report/format.h"
#include "sim/store/store.h"

struct stored_run {
    const struct store_run *run;
    const char *config;         /* JSON, as stored */
    const struct table *places; /* STORED_PLACES */
};

/* For people: columns with units, places, and the config as INI.  For programs:
 * one row of all columns, and in JSON "config" and "places". */
bool stored_run_write(FILE *stream, const struct format *format, const struct stored_run *stored);

/* A config for `anesim run --config` that gives this run.  False when the JSON is
 * none, memory is short or the stream failed. */
bool stored_run_write_ini(FILE *stream, const struct stored_run *stored);

#endif
