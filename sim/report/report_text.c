#include "sim/report/report_text.h"

/* A figure is never narrower than its letters are legible: on a phone it is
 * pushed sideways, as are tables and commands. */
#define STYLE                                                                                      \
    "body{margin:0;color:#1a1a1a;background:#fff;"                                                 \
    "font:1rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}\n"           \
    "main{max-width:52rem;margin:0 auto;padding:1rem}\n"                                           \
    "h1{font-size:1.8rem;line-height:1.2;margin:1rem 0}\n"                                         \
    "h2{font-size:1.3rem;margin:2.2rem 0 .5rem}\nh3{font-size:1.05rem;margin:1.2rem 0 .3rem}\n"    \
    "p{margin:.6rem 0}\nfigure{margin:1rem 0}\n"                                                   \
    "figcaption{font-size:.95rem;border-left:.2rem solid #0072b2;padding-left:.7rem}\n"            \
    ".wide{overflow-x:auto}\n"                                                                     \
    "svg{display:block;width:100%;min-width:38rem;height:auto}\n"                                  \
    "pre{overflow-x:auto;background:#f4f4f4;padding:.6rem .8rem;font-size:.85rem;"                 \
    "line-height:1.45}\n"                                                                          \
    "code,pre{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}\n"             \
    "td code{display:block;min-width:16rem;font-size:.85em;overflow-wrap:anywhere}\n"              \
    "table{border-collapse:collapse;font-size:.9rem}\n"                                            \
    "th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;"                               \
    "border-bottom:1px solid #ccc}\n"                                                              \
    "td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"                \
    "footer{margin:3rem 0 1rem;font-size:.85rem;color:#444}\n"                                     \
    "@media screen and (max-width:40rem){.figure .wide::before{content:'swipe sideways \\2192';"   \
    "display:block;position:sticky;left:0;font-size:.8rem;color:#555}}\n"                          \
    "@media print{main{max-width:none;padding:0}"                                                  \
    ".figure,figure,tr,pre{break-inside:avoid}h2,h3{break-after:avoid}"                            \
    "#published{break-before:page}svg{min-width:0;max-width:14.5cm}td code{min-width:0}"           \
    ".wide{overflow:visible}"                                                                      \
    "pre{white-space:pre-wrap;overflow-wrap:anywhere}thead{display:table-header-group}}\n"

const char report_text_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<title>The prefetch notch of the M3's Neural Engine</title>\n"
    "<style>\n" STYLE "</style>\n</head>\n<body>\n<main>\n<header>\n"
    "<h1>The prefetch notch of the M3's Neural Engine</h1>\n"
    "<p>The Neural Engine of Apple's M3 streams a layer's weights from memory into 16 cores. When "
    "one core's share is a multiple of 1 MiB, throughput falls to less than half, and comes back "
    "when the same layer is split (E. Yoon, <cite>Getting 50 GB/s Back Out of the ANE</cite>, "
    "2026-08-10).</p>\n"
    "<p>The suspected cause is a ring pointer of 14 bits. The prefetcher takes the distance to the "
    "end of the transfer modulo 0x4000 lines of 64 bytes, so a transfer of whole laps looks like "
    "one with nothing left to fetch, and the core crawls on the few lines it asks for on demand. "
    "With k whole laps and x lines beside, what counts is x alone.</p>\n"
    "<p>The figures show what <code>anesim</code>, an event-driven simulator of that machine, "
    "gives; black triangles are published measurements. The simulator claims nothing about "
    "Apple's circuits: it is the simplest machine known to behave as measured.</p>\n";

const char report_text_published[] =
    "<p>Rows marked calibrated were used to fit the config's free parameters; rows marked "
    "predicted never were, so that their agreement is evidence. GB is 1e9 bytes.</p>\n";

const char report_text_foot[] =
    "<footer><p>Made by anesim " ANESIM_VERSION ". Figures drawn by gnuplot, in colours that the "
    "colour-blind tell apart.</p></footer>\n</main>\n</body>\n</html>\n";
