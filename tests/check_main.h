/* Runs one Check suite as a whole program. */
#ifndef ANESIM_TESTS_CHECK_MAIN_H
#define ANESIM_TESTS_CHECK_MAIN_H

#include <check.h>
#include <stdlib.h>

static inline int check_main(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
