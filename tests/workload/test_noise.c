#include "sim/workload/noise.h"

#include <math.h>

#include "sim/kernel/time.h"
#include "tests/check_main.h"

static const struct noise_params none = {.seed = 1, .drift_half_ps = PS_PER_US};
static const struct noise_params some = {
    .seed = 1,
    .jitter_ps = 4 * PS_PER_US,
    .drift_ppm = 30000,
    .drift_half_ps = INT64_C(1000) * PS_PER_US,
    .sample_gap_ps = INT64_C(10) * PS_PER_US,
};

START_TEST(without_noise_a_sample_is_the_time)
{
    struct noise noise;
    noise_begin(&noise, &none, 1);
    for (int i = 0; i < 100; i++)
        ck_assert_double_eq(noise_sample(&noise, 123.5), 123.5);
}
END_TEST

START_TEST(jitter_has_its_deviation_and_no_bias)
{
    enum { SAMPLES = 20000 };
    struct noise_params params = none;
    struct noise noise;
    double sum = 0, squares = 0;
    params.jitter_ps = 4 * PS_PER_US;
    noise_begin(&noise, &params, 1);
    for (int i = 0; i < SAMPLES; i++) {
        double error = noise_sample(&noise, 100) - 100;
        sum += error;
        squares += error * error;
    }
    ck_assert_double_eq_tol(sum / SAMPLES, 0, 0.1);
    ck_assert_double_eq_tol(sqrt(squares / SAMPLES), 4, 0.1);
}
END_TEST

START_TEST(drift_rises_to_half_in_its_time)
{
    struct noise_params params = some;
    struct noise noise;
    double last = 0;
    params.jitter_ps = 0;
    noise_begin(&noise, &params, 1);
    for (int i = 0; i <= 100; i++) {
        double sample = noise_sample(&noise, 1000);
        ck_assert(i == 0 || sample > last);
        last = sample;
        if (i == 0)
            ck_assert_double_eq(sample, 1000);
    }
    ck_assert_double_eq_tol(last, 1000 * 1.015, 1e-6);
}
END_TEST

START_TEST(a_seed_and_a_stream_make_a_series)
{
    struct noise a, b, other_stream, other_seed;
    struct noise_params params = some;
    noise_begin(&a, &some, 1);
    noise_begin(&b, &some, 1);
    noise_begin(&other_stream, &some, 2);
    params.seed = 2;
    noise_begin(&other_seed, &params, 1);
    double first = noise_sample(&a, 50);
    ck_assert_double_eq(noise_sample(&b, 50), first);
    ck_assert_double_ne(noise_sample(&other_stream, 50), first);
    ck_assert_double_ne(noise_sample(&other_seed, 50), first);
}
END_TEST

START_TEST(no_sample_is_negative)
{
    struct noise noise;
    noise_begin(&noise, &some, 1);
    for (int i = 0; i < 1000; i++)
        ck_assert_double_ge(noise_sample(&noise, 0), 0);
}
END_TEST

START_TEST(a_sample_by_its_number_needs_no_others)
{
    enum { SAMPLES = 20000 };
    struct noise_params params = some;
    double sum = 0, squares = 0;
    ck_assert_double_eq(noise_sample_at(&none, 5, 123.5), 123.5);
    ck_assert_double_eq(noise_sample_at(&some, 5, 50), noise_sample_at(&some, 5, 50));
    ck_assert_double_ne(noise_sample_at(&some, 5, 50), noise_sample_at(&some, 6, 50));
    params.seed = 2;
    ck_assert_double_ne(noise_sample_at(&params, 5, 50), noise_sample_at(&some, 5, 50));
    params = none;
    params.jitter_ps = 4 * PS_PER_US;
    for (int i = 0; i < SAMPLES; i++) {
        double error = noise_sample_at(&params, i, 100) - 100;
        sum += error;
        squares += error * error;
    }
    ck_assert_double_eq_tol(sum / SAMPLES, 0, 0.1);
    ck_assert_double_eq_tol(sqrt(squares / SAMPLES), 4, 0.1);
}
END_TEST

START_TEST(a_sample_by_its_number_drifts_like_a_series)
{
    struct noise_params params = some;
    struct noise noise;
    params.jitter_ps = 0;
    noise_begin(&noise, &params, 1);
    for (int i = 0; i <= 100; i++)
        ck_assert_double_eq(noise_sample_at(&params, i, 1000), noise_sample(&noise, 1000));
}
END_TEST

START_TEST(a_sample_by_its_number_takes_some_time)
{
    for (int i = 0; i < 1000; i++)
        ck_assert_double_gt(noise_sample_at(&some, i, 0), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("noise");
    TCase *tests = tcase_create("noise");
    tcase_add_test(tests, without_noise_a_sample_is_the_time);
    tcase_add_test(tests, jitter_has_its_deviation_and_no_bias);
    tcase_add_test(tests, drift_rises_to_half_in_its_time);
    tcase_add_test(tests, a_seed_and_a_stream_make_a_series);
    tcase_add_test(tests, no_sample_is_negative);
    tcase_add_test(tests, a_sample_by_its_number_needs_no_others);
    tcase_add_test(tests, a_sample_by_its_number_drifts_like_a_series);
    tcase_add_test(tests, a_sample_by_its_number_takes_some_time);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
