#include "sim/config/csv.h"
#include "sim/workload/builtin.h"
#include "tests/check_main.h"
#include "tests/workload/import_files.h"

static struct diagnostics errors;

/* tests/data/import/anemll_projections.csv, published facts worked out apart
 * from this program. */
enum { MODEL, PROJECTION, CIN, COUT, COUNT, BYTES, K, X, IN_NOTCH, COLUMNS };
static const struct csv_column columns[COLUMNS] = {
    {"model", true}, {"projection", true}, {"cin", true},
    {"cout", true},  {"count", true},      {"bytes_per_core", true},
    {"k", true},     {"x_lines", true},    {"in_notch", true},
};

static int64_t number(const struct csv *csv, size_t row, size_t column)
{
    int64_t value = 0;
    ck_assert(csv_count(csv, row, column, 0, INT64_C(1) << 40, &value, &errors));
    return value;
}

START_TEST(shapes_are_those_of_the_evidence)
{
    struct csv csv;
    ck_assert(
        csv_read(&csv, "tests/data/import/anemll_projections.csv", columns, COLUMNS, &errors));
    ck_assert_uint_eq(csv.row_count, 15 * 8);
    for (size_t row = 0; row < csv.row_count; row += 8) {
        struct shape_list list = {0};
        ck_assert(builtin_model(csv_text(&csv, row, MODEL), &list, &errors));
        ck_assert_str_eq(list.title, csv_text(&csv, row, MODEL));
        ck_assert_uint_eq(list.count, 8);
        for (size_t i = 0; i < 8; i++) {
            const struct shape *shape = &list.items[i];
            ck_assert_str_eq(shape->name, csv_text(&csv, row + i, PROJECTION));
            ck_assert_int_eq(shape->cin, number(&csv, row + i, CIN));
            ck_assert_int_eq(shape->cout, number(&csv, row + i, COUT));
            ck_assert_int_eq(shape->count, number(&csv, row + i, COUNT));
            ck_assert_int_eq(shape->kernel, 1);
            ck_assert_int_eq(shape->groups, 1);
            ck_assert_str_eq(shape->note, "");
            int64_t kernels = (shape->cout + 15) / 16;
            ck_assert_int_eq(kernels * shape->cin * shape->bits / 8, number(&csv, row + i, BYTES));
        }
        shape_list_free(&list);
    }
    csv_free(&csv);
}
END_TEST

/* Matrices and embedding add up to the parameters in the list. */
START_TEST(parameters_add_up)
{
    struct builtin_models models = {0};
    ck_assert(builtin_models_read(&models, &errors));
    ck_assert_uint_eq(models.count, 15);
    for (size_t m = 0; m < models.count; m++) {
        const struct builtin_model *model = &models.items[m];
        const struct decoder *decoder = &model->decoder;
        struct shape_list list = {0};
        int64_t sum = model->tied ? 0 : decoder->vocab * decoder->hidden;
        ck_assert(builtin_model_shapes(model, 0, &list));
        for (size_t i = 0; i < list.count; i++)
            sum += list.items[i].cin * list.items[i].cout * list.items[i].count;
        shape_list_free(&list);
        ck_assert_msg(sum == model->parameters, "%s: %" PRId64, model->name, sum);
    }
    builtin_models_free(&models);
}
END_TEST

START_TEST(names_and_titles_are_found)
{
    struct builtin_models models = {0};
    ck_assert(builtin_models_read(&models, &errors));
    for (size_t i = 0; i < models.count; i++) {
        ck_assert_ptr_eq(builtin_models_find(&models, models.items[i].name, &errors),
                         &models.items[i]);
        ck_assert_ptr_eq(builtin_models_find(&models, models.items[i].title, &errors),
                         &models.items[i]);
    }
    expect_messages(&errors, "");
    ck_assert_ptr_null(builtin_models_find(&models, "lama-3.2-1b", NULL));
    ck_assert_ptr_null(builtin_models_find(&models, "lama-3.2-1b", &errors));
    expect_messages(&errors, "anesim: 'lama-3.2-1b' is no file and no built-in model; did you mean "
                             "'llama-3.2-1b'?\n");
    ck_assert_ptr_null(builtin_models_find(&models, "", &errors));
    expect_messages(&errors, "anesim: '' is no file and no built-in model\n");
    builtin_models_free(&models);
}
END_TEST

START_TEST(what_is_not_verified_says_so)
{
    struct shape_list list = {0};
    ck_assert(builtin_model("deephermes-3b", &list, &errors));
    ck_assert(assumes(&list, "not verified"));
    shape_list_free(&list);
    ck_assert(builtin_model("llama-3.2-1b", &list, &errors));
    ck_assert(!assumes(&list, "not verified"));
    ck_assert(assumes(&list, "8 slices"));
    shape_list_free(&list);
}
END_TEST

/* A file of its own in ./llm goes before the project's. */
START_TEST(mistakes_in_the_list_have_a_line)
{
    enter_folder();
    ck_assert_int_eq(mkdir("llm", 0700), 0);
    write_file("llm/models.csv", "name,title,hidden,intermediate,layers,heads,kv_heads,head_dim,"
                                 "vocab,tied,head_shards,parameters,verified,source\n"
                                 "a,A,0,1,1,1,1,1,1,maybe,1,1,yes,s\n");
    struct shape_list list = {0};
    ck_assert(!builtin_model("a", &list, &errors));
    expect_messages(&errors,
                    "anesim: llm/models.csv:2: hidden is '0'; whole numbers from 1 to 1048576 are "
                    "possible\n"
                    "anesim: llm/models.csv:2: unknown tied 'maybe'\n");
    write_file("llm/models.csv", "");
    ck_assert(!builtin_model("a", &list, &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    diagnostics_free(&errors);
    ck_assert_int_eq(unlink("llm/models.csv"), 0);
    ck_assert(!builtin_model("a", &list, &errors));
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    diagnostics_free(&errors);
    shape_list_free(&list);
    leave_folder();
}
END_TEST

static struct shape_list with_head(int64_t cout)
{
    struct shape_list list = {0};
    struct shape head = {.name = "lm_head", .cin = 8, .kernel = 1, .bits = 16, .groups = 1};
    struct shape last = {.name = "last"};
    head.cout = cout;
    head.count = 3;
    ck_assert(shape_list_add(&list, &head));
    ck_assert(shape_list_add(&list, &last));
    return list;
}

START_TEST(a_head_is_cut_into_near_equal_slices)
{
    for (int64_t cout = 1; cout <= 40; cout++) {
        for (int64_t slices = 1; slices <= 41; slices++) {
            bool found;
            struct shape_list list = with_head(cout);
            ck_assert(decoder_split_head(&list, slices, &found));
            int64_t sum = 0, count = 0;
            for (size_t i = 0; i + 1 < list.count; i++) {
                sum += list.items[i].cout * list.items[i].count;
                count += list.items[i].count;
                if (i > 0 && list.items[i].cout != list.items[i - 1].cout - 1)
                    ck_abort_msg("slices of %" PRId64, list.items[i].cout);
            }
            if (!found || sum != 3 * cout || count != 3 * (slices <= cout ? slices : 1) ||
                strcmp(list.items[list.count - 1].name, "last") != 0)
                ck_abort_msg("%" PRId64 " in %" PRId64 " slices", cout, slices);
            shape_list_free(&list);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("builtin");
    TCase *tests = tcase_create("models");
    tcase_add_test(tests, shapes_are_those_of_the_evidence);
    tcase_add_test(tests, parameters_add_up);
    tcase_add_test(tests, names_and_titles_are_found);
    tcase_add_test(tests, what_is_not_verified_says_so);
    tcase_add_test(tests, mistakes_in_the_list_have_a_line);
    tcase_add_test(tests, a_head_is_cut_into_near_equal_slices);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
