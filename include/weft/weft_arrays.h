/* Distributed arrays for C: how they are spread over processes, and functions of them.
 *
 * Conventions of weft.h; what the functions do is said in array_functions.hpp and doc/arrays.md. A
 * distribution says which block of an array each process has, how it lies in memory and what its elements
 * are. Arrays are passed by the address of their memory on this process, ghost cells included; NULL is
 * allowed where the block is empty. Functions look at the owned elements only, unless they say otherwise. */
#ifndef WEFT_ARRAYS_H
#define WEFT_ARRAYS_H

#include "weft/export.h"
#include "weft/weft.h"

WEFT_BEGIN_C

typedef struct weft_distribution weft_distribution; /* how arrays of one kind are spread */

/* --- Distributions
 * ------------------------------------------------------------------------------------------------- */

/* Block `rank` of `layout` for each process of `comm`, of which a duplicate is kept; real or complex
 * elements, double or single, in memory without gaps, with the axes in `order` from slowest to fastest (NULL:
 * C order). The layout is copied. Collective over `comm`, all arguments the same everywhere. On an error
 * *distribution is NULL. */
int weft_distribution_create(weft_distribution** distribution, MPI_Comm comm, const weft_layout* layout,
                             int is_real, int is_double, const int order[]);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). */
int weft_distribution_create_f(weft_distribution** distribution, int comm, const weft_layout* layout,
                               int is_real, int is_double, const int order[]);
/* That of the arrays of a plan: WEFT_POINTS or WEFT_MODES. The plan may be freed afterwards. Not collective.
 */
int weft_distribution_of_plan(weft_distribution** distribution, const weft_plan* plan, int side);
/* Not collective. */
void weft_distribution_free(weft_distribution** distribution);

/* What it is; none of these is collective.
 * Box: the block that this process owns, in global indices. Storage: its local lengths, the axes from slowest
 * to fastest in memory, the distances in elements between neighbours along each axis. First: elements of the
 * memory before the block (0 without ghost cells). Memory elements: those that an array needs on this
 * process, ghost cells included. Element: its bytes, whether it is real (else complex), whether double (else
 * single). */
int weft_distribution_n_axes(const weft_distribution* distribution, int* n_axes);
int weft_distribution_rank(const weft_distribution* distribution, int* rank);
int weft_distribution_layout(const weft_distribution* distribution, weft_layout** copy); /* to be freed */
int weft_distribution_box(const weft_distribution* distribution, int64_t begin[], int64_t end[]);
int weft_distribution_storage(const weft_distribution* distribution, int64_t shape[], int order[],
                              int64_t strides[]);
int weft_distribution_first(const weft_distribution* distribution, int64_t* first);
int weft_distribution_memory_elements(const weft_distribution* distribution, int64_t* n_elements);
int weft_distribution_element(const weft_distribution* distribution, int* bytes, int* is_real,
                              int* is_double);

/* Memory for one array on this process: zero, aligned to a cache line. Freed by weft_array_free. Not
 * collective. */
int weft_distribution_allocate(const weft_distribution* distribution, void** array);

/* If any process passes another code than WEFT_SUCCESS, all return that of the lowest such rank, and
 * weft_last_error() is its message: for checks of the arrays behind pointers. Collective. */
int weft_distribution_agree(const weft_distribution* distribution, int code, const char* message);

/* --- Functions of arrays: collective, with the same arguments on all processes but for the arrays
 * ------------------------------------------------------------------------------------------------- */

/* The sum of all elements, their mean, and the sum of conj(a_i) b_i: real and imaginary part, which is 0 for
 * real elements. Accurate as if computed with twice the digits of double. */
int weft_array_sum(const weft_distribution* distribution, const void* data, double value[2]);
int weft_array_mean(const weft_distribution* distribution, const void* data, double value[2]);
int weft_array_dot(const weft_distribution* distribution, const void* a, const void* b, double value[2]);

/* sum |x_i|; sqrt(sum |x_i|^2); max |x_i|. */
enum { WEFT_NORM_ONE = 1, WEFT_NORM_TWO = 2, WEFT_NORM_INFINITY = 0 };
int weft_array_norm(const weft_distribution* distribution, const void* data, int order, double* value);

/* The extreme value, and the global index where it is, the first in C order; `index` has one number for each
 * axis. NaN if any element is NaN. WEFT_INVALID_ARGUMENT for complex elements. */
int weft_array_minimum(const weft_distribution* distribution, const void* data, double* value,
                       int64_t index[]);
int weft_array_maximum(const weft_distribution* distribution, const void* data, double* value,
                       int64_t index[]);

/* Random numbers that depend on the seed and the global index alone: equally distributed in low <= x < high,
 * or normally with this mean and standard deviation. WEFT_INVALID_ARGUMENT unless low < high and deviation >=
 * 0 are finite. */
int weft_array_random_uniform(const weft_distribution* distribution, void* data, uint64_t seed, double low,
                              double high);
int weft_array_random_normal(const weft_distribution* distribution, void* data, uint64_t seed, double mean,
                             double deviation);

/* Regions are boxes of global indices, begin <= i < end along each axis, within the array; both NULL: the
 * whole array. Dense arrays hold the elements of the region in C order without gaps. Gather: to a dense array
 * on process `root`, or on all; on the others `out` may be NULL. Scatter: the reverse; elements outside the
 * region stay as they are. */
enum { WEFT_EVERYWHERE = -1 };
int weft_array_gather(const weft_distribution* distribution, const void* data, const int64_t begin[],
                      const int64_t end[], void* out, int root);
int weft_array_scatter(const weft_distribution* distribution, const int64_t begin[], const int64_t end[],
                       const void* in, int root, void* data);
/* Each process passes a region of its own, which may be empty, and gets it, or writes it. Regions that are
 * written must not overlap. */
int weft_array_read_box(const weft_distribution* distribution, const void* data, const int64_t begin[],
                        const int64_t end[], void* out);
int weft_array_write_box(const weft_distribution* distribution, const int64_t begin[], const int64_t end[],
                         const void* in, void* data);

/* All elements of `in`, spread as `from`, to `out`, spread as `to`: another layout, memory order or ghost
 * cells. Both on the same communicator, with the same shape and element type; the arrays do not overlap. A
 * plan of transform "none" is faster for a move that is made again and again. */
int weft_array_redistribute(const weft_distribution* from, const void* in, const weft_distribution* to,
                            void* out);

/* --- functions in all languages: generated by bindings/generate.py; do not edit */
/* The number of elements whose magnitude is not below a bound; NaN is counted. With the bound infinity these are
 * the elements that are no finite numbers: whether a simulation has blown up.
 * bound: above 0, the same on all processes; else WEFT_INVALID_ARGUMENT, WEFT_MISMATCH.
 * Collective over the communicator of the distribution.
 * C++: count_outside. */
int weft_array_count_outside(const weft_distribution* distribution, const void* data, double bound,
                             int64_t* value);
/* --- end of what is generated */

WEFT_END_C
#endif
