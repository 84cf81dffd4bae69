#include "models/ring/ring.h"

#include <inttypes.h>
#include <string.h>

#include "tests/check_main.h"

enum { LATCHES = 3 };

static const struct width {
    int64_t pointer_bits;
    int64_t credit_max;
    uint64_t laps;      /* every line count up to so many */
    uint64_t walk_step; /* of those, every so many-th is walked line by line */
} widths[] = {
    {4, 3, 6, 1},
    {8, 16, 4, 1},
    {14, 256, 3, 3989},
};

enum { WIDTHS = sizeof widths / sizeof widths[0] };

static uint64_t size_of(const struct width *width)
{
    return UINT64_C(1) << width->pointer_bits;
}

static struct ring_params params_of(const struct width *width, int hypothesis, int latch)
{
    return (struct ring_params){
        .pointer_bits = width->pointer_bits,
        .credit_max = width->credit_max,
        .hypothesis = hypothesis,
        .latch = latch,
    };
}

static int64_t least(int64_t a, int64_t b, int64_t c)
{
    int64_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* The documented formulas, by division instead of pointers. */
static int64_t expected_credit(const struct width *width, int hypothesis, int latch, uint64_t lines,
                               uint64_t issued)
{
    uint64_t size = size_of(width);
    uint64_t seen = 0; /* issued when the credit was evaluated */
    if (latch == RING_LATCH_LIVE)
        seen = issued;
    else if (latch == RING_LATCH_LAP)
        seen = issued / size * size;
    int64_t left = (int64_t)(lines - seen);
    int64_t distance = (int64_t)((lines - seen) % size);
    int64_t max = width->credit_max;
    switch (hypothesis) {
    case RING_modulo:
        return least(distance, max, max);
    case RING_folded:
        return least(distance, (int64_t)size - distance, max);
    case RING_epoch:
        return least(left, max, max);
    default:
        return 0;
    }
}

static void expect_credit(const struct ring *ring, const struct width *width, int hypothesis,
                          int latch, uint64_t lines, uint64_t issued)
{
    int64_t expected = expected_credit(width, hypothesis, latch, lines, issued);
    if (ring->credit != expected)
        ck_abort_msg("%s, latch %d, %d bits: %" PRIu64 " of %" PRIu64 " lines: credit %" PRId64
                     ", not %" PRId64,
                     ring->hypothesis->name, latch, (int)width->pointer_bits, issued, lines,
                     ring->credit, expected);
}

static void check_transfer(const struct width *width, int hypothesis, int latch, uint64_t start,
                           uint64_t lines, bool walk)
{
    struct ring_params params = params_of(width, hypothesis, latch);
    struct ring ring;
    ring_init(&ring, &params);
    ring_begin(&ring, start, lines);
    expect_credit(&ring, width, hypothesis, latch, lines, 0);
    for (uint64_t issued = 1; walk && issued <= lines; issued++) {
        ring_advance(&ring);
        expect_credit(&ring, width, hypothesis, latch, lines, issued);
    }
}

START_TEST(every_length_has_the_documented_credit)
{
    const struct width *width = &widths[_i];
    uint64_t size = size_of(width);
    for (uint64_t lines = 1; lines <= width->laps * size + size / 2 + 1; lines++) {
        for (int hypothesis = 0; hypothesis < RING_HYPOTHESIS_COUNT; hypothesis++) {
            for (int latch = 0; latch < LATCHES; latch++)
                check_transfer(width, hypothesis, latch, 0, lines, lines % width->walk_step == 0);
        }
    }
}
END_TEST

/* Whole laps and their neighbours, line by line: what the lap latch is about. */
START_TEST(around_whole_laps_every_line_has_its_credit)
{
    const struct width *width = &widths[_i];
    for (uint64_t lap = 1; lap <= 2; lap++) {
        for (int64_t x = -1; x <= 1; x++) {
            uint64_t lines = lap * size_of(width) + (uint64_t)x;
            for (int hypothesis = 0; hypothesis < RING_HYPOTHESIS_COUNT; hypothesis++) {
                for (int latch = 0; latch < LATCHES; latch++)
                    check_transfer(width, hypothesis, latch, 0, lines, true);
            }
        }
    }
}
END_TEST

START_TEST(where_a_transfer_starts_does_not_matter)
{
    const struct width *width = &widths[_i];
    uint64_t size = size_of(width);
    const uint64_t starts[] = {1, size - 1, size, 5 * size / 3, (UINT64_C(1) << 40) - 7};
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        for (uint64_t lines = 1; lines <= 2 * size + 1; lines += lines < size / 2 ? 1 : 3) {
            for (int hypothesis = 0; hypothesis < RING_HYPOTHESIS_COUNT; hypothesis++) {
                for (int latch = 0; latch < LATCHES; latch++)
                    check_transfer(width, hypothesis, latch, starts[s], lines, size <= 16);
            }
        }
    }
}
END_TEST

/* A ring that has been somewhere else begins the next transfer like a new one. */
START_TEST(a_transfer_forgets_the_one_before)
{
    const struct width *width = &widths[_i];
    uint64_t lines = 2 * size_of(width) + 1;
    for (int latch = 0; latch < LATCHES; latch++) {
        struct ring_params params = params_of(width, RING_folded, latch);
        struct ring ring;
        ring_init(&ring, &params);
        ring_begin(&ring, 3, size_of(width) / 2 + 5);
        for (uint64_t issued = 0; issued < size_of(width) / 2 + 5; issued++)
            ring_advance(&ring);
        ring_begin(&ring, 9, lines);
        for (uint64_t issued = 0; issued <= lines; issued++) {
            expect_credit(&ring, width, RING_folded, latch, lines, issued);
            ring_advance(&ring);
        }
    }
}
END_TEST

/* ---- what any hypothesis must do, present or future */

START_TEST(a_hypothesis_introduces_itself)
{
    const struct ring_hypothesis *hypothesis = ring_hypotheses[_i];
    ck_assert_uint_gt(strlen(hypothesis->formula), 0);
    ck_assert_uint_gt(strlen(hypothesis->claim), 20);
    for (int other = 0; other < _i; other++)
        ck_assert_str_ne(hypothesis->name, ring_hypotheses[other]->name);
    /* The config's choices are in the same order. */
    const struct config_key *key = config_section_key(&ring_section, "hypothesis");
    ck_assert_ptr_nonnull(key);
    ck_assert_str_eq(key->choices[_i], hypothesis->name);
}
END_TEST

START_TEST(a_hypothesis_keeps_within_the_clamp)
{
    for (int w = 0; w < WIDTHS; w++) {
        struct width width = widths[w];
        for (int64_t max = 0; max <= 4096; max = max ? 4 * max : 1) {
            width.credit_max = max;
            struct ring_params params = params_of(&width, _i, RING_LATCH_TASK);
            for (uint64_t lines = 1; lines <= 2 * size_of(&width) + 2; lines++) {
                int64_t credit = ring_initial_credit(&params, lines);
                if (credit < 0 || credit > max)
                    ck_abort_msg("%s: %" PRIu64 " lines: credit %" PRId64 " of at most %" PRId64,
                                 ring_hypotheses[_i]->name, lines, credit, max);
            }
        }
    }
}
END_TEST

/* Every line of a transfer, not its first alone; and nothing is left at the end. */
START_TEST(a_hypothesis_stays_within_the_clamp)
{
    const struct width *width = &widths[1];
    for (int latch = 0; latch < LATCHES; latch++) {
        struct ring_params params = params_of(width, _i, latch);
        struct ring ring;
        ring_init(&ring, &params);
        for (uint64_t lines = 1; lines <= 3 * size_of(width); lines++) {
            ring_begin(&ring, 77, lines);
            for (uint64_t issued = 0; issued < lines; issued++) {
                if (ring.credit < 0 || ring.credit > width->credit_max)
                    ck_abort_msg("%s, latch %d: line %" PRIu64 " of %" PRIu64 ": credit %" PRId64,
                                 ring.hypothesis->name, latch, issued, lines, ring.credit);
                ring_advance(&ring);
            }
            if (ring.rd != ring.end || ring.view.remaining != 0)
                ck_abort_msg("%" PRIu64 " lines: rd does not end at end", lines);
        }
    }
}
END_TEST

/* ---- what tells the four apart */

static int64_t m3_credit(int hypothesis, uint64_t lines)
{
    struct ring_params params = params_of(&widths[2], hypothesis, RING_LATCH_TASK);
    return ring_initial_credit(&params, lines);
}

START_TEST(folded_is_the_symmetric_v)
{
    const struct width *width = &widths[_i];
    struct ring_params params = params_of(width, RING_folded, RING_LATCH_TASK);
    int64_t half = (int64_t)size_of(width) / 2;
    for (int64_t k = 1; k <= 3; k++) {
        for (int64_t x = 0; x < half; x++) {
            int64_t expected = least(x, width->credit_max, width->credit_max);
            uint64_t lap = (uint64_t)k * size_of(width);
            if (ring_initial_credit(&params, lap + (uint64_t)x) != expected ||
                ring_initial_credit(&params, lap - (uint64_t)x) != expected)
                ck_abort_msg("k = %d: not %d on both sides", (int)k, (int)expected);
        }
    }
}
END_TEST

START_TEST(k_0_is_no_notch)
{
    ck_assert_int_eq(m3_credit(RING_folded, 224), 224);
    for (uint64_t lines = 1; lines < 0x2000; lines++) {
        int64_t all = least((int64_t)lines, 256, 256);
        if (m3_credit(RING_folded, lines) != all || m3_credit(RING_modulo, lines) != all ||
            m3_credit(RING_epoch, lines) != all)
            ck_abort_msg("%" PRIu64 " lines are starved", lines);
    }
}
END_TEST

START_TEST(epoch_never_starves)
{
    for (uint64_t lines = 1; lines <= 4 * 0x4000; lines++) {
        if (m3_credit(RING_epoch, lines) != least((int64_t)lines, 256, 256))
            ck_abort_msg("%" PRIu64 " lines starve", lines);
    }
    ck_assert_int_eq(m3_credit(RING_epoch, UINT64_C(1) << 33), 256);
}
END_TEST

START_TEST(none_never_prefetches)
{
    for (uint64_t lines = 1; lines <= 4 * 0x4000; lines++) {
        if (m3_credit(RING_none, lines) != 0)
            ck_abort_msg("%" PRIu64 " lines are prefetched", lines);
    }
}
END_TEST

START_TEST(the_published_cases)
{
    static const struct {
        uint64_t lines;
        int64_t modulo, folded, epoch;
    } cases[] = {
        {0x4000, 0, 0, 256},           {0x4000 - 256, 256, 256, 256}, {0x4000 + 256, 256, 256, 256},
        {0x4000 - 255, 256, 255, 256}, {0x4000 + 255, 255, 255, 256}, {0x4000 - 1, 256, 1, 256},
        {0x4000 + 1, 1, 1, 256},       {0x2000, 256, 256, 256},       {0x8000, 0, 0, 256},
        {0x8000 - 128, 256, 128, 256}, {0x8000 + 128, 128, 128, 256}, {0x6000, 256, 256, 256},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(m3_credit(RING_modulo, cases[i].lines), cases[i].modulo);
        ck_assert_int_eq(m3_credit(RING_folded, cases[i].lines), cases[i].folded);
        ck_assert_int_eq(m3_credit(RING_epoch, cases[i].lines), cases[i].epoch);
        ck_assert_int_eq(m3_credit(RING_none, cases[i].lines), 0);
    }
}
END_TEST

/* The first line of 0x4000 starves; looked at again, the next does not. */
START_TEST(taken_live_the_collapse_heals_itself)
{
    struct ring_params params = params_of(&widths[2], RING_folded, RING_LATCH_LIVE);
    struct ring ring;
    ring_init(&ring, &params);
    ring_begin(&ring, 0, 0x4000);
    for (int64_t issued = 0; issued < 600; issued++) {
        ck_assert_int_eq(ring.credit, least(issued, 256, 256));
        ring_advance(&ring);
    }
}
END_TEST

/* ---- positions */

START_TEST(a_position_is_the_nearest_lap)
{
    const struct width *width = &widths[_i];
    int64_t size = (int64_t)size_of(width);
    for (int64_t lines = 1; lines <= 5 * size; lines++) {
        struct ring_position at = ring_position((uint64_t)lines, width->pointer_bits);
        if (at.k * size + at.x != lines)
            ck_abort_msg("%d lines: not k R + x", (int)lines);
        if (at.x < -size / 2 || at.x >= size / 2) /* so a tie goes up */
            ck_abort_msg("%d lines: another lap is nearer than %d", (int)lines, (int)at.k);
    }
}
END_TEST

START_TEST(positions_of_the_published_cases)
{
    static const struct {
        uint64_t lines;
        int64_t k, x;
    } cases[] = {
        {224, 0, 224},           {0x1fff, 0, 0x1fff},
        {0x2000, 1, -0x2000},    {0x4000, 1, 0},
        {0x4000 - 256, 1, -256}, {0x4000 + 256, 1, 256},
        {0x5fff, 1, 0x1fff},     {0x6000, 2, -0x2000},
        {0x8000, 2, 0},          {UINT64_C(1) << 34, 1 << 20, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ring_position at = ring_position(cases[i].lines, 14);
        ck_assert_int_eq(at.k, cases[i].k);
        ck_assert_int_eq(at.x, cases[i].x);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ring");
    TCase *tests = tcase_create("ring");
    tcase_add_loop_test(tests, every_length_has_the_documented_credit, 0, WIDTHS);
    tcase_add_loop_test(tests, around_whole_laps_every_line_has_its_credit, 0, WIDTHS);
    tcase_add_loop_test(tests, where_a_transfer_starts_does_not_matter, 0, WIDTHS);
    tcase_add_loop_test(tests, a_transfer_forgets_the_one_before, 0, WIDTHS);
    tcase_add_loop_test(tests, a_hypothesis_introduces_itself, 0, RING_HYPOTHESIS_COUNT);
    tcase_add_loop_test(tests, a_hypothesis_keeps_within_the_clamp, 0, RING_HYPOTHESIS_COUNT);
    tcase_add_loop_test(tests, a_hypothesis_stays_within_the_clamp, 0, RING_HYPOTHESIS_COUNT);
    tcase_add_loop_test(tests, folded_is_the_symmetric_v, 0, WIDTHS);
    tcase_add_test(tests, k_0_is_no_notch);
    tcase_add_test(tests, epoch_never_starves);
    tcase_add_test(tests, none_never_prefetches);
    tcase_add_test(tests, the_published_cases);
    tcase_add_test(tests, taken_live_the_collapse_heals_itself);
    tcase_add_loop_test(tests, a_position_is_the_nearest_lap, 0, WIDTHS);
    tcase_add_test(tests, positions_of_the_published_cases);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
