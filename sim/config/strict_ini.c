#include "sim/config/strict_ini.h"

#include <ini.h>
#include <string.h>

#include "sim/config/utf8.h"

static const char byte_order_mark[] = "\xEF\xBB\xBF";

struct reader {
    const char *file;
    const char *next; /* the rest of the text */
    const char *end;
    long line;
    bool skipping;    /* below a header that was refused */
    bool has_content; /* a line that is neither blank nor a comment was seen */
    size_t mistakes_before;
    const struct strict_ini_events *events;
    struct diagnostics *errors;
};

#define MISTAKE(reader, ...)                                                                       \
    diagnostics_add((reader)->errors, DIAGNOSTIC_BAD_INPUT, (reader)->file, (reader)->line,        \
                    __VA_ARGS__)

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Takes the next raw line, without its end (LF or CRLF). */
static const char *take_line(struct reader *reader, size_t *bytes)
{
    const char *line = reader->next;
    size_t left = (size_t)(reader->end - line);
    const char *feed = memchr(line, '\n', left);
    *bytes = feed ? (size_t)(feed - line) : left;
    reader->next = feed ? feed + 1 : reader->end;
    reader->line++;
    if (feed && *bytes > 0 && line[*bytes - 1] == '\r')
        (*bytes)--;
    return line;
}

/* Bytes that stay of a line once its comment and trailing blanks are gone. */
static size_t without_comment(const char *line, size_t bytes)
{
    size_t kept = 0;
    while (kept < bytes &&
           !((line[kept] == '#' || line[kept] == ';') && (kept == 0 || is_blank(line[kept - 1]))))
        kept++;
    while (kept > 0 && is_blank(line[kept - 1]))
        kept--;
    return kept;
}

static bool has_good_bytes(struct reader *reader, const char *line, size_t bytes, size_t bytes_max)
{
    size_t at = 0;
    if (bytes > bytes_max) {
        MISTAKE(reader, "the line has %zu bytes; at most %zu are allowed", bytes, bytes_max);
        return false;
    }
    switch (utf8_check(line, bytes, &at)) {
    case UTF8_CONTROL:
        MISTAKE(reader, "control byte 0x%02x in column %zu", (unsigned)(unsigned char)line[at],
                at + 1);
        return false;
    case UTF8_MALFORMED:
        MISTAKE(reader, "malformed UTF-8 (byte 0x%02x) in column %zu",
                (unsigned)(unsigned char)line[at], at + 1);
        return false;
    case UTF8_GOOD:
        break;
    }
    return true;
}

/* `line` is "[...": a NUL-terminated, stripped line. */
static bool header_is_good(struct reader *reader, char *line)
{
    char *close = strchr(line, ']');
    if (!close)
        MISTAKE(reader, "unclosed section header '%s': write %s]", line, line);
    else if (close[1] != '\0')
        MISTAKE(reader, "text after the section header: '%s'",
                close + 1 + strspn(close + 1, " \t"));
    else if (strspn(line + 1, " \t") == (size_t)(close - line - 1))
        MISTAKE(reader, "empty section header: write the section's name between [ and ]");
    else if (close - line - 1 > STRICT_INI_NAME_BYTES_MAX)
        MISTAKE(reader, "the section's name has %d bytes; at most %d are allowed",
                (int)(close - line - 1), STRICT_INI_NAME_BYTES_MAX);
    else
        return true;
    return false;
}

static bool begin_section(struct reader *reader, char *line)
{
    reader->skipping = true;
    if (!header_is_good(reader, line))
        return false;
    size_t bytes = strlen(line);
    line[bytes - 1] = '\0';
    reader->skipping = !reader->events->section(reader->events->user, line + 1, reader->line);
    line[bytes - 1] = ']';
    return !reader->skipping;
}

/* `line` is anything else: a NUL-terminated, stripped line. */
static bool assignment_is_good(struct reader *reader, const char *line)
{
    size_t key = strcspn(line, "=:");
    const char *value = line + key + 1;
    /* inih would skip this one too, and see another line than was checked. */
    if (strncmp(line, byte_order_mark, 3) == 0)
        MISTAKE(reader, "a second byte order mark");
    else if (line[key] == '\0')
        MISTAKE(reader, "no '=' in '%s': write key = value", line);
    else if (line[key] == ':')
        MISTAKE(reader, "a ':' in '%s': write key = value", line);
    else if (key == 0)
        MISTAKE(reader, "no key before the '='");
    else if (value[strspn(value, " \t")] == '\0')
        MISTAKE(reader, "no value after '%s'", line);
    else
        return true;
    return false;
}

/* True when the line in `buffer` is one for inih. */
static bool take_clean_line(struct reader *reader, char *buffer, size_t buffer_size)
{
    size_t bytes;
    size_t bytes_max = buffer_size - 1;
    if (bytes_max > STRICT_INI_LINE_BYTES_MAX)
        bytes_max = STRICT_INI_LINE_BYTES_MAX;
    const char *line = take_line(reader, &bytes);
    size_t indent = 0;
    while (indent < bytes && is_blank(line[indent]))
        indent++;
    size_t kept = without_comment(line + indent, bytes - indent);
    reader->has_content = reader->has_content || kept > 0;
    if (!has_good_bytes(reader, line, bytes, bytes_max)) {
        reader->skipping = reader->skipping || line[indent] == '[';
        return false;
    }
    memcpy(buffer, line + indent, kept);
    buffer[kept] = '\0';
    if (kept == 0)
        return false;
    if (buffer[0] == '[')
        return begin_section(reader, buffer);
    return assignment_is_good(reader, buffer) && !reader->skipping;
}

static bool too_much(struct reader *reader)
{
    size_t mistakes = reader->errors->count + reader->errors->lost - reader->mistakes_before;
    if (mistakes >= STRICT_INI_MISTAKES_MAX)
        MISTAKE(reader, "too many mistakes (%zu): reading stops here", mistakes);
    else if (reader->line >= STRICT_INI_LINES_MAX)
        MISTAKE(reader, "more than %d lines: reading stops here", STRICT_INI_LINES_MAX);
    else
        return false;
    return true;
}

/* inih's idea of fgets(). */
static char *give_line(char *buffer, int buffer_size, void *stream)
{
    struct reader *reader = stream;
    while (reader->next < reader->end) {
        if (too_much(reader)) {
            reader->next = reader->end;
            break;
        }
        if (take_clean_line(reader, buffer, (size_t)buffer_size))
            return buffer;
    }
    return NULL;
}

static int take_assignment(void *user, const char *section, const char *key, const char *value)
{
    struct reader *reader = user;
    reader->events->assignment(reader->events->user, section, key, value, reader->line);
    return 1;
}

/* A NUL byte: an image, an executable, UTF-16.  One message, not a hundred. */
static bool is_binary(struct reader *reader)
{
    const char *nul = memchr(reader->next, '\0', (size_t)(reader->end - reader->next));
    if (!nul)
        return false;
    reader->line = 1;
    for (const char *c = reader->next; c < nul; c++)
        reader->line += *c == '\n';
    MISTAKE(reader, "a NUL byte: this is a binary file, not a config");
    return true;
}

void strict_ini_read(const char *file, const char *text, size_t size,
                     const struct strict_ini_events *events, struct diagnostics *errors)
{
    struct reader reader = {.file = file,
                            .next = text,
                            .end = text + size,
                            .mistakes_before = errors->count + errors->lost,
                            .events = events,
                            .errors = errors};
    if (is_binary(&reader))
        return;
    if (size >= 3 && memcmp(text, byte_order_mark, 3) == 0)
        reader.next += 3;
    int fault = ini_parse_stream(give_line, &reader, take_assignment, &reader);
    if (fault != 0)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, file, 0, "the INI reader failed (code %d)",
                        fault);
    else if (!reader.has_content)
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, file, 0,
                        "the config is empty: no section and no key");
}
