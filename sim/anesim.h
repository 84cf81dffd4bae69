/* libanesim: a simulator of the Apple Neural Engine's kernel-DMA prefetch ring.
 *
 *   struct anesim *chip;
 *   char why[ANESIM_MESSAGE_BYTES];
 *   const char *settings[] = {"ring.hypothesis=epoch"};
 *   if (anesim_open("m3.ini", settings, 1, &chip, why) == ANESIM_OK) {
 *       struct anesim_transfer program[2][16] = {...};    tasks x cores
 *       struct anesim_result result;
 *       anesim_run(chip, &program[0][0], 2, &result, why);
 *       anesim_close(chip);
 *   }
 *
 * There is no hidden state: chips may be used in different threads, each in one
 * at a time.  Nothing here prints, exits or aborts.
 */
#ifndef ANESIM_H
#define ANESIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The exit codes of the command line. */
enum anesim_status {
    ANESIM_OK = 0,
    ANESIM_ENVIRONMENT = 1, /* memory, files; or a fault of the simulator */
    ANESIM_BAD_INPUT = 2,   /* the message says what, where and what to do */
};

enum { ANESIM_MESSAGE_BYTES = 4096, ANESIM_LINE_BYTES = 64 };

struct anesim;

/* Makes a chip from a config: a path, or a name looked for in ./configs and in
 * the installed share folder.  `settings` are "section.key=value", over the
 * file.  On failure *chip is NULL and `message` holds a line per mistake. */
enum anesim_status anesim_open(const char *config, const char *const *settings, size_t count,
                               struct anesim **chip, char message[ANESIM_MESSAGE_BYTES]);
void anesim_close(struct anesim *chip);

uint32_t anesim_core_count(const struct anesim *chip);

/* One core's transfer in one task. */
struct anesim_transfer {
    uint64_t start_line; /* address / 64 */
    uint64_t lines;      /* of 64 bytes; 0: the core takes no part */
};

enum anesim_wait {
    ANESIM_WAIT_CREDIT,      /* the ring grants credit, but all of it is out */
    ANESIM_WAIT_DEMAND_SLOT, /* the ring grants none: only demand lines move */
    ANESIM_WAIT_KMEM,        /* the core's memory is full and drains */
    ANESIM_WAIT_FABRIC,      /* one line per clock */
    ANESIM_WAIT_DRAM,        /* data that has not come */
    ANESIM_WAIT_DISPATCH,    /* overheads, and other cores still at work */
    ANESIM_WAITS
};

struct anesim_result {
    int64_t time_ps;        /* from the start of the dispatch to the last line */
    uint64_t bytes;         /* streamed, all cores */
    double throughput_gbps; /* GB = 1e9 bytes */
    int64_t credit_lines;   /* granted to core 0 at the start of the first task */
    uint64_t row_hits;      /* lines, all channels */
    uint64_t row_misses;
    uint64_t row_conflicts;
    int64_t wait_ps[ANESIM_WAITS]; /* summed over cores: cores x time_ps in all */
};

/* Runs a program of `tasks` tasks with a barrier between them; `transfers` has
 * tasks x anesim_core_count() entries, core by core.  Every task needs a line,
 * and no line lies at or beyond 2^40. */
enum anesim_status anesim_run(struct anesim *chip, const struct anesim_transfer *transfers,
                              uint32_t tasks, struct anesim_result *result,
                              char message[ANESIM_MESSAGE_BYTES]);

/* Runs the layer of the config's [workload] section, cut as it says. */
enum anesim_status anesim_run_workload(struct anesim *chip, struct anesim_result *result,
                                       char message[ANESIM_MESSAGE_BYTES]);

const char *anesim_version(void);

#ifdef __cplusplus
}
#endif

#endif
