/* weft: fast transforms of arrays that are spread over many processes. The C interface.
 *
 * Example:
 *   int64_t shape[3] = {64, 64, 64};
 *   weft_problem *problem; weft_plan *plan; void *u, *uh;
 *   weft_problem_create(&problem, "r2c", 3, shape);
 *   weft_plan_create(&plan, problem, MPI_COMM_WORLD, NULL);
 *   weft_plan_allocate(plan, WEFT_POINTS, &u);
 *   weft_plan_allocate(plan, WEFT_MODES, &uh);
 *   weft_forward(plan, u, uh);
 *
 * Every function that can fail returns WEFT_SUCCESS or an error code; weft_last_error() says in words what
 * was wrong. "Collective" functions are called by all processes of the plan's communicator and return the
 * same code on all of them. Problems and options are set by text keys and text values: weft_problem_row() and
 * weft_option_row() list them.
 *
 * Handles are opaque: programs need not be compiled again when weft grows. They are freed by their
 * ..._free(), which sets them to NULL; freeing NULL does nothing. A string that a function returns belongs to
 * the handle that it was asked of, until the next call with that handle. Axes and ranks count from 0, ranges
 * are half open. Arrays that a function fills hold one entry per axis, at most WEFT_MAX_AXES; pointers to
 * results that are not wanted may be NULL. */
#ifndef WEFT_WEFT_H
#define WEFT_WEFT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "weft/export.h"

WEFT_BEGIN_C

#define WEFT_MAX_AXES 6

/* Who can repair an error. */
enum {
  WEFT_SUCCESS = 0,
  WEFT_INVALID_ARGUMENT = 1, /* the caller passed something that cannot be right */
  WEFT_MISMATCH = 2,         /* an argument that must be equal on all processes differs */
  WEFT_NOT_APPLICABLE = 3,   /* right in itself, but not for this machine, shape or process count */
  WEFT_RESOURCE = 4,         /* memory, shared memory or a library is missing */
  WEFT_COMMUNICATION = 5,    /* MPI reported an error, or a process did not come in time */
  WEFT_INTERNAL = 6          /* an error of weft; please report it */
};

/* The two sides of a transform. */
enum { WEFT_POINTS = 0, WEFT_MODES = 1 };

/* The two directions of a plan. */
enum { WEFT_FORWARD = 0, WEFT_BACKWARD = 1 };

typedef struct weft_layout weft_layout;           /* which process owns which block */
typedef struct weft_problem weft_problem;         /* what is wanted */
typedef struct weft_options weft_options;         /* how it is to be done */
typedef struct weft_description weft_description; /* what a plan does, in counts */
typedef struct weft_plan weft_plan;               /* a transform, ready to run */
typedef struct weft_helmholtz weft_helmholtz;     /* a solver for the modes of a plan */

/* --- Errors and libraries. Strings are static, unless the function says otherwise. */

/* The words of the last error in this thread; "" if there was none. Valid until the next error. Not
 * collective. In C alone. */
const char* weft_last_error(void);
/* The words of `code`: "invalid argument", "mismatch between processes", "not applicable", "resource",
 * "communication"; "unknown" for what is not a code.
 * C++: name_of.
 * "success" for 0, "internal error" for WEFT_INTERNAL. Not collective. */
const char* weft_error_name(int code);

/* The version of weft: "0.1.0". Not collective. In C alone. */
const char* weft_version(void);
/* Name and version of the MPI library below, e.g. "Open MPI v4.1.4". Not collective; at any time.
 * C++: mpi_library. */
const char* weft_mpi_library(void);
/* Name, version and instructions of each FFT library, as "fftw-3.3.10-sse2-avx". Loads MKL. Not collective.
 * C++: fft_library. */
const char* weft_fft_library(void);

/* Throws WEFT_COMMUNICATION when this program was started by the launcher of another MPI library (P jobs of one
 * process each instead of one job of P). Not collective. Plans call it themselves. WEFT_INVALID_ARGUMENT when
 * MPI is not running.
 * C++: check_launcher. */
int weft_check_launcher(void);

/* Measures how fast processes of this machine copy. Rates are bytes read plus bytes written per second; it takes
 * less than a second to measure them. No pass over an array is faster than a copy: each process remembers the
 * last rates, and plans tell by them how near a call came to what is possible. The result is the same on all
 * processes. Collective over `comm`. Errors are those of a plan, on every process or on none: WEFT_RESOURCE
 * where there is no memory for two arrays of a few MiB, WEFT_COMMUNICATION if a process does not come in time.
 * comm: the processes of the measurement. An error of the communicator itself (none, one between groups, MPI not
 *     running) is on this process alone.
 * C++: measure_rates.
 * options: NULL: the defaults; only "timeout" counts. WEFT_INVALID_ARGUMENT for a wrong option, or a wrong
 *     WEFT_OPTIONS.
 * alone_cached, alone_memory: rates of one process of each node, the others asleep: in cache, in memory.
 * together_cached, together_memory: mean rates of the processes, all at a time.
 * cache_bytes: of the last-level cache, for each process of a node; 0: the system does not say. */
int weft_measure_rates(MPI_Comm comm, const weft_options* options, double* alone_cached, double* alone_memory,
                       double* together_cached, double* together_memory, int64_t* cache_bytes);
/* The same for a communicator of Fortran. In C alone. */
int weft_measure_rates_f(int comm, const weft_options* options, double* alone_cached,
                         double* alone_memory, double* together_cached, double* together_memory,
                         int64_t* cache_bytes);

/* Row `i` (from 0) of the keys of problems and of options: the key, what it takes in words, its default, what
 * it means; static strings. WEFT_INVALID_ARGUMENT beyond the last row. Not collective. */
int weft_problem_row(int i, const char** key, const char** values, const char** standard,
                     const char** meaning);
int weft_option_row(int i, const char** key, const char** values, const char** standard,
                    const char** meaning);
/* What has options, i from 0: "plan", "halo", "dataset", "reading" (of a dataset), "checkpoint",
 * "calibration"; and row i of its options. WEFT_INVALID_ARGUMENT beyond the last one. Not collective. */
int weft_option_object(int i, const char** object);
int weft_option_row_of(const char* object, int i, const char** key, const char** values,
                       const char** standard, const char** meaning);

/* --- Layouts: values, nothing here is collective
 * ------------------------------------------------------------- */

/* A global array of `shape` on a process grid of n_dims dimensions `grid`; grid dimension g divides axis
 * cut[g], n = q p + r: the first r processes have q + 1 points, the others q. */
int weft_layout_create(weft_layout** layout, int n_axes, const int64_t shape[], int n_dims, const int grid[],
                       const int cut[]);
/* Own block sizes of a cut axis: one for each process along it; their sum is its length. */
int weft_layout_set_blocks(weft_layout* layout, int axis, int n_blocks, const int64_t sizes[]);
/* Ghost cells on either side of every block, one number for each axis; NULL: none. For arrays without a plan
 * (weft_arrays.h): plans refuse such layouts. */
int weft_layout_set_ghosts(weft_layout* layout, const int64_t ghosts[]);
void weft_layout_free(weft_layout** layout);

/* Global lengths, and how many they are; the grid with its axes, and its number of dimensions. */
int weft_layout_shape(const weft_layout* layout, int* n_axes, int64_t shape[]);
int weft_layout_grid(const weft_layout* layout, int* n_dims, int grid[], int cut[]);
/* Ghost cells along each axis; zeros if there are none. */
int weft_layout_ghosts(const weft_layout* layout, int64_t ghosts[]);
/* The block of any rank: global indices begin <= i < end. WEFT_INVALID_ARGUMENT if there is no such rank. */
int weft_layout_box(const weft_layout* layout, int rank, int64_t begin[], int64_t end[]);
/* "256x256x129 on 4x2, cut on axes 0,1" */
int weft_layout_text(weft_layout* layout, const char** text);

/* --- Problems and options: values, nothing here is collective
 * ------------------------------------------------ */

/* A transform of `shape` points, "c2c", "r2c", "r2r" (set the key kinds) or "none" (a redistribution: set both
 * layouts). */
int weft_problem_create(weft_problem** problem, const char* transform, int n_axes, const int64_t shape[]);
int weft_problem_set(weft_problem* problem, const char* key, const char* value);
int weft_problem_get(weft_problem* problem, const char* key, const char** value);
/* Of the points or the modes; copied. Default: see doc/conventions.md. */
int weft_problem_set_layout(weft_problem* problem, int side, const weft_layout* layout);
/* Global lengths of the points or the modes; n_axes of them. Scrambled modes of real points are more: the
 * layout of the plan has their number. */
int weft_problem_shape(const weft_problem* problem, int side, int* n_axes, int64_t shape[]);
void weft_problem_free(weft_problem** problem);

/* Of a plan; and of a name of weft_option_object(), for the functions whose names end in _with. A function that
 * gets the options of another object refuses them. */
int weft_options_create(weft_options** options);
int weft_options_create_for(weft_options** options, const char* object);
int weft_options_set(weft_options* options, const char* key, const char* value);
int weft_options_get(weft_options* options, const char* key,
                     const char** value); /* what was set, or the default */
void weft_options_free(weft_options** options);

/* --- Plans
 * --------------------------------------------------------------------------------------------------- */

/* Collective over `comm`, of which the plan keeps a duplicate. Problem and options must be the same on all
 * processes; both are copied. `options` may be NULL. On an error *plan is NULL. */
int weft_plan_create(weft_plan** plan, const weft_problem* problem, MPI_Comm comm,
                     const weft_options* options);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). */
int weft_plan_create_f(weft_plan** plan, const weft_problem* problem, int comm,
                       const weft_options* options);
/* Releases shared memory and stages now; the handle still answers questions. A call that was started is
 * finished first. Collective; again does nothing. */
int weft_plan_close(weft_plan* plan);
/* Closes the plan if that was not done, and frees the handle. Collective. */
int weft_plan_free(weft_plan** plan);

/* Points to modes, modes to points. `in` holds this process's block in the storage of that side, `out` gets
 * the other; NULL is allowed where the block is empty. `in` is not changed, and must not overlap `out`; a
 * plan with the option in_place=yes wants in == out and weft_plan_in_place_bytes() of memory. Pointers are
 * not checked. Normalisation: key "norm" of the problem. Collective. */
int weft_forward(weft_plan* plan, const void* in, void* out);
int weft_backward(weft_plan* plan, const void* in, void* out);
/* Several fields, lumped in the same messages: at most the problem's n_fields, as many on all processes.
 * Collective. */
int weft_forward_fields(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);
int weft_backward_fields(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);

/* The same in two calls, between which the program does something else: start transforms up to the first
 * exchange and sends, finish does the rest. Until finish the arrays (not the lists of their addresses) belong
 * to the plan, and no other collective call of it may start: WEFT_INVALID_ARGUMENT on this process, which
 * names the call that is under way; the same for finish without start. Other plans may be used, and calls of
 * several plans finished in any order that all processes share. Closing or freeing the plan finishes the call
 * first. Collective. */
int weft_forward_start(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);
int weft_forward_finish(weft_plan* plan);
int weft_backward_start(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);
int weft_backward_finish(weft_plan* plan);
/* Moves on a call that was started: lets MPI work on large messages, and does what can be done without
 * waiting, up to the next exchange. *done is 1 when it can do no more, also where no call is under way: with
 * one exchange finish has then nothing left to wait for; a second one (pencils) is started by finish alone.
 * Not collective. */
int weft_progress(weft_plan* plan, int* done);

/* Some points of several fields, for the function of weft_convolve: a box of global indices, and for each of the
 * n_in fields that came from the modes and the n_out fields that go to them an array of n_points elements, in C
 * order without gaps. `thread` calls, from 0. */
typedef struct weft_points_block {
  int n_axes;
  int64_t begin[WEFT_MAX_AXES], end[WEFT_MAX_AXES];
  int64_t n_points;
  int thread;
  int n_in, n_out;
  const void* const* in;
  void* const* out;
} weft_points_block;
/* Computes all outputs of the block. Returns 0, or another number, which ends the call with an error. */
typedef int (*weft_points_function)(const weft_points_block* block, void* data);

/* Products of points, which never lie in memory as a whole: n_in fields of modes backward, `function` on each
 * block of their points while it sits in cache, n_out fields of what it writes forward. The plan must be made
 * with the option convolve=yes, and for as many fields as the larger of both numbers. `in` and `out` are arrays
 * of the modes; an output may be the array of an input, except with arrays=shared. The function is called for
 * every block once, in any order, with the option threads=N by N threads at a time; it must not call MPI or a
 * plan. `data` is handed to it. A function that fails on one process, and any other error, is the same error on
 * all: WEFT_INVALID_ARGUMENT, or WEFT_MISMATCH where numbers of fields differ. Collective. */
int weft_convolve(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
                  weft_points_function function, void* data);
/* The same with a ready-made product of weft/products.hpp: "rotational", "divergence", "skew" or "flux".
 * Collective. */
int weft_convolve_product(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
                          const char* product);
/* Their names, from i = 0; WEFT_INVALID_ARGUMENT beyond the last one. Static strings. Not collective. */
int weft_product_name(int i, const char** name);

/* If any process passes another code than WEFT_SUCCESS, all return that of the lowest such rank, and
 * weft_last_error() is its message: for checks of the arrays behind pointers. Collective. */
int weft_plan_agree(weft_plan* plan, int code, const char* message);

/* WEFT_MISMATCH on all processes, with both values, unless all pass the same `value` of what is called
 * `name`. Collective. */
int weft_plan_require_equal(weft_plan* plan, const char* name, const char* value);

/* Memory for one array of that side on this process: zero, aligned to a cache line, large enough for both
 * sides if the plan is in place. Freed by weft_array_free. Not collective, unless the plan was made with
 * arrays=shared: then all processes make the same arrays in the same order, in memory that the processes of a
 * node share; it may be freed at any time, also after the plan. */
int weft_plan_allocate(const weft_plan* plan, int side, void** array);
void weft_array_free(void* array);
/* Was it made with the option arrays=shared? */
int weft_plan_shares_arrays(const weft_plan* plan, int* shares_arrays);
/* Shared memory for arrays of another kind: `bytes` of zeros on this process, which others need not ask as many
 * of; NULL where weft_plan_allocate would take private memory. Freed by weft_array_free. Collective. */
int weft_plan_shared_memory(const weft_plan* plan, int64_t bytes, void** memory);

/* What the plan is; none of these is collective.
 * Box: this process's block in global indices. Storage: its local lengths, the axes from slowest to fastest
 * in memory, the distances in elements between neighbours along each axis, the elements that an array needs.
 * Element: its bytes, whether it is real (else complex), whether double (else single). */
int weft_plan_n_axes(const weft_plan* plan, int* n_axes); /* of its arrays, boxes and layouts */
/* The axes of the problem, and of each among how many processes it is dealt out in turns (option deal=cycles):
 * 1 if it is not, else p, and arrays have two axes in its place: (n/p, p) at the points, of which a process has
 * all [i, s], the points i p + s; (p, n/p) at the modes, of which [r, q] is mode r n/p + q. */
int weft_plan_cycles(const weft_plan* plan, int* n_axes, int64_t cycles[]);
int weft_plan_rank(const weft_plan* plan, int* rank);
int weft_plan_box(const weft_plan* plan, int side, int64_t begin[], int64_t end[]);
int weft_plan_storage(const weft_plan* plan, int side, int64_t shape[], int order[], int64_t strides[],
                      int64_t* n_elements);
int weft_plan_element(const weft_plan* plan, int side, int* bytes, int* is_real, int* is_double);
int weft_plan_layout(const weft_plan* plan, int side, weft_layout** copy); /* to be freed */
/* Integer wavenumbers of this process's modes along an axis of the problem, as many as the local length of the
 * modes (of one dealt out in turns: as the product of its two lengths): 0, 1, ... then the negative ones, as
 * numpy.fft.fftfreq(n) * n; 0 ... n/2 along the real axis of an r2c; of scrambled modes in their order. */
int weft_plan_wavenumbers(const weft_plan* plan, int axis, int64_t wavenumbers[]);
int weft_plan_get(weft_plan* plan, const char* key, const char** value); /* of its problem */
int weft_plan_in_place_bytes(const weft_plan* plan, int64_t* bytes);
int weft_plan_allocated_bytes(const weft_plan* plan, int64_t* bytes); /* by the plan, on this process */
int weft_plan_choice(weft_plan* plan, const char** text);  /* reproduces the plan: option "choice" */
/* What a call does, in words and bytes; after calls with times, after weft_measure_rates() with bounds. */
int weft_plan_explain(weft_plan* plan, const char** text);
/* Seconds of each step of this process's last call; WEFT_INVALID_ARGUMENT beyond the last step. */
int weft_plan_n_times(weft_plan* plan, int* n_times);
int weft_plan_time(weft_plan* plan, int i, const char** name, double* seconds);
/* Stage `i` (from 0) of all calls since the plan was made, or since weft_plan_reset_timers: "forward" or
 * "backward"; "sweep 2,1", "copy", "exchange", "exchange 1"; "sweep", "waiting", "sending", "receiving", or
 * "barrier" (only with the option barriers=yes); the calls that were finished in this direction, the seconds
 * of this process, and the least, mean and greatest of all processes. These are its own seconds until
 * weft_plan_gather_timers; then all is as it was gathered, until the next call of the plan, or its progress or
 * reset. WEFT_INVALID_ARGUMENT beyond the last stage. Not collective. */
int weft_plan_n_timers(weft_plan* plan, int* n_timers);
int weft_plan_timer(weft_plan* plan, int i, const char** direction, const char** stage, const char** kind,
                    int64_t* n_calls, double* seconds, double* min_seconds, double* mean_seconds,
                    double* max_seconds);
/* Asks all processes for their timers. WEFT_INVALID_ARGUMENT if the plan is closed or a call is under way.
 * Collective. */
int weft_plan_gather_timers(weft_plan* plan);
/* From now on timers count from 0. Not collective. */
int weft_plan_reset_timers(weft_plan* plan);
int weft_plan_description(const weft_plan* plan, weft_description** copy); /* to be freed */

/* --- Solvers
 * ------------------------------------------------------------------------------------------------- */

/* Coordinates of this process's points along `axis` on a domain of that length (0: the natural length: 2
 * pi along a Fourier axis, pi along a cosine or sine axis, 2 along a Chebyshev axis), as many as the
 * local length of the points: the grid that belongs to the kind of the axis, doc/solvers.md. Not
 * collective. */
int weft_plan_coordinates(const weft_plan* plan, int axis, double length, double coordinates[]);

/* A solver of laplace u - shift u = f for the modes of `plan`, shift >= 0, on a box with `lengths`, one
 * per axis (NULL: the natural ones). The kinds of the axes are the boundary conditions. `upper` and
 * `lower` are two factors {a, b} each of the conditions a u + b du/dy = g at the ends y = +L/2 (of the
 * first point) and -L/2 of the Chebyshev axis, du/dy along the axis; NULL: {1, 0}, and both NULL where
 * there is no such axis. The plan may be freed afterwards. Collective over the plan, all arguments the
 * same everywhere. Errors, and then *solver is NULL: WEFT_INVALID_ARGUMENT, WEFT_NOT_APPLICABLE (several
 * Chebyshev axes, or one that is divided among processes at the modes or has fewer than 3 modes; norm
 * ortho with dct1, dct3 or dst3 axes), WEFT_MISMATCH, WEFT_RESOURCE. */
int weft_helmholtz_create(weft_helmholtz** solver, const weft_plan* plan, const double lengths[], double shift,
                          const double upper[], const double lower[]);
/* Modes of f to modes of u, both this process's block in the storage of the modes, or the same array;
 * NULL is allowed where the block is empty. `upper` and `lower` are the right-hand sides g, as modes of
 * the other axes in the storage of weft_helmholtz_wall; NULL: 0. Where nothing fixes u, its mean is 0,
 * and what the mean of f has beyond the flux through the walls is left out. Pointers are not checked. Not
 * collective. */
int weft_helmholtz_solve(weft_helmholtz* solver, const void* f, void* u, const void* upper, const void* lower);
/* How values at a wall lie in memory on this process: as weft_plan_storage for the modes with one plane
 * in the place of the Chebyshev axis. WEFT_INVALID_ARGUMENT without such an axis. Not collective. */
int weft_helmholtz_wall(const weft_helmholtz* solver, int64_t shape[], int order[], int64_t strides[],
                        int64_t* n_elements);
/* Bytes that the solver holds on this process. Not collective. */
int weft_helmholtz_bytes(const weft_helmholtz* solver, int64_t* bytes);
/* Not collective. */
void weft_helmholtz_free(weft_helmholtz** solver);

/* --- Dry runs: what a plan does, for any rank of any number of processes. Not collective
 * --------------------- */

/* As if made on n_processes, processes_per_node consecutive ranks of which share memory. Fails as
 * weft_plan_create would. `options` may be NULL. */
int weft_describe(weft_description** description, const weft_problem* problem, int n_processes, int rank,
                  const weft_options* options, int processes_per_node);
void weft_description_free(weft_description** description);

int weft_description_choice(weft_description* description, const char** text);
int weft_description_layout(const weft_description* description, int side,
                            weft_layout** copy); /* to be freed */
int weft_description_n_axes(const weft_description* description, int* n_axes); /* of its boxes and layouts */
int weft_description_box(const weft_description* description, int side, int64_t begin[], int64_t end[]);
int weft_description_storage(const weft_description* description, int side, int64_t shape[], int order[],
                             int64_t strides[], int64_t* n_elements);
/* Bytes that the plan allocates on this rank: private stages, shared windows, tiles in cache. */
int weft_description_memory(const weft_description* description, int64_t* stages, int64_t* windows,
                            int64_t* tiles);
int weft_description_n_steps(const weft_description* description, int direction, int* n_sweeps,
                             int* n_exchanges);
/* Sweep `i` of a direction: the axes that it transforms (none: a copy), bytes per field. */
int weft_description_sweep(const weft_description* description, int direction, int i, int* n_axes, int axes[],
                           int64_t* bytes_read, int64_t* bytes_written);
/* Exchange `i`: its row, messages to others, bytes in them, bytes read from others' windows, flags awaited.
 */
int weft_description_exchange(weft_description* description, int direction, int i, const char** name,
                              int64_t* messages, int64_t* bytes_sent, int64_t* peer_bytes, int64_t* flags);

WEFT_END_C
#endif
