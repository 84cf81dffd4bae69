#include "sim/experiment/run_record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/config.h"
#include "tests/check_main.h"

static struct setup base;
static struct diagnostics errors;

static void begin(void)
{
    struct config config;
    ck_assert(config_load(&config, &setup_schema, "m3.ini", &errors));
    ck_assert(setup_resolve(&config, NULL, &base, &errors));
    config_free(&config);
}

static void end(void)
{
    diagnostics_free(&errors);
}

/* A value that the key may have and does not. */
static void change(const struct config_key *key, void *value)
{
    int64_t *number = value;
    if (key->type == CONFIG_TEXT)
        strcpy(value, "another");
    else
        *number = *number < key->max ? *number + 1 : *number - 1;
}

static void ids_of(const struct setup *setup, char config_id[STORE_ID_BYTES],
                   char id[STORE_ID_BYTES])
{
    struct run_record record;
    ck_assert(run_record_init(&record, setup));
    memcpy(config_id, record.run.config_id, STORE_ID_BYTES);
    memcpy(id, record.run.id, STORE_ID_BYTES);
    run_record_free(&record);
}

/* Every key of a simulation counts, and none of what does not touch it. */
START_TEST(ids_depend_on_what_is_simulated)
{
    char config_id[STORE_ID_BYTES], id[STORE_ID_BYTES];
    ids_of(&base, config_id, id);
    for (size_t i = 0; i < setup_schema.part_count; i++) {
        const struct config_part *part = &setup_schema.parts[i];
        const char *section = part->section->name;
        bool besides = strcmp(section, "llm") == 0 || strcmp(section, "noise") == 0 ||
                       strcmp(section, "price") == 0;
        bool workload = strcmp(section, "workload") == 0;
        for (size_t j = 0; j < part->section->key_count; j++) {
            const struct config_key *key = &part->section->keys[j];
            struct setup other = base;
            char other_config_id[STORE_ID_BYTES], other_id[STORE_ID_BYTES];
            change(key, (char *)&other + part->offset + key->offset);
            ids_of(&other, other_config_id, other_id);
            ck_assert_msg((strcmp(id, other_id) == 0) == besides, "%s.%s", section, key->name);
            ck_assert_msg((strcmp(config_id, other_config_id) == 0) == (besides || workload),
                          "%s.%s", section, key->name);
        }
    }
}
END_TEST

START_TEST(ids_depend_on_the_model)
{
    char config_id[STORE_ID_BYTES], one[STORE_ID_BYTES], two[STORE_ID_BYTES];
    ck_assert(run_record_ids("{}", "{}", 1, config_id, one));
    ck_assert(run_record_ids("{}", "{}", 2, config_id, two));
    ck_assert_str_ne(one, two);
    ck_assert_uint_eq(strlen(one), STORE_ID_BYTES - 1);
    for (const char *digit = one; *digit; digit++)
        ck_assert(isdigit((unsigned char)*digit) || (*digit >= 'a' && *digit <= 'f'));
}
END_TEST

START_TEST(a_setup_survives_being_stored)
{
    struct setup setup = base, back;
    setup.workload.cin = 777;
    setup.workload.pad_lines = -5;
    setup.chip.core.ring.hypothesis = RING_epoch;
    setup.chip.dram.hash = 0;
    strcpy(setup.chip.ane.name, "M3 \xc3\xa9 \"quoted\" \\ back");
    memset(&setup.llm, 0, sizeof setup.llm);
    memset(&setup.noise, 0, sizeof setup.noise);
    memset(&setup.price, 0, sizeof setup.price);
    struct run_record record, again;
    ck_assert(run_record_init(&record, &setup));
    ck_assert(run_record_setup(record.config, record.workload, &back, &errors));
    ck_assert(setup_equal(&setup, &back));
    ck_assert(run_record_init(&again, &back));
    ck_assert_str_eq(record.config, again.config);
    ck_assert_str_eq(record.workload, again.workload);
    ck_assert_str_eq(record.run.id, again.run.id);
    run_record_free(&record);
    run_record_free(&again);
}
END_TEST

START_TEST(what_was_not_stored_is_refused)
{
    struct setup setup;
    struct run_record record;
    ck_assert(run_record_init(&record, &base));
    ck_assert(!run_record_setup("{", record.workload, &setup, &errors));
    ck_assert(!run_record_setup("[]", record.workload, &setup, &errors));
    ck_assert(!run_record_setup("{\"ring\":{\"bits\":3}}", record.workload, &setup, &errors));
    ck_assert(!run_record_setup("{\"rong\":{}}", record.workload, &setup, &errors));
    ck_assert(!run_record_setup(record.config, "{\"cin\":0}", &setup, &errors));
    ck_assert(!run_record_setup(record.config, "{\"cin\":[]}", &setup, &errors));
    ck_assert_uint_ge(errors.count, 6);
    run_record_free(&record);
}
END_TEST

/* Ids of databases that exist: another id for the same run, and nobody finds what
 * he has stored.  Times: another, and CHIP_MODEL_VERSION must be one more, so that
 * stored runs are not taken for what this program gives. */
static const struct {
    const char *change;
    const char *id;
    int64_t time_ps;
} golden[] = {
    {"workload.split=1", "5c2699dc6a279ed06a9505c1ae2bba7a", 940643750},
    {"workload.split=2", "399b1896b5b28b826d2a114c1eccbe75", 370921500},
    {"ring.hypothesis=epoch", "e4af9acae92c53f3b21eb8c9ca8d2a2c", 367045750},
    {"workload.pad_lines=-64", "62bb7a8be0ba899825bee395623c8650", 669491250},
    {"dram.model=ideal", "d84e3c61a94441bf23d1a4a03aeda47c", 888276250},
};

START_TEST(ids_and_times_are_those_of_before)
{
    struct setup setup;
    struct config config;
    struct run_record record;
    struct simulation *simulation = malloc(sizeof *simulation);
    ck_assert(config_load(&config, &setup_schema, "m3.ini", &errors));
    ck_assert(config_override(&config, &setup_schema, golden[_i].change, "test", &errors));
    ck_assert(setup_resolve(&config, NULL, &setup, &errors));
    ck_assert(run_record_init(&record, &setup));
    ck_assert(simulate(&setup, NULL, simulation, &errors));
    run_record_take(&record, simulation);
    ck_assert_str_eq(record.run.id, golden[_i].id);
    ck_assert_int_eq(record.run.time_ps, golden[_i].time_ps);
    run_record_free(&record);
    config_free(&config);
    free(simulation);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("run_record");
    TCase *tests = tcase_create("run_record");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, ids_depend_on_what_is_simulated);
    tcase_add_test(tests, ids_depend_on_the_model);
    tcase_add_test(tests, a_setup_survives_being_stored);
    tcase_add_test(tests, what_was_not_stored_is_refused);
    tcase_add_loop_test(tests, ids_and_times_are_those_of_before, 0,
                        sizeof golden / sizeof golden[0]);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
