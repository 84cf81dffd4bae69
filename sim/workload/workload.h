/* Workload: a layer and how it is cut into tasks.
 *
 *   X[1,Cin] x W[Cin,Cout], kernel area K, weight bits b
 *   bytes per core = ceil(Cout / cores) * Cin * K * b / 8, lines = ceil(bytes / 64)
 *
 *   split along cin:  each task streams a slice of every kernel
 *   split along cout: each task streams some of the kernels, whole
 *   pad:              lines added to (or left out of) every core's transfers
 *
 * partition = ceil: every core streams ceil(Cout / cores) kernels, as the
 * published register dumps show; balanced: some cores one kernel fewer.
 * Source of the formula: E. Yoon, 2026-08-10.
 */
#ifndef ANESIM_WORKLOAD_WORKLOAD_H
#define ANESIM_WORKLOAD_WORKLOAD_H

#include "models/ane/program.h"
#include "sim/config/schema.h"

enum workload_partition { PARTITION_CEIL, PARTITION_BALANCED };
enum workload_axis { AXIS_CIN, AXIS_COUT };

struct workload_params {
    int64_t cin;
    int64_t cout;
    int64_t kernel; /* area */
    int64_t bits;
    int64_t groups;
    int64_t partition; /* enum workload_partition */
    int64_t split;     /* tasks */
    int64_t axis;      /* enum workload_axis */
    int64_t pad_lines; /* per core and task */
    int64_t trim_cin;  /* taken off cin: for a control just beside the notch */
    int64_t cores;     /* that take part, each with the bytes of a full layer's share */
    int64_t scramble;  /* seed for moving pages, see scramble.h; 0: they stay in order */
};

extern const struct config_section workload_section;

enum workload_status {
    WORKLOAD_OK,
    WORKLOAD_UNKNOWN,   /* no answer, no mistake: grouped convolution, nothing left to trim */
    WORKLOAD_BAD_INPUT, /* see the message */
    WORKLOAD_NO_MEMORY,
};

/* What a program streams, for the tables.  Core 0 is the fullest. */
struct workload_summary {
    int64_t cin;            /* after trimming */
    int64_t bytes_per_core; /* of the whole layer, core 0, without padding */
    int64_t bytes_total;    /* streamed by all cores that take part, without padding */
    int64_t lines_per_core; /* of the fullest task, core 0, with padding */
    int64_t lines_total;    /* per core, over all tasks */
    int64_t tasks;
};

enum { WORKLOAD_MESSAGE_BYTES = 200 };

/* Turns a layer into a program for a chip with `chip_cores` cores.  On OK the
 * caller frees `program`.  Otherwise `message` says why; for BAD_INPUT also
 * which key to change. */
enum workload_status workload_build(const struct workload_params *params, int64_t chip_cores,
                                    struct program *program, struct workload_summary *summary,
                                    char message[WORKLOAD_MESSAGE_BYTES]);

#endif
