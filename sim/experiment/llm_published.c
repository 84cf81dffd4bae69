#include "sim/experiment/llm_published.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Source: E. Yoon, "Getting 50 GB/s Back Out of the ANE", 2026-08-10, the table
 * of the models that ANEMLL publishes: S chunks of so many MiB per core. */
static const struct {
    const char *title;
    const char *layers[3];
    int64_t parts;
} splits[] = {
    {"Llama 3.2 1B", {"gate_proj", "up_proj", "down_proj"}, 4},   /* 0.5 MiB */
    {"Llama 3.1 8B", {"q_proj", "o_proj"}, 4},                    /* 0.5 */
    {"Llama 3.1 8B", {"gate_proj", "up_proj", "down_proj"}, 2},   /* 3.5 */
    {"DeepSeek R1 8B", {"q_proj", "o_proj"}, 4},                  /* 0.5 */
    {"DeepSeek R1 8B", {"gate_proj", "up_proj", "down_proj"}, 2}, /* 3.5 */
    {"DeepHermes 8B", {"q_proj", "o_proj"}, 4},                   /* 0.5 */
    {"DeepHermes 8B", {"gate_proj", "up_proj", "down_proj"}, 2},  /* 3.5 */
    {"DeepHermes 3B", {"gate_proj", "up_proj", "down_proj"}, 2},  /* 1.5 */
    {"Qwen3 8B", {"q_proj", "o_proj"}, 4},                        /* 0.5 */
    {"Qwen3 8B", {"gate_proj", "up_proj", "down_proj"}, 4},       /* 1.5 */
    {"Gemma 3 4B QAT", {"lm_head_shard"}, 2},                     /* 2.5 */
};

int64_t llm_published_parts(const char *title, const char *layer)
{
    for (size_t i = 0; i < sizeof splits / sizeof splits[0]; i++) {
        if (strcmp(splits[i].title, title) != 0)
            continue;
        for (size_t j = 0; j < 3 && splits[i].layers[j]; j++)
            if (strcmp(splits[i].layers[j], layer) == 0)
                return splits[i].parts;
    }
    return 1;
}
