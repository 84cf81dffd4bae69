#include "tests/check_main.h"
#include "tests/workload/import_files.h"

#define BLOB "(BLOBFILE(path = string(\"@model_path/weights/weight.bin\"), offset = uint64(64)))"
#define HEAD                                                                                       \
    "program(1.3)\n[buildInfo = dict<string, string>({{\"coremlc-version\", \"3505.4.1\"}})]\n{\n" \
    "    func main<ios18>(tensor<fp16, [1, 4, 1, is0]> x, state<tensor<fp16, [1, 2]>> kv) {\n"
#define TAIL "    } -> (y);\n}\n"
#define WEIGHT(type, shape, name)                                                                  \
    "tensor<" type ", " shape "> " name " = const()[name = string(\"" name                         \
    "\"), val = tensor<" type ", " shape ">" BLOB "];\n"
#define RESULT "tensor<fp16, [1, 8, 1, 1]> y = "
#define NAMED  "[name = string(\"y\")];\n"

static void expect_program(const char *text, const char *layers, const char *assumption)
{
    write_file(in_folder("model.mil"), text);
    expect_layers(in_folder("model.mil"), NULL, layers, assumption);
}

static void expect_body(const char *body, const char *layers)
{
    char text[4096];
    ck_assert_int_lt(snprintf(text, sizeof text, HEAD "%s" TAIL, body), (int)sizeof text);
    expect_program(text, layers, NULL);
}

static void expect_mistake(const char *text, const char *message)
{
    write_file(in_folder("model.mil"), text);
    expect_refused(in_folder("model.mil"), NULL, message);
}

static void expect_bad_body(const char *body, const char *message)
{
    char text[4096];
    ck_assert_int_lt(snprintf(text, sizeof text, HEAD "%s" TAIL, body), (int)sizeof text);
    expect_mistake(text, message);
}

START_TEST(compiled_models_are_read)
{
    expect_layers("tests/data/import/tiny.mlmodelc", NULL, tiny_layers, "2 products");
    expect_layers("tests/data/import/tiny.mlmodelc/model.mil", NULL, tiny_layers, NULL);
    expect_layers("tests/data/import/tiny-lut4.mlmodelc", NULL,
                  "q_proj 16 16 1 4 1 2\nk_proj 16 8 1 4 1 2\nv_proj 16 8 1 4 1 2\n"
                  "o_proj 16 16 1 4 1 2\ngate_proj 16 32 1 4 1 2\nup_proj 16 32 1 4 1 2\n"
                  "down_proj 32 16 1 4 1 2\nlm_head 16 24 1 16 1 1\n",
                  "2 functions");
}
END_TEST

START_TEST(convolutions_have_kernels_and_groups)
{
    expect_body(WEIGHT("fp16", "[8, 4, 3, 3]",
                       "enc_3_conv_weight_to_fp16") "int32 g = const()[name = string(\"g\"), val = "
                                                    "int32(1)];\n" RESULT
                                                    "conv(groups = g, weight = "
                                                    "enc_3_conv_weight_to_fp16, x = x)" NAMED,
                "enc_*_conv 4 8 9 16 1 1\n");
    expect_body(WEIGHT("fp16", "[8, 1, 5]", "w") RESULT
                "conv(groups = int32(4), weight = w, x = x)" NAMED,
                "w 4 8 5 16 4 1\n");
    /* the earlier spelling */
    expect_program(
        "program(1.0)\n[buildInfo = dict<tensor<string, []>, tensor<string, []>>({{\"a\", "
        "\"b\"}})]\n{\n func main<ios16>(tensor<fp16, [1, 4, 1, 1]> x) {\n"
        "tensor<fp16, [8, 2, 1, 1]> w = const()[name = tensor<string, []>(\"w\"), val = "
        "tensor<fp16, [8, 2, 1, 1]>(BLOBFILE(path = tensor<string, []>(\"p\"), offset = "
        "tensor<uint64, []>(64)))];\n"
        "tensor<int32, []> g = const()[name = tensor<string, []>(\"g\"), val = "
        "tensor<int32, []>(2)];\n" RESULT
        "conv(groups = g, weight = w, x = x)[name = tensor<string, []>(\"y\")];\n" TAIL,
        "w 4 8 1 16 2 1\n", NULL);
}
END_TEST

START_TEST(linear_and_matmul_have_their_orders)
{
    expect_body(WEIGHT("fp16", "[8, 4]", "a_q_proj_weight") RESULT
                "linear(bias = b, weight = a_q_proj_weight, x = x)" NAMED,
                "q_proj 4 8 1 16 1 1\n");
#define MATMUL(flags, x, y)                                                                        \
    WEIGHT("fp16", "[4, 8]", "w") RESULT "matmul(" flags ", x = " x ", y = " y ")" NAMED
    expect_body(MATMUL("transpose_x = bool(false), transpose_y = bool(false)", "x", "w"),
                "w 4 8 1 16 1 1\n");
    expect_body(MATMUL("transpose_x = bool(false), transpose_y = bool(true)", "x", "w"),
                "w 8 4 1 16 1 1\n");
    expect_body(MATMUL("transpose_x = bool(false), transpose_y = bool(true)", "w", "x"),
                "w 8 4 1 16 1 1\n");
    expect_body(MATMUL("transpose_x = tensor<bool, []>(true), transpose_y = bool(true)", "w", "x"),
                "w 4 8 1 16 1 1\n");
    expect_body("bool t = const()[name = string(\"t\"), val = bool(true)];\n" MATMUL(
                    "transpose_y = t", "x", "w"),
                "w 8 4 1 16 1 1\n");
    expect_body(WEIGHT("fp16", "[1, 6, 4, 8]", "w") RESULT "matmul(x = x, y = w)" NAMED,
                "w 4 8 1 16 1 6\n");
    /* seen through a reshape, named by where it came from */
    expect_body(WEIGHT("int8", "[32]", "v") "tensor<fp16, [4, 8]> r = reshape(shape = "
                                            "tensor<int32, [2]>([4, 8]), x = v)" NAMED RESULT
                                            "matmul(x = x, y = r)" NAMED,
                "v 4 8 1 8 1 1\n");
}
END_TEST

#define CONV8X4(made) "tensor<fp16, [8, 4, 1, 1]> w = " made RESULT "conv(weight = w, x = x)" NAMED

START_TEST(compressed_constants_count_as_stored)
{
    /* packed indices of the earlier versions: 8 x 4 x 4 bits are 16 bytes */
    expect_body(CONV8X4("constexpr_lut_to_dense()[indices = tensor<uint8, [16]>" BLOB
                        ", lut = tensor<fp16, [16]>" BLOB ", name = tensor<string, []>(\"w\"), "
                        "shape = tensor<uint32, [4]>([8, 4, 1, 1])];\n"),
                "w 4 8 1 4 1 1\n");
    expect_body(CONV8X4("constexpr_lut_to_dense(indices = tensor<uint6, [8, 4, 1, 1]>" BLOB
                        ", lut = tensor<fp16, [1, 1, 1, 1, 64, 1]>" BLOB ")" NAMED),
                "w 4 8 1 6 1 1\n");
    expect_body(CONV8X4("constexpr_affine_dequantize()[axis = int32(0), name = string(\"w\"), "
                        "quantized_data = tensor<int8, [8, 4, 1, 1]>" BLOB
                        ", scale = fp16(0x1p0), zero_point = int8(-3)];\n"),
                "w 4 8 1 8 1 1\n");
    expect_body(WEIGHT("int4", "[8, 4, 1, 1]", "d")
                    CONV8X4("constexpr_blockwise_shift_scale(data = d, scale = "
                            "tensor<fp16, [8, 1, 1, 1]>([-1e-05, inf, 0x1.8p-3])"
                            ")" NAMED),
                "w 4 8 1 4 1 1\n");
    /* a table of quantized entries, and scales upon indices */
    expect_body(
        "tensor<int8, [8, 4, 1, 1]> i = constexpr_lut_to_dense(indices = "
        "tensor<uint2, [8, 4, 1, 1]>" BLOB ", lut = tensor<int8, [1, 1, 1, 1, 4, 1]>" BLOB
        ")" NAMED CONV8X4("constexpr_blockwise_shift_scale(data = i, scale = fp16(2))" NAMED),
        "w 4 8 1 2 1 1\n");
    /* vectors of 4 weights share an index of 4 bits: one bit each */
    expect_body(CONV8X4("constexpr_lut_to_dense(indices = tensor<uint4, [2, 4, 1, 1]>" BLOB
                        ", lut = tensor<fp16, [1, 1, 1, 1, 16, 4]>" BLOB
                        ", vector_axis = int32(0))" NAMED),
                "w 4 8 1 1 1 1\n");
    /* 3 bits each of 32 + 9 weights end within a byte */
    expect_body("tensor<fp16, [41, 1, 1, 1]> w = constexpr_lut_to_dense()[indices = "
                "tensor<uint8, [16]>" BLOB ", lut = tensor<fp16, [8]>" BLOB "];\n" RESULT
                "conv(weight = w, x = x)" NAMED,
                "w 1 41 1 3 1 1\n");
    expect_body(CONV8X4("constexpr_sparse_to_dense()[mask = tensor<uint8, [4]>" BLOB
                        ", nonzero_data = tensor<fp16, [11]>" BLOB "];\n"),
                "w 4 8 1 0 1 1 26 bytes are stored for 32 weights, no whole bits each\n");
    expect_body(CONV8X4("constexpr_lut_to_sparse(indices_nonzero_data = a)" NAMED),
                "w 4 8 1 0 1 1 compressed in a way that is not read here\n");
    expect_body(WEIGHT("odd", "[8, 4]", "w") RESULT "linear(weight = w, x = x)" NAMED,
                "w 4 8 1 0 1 1 weights of a type that is not read here\n");
}
END_TEST

START_TEST(names_are_normalised)
{
    static const struct {
        const char *name, *layer;
    } cases[] = {
        {"model_model_layers_7_self_attn_q_proj_weight_palettized", "q_proj"},
        {"layers_0_mlp_gate_up_proj_weight", "gate_up_proj"},
        {"layers_0_qkv_proj_weight_quantized", "qkv_proj"},
        {"lm_head_weight_to_fp16", "lm_head"},
        {"model_lm_head16_12_weight", "lm_head_shard"},
        {"vision_layers_3_q_proj_weight_to_fp16", "vision_layers_*_q_proj"},
        {"myq_proj_weight", "myq_proj"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char body[2048], layers[256];
        snprintf(body, sizeof body,
                 "tensor<fp16, [8, 4]> %s = const()[val = tensor<fp16, [8, 4]>" BLOB "];\n" RESULT
                 "linear(weight = %s, x = x)" NAMED,
                 cases[i].name, cases[i].name);
        snprintf(layers, sizeof layers, "%s 4 8 1 16 1 1\n", cases[i].layer);
        expect_body(body, layers);
    }
    expect_body(
        WEIGHT("fp16", "[8, 4]", "const_17") "tensor<fp16, [1]> layers_0_up_proj_cast_fp16 = "
                                             "linear(weight = const_17, x = x)" NAMED,
        "up_proj 4 8 1 16 1 1\n");
}
END_TEST

START_TEST(shards_of_a_head_are_counted)
{
    expect_body(
        WEIGHT("fp16", "[8, 4, 1, 1]", "lm_head2_1_weight")
            WEIGHT("fp16", "[8, 4, 1, 1]", "lm_head2_2_weight") "tensor<fp16, [1]> a = conv(weight "
                                                                "= lm_head2_1_weight, x = x)" NAMED
                                                                "tensor<fp16, [1]> y = conv(weight "
                                                                "= lm_head2_2_weight, x = x)" NAMED,
        "lm_head_shard 4 8 1 16 1 2\n");
    struct import_options options = {.head_split = 2};
    expect_layers(in_folder("model.mil"), &options, "lm_head_shard 4 8 1 16 1 2\n", NULL);
    options.head_split = 4;
    expect_refused(in_folder("model.mil"), &options, "in 2 slices already");
}
END_TEST

START_TEST(mistakes_have_a_place)
{
    static const struct {
        const char *body, *message;
    } cases[] = {
        {"tensor<fp16, [1, 1]> = conv(x = x)" NAMED,
         "model.mil:5: column 22: the name of a result"},
        {"tensor<fp16, [1, 1]> a conv(x = x)" NAMED, ":5: column 24: '=' is needed"},
        {"tensor<fp16, [1, 1.5]> a = b()[];\n", "column 18: a size is a whole number"},
        {"tensor<fp16, [1, -1]> a = b()[];\n", "column 18: a size is a whole number"},
        {"tensor<fp16, [99999999999999999999]> a = b()[];\n", "a size is a whole number"},
        {"tensor<fp16, [1,1,1,1,1,1,1,1,1]> a = b()[];\n", "at most 8 dimensions"},
        {"tensor<fp16, [1]> a = b(x);\n", "'=' is needed"},
        {"tensor<fp16, [1]> a = b(x = );\n", "a value is needed"},
        {"tensor<fp16, [1]> a = b(x = \"y);\n", "never closed"},
        {"tensor<fp16, [1]> a = b(x = y)\n", "';' is needed"},
        {"tensor<fp16, [1]> a = cond(x = y) { };\n", "blocks of their own"},
        {"\x1b[2J;\n", "column 1: a type is needed, at '\\x1b'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_bad_body(cases[i].body, cases[i].message);
    expect_mistake("program(1.0) {}", "'func' is needed here, at '}'");
    expect_mistake(HEAD TAIL "x", "the end of the file is needed");
    expect_mistake(HEAD TAIL, "no layer is left");
    expect_bad_body(WEIGHT("fp16", "[8, 0]", "w") RESULT "linear(weight = w, x = x)" NAMED,
                    "'y' has weights of a shape that no layer has");
    expect_bad_body(WEIGHT("fp16", "[2097152, 4]", "w") RESULT "linear(weight = w, x = x)" NAMED,
                    "too large");
    expect_bad_body(WEIGHT("fp16", "[8, 4, 1, 1]", "w") RESULT
                    "conv(groups = int32(0), weight = w, x = x)" NAMED,
                    "a shape that no layer has");
    expect_bad_body(WEIGHT("fp16", "[8, 4, 1, 1]", "w") RESULT
                    "conv(groups = int32(9223372036854775807), weight = w, x = x)" NAMED,
                    "a shape that no layer has");
}
END_TEST

START_TEST(depth_and_parameters_have_limits)
{
    char text[2048] = HEAD "tensor<fp16, [1]> a = b(x = ";
    for (int i = 0; i < 65; i++)
        strcat(text, "(");
    expect_mistake(text, "nested too deep");
    char many[4096] = "tensor<fp16, [1]> a = b(a = a";
    for (int i = 0; i < 64; i++)
        strcat(many, ", a = a");
    expect_bad_body(many, "at most 64 parameters");
}
END_TEST

static const char small[] =
    HEAD WEIGHT("fp16", "[8, 4, 1, 1]",
                "w_q_proj_weight") "tensor<fp16, [2, 4]> w = constexpr_lut_to_dense()[indices = "
                                   "tensor<uint8, [4]>" BLOB ", lut = tensor<fp16, [16]>" BLOB
                                   ", shape = tensor<uint32, [2]>([2, 4])];\n"
                                   "int32 g = const()[name = string(\"g\"), val = int32(1)];\n"
                                   "tensor<fp16, [1, 8, 1, 1]> a, tensor<fp16, [1]> b = split(axis "
                                   "= g, values = (x, x))" NAMED
                                   "tensor<fp16, [1, 8, 1, 1]> c = conv(groups = g, weight = "
                                   "w_q_proj_weight, x = x)" NAMED RESULT
                                   "matmul(transpose_y = bool(true), x = c, y = w)" NAMED TAIL;

START_TEST(every_truncation_is_refused)
{
    size_t end = strlen(small) - 1; /* without the last line feed it is whole */
    for (size_t size = 0; size < end; size++)
        if (survives(small, size, NULL) || survives(small, size, "mil"))
            ck_abort_msg("%zu of %zu bytes were enough", size, end);
    ck_assert(survives(small, end, NULL));
}
END_TEST

/* Many of them (offsets, values) are not looked at; none may do harm. */
START_TEST(numbers_in_the_text_do_no_harm)
{
    for (const char *at = small + 8; *at != '\0'; at++) {
        bool number = *at >= '0' && *at <= '9' && strchr("[( ", at[-1]);
        for (size_t i = 0; number && i < EXTREMES; i++) {
            char text[2 * sizeof small];
            snprintf(text, sizeof text, "%.*s%" PRIu64 "%s", (int)(at - small), small, extremes[i],
                     at + strspn(at, "0123456789"));
            survives(text, strlen(text), "mil");
        }
    }
}
END_TEST

START_TEST(mutations_do_no_harm)
{
    static struct blob blob;
    blob.size = 0;
    put_text(&blob, small);
    fuzz(&blob, 4000, "mil");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_mil");
    TCase *tests = tcase_create("programs");
    tcase_add_checked_fixture(tests, enter_import, leave_import);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, compiled_models_are_read);
    tcase_add_test(tests, convolutions_have_kernels_and_groups);
    tcase_add_test(tests, linear_and_matmul_have_their_orders);
    tcase_add_test(tests, compressed_constants_count_as_stored);
    tcase_add_test(tests, names_are_normalised);
    tcase_add_test(tests, shards_of_a_head_are_counted);
    tcase_add_test(tests, mistakes_have_a_place);
    tcase_add_test(tests, depth_and_parameters_have_limits);
    tcase_add_test(tests, every_truncation_is_refused);
    tcase_add_test(tests, numbers_in_the_text_do_no_harm);
    tcase_add_test(tests, mutations_do_no_harm);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
