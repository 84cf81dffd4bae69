/* How far the memory works ahead is a matter of speed.  Cores on a memory that
 * knows nothing ahead of time must end like those on one that knows all that
 * is on its way.
 *
 * The cores are wired by hand here, because a chip always uses its fabric's
 * latency. */
#include "tests/models/chip_params.h"

enum { CORES_MAX = 16, SLOTS = 64, KMEM_LINES = 1024 };

struct bare_chip {
    struct simulator sim;
    struct event_slot event_slots[SLOTS];
    struct kdma_core cores[CORES_MAX];
    struct kmem_slot kmem_slots[CORES_MAX * KMEM_LINES];
    struct dram dram;
    sim_time finished[CORES_MAX];
};

static struct bare_chip chip;

static void core_done(void *owner, struct kdma_core *core, sim_time now)
{
    struct bare_chip *self = owner;
    self->finished[core->component.index] = now;
}

static void deliver(void *owner, struct line *line, sim_time data)
{
    struct bare_chip *self = owner;
    kdma_deliver(&self->cores[line->core], line, data);
}

static void run(const struct chip_params *params, uint64_t lines, sim_time lookahead)
{
    memset(&chip, 0, sizeof chip);
    simulator_init(&chip.sim, chip.event_slots, SLOTS);
    uint32_t cores = (uint32_t)params->ane.cores;
    for (uint32_t i = 0; i < cores; i++)
        kdma_init(&chip.cores[i], i, &chip.sim, &chip.dram, &params->core,
                  &chip.kmem_slots[i * KMEM_LINES], core_done, &chip);
    dram_init(&chip.dram, &chip.sim, &params->dram, lookahead, deliver, &chip);
    for (uint32_t i = 0; i < cores; i++)
        kdma_begin(&chip.cores[i], i * lines, lines, 0);
    if (!simulator_run(&chip.sim))
        ck_abort_msg("%s", chip.sim.report);
    for (uint32_t i = 0; i < cores; i++)
        kdma_close(&chip.cores[i], chip.sim.now);
}

static void expect_same(const struct bare_chip *other, uint32_t cores, sim_time lookahead)
{
    for (uint32_t i = 0; i < cores; i++) {
        const struct kdma_counters *a = &chip.cores[i].counters, *b = &other->cores[i].counters;
        if (chip.finished[i] != other->finished[i])
            ck_abort_msg("core %u of %u: ends at %ld ps, with a lookahead of %ld ps at %ld", i,
                         cores, (long)other->finished[i], (long)lookahead, (long)chip.finished[i]);
        for (int class = 0; class < LINE_CLASSES; class ++) {
            ck_assert_uint_eq(a->issued[class], b->issued[class]);
            ck_assert_int_eq(a->latency_ps[class], b->latency_ps[class]);
        }
        ck_assert_int_eq(chip.cores[i].kmem.residence_ps, other->cores[i].kmem.residence_ps);
    }
}

static const struct {
    int64_t cores, model;
} machines[] = {{1, DRAM_BANKED}, {16, DRAM_BANKED}, {16, DRAM_IDEAL}};

START_TEST(cores_end_at_the_same_time)
{
    static struct bare_chip without;
    static const uint64_t lengths[] = {0x1000, 0x4000, 0x4000 + 100};
    struct chip_params params = chip_test_params();
    params.ane.cores = machines[_i].cores;
    params.dram.model = machines[_i].model;
    sim_time latency = params.core.fabric.request_latency_ps;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        run(&params, lengths[i], 0);
        without = chip;
        for (sim_time lookahead = latency / 3; lookahead <= latency; lookahead += latency / 3) {
            run(&params, lengths[i], lookahead);
            expect_same(&without, (uint32_t)params.ane.cores, lookahead);
        }
        run(&params, lengths[i], latency);
        expect_same(&without, (uint32_t)params.ane.cores, latency);
        if (params.dram.model == DRAM_BANKED)
            ck_assert_uint_lt(chip.sim.events, without.sim.events);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lookahead");
    TCase *tests = tcase_create("lookahead");
    tcase_add_loop_test(tests, cores_end_at_the_same_time, 0, sizeof machines / sizeof machines[0]);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
