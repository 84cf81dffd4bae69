/* Decode rates against the published ones.  Source: E. Yoon, 2026-08-10; none of
 * these rows was used for calibration. */
#include <math.h>
#include <stdio.h>

#include "tests/check_main.h"
#include "tests/experiment/planning.h"

static const struct llm_split mlp = {"gate_proj,up_proj,down_proj", 4};
static const struct llm_split attention = {"q_proj,o_proj", 4};

static struct llm_rate rate_of(const char *name, const struct llm_split *splits, size_t count)
{
    struct diagnostics errors = {0};
    struct setup setup = m3_setup();
    struct shape_list list = {.count = 0};
    struct llm_rate rate;
    builtin_model(name, &list, &errors);
    llm_decode(&setup, &list, splits, count, &rate, &errors);
    no_diagnostics(&errors);
    shape_list_free(&list);
    printf("%s: %.3f tokens/s, %.2f GB/s\n", name, rate.tokens_per_s, rate.throughput_gbps);
    return rate;
}

static void expect_near(double value, double published, double tolerance)
{
    if (fabs(value / published - 1) > tolerance)
        ck_abort_msg("%g, published %g", value, published);
}

START_TEST(test_llama_1b)
{
    struct llm_rate whole = rate_of("llama-3.2-1b", NULL, 0);
    expect_near(whole.tokens_per_s, 10.0, 0.06);
    expect_near(whole.throughput_gbps, 24.7, 0.06);
    struct llm_rate split = rate_of("llama-3.2-1b", &mlp, 1);
    expect_near(split.tokens_per_s, 24.3, 0.08);
    expect_near(split.throughput_gbps, 60.0, 0.08);
    ck_assert_double_eq(whole.token_bytes, split.token_bytes);
}
END_TEST

/* The published split leaves q and o whole; all split is a prediction, about
 * 4.1.  The published GB/s counts the embedding, which is not streamed. */
START_TEST(test_qwen3_8b)
{
    const struct llm_split both[] = {mlp, attention};
    struct llm_rate whole = rate_of("qwen3-8b", NULL, 0);
    expect_near(whole.tokens_per_s, 1.36, 0.06);
    expect_near(rate_of("qwen3-8b", both, 1).tokens_per_s, 2.97, 0.08);
    expect_near(rate_of("qwen3-8b", both, 2).tokens_per_s, 4.1, 0.05);
    double embedding = 4096.0 * 151936 * 2;
    expect_near((whole.token_bytes + embedding) / whole.token_us / 1e3, 22.4, 0.06);
}
END_TEST

START_TEST(test_decoder_layers)
{
    struct shape_list list = {.count = 0};
    struct shape shape = fp16_shape(64, 64);
    ck_assert_int_eq(shape_list_decoder_layers(&list), 0);
    shape.count = 7;
    shape_list_add(&list, &shape);
    ck_assert_int_eq(shape_list_decoder_layers(&list), 7);
    snprintf(shape.name, sizeof shape.name, "o_proj");
    shape.count = 3;
    shape_list_add(&list, &shape);
    ck_assert_int_eq(shape_list_decoder_layers(&list), 3);
    list.decoder_layers = 5;
    ck_assert_int_eq(shape_list_decoder_layers(&list), 5);
    shape_list_free(&list);
}
END_TEST

START_TEST(test_a_layer_of_unknown_size_is_bad_input)
{
    struct diagnostics errors = {0};
    struct setup setup = m3_setup();
    struct shape_list list = {.count = 0};
    struct shape shape = fp16_shape(64, 64);
    struct llm_rate rate;
    shape.groups = 64;
    shape_list_add(&list, &shape);
    ck_assert(!llm_decode(&setup, &list, NULL, 0, &rate, &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    diagnostics_free(&errors);
    shape_list_free(&list);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("llm decode");
    TCase *tests = tcase_create("rates");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, test_llama_1b);
    tcase_add_test(tests, test_qwen3_8b);
    tcase_add_test(tests, test_decoder_layers);
    tcase_add_test(tests, test_a_layer_of_unknown_size_is_bad_input);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
