#include "sim/workload/builtin.h"
#include "tests/check_main.h"
#include "tests/workload/import_files.h"

/* As the models publish them, less the keys that say nothing of shapes. */
#define LLAMA_3_2_1B                                                                               \
    "{\"architectures\":[\"LlamaForCausalLM\"],\"attention_bias\":false,\"head_dim\":64,"          \
    "\"hidden_size\":2048,\"intermediate_size\":8192,\"mlp_bias\":false,\"model_type\":\"llama\"," \
    "\"num_attention_heads\":32,\"num_hidden_layers\":16,\"num_key_value_heads\":8,"               \
    "\"rms_norm_eps\":1e-05,\"rope_scaling\":{\"factor\":32.0,\"rope_type\":\"llama3\"},"          \
    "\"rope_theta\":500000.0,\"tie_word_embeddings\":true,\"torch_dtype\":\"bfloat16\","           \
    "\"vocab_size\":128256}"
#define QWEN_2_5_0_5B                                                                              \
    "{\"architectures\":[\"Qwen2ForCausalLM\"],\"hidden_size\":896,\"intermediate_size\":4864,"    \
    "\"max_window_layers\":24,\"model_type\":\"qwen2\",\"num_attention_heads\":14,"                \
    "\"num_hidden_layers\":24,\"num_key_value_heads\":2,\"sliding_window\":32768,"                 \
    "\"tie_word_embeddings\":true,\"torch_dtype\":\"bfloat16\",\"vocab_size\":151936}"
#define QWEN_3_0_6B                                                                                \
    "{\"architectures\":[\"Qwen3ForCausalLM\"],\"attention_bias\":false,\"head_dim\":128,"         \
    "\"hidden_size\":1024,\"intermediate_size\":3072,\"model_type\":\"qwen3\","                    \
    "\"num_attention_heads\":16,\"num_hidden_layers\":28,\"num_key_value_heads\":8,"               \
    "\"rope_scaling\":null,\"sliding_window\":null,\"tie_word_embeddings\":true,"                  \
    "\"torch_dtype\":\"bfloat16\",\"vocab_size\":151936}"
#define GEMMA_3_1B                                                                                 \
    "{\"architectures\":[\"Gemma3ForCausalLM\"],\"head_dim\":256,\"hidden_size\":1152,"            \
    "\"intermediate_size\":6912,\"model_type\":\"gemma3_text\",\"num_attention_heads\":4,"         \
    "\"num_hidden_layers\":26,\"num_key_value_heads\":1,\"sliding_window\":512,"                   \
    "\"torch_dtype\":\"bfloat16\",\"vocab_size\":262144}"

static void expect_config(const char *text, const char *layers, const char *assumption)
{
    write_file(in_folder("config.json"), text);
    expect_layers(in_folder("config.json"), NULL, layers, assumption);
}

static void expect_mistake(const char *text, const char *message)
{
    write_file(in_folder("config.json"), text);
    expect_refused(in_folder("config.json"), NULL, message);
}

/* Two ways to one list: the published config, and the built-in shapes. */
START_TEST(published_configs_are_the_built_in_models)
{
    static const struct {
        const char *name, *config;
    } cases[] = {{"llama-3.2-1b", LLAMA_3_2_1B},
                 {"qwen2.5-0.5b", QWEN_2_5_0_5B},
                 {"qwen3-0.6b", QWEN_3_0_6B},
                 {"gemma-3-1b", GEMMA_3_1B}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shape_list list = {0};
        struct diagnostics errors = {0};
        ck_assert(builtin_model(cases[i].name, &list, &errors));
        char *text = list_text(&list);
        struct import_options options = {.head_split = list.items[list.count - 1].count};
        write_file(in_folder("config.json"), cases[i].config);
        expect_layers(in_folder("config.json"), &options, text, "tied to the embedding");
        free(text);
        shape_list_free(&list);
    }
}
END_TEST

START_TEST(families_have_their_ways)
{
    /* Gemma 2 2B: an explicit head_dim that is not hidden / heads */
    expect_config("{\"model_type\":\"gemma2\",\"head_dim\":256,\"hidden_size\":2304,"
                  "\"intermediate_size\":9216,\"num_attention_heads\":8,\"num_hidden_layers\":26,"
                  "\"num_key_value_heads\":4,\"torch_dtype\":\"float32\",\"vocab_size\":256000}",
                  "q_proj 2304 2048 1 32 1 26\nk_proj 2304 1024 1 32 1 26\n"
                  "v_proj 2304 1024 1 32 1 26\no_proj 2048 2304 1 32 1 26\n"
                  "gate_proj 2304 9216 1 32 1 26\nup_proj 2304 9216 1 32 1 26\n"
                  "down_proj 9216 2304 1 32 1 26\nlm_head 2304 256000 1 32 1 1\n",
                  "streams fp16");
    /* Mistral 7B v0.3; head_dim null is as good as none */
    expect_config("{\"model_type\":\"mistral\",\"head_dim\":null,\"hidden_size\":4096,"
                  "\"intermediate_size\":14336,\"num_attention_heads\":32,\"num_hidden_layers\":32,"
                  "\"num_key_value_heads\":8,\"tie_word_embeddings\":false,"
                  "\"torch_dtype\":\"bfloat16\",\"vocab_size\":32768}",
                  "q_proj 4096 4096 1 16 1 32\nk_proj 4096 1024 1 16 1 32\n"
                  "v_proj 4096 1024 1 16 1 32\no_proj 4096 4096 1 16 1 32\n"
                  "gate_proj 4096 14336 1 16 1 32\nup_proj 4096 14336 1 16 1 32\n"
                  "down_proj 14336 4096 1 16 1 32\nlm_head 4096 32768 1 16 1 1\n",
                  "left out");
    /* Phi-3 mini: fused layers */
    expect_config("{\"model_type\":\"phi3\",\"hidden_size\":3072,\"intermediate_size\":8192,"
                  "\"num_attention_heads\":32,\"num_hidden_layers\":32,\"num_key_value_heads\":32,"
                  "\"attention_bias\":false,\"torch_dtype\":\"bfloat16\",\"vocab_size\":32064}",
                  "qkv_proj 3072 9216 1 16 1 32\no_proj 3072 3072 1 16 1 32\n"
                  "gate_up_proj 3072 16384 1 16 1 32\ndown_proj 8192 3072 1 16 1 32\n"
                  "lm_head 3072 32064 1 16 1 1\n",
                  NULL);
    expect_config(QWEN_2_5_0_5B,
                  "q_proj 896 896 1 16 1 24\nk_proj 896 128 1 16 1 24\nv_proj 896 128 1 16 1 24\n"
                  "o_proj 896 896 1 16 1 24\ngate_proj 896 4864 1 16 1 24\n"
                  "up_proj 896 4864 1 16 1 24\ndown_proj 4864 896 1 16 1 24\n"
                  "lm_head 896 151936 1 16 1 1\n",
                  "biases (of q, k and v) are not counted");
}
END_TEST

/* Gemma 3 4B: what equals a default of its class is not in the file. */
START_TEST(the_text_part_of_a_larger_model_is_read)
{
    expect_config("{\"architectures\":[\"Gemma3ForConditionalGeneration\"],"
                  "\"model_type\":\"gemma3\",\"text_config\":{\"hidden_size\":2560,"
                  "\"intermediate_size\":10240,\"model_type\":\"gemma3_text\","
                  "\"num_hidden_layers\":34,\"sliding_window\":1024},\"torch_dtype\":\"bfloat16\","
                  "\"vision_config\":{\"hidden_size\":1152}}",
                  "q_proj 2560 2048 1 16 1 34\nk_proj 2560 1024 1 16 1 34\n"
                  "v_proj 2560 1024 1 16 1 34\no_proj 2048 2560 1 16 1 34\n"
                  "gate_proj 2560 10240 1 16 1 34\nup_proj 2560 10240 1 16 1 34\n"
                  "down_proj 10240 2560 1 16 1 34\nlm_head 2560 262208 1 16 1 1\n",
                  "vocab_size is not given: 262208 is assumed");
}
END_TEST

START_TEST(active_experts_are_counted)
{
    /* Mixtral 8x7B and Qwen3 30B A3B */
    expect_config("{\"model_type\":\"mixtral\",\"hidden_size\":4096,\"intermediate_size\":14336,"
                  "\"num_attention_heads\":32,\"num_experts_per_tok\":2,\"num_hidden_layers\":32,"
                  "\"num_key_value_heads\":8,\"num_local_experts\":8,\"torch_dtype\":\"bfloat16\","
                  "\"vocab_size\":32000}",
                  "q_proj 4096 4096 1 16 1 32\nk_proj 4096 1024 1 16 1 32\n"
                  "v_proj 4096 1024 1 16 1 32\no_proj 4096 4096 1 16 1 32\n"
                  "router 4096 8 1 16 1 32\ngate_proj 4096 14336 1 16 1 64\n"
                  "up_proj 4096 14336 1 16 1 64\ndown_proj 14336 4096 1 16 1 64\n"
                  "lm_head 4096 32000 1 16 1 1\n",
                  "of 8 experts a token passes 2");
    expect_config("{\"model_type\":\"qwen3_moe\",\"decoder_sparse_step\":1,\"head_dim\":128,"
                  "\"hidden_size\":2048,\"intermediate_size\":6144,\"mlp_only_layers\":[],"
                  "\"moe_intermediate_size\":768,\"num_attention_heads\":32,\"num_experts\":128,"
                  "\"num_experts_per_tok\":8,\"num_hidden_layers\":48,\"num_key_value_heads\":4,"
                  "\"torch_dtype\":\"bfloat16\",\"vocab_size\":151936}",
                  "q_proj 2048 4096 1 16 1 48\nk_proj 2048 512 1 16 1 48\n"
                  "v_proj 2048 512 1 16 1 48\no_proj 4096 2048 1 16 1 48\n"
                  "router 2048 128 1 16 1 48\ngate_proj 2048 768 1 16 1 384\n"
                  "up_proj 2048 768 1 16 1 384\ndown_proj 768 2048 1 16 1 384\n"
                  "lm_head 2048 151936 1 16 1 1\n",
                  NULL);
}
END_TEST

#define PLAIN(more)                                                                                \
    "{" more "\"hidden_size\":8,\"intermediate_size\":16,\"num_attention_heads\":2,"               \
    "\"num_hidden_layers\":3,\"vocab_size\":32}"
#define PLAIN_LAYERS(bits)                                                                         \
    "q_proj 8 8 1 " bits " 1 3\nk_proj 8 8 1 " bits " 1 3\nv_proj 8 8 1 " bits " 1 3\n"            \
    "o_proj 8 8 1 " bits " 1 3\ngate_proj 8 16 1 " bits " 1 3\nup_proj 8 16 1 " bits " 1 3\n"      \
    "down_proj 16 8 1 " bits " 1 3\n"

START_TEST(what_is_assumed_is_said)
{
    expect_config(PLAIN(""), PLAIN_LAYERS("16") "lm_head 8 32 1 16 1 1\n", "no dtype is given");
    expect_config(PLAIN("\"model_type\":\"novel\\u001b\","),
                  PLAIN_LAYERS("16") "lm_head 8 32 1 16 1 1\n",
                  "model_type 'novel?' is not known here: taken to be built as Llama is");
    expect_config(PLAIN(""), PLAIN_LAYERS("16") "lm_head 8 32 1 16 1 1\n",
                  "num_key_value_heads is not given: 2 is assumed");
    expect_config(PLAIN("\"dtype\":\"float9\","), PLAIN_LAYERS("16") "lm_head 8 32 1 16 1 1\n",
                  "dtype 'float9' is not known");
    expect_config(PLAIN("\"attention_bias\":true,"), PLAIN_LAYERS("16") "lm_head 8 32 1 16 1 1\n",
                  "biases (of the attention)");
}
END_TEST

START_TEST(quantized_models_have_their_bits)
{
    static const char *const four[] = {
        PLAIN("\"quantization_config\":{\"quant_method\":\"gptq\",\"bits\":4,\"group_size\":128},"),
        PLAIN("\"quantization_config\":{\"quant_method\":\"awq\",\"w_bit\":4},"),
        PLAIN("\"quantization_config\":{\"quant_method\":\"bitsandbytes\",\"load_in_4bit\":true},"),
    };
    for (size_t i = 0; i < 3; i++)
        expect_config(four[i], PLAIN_LAYERS("4") "lm_head 8 32 1 16 1 1\n",
                      "scales are not counted");
    expect_config(PLAIN("\"quantization_config\":{\"quant_method\":\"fp8\"},"),
                  PLAIN_LAYERS("8") "lm_head 8 32 1 16 1 1\n", "8 bits");
    expect_config(PLAIN("\"quantization\":{\"group_size\":64,\"bits\":6},"),
                  PLAIN_LAYERS("6") "lm_head 8 32 1 6 1 1\n", "6 bits");
    write_file(in_folder("config.json"),
               PLAIN("\"quantization_config\":{\"quant_method\":\"mxfp4\"},"));
    struct import_options options = {.only = "q_proj"};
    expect_layers(in_folder("config.json"), &options,
                  "q_proj 8 8 1 0 1 3 quantized by mxfp4: the bits of a weight are not in the "
                  "config\n",
                  NULL);
    options.bits = 4;
    expect_layers(in_folder("config.json"), &options, "q_proj 8 8 1 4 1 3\n", NULL);
}
END_TEST

START_TEST(what_is_built_otherwise_is_refused)
{
    expect_mistake(PLAIN("\"is_encoder_decoder\":true,"), "an encoder besides the decoder");
    expect_mistake(PLAIN("\"kv_lora_rank\":512,"), "latent attention");
    expect_mistake(PLAIN("\"mamba_d_state\":16,"), "layers other than attention");
    expect_mistake(PLAIN("\"model_type\":\"falcon\","), "without a gate");
    expect_mistake(PLAIN("\"num_experts\":60,"), "mixture of experts of a kind");
    expect_mistake(PLAIN("\"model_type\":\"qwen3_moe\",\"mlp_only_layers\":[0],"),
                   "experts in some of its layers only");
    expect_mistake(PLAIN("\"model_type\":\"qwen3_moe\",\"decoder_sparse_step\":2,"),
                   "experts in some of its layers only");
}
END_TEST

START_TEST(mistakes_have_a_key_or_a_place)
{
    expect_mistake("{\"hidden_size\":8,\n \"hidden_size\":8}",
                   "config.json:2: column 14: duplicate");
    expect_mistake("{\"hidden_size\":8", "column 16: '}' expected near end of file");
    expect_mistake("{\"hidden_size\":99999999999999999999}", "too big integer");
    expect_mistake("{\"hidden_size\":8}x", "end of file expected near 'x'");
    expect_mistake("{\"a\":\"\x1b\"}", "column ");
    expect_mistake("{", "column ");
    expect_mistake(PLAIN("\"head_dim\":524289,"), "head_dim is 524289; 1 to 16384");
    expect_mistake(PLAIN("\"num_key_value_heads\":3,"), "no multiple of the other");
    expect_mistake(PLAIN("\"num_key_value_heads\":[1],"), "is an array; an integer is needed");
    expect_mistake(PLAIN("\"num_key_value_heads\":2.0,"), "is a real number");
    expect_mistake("{\"hidden_size\":9,\"intermediate_size\":16,\"num_attention_heads\":2,"
                   "\"num_hidden_layers\":3,\"vocab_size\":32}",
                   "hidden_size 9 is no multiple of num_attention_heads 2");
    expect_mistake("{\"text_config\":{\"hidden_size\":0}}", "text_config.hidden_size is 0");
}
END_TEST

START_TEST(all_missing_keys_are_named)
{
    struct shape_list list = {0};
    struct diagnostics errors = {0};
    struct import_options options = {0};
    write_file(in_folder("config.json"), "{}");
    ck_assert(!import_shapes(in_folder("config.json"), &options, &list, &errors));
    ck_assert_uint_eq(errors.count, 4);
    char *text = messages_of(&errors);
    ck_assert_ptr_nonnull(strstr(text, "hidden_size is missing"));
    ck_assert_ptr_nonnull(strstr(text, "intermediate_size is missing"));
    ck_assert_ptr_nonnull(strstr(text, "num_hidden_layers is missing"));
    ck_assert_ptr_nonnull(strstr(text, "vocab_size is missing"));
    free(text);
    diagnostics_free(&errors);
    shape_list_free(&list);
}
END_TEST

static const char mixture[] =
    "{\"model_type\":\"mixtral\",\"hidden_size\":8,\"intermediate_size\":16,\"head_dim\":4,"
    "\"num_attention_heads\":2,\"num_experts_per_tok\":2,\"num_hidden_layers\":3,"
    "\"num_key_value_heads\":1,\"num_local_experts\":8,\"vocab_size\":32}";

START_TEST(every_truncation_is_refused)
{
    size_t end = strlen(mixture);
    for (size_t size = 0; size < end; size++)
        if (survives(mixture, size, NULL) || survives(mixture, size, "config"))
            ck_abort_msg("%zu of %zu bytes were enough", size, end);
    ck_assert(survives(mixture, end, NULL));
}
END_TEST

/* Each number by each extreme, and by what is just beyond a limit. */
START_TEST(numbers_are_checked)
{
    for (const char *at = mixture; *at != '\0'; at++) {
        bool number = *at >= '0' && *at <= '9' && at[-1] == ':';
        for (size_t i = 0; number && i <= EXTREMES; i++) {
            char text[sizeof mixture + 32];
            struct shape_list list = {0};
            struct diagnostics errors = {0};
            struct import_options options = {0};
            snprintf(text, sizeof text, "%.*s%" PRIu64 "%s", (int)(at - mixture), mixture,
                     i < EXTREMES ? extremes[i] : UINT64_C(1048577), at + strspn(at, "0123456789"));
            write_file(in_folder("config.json"), text);
            bool read = import_shapes(in_folder("config.json"), &options, &list, &errors);
            if (read ? i != 1 : diagnostics_exit_code(&errors) != 2)
                ck_abort_msg("%s", text);
            diagnostics_free(&errors);
            shape_list_free(&list);
        }
    }
}
END_TEST

START_TEST(mutations_do_no_harm)
{
    static struct blob blob;
    blob.size = 0;
    put_text(&blob, mixture);
    fuzz(&blob, 4000, "config");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_config");
    TCase *tests = tcase_create("configs");
    tcase_add_checked_fixture(tests, enter_import, leave_import);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, published_configs_are_the_built_in_models);
    tcase_add_test(tests, families_have_their_ways);
    tcase_add_test(tests, the_text_part_of_a_larger_model_is_read);
    tcase_add_test(tests, active_experts_are_counted);
    tcase_add_test(tests, what_is_assumed_is_said);
    tcase_add_test(tests, quantized_models_have_their_bits);
    tcase_add_test(tests, what_is_built_otherwise_is_refused);
    tcase_add_test(tests, mistakes_have_a_key_or_a_place);
    tcase_add_test(tests, all_missing_keys_are_named);
    tcase_add_test(tests, every_truncation_is_refused);
    tcase_add_test(tests, numbers_are_checked);
    tcase_add_test(tests, mutations_do_no_harm);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
