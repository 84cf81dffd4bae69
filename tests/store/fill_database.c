/* fill_database FILE POINTS ROUNDS FROM TO [fake]: for the tests of the command
 * line; the points from FROM to TO - 1 of an experiment of POINTS points. */
#include <stdlib.h>
#include <string.h>

#include "tests/store/fill.h"

enum { BATCH = 1000 };

int main(int argc, char **argv)
{
    struct diagnostics errors = {0};
    struct fill fill;
    if (argc < 6)
        return 2;
    bool done = fill_init(&fill, atol(argv[2]), atol(argv[3]), &errors);
    fill.fake = argc > 6 && strcmp(argv[6], "fake") == 0;
    struct store *store = done ? store_open(argv[1], STORE_WRITE, &errors) : NULL;
    done = store && fill_points(&fill, store, atol(argv[4]), atol(argv[5]), BATCH, &errors);
    store_close(store);
    diagnostics_print(&errors, stderr);
    int code = diagnostics_exit_code(&errors);
    diagnostics_free(&errors);
    return done ? 0 : code;
}
