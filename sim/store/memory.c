#include "sim/store/internal.h"

#include <stdlib.h>
#include <string.h>

struct store *store_open_memory(struct diagnostics *errors)
{
    struct store *store = calloc(1, sizeof *store);
    if (store)
        store->path = strdup("results in memory");
    if (!store || !store->path) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        free(store);
        return NULL;
    }
    int code =
        sqlite3_open_v2(":memory:", &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (code == SQLITE_OK ? store_migrate(store, errors) : store_fail(store, code, "open", errors))
        return store;
    store_close(store);
    return NULL;
}
