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
 * Every function that can fail returns WEFT_SUCCESS or an error code; weft_last_error() is the message.
 * "Collective" functions are called by all processes of the plan's communicator and return the same code on all
 * of them, except for errors "on this process". Functions are not collective unless stated otherwise. NULL in
 * place of a handle is WEFT_INVALID_ARGUMENT. Problems and options are set by text keys and text values:
 * weft_problem_row() and weft_option_row() list them.
 *
 * Handles are opaque: programs need not be compiled again for a newer weft. Their ..._free() frees them and
 * sets them to NULL; freeing NULL does nothing. A string that a function returns belongs to the handle of the
 * call, until the next call with that handle. Axes and ranks count from 0, ranges are half open. Arrays that a
 * function fills hold one entry per axis, at most WEFT_MAX_AXES; pointers to unused results may be NULL. */
#ifndef WEFT_WEFT_H
#define WEFT_WEFT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_description.h"
#include "weft/weft_handles.h"
#include "weft/weft_layout.h"
#include "weft/weft_options.h"
#include "weft/weft_solvers.h"

WEFT_BEGIN_C

/* --- Errors and libraries. Strings are static, unless stated otherwise. */

/* The message of the last error in this thread; "" if there was none. Valid until the next error. Not
 * collective. In C alone. */
const char* weft_last_error(void);
/* The words of `code`: "invalid argument", "mismatch between processes", "not applicable", "resource",
 * "communication"; "unknown" for other numbers.
 * C++: name_of.
 * "success" for 0, "internal error" for WEFT_INTERNAL. Not collective. */
const char* weft_error_name(int code);

/* The version of weft: "0.1.0". Not collective. In C alone. */
const char* weft_version(void);
/* Name and version of the MPI library, as "Open MPI v4.1.4". Not collective; at any time. Errors: none.
 * C++: mpi_library. */
const char* weft_mpi_library(void);
/* Name, version and instructions of each FFT library, as "fftw-3.3.10-sse2-avx". Loads MKL. Not collective.
 * Errors: none.
 * C++: fft_library. */
const char* weft_fft_library(void);

/* Checks the launcher: WEFT_COMMUNICATION if that of another MPI library started this program, as P jobs of one
 * process each instead of one job of P. Plans call this function. Not collective. WEFT_INVALID_ARGUMENT unless
 * MPI is running.
 * C++: check_launcher. */
int weft_check_launcher(void);

/* Measures how fast processes of this machine copy. Rates are bytes read plus bytes written per second. The
 * measurement takes less than a second. No pass over an array is faster than a copy: each process keeps the last
 * rates, and plans compare their calls with them. The result is the same on all processes. Collective over
 * `comm`. Errors are those of a plan, on every process or on none. WEFT_RESOURCE if memory for two arrays of a
 * few MiB is missing; WEFT_COMMUNICATION if a process does not come in time.
 * comm: the processes of the measurement. An error of the communicator itself (NULL, between groups, MPI not
 *     running) is on this process alone.
 * C++: measure_rates.
 * options: NULL: the defaults; only "timeout" has an effect. WEFT_INVALID_ARGUMENT for a wrong option, or a wrong
 *     WEFT_OPTIONS.
 * alone_cached, alone_memory: rates of one process of each node, the others asleep: in cache, in memory.
 * together_cached, together_memory: mean rates of the processes, all at once.
 * cache_bytes: of the last-level cache, for each process of a node; 0: unknown. */
int weft_measure_rates(MPI_Comm comm, const weft_options* options, double* alone_cached, double* alone_memory,
                       double* together_cached, double* together_memory, int64_t* cache_bytes);
/* The same for a communicator of Fortran. In C alone. */
int weft_measure_rates_f(int comm, const weft_options* options, double* alone_cached,
                         double* alone_memory, double* together_cached, double* together_memory,
                         int64_t* cache_bytes);

/* --- Plans */

/* A distributed transform, ready to run: any number of forward and backward calls, in any order. The plan works
 * on its own duplicate of the communicator, which the user may free at once.
 * in, out: this process's blocks of the points and of the modes, each in the plan's storage of that side.
 *     Elements are real or complex, of single or double precision, as the problem states. A pointer may be NULL
 *     where the block is empty. Inputs are not changed. An output must not overlap an input, except in a plan
 *     with in_place=yes: there both must be the same array, with room for both sides. WEFT_INVALID_ARGUMENT, on
 *     this process, for NULL where the block is not empty. The same for one array where the plan takes two, and
 *     for two where it takes one. Nothing else is checked of pointers.
 * A collective call is WEFT_INVALID_ARGUMENT, on this process, if the plan is closed or another call of the plan
 * is under way. A collective call is WEFT_COMMUNICATION if a process does not come in time (option timeout); the
 * plan is then unusable.
 * C++: class Plan. */

/* Makes the plan of a problem. Collective over `comm`; the same Error on every process of `comm`, or on none.
 * WEFT_INVALID_ARGUMENT for an invalid argument; WEFT_MISMATCH for one that differs between processes.
 * WEFT_NOT_APPLICABLE for an argument that is valid, but not for this shape or number of processes.
 * WEFT_RESOURCE if memory or a library is missing; WEFT_COMMUNICATION if a process does not come in time.
 * problem: the transform, the same on all processes.
 * options: how the transform is computed, the same on all processes; those that are not set are taken from the
 *     environment variable WEFT_OPTIONS.
 * C++: Plan::Plan.
 * Problem and options are copied; `options` may be NULL. On an error *plan is NULL. */
int weft_plan_create(weft_plan** plan, const weft_problem* problem, MPI_Comm comm,
                     const weft_options* options);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). In C alone. */
int weft_plan_create_f(weft_plan** plan, const weft_problem* problem, int comm,
                       const weft_options* options);
/* Releases shared memory, communicators and buffers; the properties of the plan stay available. A call that was
 * started ends first. Closing again has no effect. Collective over the plan's communicator. WEFT_COMMUNICATION
 * if a process does not come.
 * C++: Plan::close. */
int weft_plan_close(weft_plan* plan);
/* Closes the plan unless it is closed, and frees the handle. Collective over the plan's communicator. In C
 * alone. */
int weft_plan_free(weft_plan** plan);

/* Points to modes, scaled as the problem's norm says. Collective over the plan's communicator.
 * C++: Plan::forward.
 * An array of a plan in place has weft_plan_in_place_bytes() of memory. */
int weft_forward(weft_plan* plan, const void* in, void* out);
/* Modes to points, the inverse of `weft_forward()`. Collective over the plan's communicator.
 * C++: Plan::backward. */
int weft_backward(weft_plan* plan, const void* in, void* out);
/* Several fields at once, in the same messages: points to modes, or modes to points. Collective over the plan's
 * communicator; the number of fields must be the same on all processes.
 * in, out: lists of as many blocks, 1 to the n_fields of the problem, else WEFT_INVALID_ARGUMENT on this
 *     process.
 * C++: Plan::forward_fields, Plan::backward_fields.
 * n_fields: the number of blocks in each list. */
int weft_forward_fields(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);
int weft_backward_fields(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);

/* Starts a forward call of several fields, which `weft_forward_finish()` ends; the program can do other work in
 * between. The start transforms up to the first exchange, and sends. Until the end the arrays (not the lists of
 * their addresses) belong to the plan and must live, and no other collective call of the plan may start. Calls
 * of several plans may be under way, and may end in any order that all processes share. Closing the plan ends
 * the call first. The start never waits for data. With barriers=yes it waits until every process has entered;
 * with windows or shared arrays it waits until no process reads the memory that it will overwrite. Collective
 * over the plan's communicator, in the same order as all calls on the same processes.
 * C++: Plan::forward_start.
 * n_fields: the number of blocks in each list. */
int weft_forward_start(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);
/* Ends a forward call that was started; then the output holds the modes. Collective over the plan's
 * communicator. WEFT_INVALID_ARGUMENT, on this process, if no such call was started.
 * C++: Plan::forward_finish. */
int weft_forward_finish(weft_plan* plan);
/* Starts a backward call of several fields, which `weft_backward_finish()` ends; otherwise as
 * `weft_forward_start()`. Collective over the plan's communicator.
 * C++: Plan::backward_start. */
int weft_backward_start(weft_plan* plan, int n_fields, const void* const in[], void* const out[]);
/* Ends a backward call that was started; then the output holds the points. Collective over the plan's
 * communicator. WEFT_INVALID_ARGUMENT, on this process, if no such call was started.
 * C++: Plan::backward_finish. */
int weft_backward_finish(weft_plan* plan);
/* Advances a call that was started, sweeps included, as far as possible without waiting: up to the next
 * exchange. The result is 1 if nothing more can be done, also if no call is under way. With one exchange (slabs)
 * the end of the call then waits for nothing. The second exchange of pencils starts in the end of the call, so
 * that messages start in the same order on all processes. Small messages arrive without this function; with most
 * MPI libraries large ones wait until both ends call MPI, as this function does. Not collective; any number of
 * calls, or none. WEFT_INVALID_ARGUMENT if the plan is closed.
 * C++: Plan::progress.
 * done: the result. */
int weft_progress(weft_plan* plan, int* done);

/* A block of points of several fields: a box of global indices, n fields from the modes to read, and m fields to
 * write for the modes. Each field is an array of as many elements as the box has points, in C order without
 * gaps, aligned to a cache line. The initial contents of the outputs are undefined; arrays do not overlap. Each
 * point of the process is in one block of a call. The memory belongs to the plan and is valid until the function
 * returns.
 * C++: class PointsBlock.
 * begin, end: the box, begin <= i < end along each axis, with n_points points. `in` and `out` have n_in and
 *     n_out arrays. thread: the calling thread, from 0. */
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

/* Transforms fields of modes backward, calls a function on each block of their points in cache, and transforms
 * what the function writes forward. The points never lie in memory as a whole. Normalised like a backward call
 * followed by a forward call. The plan must be made with convolve=yes. Collective over the plan's communicator;
 * the same Error on every process: WEFT_INVALID_ARGUMENT for a plan without convolve=yes, wrong arrays, and a
 * function that fails; WEFT_MISMATCH for numbers of fields that differ between processes.
 * in, out: lists of blocks of the modes, 1 to the n_fields of the problem each. A pointer may be NULL only where
 *     the block is empty; outputs are different arrays. An output may be the array of an input, except with
 *     arrays=shared. Other inputs are not changed, except with overwrite_input=yes.
 * function: computes the outputs of a block of points. It is called once for each block of this process's
 *     points, in any order, with threads=N by N threads at a time. It must not call MPI or a plan, nor keep
 *     pointers. If it fails, the contents of the outputs are undefined.
 * C++: Plan::convolve.
 * `data` is passed to the function, which fails by returning another number than 0. */
int weft_convolve(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
                  weft_points_function function, void* data);
/* The same with a ready-made product. Collective. In C alone.
 * product: one of these names. "rotational" is the cross product of inputs 0 to 2 and 3 to 5. A "divergence" is
 *     all products of two of the d inputs, each pair once. A "skew" takes d velocities and their d * d
 *     derivatives, du_i/dx_j at d + d i + j; it has half the convective terms, then half the products of
 *     divergence. A "flux" is each input but the last one, times the last one. See weft/products.hpp. */
int weft_convolve_product(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
                          const char* product);
/* The names of the ready-made products: rotational, divergence, skew and flux.
 * C++: product_names.
 * i: from 0; WEFT_INVALID_ARGUMENT beyond the last one.
 * name: a static string. Not collective. */
int weft_product_name(int i, const char** name);

/* Agrees on a check that every process makes: if the check fails on any process, all have the error of the
 * lowest such rank. It serves checks that a plan cannot make, such as of the arrays behind pointers. Collective
 * over the plan's communicator.
 * C++: Plan::agree.
 * code, message: the result of the check on this process; WEFT_SUCCESS: no error. All processes return the code
 *     of the lowest rank with another code, and weft_last_error() is its message. */
int weft_plan_agree(weft_plan* plan, int code, const char* message);

/* Checks that a value is equal on all processes; else WEFT_MISMATCH, with both values, on all. Collective over
 * the plan's communicator.
 * name, value: the name of the value, for the error; the value as text.
 * C++: Plan::require_equal. */
int weft_plan_require_equal(weft_plan* plan, const char* name, const char* value);

/* A new array of zeros for this process's block of the points; of a plan in place, with room for the modes. Not
 * collective, unless the plan was made with arrays=shared: then all processes make the same arrays in the same
 * order, in memory that the processes of a node share. An array may outlive the plan. Calls also take other
 * arrays, on some processes or on all.
 * C++: Plan::points.
 * side: WEFT_POINTS, or WEFT_MODES for an array of the modes.
 * array: aligned to a cache line; free it by weft_array_free(). NULL on an error. */
int weft_plan_allocate(const weft_plan* plan, int side, void** array);
/* Frees an array at any time, also after the plan. Not collective. In C alone. */
void weft_array_free(void* array);
/* Memory of zeros that the processes of a node share, for programs with an array type of their own. The result
 * is NULL if the plan has arrays=private, if this process is alone on its node, or if no shared memory is left
 * (`weft_plan_explain()` has a remark). Collective over the plan's communicator. With another option `space` the
 * result is memory of that space; the call is then not collective, and WEFT_RESOURCE if none is left.
 * bytes: for this process; the number may differ between processes.
 * C++: Plan::shared_memory.
 * Free it by weft_array_free(). WEFT_INVALID_ARGUMENT for bytes below 0. */
int weft_plan_shared_memory(const weft_plan* plan, int64_t bytes, void** memory);
/* The memory space of the plan's arrays, by the option `space`: "host" or another. With another space, calls of
 * the plan take only arrays that the plan made. Not collective. Errors: none.
 * C++: Plan::space. */
int weft_plan_space(weft_plan* plan, const char** name);
/* Copies bytes between memory of the program and an array in the plan's space: to the array, or from it. The
 * copy is complete when the call returns. Not collective.
 * array: any address in an array of the plan.
 * host: memory of the program. WEFT_INVALID_ARGUMENT for NULL pointers, unless `bytes` is 0.
 * bytes: 0 or more, else WEFT_INVALID_ARGUMENT.
 * C++: Plan::copy_from_host, Plan::copy_to_host. */
int weft_plan_copy_from_host(const weft_plan* plan, void* array, const void* host, int64_t bytes);
int weft_plan_copy_to_host(const weft_plan* plan, void* host, const void* array, int64_t bytes);

/* Properties of the plan. None of these functions is collective; all work after the plan is closed.
 * WEFT_INVALID_ARGUMENT for a
 * side that is not WEFT_POINTS or WEFT_MODES. */

/* The number of axes of the plan's arrays, boxes and layouts. In C alone. */
int weft_plan_n_axes(const weft_plan* plan, int* n_axes);
/* The axes of the problem, and for each the number p of processes among which it is dealt out in turns (option
 * deal=cycles), or 1. Arrays have two axes in place of one that is dealt out. At the points they are (n/p, p):
 * a process has all [i, s], the points i p + s. At the modes they are (p, n/p): [r, q] is mode r n/p + q. In C
 * alone. */
int weft_plan_cycles(const weft_plan* plan, int* n_axes, int64_t cycles[]);
/* This process's block, in global indices.
 * C++: Plan::points_box, Plan::modes_box. */
int weft_plan_box(const weft_plan* plan, int side, int64_t begin[], int64_t end[]);
/* How this process's block lies in memory: its lengths, the order of its axes, the distance in elements between
 * neighbours along each axis, and the elements that an array needs.
 * C++: Plan::points_storage, Plan::modes_storage.
 * order: the axes from slowest to fastest varying. */
int weft_plan_storage(const weft_plan* plan, int side, int64_t shape[], int order[], int64_t strides[],
                      int64_t* n_elements);
/* What the elements are: real or complex, single or double.
 * C++: Plan::points_element, Plan::modes_element. */
int weft_plan_element(const weft_plan* plan, int side, int* bytes, int* is_real, int* is_double);
/* Which process owns which block.
 * C++: Plan::points_layout, Plan::modes_layout.
 * copy: the caller frees it. */
int weft_plan_layout(const weft_plan* plan, int side, weft_layout** copy);
/* Integer wavenumbers of this process's modes along an axis, in the order of the modes, as many as the local
 * length. They are 0, 1, ..., then the negative ones; along the real axis of an r2c 0 ... n/2. An axis that is
 * dealt out in turns has those of the two axes in its place. Not collective.
 * axis: a transformed axis of the problem. WEFT_INVALID_ARGUMENT for others, and for types III and IV and hc2r.
 * C++: Plan::wavenumbers.
 * The wavenumbers of two axes are in C order. */
int weft_plan_wavenumbers(const weft_plan* plan, int axis, int64_t wavenumbers[]);
/* The value of a key of the plan's problem, as weft_problem_get(). In C alone. */
int weft_plan_get(weft_plan* plan, const char* key, const char** value);
/* How the plan computes; the option choice makes the same plan from it.
 * C++: Plan::choice. */
int weft_plan_choice(weft_plan* plan, const char** text);
/* The number of steps of this process's last call; 0 before the first. In C alone. */
int weft_plan_n_times(weft_plan* plan, int* n_times);
/* Seconds of each step of this process's last call.
 * C++: Plan::times.
 * i: of the step, from 0; WEFT_INVALID_ARGUMENT beyond the last one. */
int weft_plan_time(weft_plan* plan, int i, const char** name, double* seconds);
/* The number of stages of all directions. In C alone. */
int weft_plan_n_timers(weft_plan* plan, int* n_timers);
/* Seconds of one stage in all calls since the plan was made, or since `weft_plan_reset_timers()`. Communication
 * hidden behind sweeps or the caller's work is not in any timer.
 * direction: "forward", "backward", or "convolve".
 * stage: "sweep 2,1", "copy", "products", "exchange", or "exchange 1" where there are several.
 * kind: of the stage. A "sweep" transforms or copies. A "waiting" lasts until others have read or written shared
 *     memory. A "sending" starts messages. A "receiving" lasts until the messages of others have arrived,
 *     waiting for late processes included. A "barrier", with the option barriers=yes, lasts until all processes
 *     have come; "receiving" is then the transfer alone.
 * n_calls: calls in this direction that have ended.
 * seconds: of this process.
 * min_seconds, mean_seconds, max_seconds: over all processes, if the timers were gathered; else of this process.
 * C++: class StageTimer.
 * i: of the stage, from 0; WEFT_INVALID_ARGUMENT beyond the last one. Gathered values stay until the next call
 *     of the plan, its progress or its reset. */
int weft_plan_timer(weft_plan* plan, int i, const char** direction, const char** stage, const char** kind,
                    int64_t* n_calls, double* seconds, double* min_seconds, double* mean_seconds,
                    double* max_seconds);
/* The timers, with minimum, mean and maximum over all processes. Collective over the plan's communicator.
 * C++: Plan::gather_timers. */
int weft_plan_gather_timers(weft_plan* plan);
/* Sets all timers to 0. Not collective.
 * C++: Plan::reset_timers. */
int weft_plan_reset_timers(weft_plan* plan);
/* Counts of what the plan does on this process.
 * C++: Plan::description.
 * copy: the caller frees it. */
int weft_plan_description(const weft_plan* plan, weft_description** copy);

/* --- functions in all languages: generated by bindings/generate.py; do not edit */
/* Bytes that an array of a plan in place needs on this process.
 * C++: Plan::in_place_bytes. */
int weft_plan_in_place_bytes(const weft_plan* plan, int64_t* value);
/* The rank of this process among those of the plan, from 0.
 * C++: Plan::rank. */
int weft_plan_rank(const weft_plan* plan, int* value);
/* The route as text, with bytes. After calls it includes times. After `weft_measure_rates()` it includes the
 * bound of each step, the share of the bound reached, and the reason for the rest. Not collective.
 * C++: Plan::explain. */
int weft_plan_explain(weft_plan* plan, const char** text);
/* Bytes that the plan allocated on this process, shared memory included.
 * C++: Plan::allocated_bytes. */
int weft_plan_allocated_bytes(const weft_plan* plan, int64_t* value);
/* Was the plan made with arrays=shared, by its options or by the environment?
 * C++: Plan::shares_arrays. */
int weft_plan_shares_arrays(const weft_plan* plan, int* value);
/* --- end of what is generated */

WEFT_END_C
#endif
