/* Plans: candidates, prices, choices. */
#include <math.h>
#include <string.h>

#include "sim/experiment/llm_published.h"
#include "tests/check_main.h"
#include "tests/experiment/planning.h"

static const struct plan_candidate *find(const struct plan_layer *layer,
                                         enum plan_strategy strategy, int64_t parts)
{
    for (size_t i = 0; i < layer->candidate_count; i++)
        if (layer->candidates[i].strategy == strategy && layer->candidates[i].parts == parts)
            return &layer->candidates[i];
    ck_abort_msg("no such candidate");
    return NULL;
}

START_TEST(test_a_half_of_2_mib_is_hit_again)
{
    struct planning *planning = plan_shape(m3_setup(), fp16_shape(2048, 8192), &any_plan, true);
    const struct plan_layer *layer = &planning->report.layers[0];
    ck_assert_int_eq(plan_layer_notch(layer), PLAN_HIT);
    ck_assert_uint_eq(layer->candidate_count, 1 + 15 + 15 + 2);
    const struct plan_candidate *half = find(layer, PLAN_SPLIT_CIN, 2);
    ck_assert_int_eq(plan_candidate_worst(half)->notch, PLAN_HIT);
    ck_assert_int_eq(plan_candidate_worst(half)->position.k, 1);
    ck_assert(!half->asked);
    const struct plan_candidate *third = find(layer, PLAN_SPLIT_CIN, 3);
    ck_assert_uint_eq(third->size_count, 2);
    ck_assert_int_eq(third->sizes[0].channels, 683);
    ck_assert_int_eq(third->sizes[0].count, 2);
    ck_assert_int_eq(third->sizes[1].channels, 682);
    ck_assert(layer->best != 0);
    ck_assert_int_ne(plan_candidate_worst(&layer->candidates[layer->best])->notch, PLAN_HIT);
    plan_drop(planning);
}
END_TEST

/* The least that clears: 256 lines are 16 KiB per core, 16 channels of 512
 * kernels, or 4 kernels of 2048 channels. */
START_TEST(test_pads_are_the_least)
{
    struct planning *planning = plan_shape(m3_setup(), fp16_shape(2048, 8192), &any_plan, true);
    const struct plan_layer *layer = &planning->report.layers[0];
    ck_assert_int_eq(find(layer, PLAN_PAD_CIN, 1)->sizes[0].channels, 2048 + 16);
    ck_assert_int_eq(find(layer, PLAN_PAD_COUT, 1)->sizes[0].channels, 8192 + 4 * 16);
    plan_drop(planning);
    struct plan_options aligned = any_plan;
    aligned.align = 128;
    planning = plan_shape(m3_setup(), fp16_shape(2048, 8192), &aligned, true);
    layer = &planning->report.layers[0];
    ck_assert_int_eq(find(layer, PLAN_PAD_CIN, 1)->sizes[0].channels, 2048 + 128);
    ck_assert_int_eq(find(layer, PLAN_SPLIT_CIN, 3)->sizes[0].channels, 768);
    for (size_t i = 1; i < layer->candidate_count; i++)
        for (size_t j = 0; j < layer->candidates[i].size_count; j++)
            ck_assert_int_eq(layer->candidates[i].sizes[j].channels % 128, 0);
    plan_drop(planning);
}
END_TEST

START_TEST(test_prices_are_paid)
{
    const int64_t US = 1000000;
    struct setup setup = m3_setup();
    struct shape shape = fp16_shape(2048, 8192);
    struct plan_candidate candidate;
    char message[WORKLOAD_MESSAGE_BYTES];
    setup.price = (struct price_params){1 * US, 10 * US, 100 * US, 1000 * US, 10000 * US};
    plan_candidate_split(&candidate, &setup, &shape, PLAN_SPLIT_CIN, 5, 1, message);
    ck_assert_double_eq_tol(candidate.price_us, 5 * 1 + 4 * 10, 1e-9);
    ck_assert_int_eq(candidate.operations, 4 + 5 + 4); /* tasks, slices, adds */
    plan_candidate_split(&candidate, &setup, &shape, PLAN_SPLIT_COUT, 5, 1, message);
    ck_assert_double_eq_tol(candidate.price_us, 100, 1e-9);
    ck_assert_int_eq(candidate.operations, 4 + 1);
    ck_assert(plan_candidate_pad(&candidate, &setup, &shape, PLAN_PAD_CIN, 1));
    ck_assert_double_eq_tol(candidate.price_us, 1000, 1e-9);
    ck_assert(plan_candidate_pad(&candidate, &setup, &shape, PLAN_PAD_COUT, 1));
    ck_assert_double_eq_tol(candidate.price_us, 10000, 1e-9);
    ck_assert_int_eq(candidate.operations, 1);
    ck_assert_double_ge(candidate.closed_form_us, candidate.price_us);
}
END_TEST

START_TEST(test_prices_and_constraints_decide)
{
    const int64_t US = 1000000;
    struct shape shape = fp16_shape(2048, 4096);
    for (int only = PLAN_SPLIT_CIN; only < PLAN_STRATEGIES; only++) {
        struct plan_options options = any_plan;
        struct setup setup = m3_setup();
        setup.price = (struct price_params){0};
        for (int i = PLAN_SPLIT_CIN; i < PLAN_STRATEGIES; i++)
            options.forbidden[i] = i != only;
        struct planning *planning = plan_shape(setup, shape, &options, true);
        const struct plan_layer *layer = &planning->report.layers[0];
        ck_assert_int_eq(layer->candidates[layer->best].strategy, only);
        plan_drop(planning);
        /* Too dear: rather not. */
        setup.price = (struct price_params){900 * US, 900 * US, 900 * US, 900 * US, 900 * US};
        planning = plan_shape(setup, shape, &options, true);
        ck_assert_uint_eq(planning->report.layers[0].best, 0);
        plan_drop(planning);
    }
    struct plan_options few = any_plan;
    few.parts_max = 2;
    struct planning *planning = plan_shape(m3_setup(), fp16_shape(2048, 8192), &few, true);
    ck_assert_uint_eq(planning->report.layers[0].candidate_count, 1 + 1 + 1 + 2);
    plan_drop(planning);
}
END_TEST

START_TEST(test_no_plan_out_of_the_notch)
{
    struct plan_options all = any_plan;
    all.all_layers = true;
    static const int64_t cins[] = {2048 + 32, 2048 + 30, 1024}; /* clear, grazed, half */
    for (size_t i = 0; i < 3; i++) {
        struct planning *planning =
            plan_shape(m3_setup(), fp16_shape(cins[i], 4096), &any_plan, true);
        ck_assert_uint_eq(planning->report.layers[0].candidate_count, 1);
        ck_assert_uint_eq(planning->report.layers[0].best, 0);
        double cost_us = planning->report.layers[0].cost_us;
        ck_assert(i == 1 ? cost_us > 0 && cost_us < 20 : cost_us == 0);
        plan_drop(planning);
        planning = plan_shape(m3_setup(), fp16_shape(cins[i], 4096), &all, true);
        ck_assert_uint_gt(planning->report.layers[0].candidate_count, 30);
        plan_drop(planning);
    }
}
END_TEST

START_TEST(test_no_cure_is_no_plan)
{
    struct setup setup = m3_setup();
    setup.chip.core.ring.hypothesis = RING_none;
    struct planning *planning = plan_shape(setup, fp16_shape(2048, 4096), &any_plan, true);
    ck_assert_uint_eq(planning->report.layers[0].best, 0);
    plan_drop(planning);
    setup.chip.core.ring.hypothesis = RING_epoch;
    planning = plan_shape(setup, fp16_shape(2048, 4096), &any_plan, true);
    ck_assert_int_eq(plan_layer_notch(&planning->report.layers[0]), PLAN_CLEAR);
    plan_drop(planning);
}
END_TEST

START_TEST(test_unknown_layers_are_left_out)
{
    struct planning planning = {.setup = m3_setup()};
    struct shape shape = fp16_shape(2048, 4096);
    shape_list_add(&planning.list, &shape);
    shape.groups = 2;
    shape_list_add(&planning.list, &shape);
    planning_run(&planning, &any_plan, true);
    ck_assert_uint_eq(planning.report.unknown_count, 1);
    ck_assert(!planning.report.layers[1].known);
    ck_assert_ptr_nonnull(strstr(planning.report.layers[1].message, "grouped"));
    ck_assert_double_eq_tol(planning.report.rates[PLAN_ARM_WHOLE].token_bytes, 16 * 1048576, 0.5);
    planning_free(&planning);
}
END_TEST

/* Exactly the published seven, at x = 0, and the harmless eighth. */
START_TEST(test_the_models_that_are_hit)
{
    static const char *const hit[] = {"llama-3.2-1b",  "llama-3.1-8b",  "deepseek-r1-8b",
                                      "deephermes-3b", "deephermes-8b", "qwen3-8b",
                                      "gemma-3-4b-qat"};
    struct diagnostics errors = {0};
    struct setup setup = m3_setup();
    struct builtin_models models = {0};
    builtin_models_read(&models, &errors);
    no_diagnostics(&errors);
    ck_assert_uint_eq(models.count, 15);
    for (size_t i = 0; i < models.count; i++) {
        struct shape_list list = {.count = 0};
        builtin_model_shapes(&models.items[i], 0, &list);
        bool listed = false;
        for (size_t j = 0; j < sizeof hit / sizeof hit[0]; j++)
            listed |= strcmp(hit[j], models.items[i].name) == 0;
        if ((llm_layers_in_notch(&setup, &list, PLAN_HIT) > 0) != listed)
            ck_abort_msg("%s", models.items[i].name);
        for (size_t j = 0; j < list.count; j++) {
            struct plan_part part = part_of(&setup, &list.items[j]);
            ck_assert(part.notch != PLAN_HIT || part.position.x == 0);
            if (part.notch != PLAN_GRAZED)
                continue;
            ck_assert_str_eq(models.items[i].name, "qwen2.5-0.5b");
            ck_assert_str_eq(list.items[j].name, "lm_head_shard");
            ck_assert_int_eq(part.credit_lines, 248);
        }
        shape_list_free(&list);
    }
    builtin_models_free(&models);
}
END_TEST

/* Of a model only the layers that are hit. */
static struct planning *plan_hit_layers(const char *name, bool closed_form)
{
    struct diagnostics errors = {0};
    struct planning *planning = calloc(1, sizeof *planning);
    struct shape_list *list = &planning->list;
    planning->setup = m3_setup();
    builtin_model(name, list, &errors);
    no_diagnostics(&errors);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (part_of(&planning->setup, &list->items[i]).notch == PLAN_HIT)
            list->items[kept++] = list->items[i];
    list->count = kept;
    planning_run(planning, &any_plan, closed_form);
    return planning;
}

/* Parts and half MiB per core, as published; the planner is never slower. */
static void compare(const char *name, const char *layer_name, int64_t parts, int64_t half_mib,
                    bool closed_form)
{
    struct planning *planning = plan_hit_layers(name, closed_form);
    bool found = false;
    for (size_t i = 0; i < planning->report.layer_count; i++) {
        const struct plan_layer *layer = &planning->report.layers[i];
        const struct plan_candidate *split = &layer->candidates[layer->published];
        ck_assert(layer->published > 0 && split->published && split->asked);
        ck_assert_int_ne(plan_candidate_worst(split)->notch, PLAN_HIT);
        ck_assert_double_le(layer->candidates[layer->best].time_us, split->time_us);
        ck_assert_double_le(split->time_us, layer->candidates[0].time_us / 2);
        if (strcmp(layer->shape->name, layer_name) != 0)
            continue;
        found = true;
        ck_assert_int_eq(split->parts, parts);
        ck_assert_uint_eq(split->size_count, 1);
        ck_assert_int_eq(split->sizes[0].part.bytes_per_core, half_mib << 19);
    }
    ck_assert(found);
    plan_drop(planning);
}

START_TEST(test_published_splits)
{
    compare("llama-3.2-1b", "up_proj", 4, 1, true);
    compare("llama-3.1-8b", "q_proj", 4, 1, true);
    compare("llama-3.1-8b", "down_proj", 2, 7, true);
    compare("deepseek-r1-8b", "o_proj", 4, 1, true);
    compare("deephermes-8b", "gate_proj", 2, 7, true);
    compare("deephermes-3b", "gate_proj", 2, 3, true);
    compare("qwen3-8b", "q_proj", 4, 1, true);
    compare("qwen3-8b", "gate_proj", 4, 3, true);
    compare("gemma-3-4b-qat", "lm_head_shard", 2, 5, true);
    ck_assert_int_eq(llm_published_parts("Llama 3.2 1B", "q_proj"), 1);
    ck_assert_int_eq(llm_published_parts("Qwen3 0.6B", "gate_proj"), 1);
}
END_TEST

START_TEST(test_published_splits_simulated)
{
    compare("llama-3.2-1b", "up_proj", 4, 1, false);
    compare("deephermes-3b", "down_proj", 2, 3, false);
    compare("gemma-3-4b-qat", "lm_head_shard", 2, 5, false);
}
END_TEST

START_TEST(test_the_same_whatever_the_threads)
{
    struct planning planning[2] = {{.setup = m3_setup()}, {.setup = m3_setup()}};
    struct diagnostics errors = {0};
    for (unsigned i = 0; i < 2; i++) {
        struct shape shape = fp16_shape(2048, 4096);
        shape_list_add(&planning[i].list, &shape);
        planning[i].times = (struct plan_times){.setup = &planning[i].setup, .threads = 1 + 2 * i};
        plan_begin(&planning[i].report, &planning[i].list, &any_plan, &planning[i].times, &errors);
        plan_times_run(&planning[i].times, &errors);
        plan_finish(&planning[i].report, &planning[i].times);
    }
    no_diagnostics(&errors);
    ck_assert_uint_eq(planning[0].report.layers[0].best, planning[1].report.layers[0].best);
    ck_assert_double_eq(planning[0].report.rates[PLAN_ARM_PLANNED].token_us,
                        planning[1].report.rates[PLAN_ARM_PLANNED].token_us);
    planning_free(&planning[0]);
    planning_free(&planning[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plan");
    TCase *tests = tcase_create("plan");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, test_a_half_of_2_mib_is_hit_again);
    tcase_add_test(tests, test_pads_are_the_least);
    tcase_add_test(tests, test_prices_are_paid);
    tcase_add_test(tests, test_prices_and_constraints_decide);
    tcase_add_test(tests, test_no_plan_out_of_the_notch);
    tcase_add_test(tests, test_no_cure_is_no_plan);
    tcase_add_test(tests, test_unknown_layers_are_left_out);
    tcase_add_test(tests, test_the_models_that_are_hit);
    tcase_add_test(tests, test_published_splits);
    tcase_add_test(tests, test_published_splits_simulated);
    tcase_add_test(tests, test_the_same_whatever_the_threads);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
