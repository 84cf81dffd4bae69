#!/bin/sh
# llm: rates of models, all and one, compared, in every format.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

# The chip is the default, and the published rate within a few per cent.
good llm llama-3.2-1b --threads 2
narrow
for text in 'Llama 3.2 1B on Apple M3' 'of those 3 hit' 'gate_proj' 'as it is 10.' \
    'with the plan 24.' 'Limited by the notch' 'Assumed:' 'llm.layer_overhead' \
    '8 slices of the vocabulary' 'workload.partition'; do
    expect_words "$text"
done

good llm --all --closed-form
narrow
expect_data '15 models on Apple M3: 7 hit, 1 grazed and harmless'
expect_data 'closed form, not simulated'
good llm --all --compare --closed-form
narrow
for chunks in '4 x 0.50' '2 x 3.50' '2 x 1.50' '4 x 1.50' '2 x 2.50'; do
    expect_data "$chunks"
done

good llm qwen2.5-0.5b --closed-form
narrow
expect_data 'No layer is hit.'
expect_words 'Grazed, and harmless: lm_head_shard'
[ "$(grep -c ' harmless ' "$out")" -eq 1 ] || fail 'the head is not harmless'

good llm llama-3.2-1b --closed-form --format json
for text in '"command": "llm"' '"model": "Llama 3.2 1B"' '"assumptions"' '"rates"' \
    '"token_share"' '"throughput_gbps"' '"layer_overhead": "107us"'; do
    expect_data "$text"
done
run llm llama-3.2-1b --closed-form --format csv
expect_code 0
expect_data 'name,count,cin,cout,kernel,bits,groups,lines_per_core,bytes_per_core,mib_per_core,k,x,'
expect_message 'assumed: every core streams ceil(cout / cores) kernels'
expect_message 'closed form'

# What a file cannot tell.
good llm llama-3.2-1b --closed-form --head-split 4 --fuse qkv,gate_up --bits 8
expect_data 'qkv_proj'
expect_data 'gate_up_proj'
good llm llama-3.2-1b --closed-form --only '*_proj' --skip 'k_proj,v_proj'
if grep -q 'k_proj\|lm_head' "$out"; then
    fail 'layers that were to be left out'
fi
good llm llama-3.2-1b --closed-form --set llm.layer_overhead=0us
expect_data 'takes 0 us for each of 16 decoder layers'
good llm llama-3.2-1b --closed-form --only lm_head_shard --bits 8
for text in 'for each of 16 decoder layers' 'every weight has 8 bits' 'layers are left out'; do
    expect_data "$text"
done
mkdir "$scratch/llama-3.2-1b"
program=$(realpath "$ANESIM")
(cd "$scratch" && ln -s "$root/configs" configs &&
    "$program" llm --all --closed-form --head-split 3 >"$out") ||
    fail 'a folder takes the place of a built-in model'
expect_data 'cut into: 3'
if grep -q 'head slices' "$out"; then
    fail 'head slices are said to be as in the table'
fi
printf 'name,cin,cout,kernel,bits,groups\nhit,2048,4096,1,16,1\ndepthwise,64,64,9,16,64\n' \
    >"$scratch/shapes.csv"
good llm "$scratch/shapes.csv" --closed-form
narrow
expect_words '1 unknown'
expect_data 'unknown: how a grouped convolution is spread'

bad 'which model?' llm
bad 'which model?' llm one two
bad 'one or the other' llm --all llama-3.2-1b
bad 'built-in models are no files' llm --all --input-format csv
bad "did you mean 'llama-3.2-1b'" llm llama-3.2-1c
bad "did you mean 'qkv'" llm llama-3.2-1b --fuse qkw
bad '--bits is a whole number from 1 to 64' llm llama-3.2-1b --bits 65
bad '--closed-form and --exact' llm --all --closed-form --exact
bad 'llm.layer_overhead' llm --all --set llm.layer_overhead=3
finish
