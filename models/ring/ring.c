#include "models/ring/ring.h"

#define HYPOTHESIS_POINTER(name) &ring_##name,
#define HYPOTHESIS_NAME(name)    #name,

const struct ring_hypothesis *const ring_hypotheses[RING_HYPOTHESIS_COUNT] = {
    RING_HYPOTHESES(HYPOTHESIS_POINTER)};

static const char *const hypothesis_names[] = {RING_HYPOTHESES(HYPOTHESIS_NAME) NULL};
static const char *const latch_names[] = {"task", "lap", "live", NULL};

static const struct config_key keys[] = {
    {.name = "pointer_bits",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct ring_params, pointer_bits),
     .min = 4,
     .max = 32,
     .default_text = "14",
     .unit = "bits",
     .provenance = PROVENANCE_DERIVED,
     .help = "width of the ring pointers; the ring has 2^pointer_bits lines of 64 bytes"},
    {.name = "credit_max",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct ring_params, credit_max),
     .min = 0,
     .max = 4096,
     .default_text = "256",
     .unit = "lines",
     .provenance = PROVENANCE_MEASURED,
     .help = "clamp of the lookahead: the most speculative lines a core may have in flight"},
    {.name = "hypothesis",
     .type = CONFIG_CHOICE,
     .offset = offsetof(struct ring_params, hypothesis),
     .choices = hypothesis_names,
     .default_text = "folded",
     .provenance = PROVENANCE_ASSUMED,
     .help = "how the ring distance becomes a credit"},
    {.name = "latch",
     .type = CONFIG_CHOICE,
     .offset = offsetof(struct ring_params, latch),
     .choices = latch_names,
     .default_text = "task",
     .provenance = PROVENANCE_ASSUMED,
     .help = "when the credit is evaluated: once a task, once a lap, or live for every line"},
};

const struct config_section ring_section = {
    .name = "ring",
    .help = "The prefetch ring of each core: the pointer arithmetic under suspicion",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};

void ring_init(struct ring *ring, const struct ring_params *params)
{
    *ring = (struct ring){
        .hypothesis = ring_hypotheses[params->hypothesis],
        .latch = (enum ring_latch)params->latch,
        .view = {.size = INT64_C(1) << params->pointer_bits, .credit_max = params->credit_max},
    };
}

static void evaluate(struct ring *ring)
{
    ring->view.distance = ring_distance(ring);
    ring->credit = ring->hypothesis->credit(&ring->view);
}

void ring_begin(struct ring *ring, uint64_t start, uint64_t lines)
{
    uint64_t mask = (uint64_t)ring->view.size - 1;
    ring->rd = start & mask;
    ring->end = (start + lines) & mask;
    ring->view.remaining = (int64_t)lines;
    ring->lap_lines = 0;
    evaluate(ring);
}

void ring_advance(struct ring *ring)
{
    ring->rd = (ring->rd + 1) & ((uint64_t)ring->view.size - 1);
    ring->view.remaining--;
    if (++ring->lap_lines == (uint64_t)ring->view.size)
        ring->lap_lines = 0;
    if (ring->latch == RING_LATCH_LIVE || (ring->latch == RING_LATCH_LAP && ring->lap_lines == 0))
        evaluate(ring);
}

struct ring_position ring_position(uint64_t lines, int64_t pointer_bits)
{
    uint64_t size = UINT64_C(1) << pointer_bits;
    uint64_t k = (lines + size / 2) >> pointer_bits;
    return (struct ring_position){.k = (int64_t)k, .x = (int64_t)(lines - k * size)};
}

int64_t ring_initial_credit(const struct ring_params *params, uint64_t lines)
{
    struct ring ring;
    ring_init(&ring, params);
    ring_begin(&ring, 0, lines);
    return ring.credit;
}
