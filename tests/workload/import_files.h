/* Files to import, good and hostile, for the tests of the importers. */
#ifndef ANESIM_TESTS_WORKLOAD_IMPORT_FILES_H
#define ANESIM_TESTS_WORKLOAD_IMPORT_FILES_H

#include <inttypes.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "sim/workload/import.h"
#include "sim/workload/import_decoder.h"
#include "tests/config/config_files.h"

#if defined(__has_feature)
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&                             \
    !HAS_FEATURE(address_sanitizer) && !HAS_FEATURE(thread_sanitizer)
#define LIMIT_MEMORY 1
#else
#define LIMIT_MEMORY 0 /* a sanitizer maps terabytes of its own */
#endif

enum { IMPORT_MEMORY_BYTES_MAX = 256 << 20 };

static const char tiny_layers[] = "q_proj 16 16 1 16 1 2\n"
                                  "k_proj 16 8 1 16 1 2\n"
                                  "v_proj 16 8 1 16 1 2\n"
                                  "o_proj 16 16 1 16 1 2\n"
                                  "gate_proj 16 32 1 16 1 2\n"
                                  "up_proj 16 32 1 16 1 2\n"
                                  "down_proj 32 16 1 16 1 2\n"
                                  "lm_head 16 24 1 16 1 1\n";

/* The numbers that lengths and counts are replaced by. */
static const uint64_t extremes[] = {
    0, 1, UINT64_C(1) << 31, UINT64_C(0xffffffff), UINT64_C(1) << 63, UINT64_MAX};
enum { EXTREMES = sizeof extremes / sizeof extremes[0] };

static char import_folder[64];

/* Fixture: a folder for files; the current one stays the project's. */
static inline void enter_import(void)
{
    strcpy(import_folder, "/tmp/anesim-import-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(import_folder));
    if (LIMIT_MEMORY) {
        struct rlimit limit = {IMPORT_MEMORY_BYTES_MAX, IMPORT_MEMORY_BYTES_MAX};
        ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    }
}

static inline void leave_import(void)
{
    remove_tree(import_folder);
}

/* The path of a file in the folder; two calls may be in use at a time. */
static inline const char *in_folder(const char *name)
{
    static char paths[2][256];
    static int turn;
    turn ^= 1;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", import_folder, name);
    return paths[turn];
}

/* "name cin cout kernel bits groups count [note]" a line; the caller frees. */
static inline char *list_text(const struct shape_list *list)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(stream);
    for (size_t i = 0; i < list->count; i++) {
        const struct shape *shape = &list->items[i];
        fprintf(stream,
                "%s %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "%s%s\n",
                shape->name, shape->cin, shape->cout, shape->kernel, shape->bits, shape->groups,
                shape->count, shape->note[0] != '\0' ? " " : "", shape->note);
    }
    ck_assert_int_eq(fclose(stream), 0);
    return text;
}

static inline bool assumes(const struct shape_list *list, const char *part)
{
    for (size_t i = 0; i < list->assumption_count; i++)
        if (strstr(list->assumptions[i], part))
            return true;
    return false;
}

/* Importing gives these layers; `assumption` (or NULL) is part of one made. */
static inline void expect_layers(const char *path, const struct import_options *options,
                                 const char *expected, const char *assumption)
{
    static const struct import_options none;
    struct shape_list list = {0};
    struct diagnostics errors = {0};
    bool good = import_shapes(path, options ? options : &none, &list, &errors);
    expect_messages(&errors, "");
    ck_assert(good);
    char *text = list_text(&list);
    ck_assert_str_eq(text, expected);
    free(text);
    if (assumption)
        ck_assert_msg(assumes(&list, assumption), "'%s' is not assumed", assumption);
    shape_list_free(&list);
}

/* Importing fails with one message, and exit 2, that contains `part`. */
static inline void expect_refused(const char *path, const struct import_options *options,
                                  const char *part)
{
    static const struct import_options none;
    struct shape_list list = {0};
    struct diagnostics errors = {0};
    bool good = import_shapes(path, options ? options : &none, &list, &errors);
    ck_assert(!good);
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    char *text = messages_of(&errors);
    ck_assert_msg(strstr(text, part), "'%s' is not in '%s'", part, text);
    ck_assert_uint_eq(errors.count, 1);
    free(text);
    diagnostics_free(&errors);
    shape_list_free(&list);
}

static inline bool is_sound(const struct shape *shape)
{
    return shape->cin >= 1 && shape->cin <= SHAPE_CHANNELS_MAX && shape->cout >= 1 &&
           shape->cout <= SHAPE_CHANNELS_MAX && shape->kernel >= 1 &&
           shape->kernel <= SHAPE_KERNEL_MAX && shape->bits >= 0 && shape->bits <= SHAPE_BITS_MAX &&
           shape->groups >= 1 && shape->groups <= SHAPE_CHANNELS_MAX && shape->count >= 1 &&
           (shape->bits == 0) == (shape->note[0] != '\0') && shape->name[0] != '\0';
}

/* Imports bytes that may be anything: either a sound list, or exactly one
 * message (one or more where every mistake is told) and exit 2.  Silent when it is so, for
 * use in long loops. */
static inline bool survives(const void *bytes, size_t size, const char *format)
{
    struct import_options options = {.format = format};
    struct shape_list list = {0};
    struct diagnostics errors = {0};
    const char *path = in_folder("hostile");
    FILE *stream = fopen(path, "wb");
    if (!stream || fwrite(bytes, 1, size, stream) != size || fclose(stream) != 0)
        ck_abort_msg("cannot write %s", path);
    bool good = import_shapes(path, &options, &list, &errors);
    bool many =
        errors.count > 1 && format && (strcmp(format, "csv") == 0 || strcmp(format, "config") == 0);
    bool one =
        (errors.count == 1 || many) && errors.lost == 0 && diagnostics_exit_code(&errors) == 2;
    if (good ? !diagnostics_empty(&errors) || list.count == 0 : !one)
        ck_abort_msg("%s with %zu messages", good ? "read" : "refused", errors.count);
    for (size_t i = 0; good && i < list.count; i++)
        if (!is_sound(&list.items[i]))
            ck_abort_msg("layer '%s' is not sound", list.items[i].name);
    diagnostics_free(&errors);
    shape_list_free(&list);
    return good;
}

/* A file under construction. */
struct blob {
    unsigned char bytes[1 << 15];
    size_t size;
};

static inline void put_bytes(struct blob *blob, const void *bytes, size_t size)
{
    ck_assert_uint_le(blob->size + size, sizeof blob->bytes);
    memcpy(blob->bytes + blob->size, bytes, size);
    blob->size += size;
}

static inline void put_text(struct blob *blob, const char *text)
{
    put_bytes(blob, text, strlen(text));
}

/* Little-endian, of `count` bytes. */
static inline void put_number(struct blob *blob, uint64_t value, size_t count)
{
    unsigned char raw[8];
    for (size_t i = 0; i < count; i++)
        raw[i] = (unsigned char)(value >> (8 * i));
    put_bytes(blob, raw, count);
}

static inline void put_zeros(struct blob *blob, size_t count)
{
    ck_assert_uint_le(blob->size + count, sizeof blob->bytes);
    memset(blob->bytes + blob->size, 0, count);
    blob->size += count;
}

static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* One to four changes: a byte, a bit, a number, a piece moved. */
static inline void mutate(struct blob *blob, uint64_t *state)
{
    for (uint64_t edits = 1 + random_next(state) % 4; edits > 0 && blob->size > 16; edits--) {
        size_t at = (size_t)(random_next(state) % (blob->size - 8));
        size_t from = (size_t)(random_next(state) % (blob->size - 8));
        switch (random_next(state) % 5) {
        case 0:
            blob->bytes[at] = (unsigned char)random_next(state);
            break;
        case 1:
            blob->bytes[at] ^= (unsigned char)(1u << random_next(state) % 8);
            break;
        case 2: {
            uint64_t value = extremes[random_next(state) % EXTREMES];
            memcpy(blob->bytes + at, &value, random_next(state) % 2 ? 8 : 4);
            break;
        }
        case 3:
            memmove(blob->bytes + at, blob->bytes + from, 8);
            break;
        default:
            blob->size -= random_next(state) % 8;
            memmove(blob->bytes + at, blob->bytes + at + 1, blob->size - at - 1);
            break;
        }
    }
}

/* Mutates `original` so many times; none may do harm. */
static inline void fuzz(const struct blob *original, size_t rounds, const char *format)
{
    static struct blob blob;
    uint64_t state = 88172645463325252u;
    size_t read = 0;
    for (size_t i = 0; i < rounds; i++) {
        blob = *original;
        mutate(&blob, &state);
        read += survives(blob.bytes, blob.size, format);
    }
    ck_assert_uint_lt(read, rounds); /* some of it must have been noticed */
}

#endif
