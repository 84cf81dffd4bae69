/* The options that every command shares which takes a chip and a layer. */
#ifndef ANESIM_CLI_MACHINE_H
#define ANESIM_CLI_MACHINE_H

#include "sim/cli/cli.h"

/* The argument is the entry of --cores, which `trace` has another use for. */
#define MACHINE_OPTIONS_WITH(...)                                                                  \
    {"config", "CONFIG", NULL, "chip and workload: a path, or a name such as m3.ini (required)"},  \
        {"set", "SECTION.KEY=VALUE", NULL, "replace a value of the config; may be repeated"},      \
        {"cin", "N", "workload.cin", NULL}, {"cout", "N", "workload.cout", NULL},                  \
        {"kernel", "N", "workload.kernel", NULL}, {"bits", "N", "workload.bits", NULL},            \
        {"groups", "N", "workload.groups", NULL},                                                  \
        {"partition", "HOW", "workload.partition", NULL}, {"split", "N", "workload.split", NULL},  \
        {"axis", "AXIS", "workload.axis", NULL}, {"pad", "LINES", "workload.pad_lines", NULL},     \
        __VA_ARGS__, {"hypothesis", "NAME", "ring.hypothesis", NULL},                              \
        {"latch", "WHEN", "ring.latch", NULL}, {"credit-max", "LINES", "ring.credit_max", NULL},   \
    {                                                                                              \
        "dram", "MODEL", "dram.model", NULL                                                        \
    }

#define MACHINE_OPTIONS MACHINE_OPTIONS_WITH({"cores", "N", "workload.cores", NULL})

#endif
