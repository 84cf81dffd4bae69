#include "sim/experiment/experiments.h"
#include <string.h>

const struct experiment experiments[] = {
    {"split_table",
     "five sizes, whole and in chunks of 512 KiB per core",
     true,
     {{"throughput", "GB/s"}},
     experiment_split_table},
    {"notch_pair",
     "two layers 16 KiB per core apart",
     true,
     {{"throughput", "GB/s"}},
     experiment_notch_pair},
    {"split_lines",
     "one transfer of 0x4000 lines per core, whole and cut",
     true,
     {{"throughput", "GB/s"}},
     experiment_split_lines},
    {"control",
     "splitting a layer beside the notch",
     true,
     {{"speedup", "ratio"}},
     experiment_control},
    {"static", "single layers, as latencies", true, {{"latency", "us"}}, experiment_static},
    {"laps",
     "the length of a transfer swept across each lap of the ring",
     false,
     {{"ramp_per_lap", "us/line"}, {"recovery", "lines"}},
     experiment_laps},
    {"cores",
     "1 to 16 active cores, each with the bytes of a full layer's share",
     false,
     {{"max_over_min_latency", "ratio"}},
     experiment_cores},
    {"scramble",
     "every 16 KiB page of the weights at a random place",
     false,
     {{"throughput_ratio", "ratio"}},
     experiment_scramble},
    {"constant_bytes",
     "D and N swept inversely, 1 MiB per core",
     false,
     {{"throughput", "GB/s"}},
     experiment_constant_bytes},
    {"fft",
     "the spectrum of throughput against D",
     false,
     {{"dominant_wavelength", "D"}},
     experiment_fft},
    {"sweep",
     "67 values of D, 41 rounds in random order, with noise; medians",
     false,
     {{"throughput", "GB/s"}},
     experiment_sweep},
    {"llm",
     "decode rate from the shapes of a model",
     false,
     {{"decode_rate", "tok/s"}, {"affected_models", "count"}},
     experiment_llm},
};

const size_t experiment_count = sizeof experiments / sizeof experiments[0];
_Static_assert(sizeof experiments / sizeof experiments[0] <= EXPERIMENTS_MAX, "lists of names");

const struct experiment *experiment_find(const char *name)
{
    for (size_t i = 0; i < experiment_count; i++)
        if (strcmp(experiments[i].name, name) == 0)
            return &experiments[i];
    return NULL;
}
