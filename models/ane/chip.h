/* Chip: wires dispatcher, cores, fabric and memory from parameters, and runs
 * programs on them.
 *
 *   program -> dispatcher -> 16 x kernel DMA core --lines--> fabric -> 8 x channel
 *                              ring, credits, KMem <--data---+
 *
 * Timing of the dispatcher (calibrated): `dispatch` once a program, then
 * `task_overhead` before each task; a task begins when all cores have
 * finished the one before.
 */
#ifndef ANESIM_ANE_CHIP_H
#define ANESIM_ANE_CHIP_H

#include "models/ane/chip_params.h"
#include "models/ane/program.h"

/* Stored results carry it.  One more whenever the same parameters and program
 * give another result than before. */
enum { CHIP_MODEL_VERSION = 1 };

enum chip_status {
    CHIP_OK,
    CHIP_NO_MEMORY,
    CHIP_BAD_PROGRAM, /* cores, a task without lines, a line without page or beyond 2^40 */
    CHIP_BROKEN,      /* an assertion failed or the machine got stuck: a bug */
};

struct chip_result {
    sim_time time_ps; /* from the start of the dispatch to the last line drained */
    uint64_t lines;
    int64_t credit_lines; /* granted to core 0 at the start of the first task */
    uint64_t events;
    uint32_t core_count;
    uint32_t channel_count;
    struct kdma_counters cores[ANE_CORES_MAX];
    sim_time kmem_residence_ps[ANE_CORES_MAX];
    uint64_t kmem_used_max[ANE_CORES_MAX]; /* lines */
    struct dram_counters channels[DRAM_CHANNELS_MAX];
};

struct chip;

/* Allocates everything a run needs; nothing is allocated later.  NULL when
 * memory is short.  `params` must have passed chip_params_check(). */
struct chip *chip_create(const struct chip_params *params);
void chip_destroy(struct chip *chip);

/* Runs a program on the chip, from a cold start, and fills `result`.  The
 * observer, if not NULL, sees every signal. */
enum chip_status chip_run(struct chip *chip, const struct program *program,
                          struct observer *observer, struct chip_result *result);

/* Why the last run was CHIP_BROKEN. */
const char *chip_report(const struct chip *chip);

#endif
