#include "sim/kernel/random.h"

#include <inttypes.h>
#include <stdbool.h>

#include "tests/check_main.h"

/* The authors' splitmix64 for the seed 1234567, as published in many places. */
START_TEST(seeding_is_splitmix64)
{
    static const uint64_t published[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431)};
    struct random random;
    random_seed(&random, 1234567);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(random.state[i], published[i]);
}
END_TEST

/* xoshiro256** from the state 1, 2, 3, 4: the vector other libraries test with. */
START_TEST(the_generator_is_xoshiro256_star_star)
{
    static const uint64_t published[] = {UINT64_C(11520),
                                         UINT64_C(0),
                                         UINT64_C(1509978240),
                                         UINT64_C(1215971899390074240),
                                         UINT64_C(1216172134540287360),
                                         UINT64_C(607988272756665600),
                                         UINT64_C(16172922978634559625),
                                         UINT64_C(8476171486693032832),
                                         UINT64_C(10595114339597558777),
                                         UINT64_C(2904607092377533576)};
    struct random random = {.state = {1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++)
        ck_assert_uint_eq(random_next(&random), published[i]);
}
END_TEST

/* Both together, worked out with integers of any size from the papers' text. */
START_TEST(a_seed_gives_its_sequence)
{
    static const struct {
        uint64_t seed, first[4], thousandth;
    } golden[] = {
        {0,
         {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c},
         0x7aac8c483a2edd2f},
        {1,
         {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514, 0x642e1c7bc266a3a7},
         0xb8517c33c344d153},
        {42,
         {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1, 0xecb8ad4703b360a1},
         0x8de5848c61ab8968},
        {UINT64_MAX,
         {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f},
         0xc3c93ea5cde434cc},
    };
    for (size_t g = 0; g < sizeof golden / sizeof golden[0]; g++) {
        struct random random;
        random_seed(&random, golden[g].seed);
        for (int i = 0; i < 4; i++)
            ck_assert_uint_eq(random_next(&random), golden[g].first[i]);
        for (int i = 4; i < 999; i++)
            random_next(&random);
        ck_assert_uint_eq(random_next(&random), golden[g].thousandth);
    }
}
END_TEST

START_TEST(below_stays_below_and_reaches_all)
{
    struct random random;
    random_seed(&random, 7);
    for (uint64_t bound = 1; bound <= 70; bound++) {
        bool seen[70] = {false};
        for (int i = 0; i < 2000; i++) {
            uint64_t value = random_below(&random, bound);
            if (value >= bound)
                ck_abort_msg("%" PRIu64 " is not below %" PRIu64, value, bound);
            seen[value] = true;
        }
        for (uint64_t value = 0; value < bound; value++) {
            if (!seen[value])
                ck_abort_msg("%" PRIu64 " of %" PRIu64 " never came", value, bound);
        }
    }
}
END_TEST

/* Three quarters of 2^64: bits modulo the bound would make the lowest third
 * come half of the time. */
START_TEST(below_is_without_bias)
{
    enum { DRAWS = 60000 };
    struct random random;
    uint64_t bound = UINT64_C(3) << 62;
    int thirds[3] = {0};
    random_seed(&random, 8);
    for (int i = 0; i < DRAWS; i++)
        thirds[random_below(&random, bound) >> 62]++;
    for (int i = 0; i < 3; i++) {
        ck_assert_int_gt(thirds[i], DRAWS / 3 - 600); /* five standard deviations */
        ck_assert_int_lt(thirds[i], DRAWS / 3 + 600);
    }
}
END_TEST

START_TEST(below_copes_with_the_ends)
{
    struct random random;
    random_seed(&random, 9);
    for (int i = 0; i < 100; i++) {
        ck_assert_uint_eq(random_below(&random, 1), 0);
        ck_assert_uint_lt(random_below(&random, UINT64_MAX), UINT64_MAX);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random");
    TCase *tests = tcase_create("random");
    tcase_add_test(tests, seeding_is_splitmix64);
    tcase_add_test(tests, the_generator_is_xoshiro256_star_star);
    tcase_add_test(tests, a_seed_gives_its_sequence);
    tcase_add_test(tests, below_stays_below_and_reaches_all);
    tcase_add_test(tests, below_is_without_bias);
    tcase_add_test(tests, below_copes_with_the_ends);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
