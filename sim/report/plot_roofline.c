/* Roofline: what limits as credit grows: latency, KMem, the memory. */
#include <math.h>

#include "models/ane/closed_form.h"
#include "sim/report/plot_draw.h"

enum { CREDIT, GBPS, WAITS, WAIT_COUNT = 6, COLUMNS = WAITS + WAIT_COUNT, POINTS_MIN = 4 };

/* Stacked from below; what a core does not wait for comes first. */
static const struct {
    const char *column;
    const char *title;
    const char *colour;
} waits[WAIT_COUNT] = {
    {"wait_credit_ps", "credit", "#0072B2"}, {"wait_demand_slot_ps", "demand slot", "#56B4E9"},
    {"wait_kmem_ps", "KMem", "#E69F00"},     {"wait_dram_ps", "memory", "#D55E00"},
    {"wait_fabric_ps", "fabric", "#CC79A7"}, {"wait_dispatch_ps", "dispatch", "#BBBBBB"},
};

struct limits {
    double latency_ns; /* of a demand line, the memory not busy */
    double demand_gbps;
    double credit_gbps; /* a line of credit on each core */
    double kmem_gbps;
    double dram_gbps;
};

/* Lines per core over the time each is out, on all cores that take part. */
static bool find_limits(struct plot *plot, double cin, struct limits *limits)
{
    struct setup setup = plot->setup;
    struct workload_summary summary;
    char message[WORKLOAD_MESSAGE_BYTES];
    struct program program;
    setup.workload.cin = (int64_t)cin;
    setup.workload.trim_cin = 0;
    setup.chip.core.ring.credit_max = 1;
    if (workload_build(&setup.workload, setup.chip.ane.cores, &program, &summary, message) !=
        WORKLOAD_OK) {
        diagnostics_add(plot->errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "%s", message);
        return false;
    }
    double cores = (double)setup.workload.cores;
    double line_gbps_ns = 64 * cores; /* a line a nanosecond */
    limits->latency_ns = closed_form_run(&setup.chip, &program).demand_latency_ns;
    program_free(&program);
    limits->demand_gbps =
        (double)setup.chip.core.kdma.demand_lines * line_gbps_ns / limits->latency_ns;
    limits->credit_gbps = line_gbps_ns * PS_PER_NS / (double)setup.chip.core.kdma.credit_return_ps;
    limits->kmem_gbps =
        (double)setup.chip.core.kmem.size_bytes / 64 * line_gbps_ns / limits->latency_ns;
    limits->dram_gbps = (double)dram_peak_bytes_per_s(&setup.chip.dram) / 1e9;
    return true;
}

static bool choose_size(struct plot *plot, double *cin)
{
    struct table sizes;
    bool done = plot_select(plot, &sizes, 1,
                            "SELECT 1.0 * cin FROM runs GROUP BY cin HAVING"
                            " count(DISTINCT machine ->> '$.ring.credit_max') >= %d ORDER BY"
                            " count(DISTINCT machine ->> '$.ring.credit_max') DESC, cin DESC"
                            " LIMIT 1",
                            POINTS_MIN);
    if (done && sizes.row_count == 0)
        done = plot_lacks(plot, "no layer was simulated with %d values of ring.credit_max",
                          POINTS_MIN);
    else if (done)
        *cin = plot_real(&sizes, 0, 0);
    table_free(&sizes);
    return done;
}

static bool gather(struct plot *plot, double cin, struct table *rows)
{
    return plot_select(
        plot, rows, COLUMNS,
        "SELECT 1.0 * (machine ->> '$.ring.credit_max') AS credit, max(throughput_gbps),"
        " 1.0 * %s / time_ps, 1.0 * %s / time_ps, 1.0 * %s / time_ps,"
        " 1.0 * %s / time_ps, 1.0 * %s / time_ps, 1.0 * %s / time_ps"
        " FROM runs WHERE cin = %.0f GROUP BY credit ORDER BY credit",
        waits[0].column, waits[1].column, waits[2].column, waits[3].column, waits[4].column,
        waits[5].column, cin);
}

static void write_rates(struct plot *plot, double cin, const struct limits *limits)
{
    char layer[160], title[96];
    snprintf(layer, sizeof layer, "D = %.0f of %s", cin, plot_layer(plot).text);
    plot_title(plot, "What limits as credit grows", layer);
    fputs("set logscale xy\nset ylabel 'throughput (GB/s)'\nset format x ''\n"
          "set key outside right center\nset yrange [*:*]\nset ytics 10\n",
          plot->script);
    plot_curve(plot, "simulated", "$runs using 1:2 with linespoints lt 1");
    plot_curve(plot, "latency", "%.9g + %.9g * x with lines lc rgb '#009E73' lw 2 dt 2",
               limits->demand_gbps, limits->credit_gbps);
    snprintf(title, sizeof title, "memory, %.0f GB/s", limits->dram_gbps);
    plot_curve(plot, title, "%.9g with lines lc rgb '#D55E00' lw 2 dt 4", limits->dram_gbps);
    snprintf(title, sizeof title, "KMem, %.1f TB/s", limits->kmem_gbps / 1e3);
    plot_curve(plot, title, "%.9g with lines lc rgb '#E69F00' lw 2 dt 5", limits->kmem_gbps);
    plot_end(plot);
}

static bool is_waited_for(const struct table *rows, size_t column)
{
    const double seen = 0.001; /* of the time */
    for (size_t i = 0; i < rows->row_count; i++)
        if (plot_real(rows, i, column) > seen)
            return true;
    return false;
}

static void write_waits(struct plot *plot, const struct table *rows)
{
    fputs("unset title\nunset logscale y\nset ytics 20\nset format x\nset yrange [0:100]\n"
          "set xlabel 'credit: lines a core may prefetch (ring.credit_max)'\n"
          "set ylabel 'share of core 0''s time (%)'\nset key title 'waits for'\n",
          plot->script);
    for (int i = WAIT_COUNT - 1; i >= 0; i--) {
        if (!is_waited_for(rows, WAITS + (size_t)i))
            continue;
        char below[64] = "0", *end = below + 1;
        for (int j = 0; j < i; j++)
            end += snprintf(end, (size_t)(below + sizeof below - end), "+$%d", WAITS + j + 1);
        plot_curve(plot, waits[i].title,
                   "$runs using 1:(100*(%s)):(100*(%s+$%d)) with filledcurves dt 1 lc rgb '%s' fs "
                   "solid 0.85 border lc rgb 'white'",
                   below, below, WAITS + i + 1, waits[i].colour);
    }
    plot_end(plot);
}

static void write_caption(struct plot *plot, const struct table *rows, const struct limits *limits)
{
    size_t last = rows->row_count - 1;
    double crossing = (limits->dram_gbps - limits->demand_gbps) / limits->credit_gbps;
    fprintf(plot->caption,
            "From %.0f to %.0f lines of credit throughput goes from %.1f to %.1f GB/s. Latency "
            "allows %.1f GB/s by demand lines, %.3f GB/s more for each line of credit",
            plot_real(rows, 0, CREDIT), plot_real(rows, last, CREDIT), plot_real(rows, 0, GBPS),
            plot_real(rows, last, GBPS), limits->demand_gbps, limits->credit_gbps);
    fprintf(plot->caption,
            crossing > 0 ? "; that meets the memory's peak of %.1f GB/s at a credit of %.0f."
                         : ", more than the memory's peak of %.1f GB/s from the start.",
            limits->dram_gbps, crossing);
    fprintf(plot->caption,
            " At a credit of %.0f core 0 waits for the memory %.0f %% of its time, for KMem "
            "%.0f %%. By Little's law KMem would allow %.0f GB/s at %.0f ns a line.",
            plot_real(rows, last, CREDIT), 100 * plot_real(rows, last, WAITS + 3),
            100 * plot_real(rows, last, WAITS + 2), limits->kmem_gbps, limits->latency_ns);
}

static bool draw(struct plot *plot)
{
    struct table rows;
    struct limits limits;
    double cin = 0;
    if (!choose_size(plot, &cin) || !find_limits(plot, cin, &limits))
        return false;
    bool done = gather(plot, cin, &rows);
    if (done) {
        plot_data(plot, "runs", &rows, 0, rows.row_count);
        fprintf(plot->script,
                "set multiplot layout 2,1\nset lmargin at screen 0.15\nset rmargin at screen 0.68\n"
                "set xrange [%.0f:%.0f]\nset xtics 2\nunset mxtics\n",
                plot_real(&rows, 0, CREDIT), plot_real(&rows, rows.row_count - 1, CREDIT));
        write_rates(plot, cin, &limits);
        write_waits(plot, &rows);
        fputs("unset multiplot\n", plot->script);
        write_caption(plot, &rows, &limits);
    }
    table_free(&rows);
    return done;
}

const struct plot_kind plot_roofline = {
    .name = "roofline",
    .title = "Roofline",
    .shows = "what limits as credit grows: latency, KMem or the memory",
    .story = "With the ring's distance known in full, and without the fixed costs, "
             "throughput grows with the lookahead until something else limits. In this model "
             "of the M3 that is the memory, long before KMem.",
    .recipes = {"--cin 8192 --set ring.hypothesis=epoch --set ane.dispatch=0us"
                " --set ane.task_overhead=0us"
                " --set ring.credit_max=16,32,64,128,192,256,384,512,768,1024,2048"},
    .fits = "tasks = 1 AND workload ->> '$.pad_lines' = 0 AND credit_lines > 0",
    .counts = "count(DISTINCT machine ->> '$.ring.credit_max')",
    .varied_machine = ",'$.ring.credit_max'",
    .varied_workload = "",
    .fixed_machine = ",'$.ring.hypothesis','epoch','$.ane.dispatch','0ps',"
                     "'$.ane.task_overhead','0ps'",
    .height = 720,
    .draw = draw,
};
