#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/find.h"
#include "sim/config/suggest.h"

enum { NAMES_MAX = 512 };

struct names {
    char *items[NAMES_MAX];
    size_t count;
};

static bool ends_in_ini(const char *name)
{
    size_t bytes = strlen(name);
    return bytes > 4 && strcmp(name + bytes - 4, ".ini") == 0;
}

static void collect(struct names *names, const char *folder)
{
    DIR *stream = opendir(*folder == '\0' ? "." : folder);
    if (!stream)
        return;
    const struct dirent *entry;
    while (names->count < NAMES_MAX && (entry = readdir(stream)) != NULL) {
        if (!ends_in_ini(entry->d_name))
            continue;
        names->items[names->count] = config_copy_text(entry->d_name);
        if (!names->items[names->count])
            break;
        names->count++;
    }
    closedir(stream);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void config_nearest_name(const struct config_places *places, const char *name, char *nearest,
                         size_t nearest_size)
{
    const char *slash = strrchr(name, '/');
    size_t folder_bytes = slash ? (size_t)(slash - name) + 1 : 0;
    const char *base = name + folder_bytes;
    char prefix[CONFIG_PATH_BYTES];
    char wanted[CONFIG_PATH_BYTES];
    struct names names = {.count = 0};
    snprintf(prefix, sizeof prefix, "%.*s", (int)folder_bytes, name);
    snprintf(wanted, sizeof wanted, "%s%s", base, ends_in_ini(base) ? "" : ".ini");
    for (size_t i = 0; i < places->count; i++) {
        char folder[CONFIG_PATH_BYTES];
        if (config_path_join(folder, sizeof folder, places->folders[i], prefix))
            collect(&names, folder);
    }
    /* readdir() has no order of its own; the answer must not depend on it. */
    qsort(names.items, names.count, sizeof names.items[0], compare);
    const char *found = suggest(wanted, (const char *const *)names.items, names.count);
    snprintf(nearest, nearest_size, "%s%s", found ? prefix : "", found ? found : "");
    for (size_t i = 0; i < names.count; i++)
        free(names.items[i]);
}
