/* Published splits: how the report splits the seven models that are hit. */
#ifndef ANESIM_EXPERIMENT_LLM_PUBLISHED_H
#define ANESIM_EXPERIMENT_LLM_PUBLISHED_H

#include <stdint.h>

/* Parts along cin of a layer in the model of that title; 1: not split. */
int64_t llm_published_parts(const char *title, const char *layer);

#endif
