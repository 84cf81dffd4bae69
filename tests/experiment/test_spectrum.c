#include "sim/experiment/spectrum.h"

#include <math.h>

#include "sim/experiment/regression.h"
#include "tests/check_main.h"

enum { COUNT = 1009 };
static const double pi = 3.14159265358979;

START_TEST(a_line_is_found_exactly)
{
    const double x[] = {0, 1, 2, 5};
    const double y[] = {1, 3, 5, 11};
    struct regression line = regress(x, y, 4);
    ck_assert_double_eq_tol(line.slope, 2, 1e-12);
    ck_assert_double_eq_tol(line.intercept, 1, 1e-12);
    ck_assert_double_eq_tol(line.r2, 1, 1e-12);
}
END_TEST

START_TEST(r2_is_the_share_explained)
{
    const double x[] = {-1, 0, 1};
    const double bent[] = {1, 0, 1};
    const double flat[] = {4, 4, 4};
    ck_assert_double_eq_tol(regress(x, bent, 3).r2, 0, 1e-12);
    ck_assert_double_eq_tol(regress(x, flat, 3).r2, 1, 1e-12);
    ck_assert_double_eq_tol(regress(x, flat, 3).intercept, 4, 1e-12);
}
END_TEST

START_TEST(the_median_is_in_the_middle)
{
    double odd[] = {9, 1, 5};
    double even[] = {9, 1, 5, 4};
    double one[] = {7};
    ck_assert_double_eq(median_of(odd, 3), 5);
    ck_assert_double_eq(median_of(even, 4), 4.5);
    ck_assert_double_eq(median_of(one, 1), 7);
}
END_TEST

START_TEST(a_wave_on_a_slope_is_found)
{
    double values[COUNT];
    struct spectrum_peak peak;
    for (int i = 0; i < COUNT; i++)
        values[i] = 100 + 0.5 * i + 3 * sin(2 * pi * i / 77.0);
    ck_assert(spectrum_dominant(values, COUNT, 16, &peak));
    ck_assert_double_eq_tol(peak.wavelength, 16 * 77, 0.01 * 16 * 77);
    ck_assert_double_gt(peak.times_mean, 10);
}
END_TEST

/* Narrow dips have harmonics as strong as themselves. */
START_TEST(of_a_comb_the_fundamental_is_found)
{
    static const int periods[] = {64, 100, 128, 200};
    for (size_t p = 0; p < sizeof periods / sizeof periods[0]; p++) {
        double values[COUNT];
        struct spectrum_peak peak;
        for (int i = 0; i < COUNT; i++)
            values[i] = (i + 20) % periods[p] == 0 ? 17 : 60;
        ck_assert(spectrum_dominant(values, COUNT, 1, &peak));
        ck_assert_double_eq_tol(peak.wavelength, periods[p], 0.01 * periods[p]);
    }
}
END_TEST

START_TEST(a_short_series_will_do)
{
    double values[4] = {1, 2, 1, 2};
    struct spectrum_peak peak;
    ck_assert(spectrum_dominant(values, 4, 1, &peak));
    ck_assert_double_gt(peak.wavelength, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spectrum");
    TCase *tests = tcase_create("spectrum");
    tcase_add_test(tests, a_line_is_found_exactly);
    tcase_add_test(tests, r2_is_the_share_explained);
    tcase_add_test(tests, the_median_is_in_the_middle);
    tcase_add_test(tests, a_wave_on_a_slope_is_found);
    tcase_add_test(tests, of_a_comb_the_fundamental_is_found);
    tcase_add_test(tests, a_short_series_will_do);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
