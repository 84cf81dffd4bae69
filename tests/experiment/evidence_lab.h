/* The chip of configs/m3.ini in a lab, and evidence as the tests want it. */
#ifndef ANESIM_TESTS_EXPERIMENT_EVIDENCE_LAB_H
#define ANESIM_TESTS_EXPERIMENT_EVIDENCE_LAB_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/config/config.h"
#include "sim/experiment/reproduce.h"
#include "tests/check_main.h"

/* configs/m3.ini with settings, which end with NULL. */
static inline void m3_setup(struct setup *setup, const char *const *settings)
{
    struct config config;
    struct diagnostics errors = {0};
    config_load(&config, &setup_schema, "configs/m3.ini", &errors);
    for (; settings && *settings; settings++)
        config_override(&config, &setup_schema, *settings, "test", &errors);
    setup_resolve(&config, NULL, setup, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(diagnostics_empty(&errors));
    config_free(&config);
}

static inline void m3_lab(struct lab *lab, const char *const *settings, struct diagnostics *errors)
{
    struct setup setup;
    m3_setup(&setup, settings);
    lab_init(lab, &setup, errors);
    lab->effort = LAB_QUICK;
}

/* A file with this text; the caller frees and unlinks the name. */
static inline char *evidence_file(const char *text)
{
    char *path = strdup("/tmp/anesim-evidence-XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    return path;
}

static inline void evidence_of_text(struct evidence *evidence, const char *text)
{
    struct diagnostics errors = {0};
    char *path = evidence_file(text);
    evidence_read(evidence, path, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(diagnostics_empty(&errors));
    unlink(path);
    free(path);
}

#endif
