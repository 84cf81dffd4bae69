#include "sim/store/internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAUSE_MS = 10 };

int store_wait_ms(void)
{
    const char *text = getenv(STORE_WAIT_VARIABLE);
    char *end;
    if (!text || *text < '0' || *text > '9')
        return STORE_WAIT_MS;
    long ms = strtol(text, &end, 10);
    return *end == '\0' && ms <= STORE_WAIT_MS_MAX ? (int)ms : STORE_WAIT_MS;
}

bool store_wait(int *waited_ms)
{
    if (*waited_ms >= store_wait_ms())
        return false;
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    *waited_ms += PAUSE_MS;
    return true;
}

const char *store_path(const struct store *store)
{
    return store->path;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(store->prepared[i]);
    sqlite3_close(store->db);
    free(store->workload);
    free(store->path);
    free(store);
}

struct store *store_open(const char *path, enum store_mode mode, struct diagnostics *errors)
{
    struct store *store = calloc(1, sizeof *store);
    if (store)
        store->path = strdup(path);
    if (!store || !store->path) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        free(store);
        return NULL;
    }
    if (store_open_file(store, mode, errors))
        return store;
    store_close(store);
    return NULL;
}

bool store_begin(struct store *store, struct diagnostics *errors)
{
    return store_execute(store, "BEGIN IMMEDIATE", "write to", errors);
}

bool store_commit(struct store *store, struct diagnostics *errors)
{
    if (store_execute(store, "COMMIT", "write to", errors))
        return true;
    store_rollback(store);
    return false;
}

void store_rollback(struct store *store)
{
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}
