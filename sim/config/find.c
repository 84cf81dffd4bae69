#include "sim/config/find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/config/config.h"

#ifndef ANESIM_SHARE_DIR
#define ANESIM_SHARE_DIR "/usr/local/share/anesim"
#endif

enum { NAME_BYTES_MAX = 1024 };

bool config_path_join(char *path, size_t path_size, const char *folder, const char *name)
{
    const char *slash = *folder == '\0' ? "" : "/";
    int length = snprintf(path, path_size, "%s%s%s", folder, slash, name);
    return length >= 0 && (size_t)length < path_size;
}

/* The folder part of a path; "" for the current folder. */
static void folder_of(const char *path, char *folder, size_t folder_size)
{
    const char *slash = strrchr(path, '/');
    size_t bytes = slash ? (size_t)(slash - path) : 0;
    if (bytes >= folder_size)
        bytes = 0;
    memcpy(folder, path, bytes);
    folder[bytes] = '\0';
}

void config_places_init(struct config_places *places, const char *name, const char *beside_file)
{
    places->count = 0;
    places->beside[0] = '\0';
    if (*name == '/') {
        places->folders[places->count++] = "";
        return;
    }
    if (beside_file)
        folder_of(beside_file, places->beside, sizeof places->beside);
    if (places->beside[0] != '\0')
        places->folders[places->count++] = places->beside;
    const char *share = getenv("ANESIM_SHARE");
    if (!share || *share == '\0')
        share = ANESIM_SHARE_DIR;
    places->folders[places->count++] = "";
    places->folders[places->count++] = "configs";
    if (config_path_join(places->share, sizeof places->share, share, "configs"))
        places->folders[places->count++] = places->share;
}

enum sight { SEEN_NOTHING, SEEN_LOOP, SEEN_FOLDER, SEEN_FILE };

static enum sight look_at(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return errno == ELOOP ? SEEN_LOOP : SEEN_NOTHING;
    return S_ISDIR(status.st_mode) ? SEEN_FOLDER : SEEN_FILE;
}

static bool has_suffix(const char *name)
{
    size_t bytes = strlen(name);
    return bytes >= 4 && strcmp(name + bytes - 4, ".ini") == 0;
}

/* What is no file is passed over, for a folder ./m3 must not hide
 * configs/m3.ini; but it is worth a word when nothing else is found. */
static bool find_in(const char *folder, const char *name, char *path, size_t path_size,
                    enum sight *seen)
{
    static const char *const suffixes[] = {"", ".ini"};
    for (size_t i = 0; i < (has_suffix(name) ? 1 : 2); i++) {
        char file[NAME_BYTES_MAX + 8];
        snprintf(file, sizeof file, "%s%s", name, suffixes[i]);
        if (!config_path_join(path, path_size, folder, file))
            continue;
        enum sight sight = look_at(path);
        if (sight == SEEN_FILE)
            return true;
        *seen = sight > *seen ? sight : *seen;
    }
    return false;
}

static void report_missing(const struct config_places *places, const char *name, enum sight seen,
                           const char *file, long line, struct diagnostics *errors)
{
    char nearest[CONFIG_PATH_BYTES];
    char looked[2 * CONFIG_PATH_BYTES + 64] = "";
    size_t used = 0;
    for (size_t i = 0; i < places->count && used < sizeof looked; i++) {
        const char *gap = i == 0 ? "" : i + 1 == places->count ? " and " : ", ";
        const char *folder = places->folders[i];
        used += (size_t)snprintf(looked + used, sizeof looked - used, "%s%s", gap,
                                 *folder == '\0' ? "." : folder);
    }
    config_nearest_name(places, name, nearest, sizeof nearest);
    static const char *const what[] = {
        [SEEN_NOTHING] = "not found",
        [SEEN_LOOP] = "is a circle of symbolic links",
        [SEEN_FOLDER] = "is a folder, not a config",
    };
    if (seen == SEEN_LOOP)
        nearest[0] = '\0'; /* it would be itself */
    const char *where = *name == '/' ? "" : "; looked in ";
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file, line, "config '%s' %s%s%s%s%s%s", name,
                    what[seen], where, *name == '/' ? "" : looked,
                    *nearest != '\0' ? "; did you mean '" : "", nearest,
                    *nearest != '\0' ? "'?" : "");
}

bool config_find_from(const char *name, const char *file, long line, char *path, size_t path_size,
                      struct diagnostics *errors)
{
    if (*name == '\0' || strlen(name) > NAME_BYTES_MAX) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file, line,
                        "a config's name has 1 to %d bytes, not %zu", NAME_BYTES_MAX, strlen(name));
        return false;
    }
    struct config_places places;
    config_places_init(&places, name, file);
    enum sight seen = SEEN_NOTHING;
    for (size_t i = 0; i < places.count; i++)
        if (find_in(places.folders[i], name, path, path_size, &seen))
            return true;
    report_missing(&places, name, seen, file, line, errors);
    return false;
}

bool config_find(const char *name, char *path, size_t path_size, struct diagnostics *errors)
{
    return config_find_from(name, NULL, 0, path, path_size, errors);
}
