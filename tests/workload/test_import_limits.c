/* Every limit of the importers, where it is reached by number or by size. */
#include "sim/workload/import_json.h"
#include "sim/workload/import_mil.h"
#include "sim/workload/import_tensors.h"
#include "tests/check_main.h"
#include "tests/workload/import_files.h"

/* A text of `count` pieces between `head` and `tail`; # in a piece is its number. */
static void write_pieces(const char *name, const char *head, const char *piece, size_t count,
                         const char *tail)
{
    FILE *stream = fopen(in_folder(name), "wb");
    ck_assert_ptr_nonnull(stream);
    fputs(head, stream);
    for (size_t i = 0; i < count; i++) {
        for (const char *at = piece; *at != '\0'; at++) {
            if (*at == '#')
                fprintf(stream, "%zu", i);
            else
                fputc(*at, stream);
        }
    }
    fputs(tail, stream);
    ck_assert_int_eq(fclose(stream), 0);
}

static void expect(const char *format, const char *message)
{
    struct import_options options = {.format = format};
    expect_refused(in_folder("a"), &options, message);
}

START_TEST(json_values_have_a_limit)
{
    /* besides these: the whole, two objects, a list, and a comma */
    write_pieces("a", "{\"a\":[0", ",0", IMPORT_JSON_VALUES_MAX - 5, "],\"weight_map\":{}}");
    expect("safetensors", "0 tensors in 0 files");
    write_pieces("a", "{\"a\":[0", ",0", IMPORT_JSON_VALUES_MAX - 4, "],\"weight_map\":{}}");
    expect("safetensors", "too many values");
}
END_TEST

START_TEST(json_is_an_object)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[1]", "an object, { ... }, is needed"},
        {"{\"hidden_size\":{}}", "hidden_size is an object"},
        {"{\"hidden_size\":\"1\"}", "hidden_size is a string"},
        {"{\"hidden_size\":true}", "hidden_size is true or false"},
        {"{\"hidden_size\":null}", "hidden_size is null"},
        {"\xEF\xBB\xBF{\"hidden_size\":0}", "hidden_size is 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shape_list list = {0};
        struct diagnostics errors = {0};
        struct import_options options = {.format = "config"};
        write_file(in_folder("a"), cases[i].text);
        ck_assert(!import_shapes(in_folder("a"), &options, &list, &errors));
        ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
        ck_assert_msg(strstr(errors.items[0].message, cases[i].message), "%s",
                      errors.items[0].message);
        diagnostics_free(&errors);
        shape_list_free(&list);
    }
}
END_TEST

START_TEST(texts_have_a_size)
{
    write_file(in_folder("a"), "{");
    ck_assert_int_eq(truncate(in_folder("a"), 1 << 20), 0);
    expect("config", ":1: column 2: ");
    ck_assert_int_eq(truncate(in_folder("a"), (1 << 20) + 1), 0);
    expect("config", "too large for a text of this format: at most 1048576 bytes");
    ck_assert_int_eq(truncate(in_folder("a"), (off_t)1 << 40), 0);
    expect("safetensors", "too large");
    expect("mil", "too large");
    expect("csv", "too large");
    ck_assert_ptr_nonnull(freopen(in_folder("a"), "rb", stdin));
    struct import_options options = {.format = "config"};
    expect_refused("-", &options, "standard input: too large");
}
END_TEST

START_TEST(tensors_have_a_number)
{
    static const char one[] = "{\"weight_map\":{\"x\":\"f\"";
    write_pieces("a", one, ",\"a#\":\"f\"", IMPORT_TENSORS_MAX, "}}");
    expect("safetensors", "131073 tensors in 1 files; at most 131072");
    write_pieces("a", one, ",\"a#\":\"f\"", IMPORT_TENSORS_MAX - 1, "}}");
    expect("safetensors", "f: cannot open");
    static struct blob blob;
    put_text(&blob, "GGUF");
    put_number(&blob, 3, 4);
    put_number(&blob, IMPORT_TENSORS_MAX + 1, 8);
    put_number(&blob, 0, 8);
    write_bytes(in_folder("a"), blob.bytes, blob.size);
    ck_assert_int_eq(truncate(in_folder("a"), 64 << 20), 0);
    expect("gguf", "more than 131072 tensors");
    blob.bytes[8] = 0;
    write_bytes(in_folder("a"), blob.bytes, blob.size);
    ck_assert_int_eq(truncate(in_folder("a"), 64 << 20), 0);
    expect("gguf", "byte 24: name of a tensor of 0 bytes");
}
END_TEST

START_TEST(a_safetensors_header_has_a_number_of_tensors)
{
    write_pieces("text", "{\"x\":1", ",\"a#\":1", IMPORT_TENSORS_MAX, "}");
    FILE *from = fopen(in_folder("text"), "rb"), *to = fopen(in_folder("a"), "wb");
    ck_assert(from && to);
    char *text = malloc(8 << 20);
    size_t size = fread(text, 1, 8 << 20, from);
    for (size_t i = 0; i < 8; i++)
        fputc((int)(size >> (8 * i) & 255), to);
    fwrite(text, 1, size, to);
    fclose(from);
    fclose(to);
    free(text);
    expect("safetensors", "more than 131072 tensors");
}
END_TEST

static const char mil_head[] = "program(1.3)\n{\n func main<ios18>(fp16 x) {\n";
static const char mil_tail[] = "} -> (y);\n}\n";

START_TEST(programs_have_a_number_of_statements)
{
    write_pieces("a", mil_head, "int8 a = b()[];\n", MIL_STATEMENTS_MAX, mil_tail);
    expect("mil", "no layer is left");
    write_pieces("a", mil_head, "int8 a = b()[];\n", MIL_STATEMENTS_MAX + 1, mil_tail);
    expect("mil", ":262148: column 1: the program has too many statements");
}
END_TEST

START_TEST(layers_have_a_number_of_names)
{
    static const char layer[] = "tensor<fp16, [8, 4]> w#x = const()[val = fp16(0)];\n"
                                "fp16 y = linear(weight = w#x, x = x)[];\n";
    struct import_options options = {.only = "w3999x"};
    write_pieces("a", mil_head, layer, IMPORT_ROWS_MAX, mil_tail);
    expect_layers(in_folder("a"), &options, "w3999x 4 8 1 16 1 1\n", NULL);
    write_pieces("a", mil_head, layer, IMPORT_ROWS_MAX + 1, mil_tail);
    expect("mil", "more than 4000 layers of different names or shapes");
}
END_TEST

START_TEST(names_have_a_length)
{
    char text[2048];
    for (int more = 0; more < 2; more++) {
        int length = MIL_NAME_BYTES_MAX + more;
        snprintf(text, sizeof text,
                 "%stensor<fp16, [8, 4]> w%0*d = const()[val = fp16(0)];\n"
                 "fp16 y = linear(weight = w%0*d, x = x)[];\n%s",
                 mil_head, length - 1, 7, length - 1, 7, mil_tail);
        write_file(in_folder("a"), text);
        if (more)
            expect("mil", ":4: column 22: this name is too long");
        else {
            char layer[128];
            snprintf(layer, sizeof layer, "w%0*d 4 8 1 16 1 1\n", SHAPE_NAME_BYTES - 2, 0);
            expect_layers(in_folder("a"), NULL, layer, NULL);
        }
    }
}
END_TEST

START_TEST(what_is_left_out_is_said)
{
    static const char body[] = "fp16 a = lstm(x = x)[];\nfp16 b = conv(weight = x, x = x)[];\n"
                               "fp16 c = linear(weight = x, x = x)[];\n"
                               "tensor<fp16, [8, 4]> w = const()[val = fp16(0)];\n"
                               "fp16 y = linear(weight = w, x = x)[];\n";
    write_pieces("a", mil_head, body, 1, mil_tail);
    expect_layers(in_folder("a"), NULL, "w 4 8 1 16 1 1\n", "1 operations (conv_transpose");
    expect_layers(in_folder("a"), NULL, "w 4 8 1 16 1 1\n", "2 products of computed tensors");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_limits");
    TCase *tests = tcase_create("limits");
    tcase_add_checked_fixture(tests, enter_import, leave_import);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, json_values_have_a_limit);
    tcase_add_test(tests, json_is_an_object);
    tcase_add_test(tests, texts_have_a_size);
    tcase_add_test(tests, tensors_have_a_number);
    tcase_add_test(tests, a_safetensors_header_has_a_number_of_tensors);
    tcase_add_test(tests, programs_have_a_number_of_statements);
    tcase_add_test(tests, layers_have_a_number_of_names);
    tcase_add_test(tests, names_have_a_length);
    tcase_add_test(tests, what_is_left_out_is_said);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
