#include "tests/check_main.h"
#include "tests/workload/import_files.h"

/* A file of this header and so many bytes of weights. */
static const struct blob *file_of(const char *header, size_t weights)
{
    static struct blob blob;
    blob.size = 0;
    put_number(&blob, strlen(header), 8);
    put_text(&blob, header);
    put_zeros(&blob, weights);
    return &blob;
}

static void write_blob(const char *name, const struct blob *blob)
{
    write_bytes(in_folder(name), blob->bytes, blob->size);
}

static void expect_file(const char *header, size_t weights, const char *layers,
                        const char *assumption)
{
    write_blob("a.safetensors", file_of(header, weights));
    expect_layers(in_folder("a.safetensors"), NULL, layers, assumption);
}

static void expect_mistake(const char *header, size_t weights, const char *message)
{
    write_blob("a.safetensors", file_of(header, weights));
    expect_refused(in_folder("a.safetensors"), NULL, message);
}

#define TENSOR(name, dtype, shape, begin, end)                                                     \
    "\"" name "\":{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":[" #begin "," #end \
    "]}"

static const char small[] = "{\"__metadata__\":{\"format\":\"pt\"}," TENSOR(
    "lm_head.weight", "BF16", "[3,2]", 0,
    12) "," TENSOR("model.layers.0.self_attn.q_proj.weight", "F16", "[2,2]", 12,
                   20) "," TENSOR("model.layers.0.self_attn.q_proj.bias", "F16", "[2]", 20, 24) "}";
enum { SMALL_WEIGHTS = 24 };

START_TEST(real_files_are_read)
{
    expect_layers("tests/data/import/tiny/model.safetensors", NULL, tiny_layers, "5 other tensors");
    expect_layers("tests/data/import/tiny-sharded/model.safetensors.index.json", NULL, tiny_layers,
                  "gathered");
    expect_layers("tests/data/import/tiny-sharded", NULL, tiny_layers,
                  "of the folder, model.safetensors.index.json was read");
    expect_layers("tests/data/import/tiny-sharded/model-00001-of-00002.safetensors", NULL,
                  "q_proj 16 16 1 16 1 1\nk_proj 16 8 1 16 1 1\nv_proj 16 8 1 16 1 1\n"
                  "o_proj 16 16 1 16 1 1\ngate_proj 16 32 1 16 1 1\nup_proj 16 32 1 16 1 1\n"
                  "down_proj 32 16 1 16 1 1\nlm_head 16 24 1 16 1 1\n",
                  "one of several");
}
END_TEST

START_TEST(names_are_matched)
{
    expect_file(small, SMALL_WEIGHTS, "q_proj 2 2 1 16 1 1\nlm_head 2 3 1 16 1 1\n",
                "1 other tensors");
    expect_file("{" TENSOR("model.embed_tokens.weight", "F32", "[3,2]", 0,
                           24) "," TENSOR("model.layers.0.self_attn.o_proj.weight", "I8", "[2,2]",
                                          24, 28) "," TENSOR("model.layers.0.mlp.down_proj.weight",
                                                             "F8_E4M3", "[2,2]", 28, 32) "}",
                32, "o_proj 2 2 1 8 1 1\ndown_proj 2 2 1 8 1 1\nlm_head 2 3 1 32 1 1\n",
                "tied to the embedding");
    expect_file("{" TENSOR("vision_tower.layers.0.q_proj.weight", "F16", "[1,2]", 0, 4) "," TENSOR(
                    "vision_tower.layers.1.q_proj.weight", "F16", "[1,2]", 4,
                    8) "," TENSOR("visual.patch.weight", "F16", "[2,3,2,2]", 8, 56) "}",
                56, "vision_tower.layers.*.q_proj 2 1 1 16 1 2\nvisual.patch 3 2 4 16 1 1\n",
                "3 weights bear no name");
    expect_file("{" TENSOR("h.0.qkv_proj.weight", "F16", "[6,2]", 0, 24) "," TENSOR(
                    "h.0.gate_up_proj.weight", "F16", "[4,2]", 24,
                    40) "," TENSOR("h.0.down_proj.weight", "F16", "[2,2]", 40, 48) "}",
                48, "qkv_proj 2 6 1 16 1 1\ngate_up_proj 2 4 1 16 1 1\ndown_proj 2 2 1 16 1 1\n",
                NULL);
    expect_file("{" TENSOR("a\\u001b[2J\\u00e4.weight", "F16", "[1,1]", 0, 2) "}", 2,
                "a?[2J\xc3\xa4 1 1 1 16 1 1\n", NULL);
}
END_TEST

START_TEST(what_is_not_a_layers_shape_is_refused)
{
    expect_mistake("{" TENSOR("h.0.q_proj.qweight", "I32", "[1,2]", 0, 8) "}", 8, "is packed");
    expect_mistake("{" TENSOR("h.0.q_proj.weight", "U32", "[1,2]", 0, 8) "}", 8,
                   "is of U32: weights are packed");
    expect_mistake("{" TENSOR("h.0.mlp.experts.0.up_proj.weight", "F16", "[1,2]", 0, 4) "}", 4,
                   "mixture of experts");
    expect_mistake("{" TENSOR("h.0.q_proj.weight", "F16", "[0,2]", 0, 0) "}", 0, "or empty");
    expect_mistake("{" TENSOR("h.0.q_proj.weight", "F4", "[1,2097152]", 0, 1048576) "}", 0,
                   "cut off");
    expect_mistake("{" TENSOR("h.0.norm.weight", "F16", "[2]", 0, 4) "}", 4, "no layer is left");
    expect_mistake("{}", 0, "no layer is left");
}
END_TEST

START_TEST(entries_are_checked)
{
    static const struct {
        const char *entry, *message;
    } cases[] = {
        {"{\"a.weight\":1}", "dtype is missing"},
        {"{\"a.weight\":{\"dtype\":1,\"shape\":[1,1],\"data_offsets\":[0,2]}}", "dtype is missing"},
        {"{\"a.weight\":{\"dtype\":\"F17\",\"shape\":[1,1],\"data_offsets\":[0,2]}}", "not known"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[1,-1],\"data_offsets\":[0,2]}}",
         "shape is no"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[1,1.0],\"data_offsets\":[0,2]}}",
         "shape is no"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[1,1,1,1,1,1,1,1,1],\"data_offsets\":[0,2]}}",
         "at most 8"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[1,1],\"data_offsets\":[0]}}", "no pair"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[1,1],\"data_offsets\":[2,0]}}", "backwards"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[1,1],\"data_offsets\":[1,3]}}", "cut off"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[1,2],\"data_offsets\":[0,2]}}", "do not fit"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[9223372036854775807,9223372036854775807],"
         "\"data_offsets\":[0,2]}}",
         "too large"},
        {"{\"a.weight\":{\"dtype\":\"F16\",\"shape\":[9223372036854775808,1],"
         "\"data_offsets\":[0,2]}}",
         "too big integer"},
        {"{\"a.weight\":1,\"a.weight\":1}", "duplicate object key"},
        {"{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
         "byte 76: nested too deep"},
        {"{\"a.weight\":}", "byte 20: unexpected token"},
        {"{\"a", "byte 10: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_mistake(cases[i].entry, 2, cases[i].message);
}
END_TEST

START_TEST(the_length_is_held_against_the_file)
{
    struct blob blob = *file_of(small, SMALL_WEIGHTS);
    for (size_t i = 0; i < EXTREMES; i++) {
        for (size_t k = 0; k < 8; k++)
            blob.bytes[k] = (unsigned char)(extremes[i] >> (8 * k));
        write_blob("a.safetensors", &blob);
        expect_refused(in_folder("a.safetensors"), NULL, "byte 0: a header of");
    }
}
END_TEST

/* Every number of the header, as text, by every extreme. */
START_TEST(numbers_in_the_header_are_checked)
{
    for (const char *at = strchr(small, '['); *at != '\0'; at++) {
        bool number = *at >= '0' && *at <= '9' && (at[-1] == '[' || at[-1] == ',');
        for (size_t i = 0; number && i < EXTREMES; i++) {
            char header[1024];
            size_t digits = strspn(at, "0123456789");
            snprintf(header, sizeof header, "%.*s%" PRIu64 "%s", (int)(at - small), small,
                     extremes[i], at + digits);
            bool same = strcmp(header, small) == 0;
            const struct blob *blob = file_of(header, SMALL_WEIGHTS);
            if (survives(blob->bytes, blob->size, NULL) != same)
                ck_abort_msg("%s", header);
        }
    }
}
END_TEST

START_TEST(every_truncation_is_refused)
{
    struct blob blob = *file_of(small, SMALL_WEIGHTS);
    for (size_t size = 0; size < blob.size; size++)
        if (survives(blob.bytes, size, NULL) || survives(blob.bytes, size, "safetensors"))
            ck_abort_msg("%zu of %zu bytes were enough", size, blob.size);
    ck_assert(survives(blob.bytes, blob.size, NULL));
}
END_TEST

START_TEST(mutations_do_no_harm)
{
    static struct blob blob;
    blob = *file_of(small, SMALL_WEIGHTS);
    fuzz(&blob, 4000, "safetensors");
}
END_TEST

static void expect_index(const char *text, const char *message)
{
    write_file(in_folder("model.safetensors.index.json"), text);
    expect_refused(in_folder("model.safetensors.index.json"), NULL, message);
}

START_TEST(an_index_names_files_beside_it)
{
    write_blob("s.safetensors", file_of(small, SMALL_WEIGHTS));
    write_file(in_folder("model.safetensors.index.json"),
               "{\"weight_map\":{\"lm_head.weight\":\"s.safetensors\"}}");
    expect_layers(in_folder("model.safetensors.index.json"), NULL, "lm_head 2 3 1 16 1 1\n", NULL);
    expect_index("{\"weight_map\":{\"a.weight\":\"s.safetensors\"}}",
                 "1 tensors into s.safetensors");
    expect_index("{\"weight_map\":{\"a.weight\":\"t.safetensors\"}}", "No such file");
    expect_index("{\"weight_map\":{\"a.weight\":\"../s.safetensors\"}}", "in no file beside");
    expect_index("{\"weight_map\":{\"a.weight\":\"/etc/passwd\"}}", "in no file beside");
    expect_index("{\"weight_map\":{\"a.weight\":\"\"}}", "in no file beside");
    expect_index("{\"weight_map\":{\"a.weight\":7}}", "in no file beside");
    expect_index("{\"weight_map\":{}}", "0 tensors in 0 files");
    expect_index("{\"weight_map\":[]}", "weight_map is no object");
    expect_index("{\n\"weight_map\":{\"a\":\"b\",\n\"a\":\"b\"}}", ":3: column 3: duplicate");
    /* the index itself is no safetensors file */
    expect_index("{\"weight_map\":{\"a\":\"model.safetensors.index.json\"}}",
                 "byte 0: a header of");
}
END_TEST

START_TEST(an_index_has_limits)
{
    char *text = malloc(1 << 18);
    int used = sprintf(text, "{\"weight_map\":{");
    for (int i = 0; i < 1025; i++)
        used += sprintf(text + used, "%s\"a%d\":\"f%d\"", i ? "," : "", i, i);
    sprintf(text + used, "}}");
    expect_index(text, "1025 tensors in 1025 files");
    free(text);
}
END_TEST

START_TEST(a_truncated_index_is_refused)
{
    static const char text[] = "{\"weight_map\":{\"lm_head.weight\":\"s.safetensors\"}}";
    write_blob("s.safetensors", file_of(small, SMALL_WEIGHTS));
    for (size_t size = 0; size + 1 < sizeof text; size++)
        if (survives(text, size, "safetensors"))
            ck_abort_msg("%zu bytes were enough", size);
    ck_assert(survives(text, sizeof text - 1, NULL));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_safetensors");
    TCase *tests = tcase_create("headers");
    tcase_add_checked_fixture(tests, enter_import, leave_import);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, real_files_are_read);
    tcase_add_test(tests, names_are_matched);
    tcase_add_test(tests, what_is_not_a_layers_shape_is_refused);
    tcase_add_test(tests, entries_are_checked);
    tcase_add_test(tests, the_length_is_held_against_the_file);
    tcase_add_test(tests, numbers_in_the_header_are_checked);
    tcase_add_test(tests, every_truncation_is_refused);
    tcase_add_test(tests, mutations_do_no_harm);
    tcase_add_test(tests, an_index_names_files_beside_it);
    tcase_add_test(tests, an_index_has_limits);
    tcase_add_test(tests, a_truncated_index_is_refused);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
