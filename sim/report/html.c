#include "sim/report/html.h"

#include <stdlib.h>
#include <string.h>

#include "sim/report/text.h"

char *html_clean(const char *text)
{
    char *utf8 = text_utf8(text);
    char *visible = utf8 ? text_visible(utf8) : NULL;
    for (char *byte = visible; byte && (byte = strstr(byte, "\xEF\xBF")); byte += 2)
        if (byte[2] == '\xBE' || byte[2] == '\xBF')
            byte[2] = '\xBD';
    free(utf8);
    return visible;
}

bool html_text(FILE *out, const char *text)
{
    char *visible = html_clean(text);
    for (const char *byte = visible ? visible : ""; *byte != '\0'; byte++) {
        switch (*byte) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            fputc(*byte, out);
        }
    }
    bool done = visible != NULL;
    free(visible);
    return done;
}

/* Bytes up to and with the first `end` in text[from ..]; size when there is none. */
static size_t past(const char *text, size_t size, size_t from, const char *end)
{
    size_t bytes = strlen(end);
    for (size_t i = from; i + bytes <= size; i++)
        if (memcmp(text + i, end, bytes) == 0)
            return i + bytes;
    return size;
}

struct edit {
    const char *from;
    const char *to;   /* followed by the name and a dash */
    const char *drop; /* NULL, or up to which text all goes */
};

/* Inside tags.  Ids in double quotes are of groups, and nobody refers to them. */
static const struct edit edits[] = {
    {" id=\"", "", "\""},
    {" id='", " id='", NULL},
    {"xlink:href='#", "href='#", NULL},
    {"url(#", "url(#", NULL},
};

static const struct edit *edit_at(const char *text, size_t size)
{
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++)
        if (size >= strlen(edits[i].from) &&
            memcmp(text, edits[i].from, strlen(edits[i].from)) == 0)
            return &edits[i];
    return NULL;
}

static void write_body(FILE *out, const char *svg, size_t size, size_t from, const char *name)
{
    bool in_tag = false;
    for (size_t i = from; i < size;) {
        const struct edit *edit = in_tag ? edit_at(svg + i, size - i) : NULL;
        if (!edit) {
            in_tag = svg[i] == '<' || (in_tag && svg[i] != '>');
            fputc(svg[i++], out);
            continue;
        }
        i += strlen(edit->from);
        if (edit->drop)
            i = past(svg, size, i, edit->drop);
        else
            fprintf(out, "%s%s-", edit->to, name);
    }
}

bool html_svg(FILE *out, const char *svg, size_t size, const char *name, const char *title,
              const char *description)
{
    int width = 0, height = 0;
    const char *box = strstr(svg, "viewBox=\"");
    if (!box || sscanf(box, "viewBox=\"0 0 %d %d\"", &width, &height) != 2)
        return false;
    fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title %s-desc\">\n",
            width, height, name, name);
    fprintf(out, "<title id=\"%s-title\">", name);
    bool done = html_text(out, title);
    fprintf(out, "</title>\n<desc id=\"%s-desc\">", name);
    done = html_text(out, description) && done;
    fputs("</desc>\n", out);
    size_t body = past(svg, size, (size_t)(box - svg), ">");
    size_t described = past(svg, size, body, "</desc>");
    write_body(out, svg, size, described < size ? described : body, name);
    return done;
}
