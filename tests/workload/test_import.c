/* What is common to the formats: finding them, and the options. */
#include "tests/check_main.h"
#include "tests/workload/import_files.h"

static const char table[] = "name,cin,cout,kernel,bits,groups,count\n"
                            "q_proj,8,8,1,16,1,2\nk_proj,8,4,1,16,1,2\nv_proj,8,4,1,16,1,2\n"
                            "gate_proj,8,32,1,16,1,2\nup_proj,8,32,1,16,1,2\n"
                            "lm_head,8,10,1,16,1,1\n";

static const char *write_table(const char *text)
{
    write_file(in_folder("shapes.csv"), text);
    return in_folder("shapes.csv");
}

START_TEST(one_model_gives_one_list)
{
    static const char *const paths[] = {
        "tests/data/import/tiny/config.json",
        "tests/data/import/tiny/model.safetensors",
        "tests/data/import/tiny-sharded/model.safetensors.index.json",
        "tests/data/import/tiny.gguf",
        "tests/data/import/tiny.mlmodelc/model.mil",
    };
    struct import_options options = {.head_split = 5, .fuse_qkv = true, .fuse_gate_up = true};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        expect_layers(paths[i], NULL, tiny_layers, NULL);
        expect_layers(
            paths[i], &options,
            "qkv_proj 16 32 1 16 1 2\no_proj 16 16 1 16 1 2\ngate_up_proj 16 64 1 16 1 2\n"
            "down_proj 32 16 1 16 1 2\nlm_head_shard 16 5 1 16 1 4\n"
            "lm_head_shard 16 4 1 16 1 1\n",
            NULL);
    }
}
END_TEST

START_TEST(built_in_models_have_names)
{
    struct import_options options = {.only = "lm_head*"};
    expect_layers("llama-3.2-1b", &options, "lm_head_shard 2048 16032 1 16 1 8\n",
                  "as ANEMLL does");
    options.head_split = 1;
    expect_layers("llama-3.2-1b", &options, "lm_head 2048 128256 1 16 1 1\n", NULL);
    options.head_split = 16;
    expect_layers("Llama 3.2 1B", &options, "lm_head_shard 2048 8016 1 16 1 16\n", NULL);
    options.head_split = 200000;
    expect_refused("llama-3.2-1b", &options, "the vocabulary has only 128256 entries");
    expect_refused("lama-3.2-1b", NULL, "did you mean 'llama-3.2-1b'?");
    expect_refused("no/such/file", NULL, "no/such/file: cannot open: No such file");
}
END_TEST

START_TEST(a_format_is_told_by_content)
{
    static const char *const refused[] = {"",        "hello\n", "GGU",      "PK\3\4zip",
                                          "[1,2]\n", "\0\0",    "# only\n", "a,b,c\n"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        write_file(in_folder("config.json"), refused[i]);
        expect_refused(in_folder("config.json"), NULL,
                       i == 0 || i == 5 ? "the file is empty" : "this is no GGUF, safetensors");
    }
    write_file(in_folder("a.gguf"), table);
    struct import_options options = {.only = "lm_head"};
    expect_layers(in_folder("a.gguf"), &options, "lm_head 8 10 1 16 1 1\n", NULL);
    write_file(in_folder("a.gguf"), "\xEF\xBB\xBFname,cin,cout\na,1,1\n");
    expect_layers(in_folder("a.gguf"), NULL, "a 1 1 1 16 1 1\n", NULL);
    options = (struct import_options){.format = "gguf"};
    expect_refused(in_folder("a.gguf"), &options, "byte 0: no GGUF file");
    options.format = "safetensors";
    expect_refused(in_folder("a.gguf"), &options, "byte 0: a header of");
    options.format = "mil";
    expect_refused(in_folder("a.gguf"), &options, ":1: column 1: 'program' is needed");
    options.format = "config";
    write_file(in_folder("a.gguf"), table);
    expect_refused(in_folder("a.gguf"), &options, ":1: column 4: '[' or '{' expected");
    options.format = "guff";
    expect_refused(in_folder("a.gguf"), &options, "did you mean 'gguf'?");
}
END_TEST

START_TEST(every_format_is_listed)
{
    size_t count = 0;
    while (import_format(count)) {
        ck_assert_ptr_nonnull(import_format(count)->name);
        ck_assert_ptr_nonnull(import_format(count)->help);
        count++;
    }
    ck_assert_uint_eq(count, 5);
}
END_TEST

START_TEST(folders_hold_models)
{
    expect_layers("tests/data/import/tiny", NULL, tiny_layers, "config.json was read");
    expect_layers("tests/data/import/tiny/", NULL, tiny_layers, NULL);
    expect_refused(import_folder, NULL, "a folder without model.mil");
}
END_TEST

static void expect_title(const char *path, const char *title)
{
    struct shape_list list = {0};
    struct diagnostics errors = {0};
    struct import_options options = {0};
    ck_assert(import_shapes(path, &options, &list, &errors));
    ck_assert_str_eq(list.title, title);
    shape_list_free(&list);
}

START_TEST(models_have_titles)
{
    expect_title("qwen3-8b", "Qwen3 8B");
    expect_title("tests/data/import/tiny/config.json", "tiny");
    expect_title("tests/data/import/tiny", "tiny");
    expect_title("tests/data/import/tiny.mlmodelc", "tiny");
    expect_title("tests/data/import/tiny.gguf", "Tiny Llama");
    expect_title(write_table(table), "shapes");
    write_file(in_folder("config.json"),
               "{\"_name_or_path\":\"owner/Model\",\"hidden_size\":8,\"intermediate_size\":16,"
               "\"num_attention_heads\":2,\"num_hidden_layers\":3,\"vocab_size\":32}");
    expect_title(in_folder("config.json"), "owner/Model");
}
END_TEST

static void with_input(const char *path)
{
    ck_assert_ptr_nonnull(freopen(path, "rb", stdin));
}

START_TEST(text_is_read_from_standard_input)
{
    with_input("tests/data/import/tiny/config.json");
    expect_layers("-", NULL, tiny_layers, NULL);
    with_input("tests/data/import/tiny.mlmodelc/model.mil");
    expect_layers("-", NULL, tiny_layers, NULL);
    with_input(write_table(table));
    struct import_options options = {.only = "lm_head"};
    expect_layers("-", &options, "lm_head 8 10 1 16 1 1\n", NULL);
    with_input("tests/data/import/tiny.gguf");
    expect_refused("-", NULL, "standard input: a GGUF file cannot be read from a pipe");
    with_input("tests/data/import/tiny/model.safetensors");
    expect_refused("-", NULL, "a safetensors file cannot be read from a pipe");
    with_input("tests/data/import/tiny-sharded/model.safetensors.index.json");
    expect_refused("-", NULL, "an index cannot be read from a pipe");
    with_input("/dev/null");
    expect_refused("-", NULL, "the file is empty");
}
END_TEST

START_TEST(devices_do_no_harm)
{
    expect_refused("/dev/null", NULL, "the file is empty");
    expect_refused("/dev/zero", NULL, "this is no GGUF");
    struct import_options options = {.format = "csv"};
    expect_refused("/dev/zero", &options, "too large");
    options.format = "gguf";
    expect_refused("/dev/zero", &options, "from a pipe");
}
END_TEST

START_TEST(bits_can_be_given)
{
    struct import_options options = {.bits = 4, .only = "q_proj,lm_head"};
    expect_layers(write_table(table), &options, "q_proj 8 8 1 4 1 2\nlm_head 8 10 1 4 1 1\n", NULL);
    options.bits = 65;
    expect_refused(in_folder("shapes.csv"), &options, "bits is 65; 1 to 64 are possible");
    options.bits = -1;
    expect_refused(in_folder("shapes.csv"), &options, "bits is -1");
    options = (struct import_options){.head_split = -1};
    expect_refused(in_folder("shapes.csv"), &options, "head split is -1");
}
END_TEST

START_TEST(layers_are_chosen_by_pattern)
{
    struct import_options options = {.only = "?_proj,lm*", .skip = "v*"};
    expect_layers(write_table(table), &options,
                  "q_proj 8 8 1 16 1 2\nk_proj 8 4 1 16 1 2\nlm_head 8 10 1 16 1 1\n", NULL);
    options = (struct import_options){.only = "q_prj"};
    expect_refused(in_folder("shapes.csv"), &options,
                   "only: 'q_prj' matches no layer; did you mean 'q_proj'?");
    options = (struct import_options){.skip = "zzz"};
    expect_refused(in_folder("shapes.csv"), &options, "skip: 'zzz' matches no layer");
    options = (struct import_options){.skip = "*"};
    expect_refused(in_folder("shapes.csv"), &options, "no layer is left");
    options = (struct import_options){.only = ""};
    expect_refused(in_folder("shapes.csv"), &options, "no layer is left");
}
END_TEST

START_TEST(layers_are_fused)
{
    struct import_options options = {.fuse_qkv = true, .fuse_gate_up = true};
    expect_layers(write_table(table), &options,
                  "qkv_proj 8 16 1 16 1 2\ngate_up_proj 8 64 1 16 1 2\nlm_head 8 10 1 16 1 1\n",
                  NULL);
    expect_layers(write_table("name,cin,cout\nqkv_proj,8,16\ngate_up_proj,8,64\n"), &options,
                  "qkv_proj 8 16 1 16 1 1\ngate_up_proj 8 64 1 16 1 1\n", NULL);
    options.fuse_gate_up = false;
    expect_refused(write_table("name,cin,cout\nq_proj,8,8\nk_proj,8,8\n"), &options,
                   "v_proj is missing, or there in several shapes");
    expect_refused(write_table("name,cin,cout\nq_proj,8,8\nk_proj,8,8\nv_proj,4,8\n"), &options,
                   "v_proj is missing, or there in several shapes, or unlike");
    expect_refused(write_table("name,cin,cout\nq_proj,8,8\nk_proj,8,8\nv_proj,8,8\nk_proj,8,16\n"),
                   &options, "k_proj is missing, or there in several");
    expect_refused(write_table("name,cin,cout\nq_proj,8,1048575\nk_proj,8,1\nv_proj,8,1\n"),
                   &options, "1048577 channels are too many");
}
END_TEST

START_TEST(heads_are_split)
{
    struct import_options options = {.head_split = 4, .only = "lm_*"};
    expect_layers(write_table(table), &options,
                  "lm_head_shard 8 3 1 16 1 2\nlm_head_shard 8 2 1 16 1 2\n", NULL);
    options.head_split = 10;
    expect_layers(in_folder("shapes.csv"), &options, "lm_head_shard 8 1 1 16 1 10\n", NULL);
    options.head_split = 11;
    expect_refused(in_folder("shapes.csv"), &options, "has only 10 entries");
    expect_refused(write_table("name,cin,cout\na,1,1\n"), &options, "there is no lm_head to split");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import");
    TCase *tests = tcase_create("formats");
    tcase_add_checked_fixture(tests, enter_import, leave_import);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, one_model_gives_one_list);
    tcase_add_test(tests, built_in_models_have_names);
    tcase_add_test(tests, a_format_is_told_by_content);
    tcase_add_test(tests, every_format_is_listed);
    tcase_add_test(tests, folders_hold_models);
    tcase_add_test(tests, models_have_titles);
    tcase_add_test(tests, text_is_read_from_standard_input);
    tcase_add_test(tests, devices_do_no_harm);
    tcase_add_test(tests, bits_can_be_given);
    tcase_add_test(tests, layers_are_chosen_by_pattern);
    tcase_add_test(tests, layers_are_fused);
    tcase_add_test(tests, heads_are_split);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
