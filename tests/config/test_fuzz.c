/* Whatever the bytes: a config or diagnostics, never both, never a crash. */
#include "sim/config/config.h"

#include "tests/check_main.h"
#include "tests/config/config_files.h"
#include "tests/config/toy_schema.h"

static const char valid[] = "# A chip.\n"
                            "inherits = base.ini ; shared values\n"
                            "\n"
                            "[ring]\n"
                            "pointer_bits = 14\n"
                            "credit_return = 5.5us\n"
                            "kmem = 64 KiB\n"
                            "latch = lap\n"
                            "[dram]\r\n"
                            "rate = 6400MT/s\r\n"
                            "hash = off # plain\n"
                            "[layer]\n"
                            "cin = 0x400\n"
                            "title = caf\xc3\xa9\n"
                            "[row.fixed]\n"
                            "label = the fix\n"
                            "ring.credit = 512\n"
                            "ring.latch = live\n";
enum { VALID_BYTES = sizeof valid - 1 };

static uint64_t state;

/* xorshift64*: the same inputs on every host. */
static unsigned draw(unsigned below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * UINT64_C(2685821657736338717)) >> 33) % below;
}

static void check_diagnostics(const struct diagnostics *errors)
{
    if (errors->count > 102 || errors->lost > 0)
        ck_abort_msg("%zu messages", errors->count);
    for (size_t i = 0; i < errors->count; i++) {
        const struct diagnostic *item = &errors->items[i];
        if (item->kind != DIAGNOSTIC_BAD_INPUT || !item->file || item->message[0] == '\0')
            ck_abort_msg("message '%s'", item->message);
        for (const char *c = item->message; *c != '\0'; c++)
            if ((unsigned char)*c < ' ' || *c == 0x7F)
                ck_abort_msg("control byte in '%s'", item->message);
    }
}

/* Loads the bytes and everything a caller would do next; true when good. */
static bool try_bytes(const char *bytes, size_t size)
{
    struct diagnostics errors = {0};
    struct config config;
    struct toy_params params;
    write_bytes("m.ini", bytes, size);
    bool good = config_load(&config, &toy_schema, "m.ini", &errors);
    if (good != diagnostics_empty(&errors))
        ck_abort_msg("loading says %d with %zu messages", good, errors.count);
    bool resolved = good && config_resolve(&config, &toy_schema, NULL, &params, &errors);
    for (size_t i = 0; good && i < config.variant_count; i++)
        config_resolve(&config, &toy_schema, &config.variants[i], &params, &errors);
    if (resolved && (params.layer.cin < 1 || params.ring.credit_lines > 512 ||
                     params.ring.latch > 2 || params.dram.hash > 1))
        ck_abort_msg("a value out of range got through");
    check_diagnostics(&errors);
    diagnostics_free(&errors);
    config_free(&config);
    return good;
}

static void enter(void)
{
    enter_folder();
    write_file("base.ini", "[ring]\ncredit = 100\n");
}

START_TEST(random_bytes)
{
    char bytes[512];
    state = 0x5EED + (unsigned)_i;
    for (int round = 0; round < 2000; round++) {
        size_t size = draw(sizeof bytes);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)draw(256);
        try_bytes(bytes, size);
    }
}
END_TEST

START_TEST(random_words)
{
    static const char *const words[] = {
        "[",
        "]",
        "\n",
        "\n",
        "\n",
        "=",
        " = ",
        ".",
        " ",
        "\t",
        "#",
        ";",
        ":",
        "\r\n",
        "[ring]\n",
        "[dram]\n",
        "[layer]\n",
        "[row.a]\n",
        "[row.b]\n",
        "credit",
        "cin",
        "kmem",
        "label",
        "ring.",
        "5",
        "64KiB",
        "0x",
        "5.5us",
        "inherits = ",
        "base.ini",
        "m.ini",
        "\xEF\xBB\xBF",
        "\xc3",
        "-",
        "999999999999999999999",
        "lap",
        "0.000000000000000000000001",
        "title = ",
        "\x01",
    };
    char text[4096];
    size_t good = 0;
    state = 0xF00D + (unsigned)_i;
    for (int round = 0; round < 2000; round++) {
        size_t size = 0;
        for (unsigned i = draw(60); i > 0; i--) {
            const char *word = words[draw(sizeof words / sizeof *words)];
            memcpy(text + size, word, strlen(word));
            size += strlen(word);
        }
        good += try_bytes(text, size);
    }
    ck_assert_uint_gt(good, 0);
}
END_TEST

START_TEST(a_valid_file_with_a_few_bytes_changed)
{
    char text[VALID_BYTES];
    state = 0xBEEF + (unsigned)_i;
    for (int round = 0; round < 2000; round++) {
        memcpy(text, valid, VALID_BYTES);
        for (unsigned i = draw(4); i > 0; i--)
            text[draw(VALID_BYTES)] = draw(2) ? (char)draw(256) : valid[draw(VALID_BYTES)];
        try_bytes(text, VALID_BYTES);
    }
}
END_TEST

START_TEST(a_valid_file_cut_at_every_byte)
{
    size_t first_line = strcspn(valid, "\n") + 1;
    for (size_t size = 0; size < VALID_BYTES; size++) {
        bool good = try_bytes(valid, size);
        /* Cut between two lines it stays good, once there is more than a comment. */
        if (size > first_line && valid[size - 1] == '\n' && !good)
            ck_abort_msg("cut after %zu bytes", size);
    }
    ck_assert(try_bytes(valid, VALID_BYTES));
}
END_TEST

START_TEST(random_overrides)
{
    static const char signs[] = "ring.credit=5kmem.KiBx- \t\x1b\xff#;";
    char text[64];
    state = 0xCAFE;
    for (int round = 0; round < 20000; round++) {
        struct diagnostics errors = {0};
        struct config config = {0};
        size_t size = draw(sizeof text);
        size_t kept = draw(2) ? strlen("ring.credit=") : 0;
        memcpy(text, "ring.credit=", kept);
        for (size_t i = kept; i < size; i++)
            text[i] = signs[draw(sizeof signs - 1)];
        text[size > kept ? size : kept] = '\0';
        bool good = config_override(&config, &toy_schema, text, "--set", &errors);
        if (good != diagnostics_empty(&errors) || good != (config.overrides.count == 1))
            ck_abort_msg("'%s'", text);
        diagnostics_free(&errors);
        config_free(&config);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fuzz");
    TCase *tests = tcase_create("fuzz");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter, leave_folder);
    tcase_add_loop_test(tests, random_bytes, 0, 2);
    tcase_add_loop_test(tests, random_words, 0, 4);
    tcase_add_loop_test(tests, a_valid_file_with_a_few_bytes_changed, 0, 4);
    tcase_add_test(tests, a_valid_file_cut_at_every_byte);
    tcase_add_test(tests, random_overrides);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
