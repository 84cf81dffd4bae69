/* Import: real models as lists of layers.
 *
 *   llama-3.2-1b           built in                        builtin.c
 *   config.json            Hugging Face                    import_config.c
 *   model.safetensors      its header, or an index         import_safetensors.c
 *   model.gguf             its header, v2 and v3           import_gguf.c
 *   model.mil              text of a compiled .mlmodelc    import_mil.c
 *   shapes.csv             name,cin,cout[,kernel,...]      import_csv.c
 *        |
 *        v  detected by content; one line each in the table of import.c
 *   raw list -> import_arrange.c: bits, head split, fuse, only, skip
 *
 * Weights are never read.  The same model gives the same list from every
 * format: q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj,
 * lm_head, then what has no such name.  A file is hostile until proved
 * otherwise: every length and count in it is held against the file's size and
 * against the limits below before it is used.
 *
 * bits is that of a weight as stored.  Formats that share scales among a block
 * of weights may need a fraction of a bit (GGUF Q4_K: 4.5); bits is then 0,
 * unknown, and the note says how much is stored; the option `bits` says what
 * the Neural Engine would stream.
 */
#ifndef ANESIM_WORKLOAD_IMPORT_H
#define ANESIM_WORKLOAD_IMPORT_H

#include "sim/config/diagnostics.h"
#include "sim/workload/shapes.h"

/* What a file cannot tell.  All zero: as the file says. */
struct import_options {
    const char *format; /* name of a format; NULL: by content */
    int64_t head_split; /* slices of the vocabulary; 0: as the source has it */
    int64_t bits;       /* of every weight; 0: as stored */
    bool fuse_qkv;      /* q_proj, k_proj, v_proj as one qkv_proj */
    bool fuse_gate_up;  /* gate_proj, up_proj as one gate_up_proj */
    const char *only;   /* comma-separated globs, matched with the final names; or NULL */
    const char *skip;   /* likewise, what to leave out */
};

struct import_format_info {
    const char *name; /* "gguf" */
    const char *help; /* one line */
};

/* The formats, in the order of detection; NULL behind the last. */
const struct import_format_info *import_format(size_t index);

/* Appends the layers of `path_or_name`: a file, a folder that holds one
 * (config.json, model.safetensors.index.json, model.mil), "-" for standard
 * input (text formats only), or else a built-in model's name.  `list` is all
 * zero before and freed by the caller either way.  True when no diagnostic was
 * added; the list is then not empty. */
bool import_shapes(const char *path_or_name, const struct import_options *options,
                   struct shape_list *list, struct diagnostics *errors);

/* The same of a built-in model only, even where a file bears its name. */
bool import_builtin(const char *name, const struct import_options *options, struct shape_list *list,
                    struct diagnostics *errors);

#endif
