#include "sim/config/suggest.h"

#include <string.h>

#include "tests/check_main.h"

static const char *const words[] = {"ring", "dram", "kmem", "credit", "credit_return", "x"};
enum { WORDS = sizeof words / sizeof *words };

static const struct {
    const char *word, *nearest;
} slips[] = {
    {"ring", "ring"},
    {"rign", "ring"},  /* neighbours swapped */
    {"rin", "ring"},   /* one lost */
    {"rinng", "ring"}, /* one too many */
    {"rang", "ring"},  /* one replaced */
    {"Ring", "ring"},  /* case */
    {"gnir", NULL},    /* four steps */
    {"rg", NULL},      /* two steps, of a word of two */
    {"credits", "credit"},
    {"credti", "credit"},
    {"credit-return", "credit_return"},
    {"credit_retrun_", "credit_return"},
    {"y", NULL}, /* every letter wrong */
    {"xy", "x"},
    {"", NULL},
    {"hypothesis", NULL},
};

START_TEST(the_nearest_word_is_found)
{
    const char *nearest = suggest(slips[_i].word, words, WORDS);
    if (slips[_i].nearest)
        ck_assert_pstr_eq(nearest, slips[_i].nearest);
    else
        ck_assert_ptr_null(nearest);
}
END_TEST

START_TEST(the_first_of_equally_near_words_wins)
{
    static const char *const near[] = {"lap", "map", "tap"};
    ck_assert_str_eq(suggest("rap", near, 3), "lap");
    ck_assert_str_eq(suggest("tap", near, 3), "tap");
    ck_assert_ptr_null(suggest("rap", near, 0));
}
END_TEST

START_TEST(the_limit_is_one_and_a_quarter_of_the_length)
{
    static const char *const word[] = {"abcdefgh"};
    ck_assert_ptr_nonnull(suggest("abcdeXXX", word, 1)); /* 8 letters: 3 steps */
    ck_assert_ptr_null(suggest("abcdXXXX", word, 1));
    ck_assert_ptr_nonnull(suggest("abcdefg", word, 1)); /* 7 letters: 2 steps */
    ck_assert_ptr_nonnull(suggest("abcdefX", word, 1));
    ck_assert_ptr_null(suggest("abcdeXX", word, 1));
}
END_TEST

START_TEST(long_words_are_left_alone)
{
    char longest[65];
    char longer[66];
    memset(longest, 'a', 64);
    longest[64] = '\0';
    memset(longer, 'a', 65);
    longer[65] = '\0';
    const char *const candidates[] = {longer, longest};
    ck_assert_ptr_eq(suggest(longest, candidates, 2), longest);
    ck_assert_ptr_null(suggest(longer, candidates, 2));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("suggest");
    TCase *tests = tcase_create("suggest");
    tcase_add_loop_test(tests, the_nearest_word_is_found, 0, sizeof slips / sizeof *slips);
    tcase_add_test(tests, the_first_of_equally_near_words_wins);
    tcase_add_test(tests, the_limit_is_one_and_a_quarter_of_the_length);
    tcase_add_test(tests, long_words_are_left_alone);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
