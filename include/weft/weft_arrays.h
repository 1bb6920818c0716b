/* Distributed arrays for C: how they are spread over processes, and functions of them.
 *
 * Conventions of weft.h. Arrays (`data`, `a`, `b`) are passed by the address of their memory on this process,
 * ghost cells included; NULL is allowed where the block is empty. Functions use the owned elements only.
 *
 * "Collective" is over the communicator of the distribution. All arguments but the arrays are the same on all
 * processes, and all get the same code. WEFT_INVALID_ARGUMENT for NULL memory of a block that is not empty;
 * WEFT_MISMATCH for arguments that differ between processes; WEFT_COMMUNICATION if a process does not come. A
 * function lists its other errors. */
#ifndef WEFT_ARRAYS_H
#define WEFT_ARRAYS_H

#include "weft/export.h"
#include "weft/weft.h"

WEFT_BEGIN_C

typedef struct weft_distribution weft_distribution; /* how arrays of one kind are spread */

/* How the arrays of one kind are spread over processes: which block each process has, how it lies in memory, and
 * what its elements are. A distribution works on a duplicate of the communicator, shared with all plans and
 * distributions on the same communicator. The user may free the communicator at once.
 * With ghost cells the array in memory is larger than the block. `weft_distribution_box()` and
 * `weft_distribution_storage()` are those of the block that the process owns; the block begins
 * `weft_distribution_first()` elements after the beginning of the memory. Functions take the address of the
 * beginning of the memory, and use the owned elements only, unless stated otherwise.
 * Not collective, unless stated otherwise. Errors: none, unless stated otherwise.
 * C++: class Distribution. */

/* --- Distributions
 * ------------------------------------------------------------------------------------------------- */

/* Gives each process of a communicator the block of its rank, in memory without gaps except for the ghost cells.
 * Collective over the communicator; all arguments are the same on all processes. The same error on all:
 * WEFT_INVALID_ARGUMENT for an invalid argument, WEFT_MISMATCH for arguments that differ between processes.
 * comm: has as many processes as the layout.
 * layout: of 1 to 6 axes.
 * order: the axes from slowest to fastest in memory, each once; if not given, C order.
 * C++: Distribution::Distribution.
 * NULL as order: not given. The layout is copied. On an error *distribution is NULL. */
int weft_distribution_create(weft_distribution** distribution, MPI_Comm comm, const weft_layout* layout,
                             int is_real, int is_double, const int order[]);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). In C alone. */
int weft_distribution_create_f(weft_distribution** distribution, int comm, const weft_layout* layout,
                               int is_real, int is_double, const int order[]);
/* The distribution of the arrays of a plan: side is WEFT_POINTS or WEFT_MODES. The plan may be freed
 * afterwards. Not collective. In C alone. */
int weft_distribution_of_plan(weft_distribution** distribution, const weft_plan* plan, int side);
/* Frees the distribution. Not collective. In C alone. */
void weft_distribution_free(weft_distribution** distribution);

/* Number of axes of the arrays. In C alone. */
int weft_distribution_n_axes(const weft_distribution* distribution, int* n_axes);
/* The rank of this process in the communicator, from 0.
 * C++: Distribution::rank. */
int weft_distribution_rank(const weft_distribution* distribution, int* rank);
/* Which process owns which block.
 * C++: Distribution::layout.
 * copy: the caller frees it. */
int weft_distribution_layout(const weft_distribution* distribution, weft_layout** copy);
/* The block that this process owns, in global indices.
 * C++: Distribution::box.
 * begin, end: begin <= i < end along each axis. */
int weft_distribution_box(const weft_distribution* distribution, int64_t begin[], int64_t end[]);
/* How the owned block lies in memory: its local lengths without ghost cells, the order of the axes, and the
 * distances in elements between neighbours along each axis.
 * C++: Distribution::storage.
 * order: from slowest to fastest. */
int weft_distribution_storage(const weft_distribution* distribution, int64_t shape[], int order[],
                              int64_t strides[]);
/* Elements of the memory before the block: 0 without ghost cells.
 * C++: Distribution::first. */
int weft_distribution_first(const weft_distribution* distribution, int64_t* first);
/* Elements that an array needs on this process, ghost cells included.
 * C++: Distribution::memory_elements. */
int weft_distribution_memory_elements(const weft_distribution* distribution, int64_t* n_elements);
/* What the elements are: real or complex, double or single.
 * C++: Distribution::element.
 * bytes: of one element. */
int weft_distribution_element(const weft_distribution* distribution, int* bytes, int* is_real,
                              int* is_double);

/* A new array of zeros on this process, aligned to a cache line, with its ghost cells. WEFT_NOT_APPLICABLE for
 * another memory space than the host's.
 * C++: Distribution::allocate.
 * array: receives the memory; free it by weft_array_free. */
int weft_distribution_allocate(const weft_distribution* distribution, void** array);

/* Makes checks of a program on all processes together: if any process finds an error, all get that of the lowest
 * such rank, with its code and its message. Collective.
 * C++: agree_on.
 * code: of this process, WEFT_SUCCESS if there is no error. All processes return the code of the lowest rank
 *     with another code, and weft_last_error() is its `message`. It serves checks of the arrays behind
 *     pointers. */
int weft_distribution_agree(const weft_distribution* distribution, int code, const char* message);

/* --- Functions of arrays
 * ------------------------------------------------------------------------------------------------- */

/* The sum of all elements. It is computed as with twice the digits of double precision and rounded once, also
 * for single precision. For numbers x_i with the sum s the result is s (1 + e) + d, with |e| <= 2^-53 and |d| <=
 * 2^-80 sum |x_i|. The method is that of Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26, 2005. The result is the
 * same on all processes. With any process count, layout and memory order it is the same within one unit in the
 * last place, unless the sum cancels to less than 2^-27 of sum |x_i|. Infinities and NaN give the result of a
 * plain loop. Collective.
 * C++: sum.
 * value: real and imaginary part, which is 0 for real elements. */
int weft_array_sum(const weft_distribution* distribution, const void* data, double value[2]);
/* The mean of all elements, as accurate as `weft_array_sum()`. Collective.
 * C++: mean.
 * value: as of the sum. */
int weft_array_mean(const weft_distribution* distribution, const void* data, double value[2]);
/* The sum of conj(a_i) b_i: the first factor is conjugated, as by numpy.vdot. It is as accurate as
 * `weft_array_sum()`: each product of doubles keeps all its digits. Collective.
 * a, b: the memory of two arrays of one distribution.
 * C++: dot.
 * value: as of the sum. */
int weft_array_dot(const weft_distribution* distribution, const void* a, const void* b, double value[2]);

enum { WEFT_NORM_ONE = 1, WEFT_NORM_TWO = 2, WEFT_NORM_INFINITY = 0 };
/* The norm of all elements as one vector. Collective.
 * C++: norm.
 * order: WEFT_NORM_ONE, sum |x_i|; WEFT_NORM_TWO, sqrt(sum |x_i|^2), also where squares overflow or vanish;
 *     WEFT_NORM_INFINITY, max |x_i|. WEFT_INVALID_ARGUMENT for others. */
int weft_array_norm(const weft_distribution* distribution, const void* data, int order, double* value);

/* The smallest element and its global index: of equal elements the first in C order. If any element is NaN, the
 * value is NaN and the index that of the first NaN, as in numpy. WEFT_INVALID_ARGUMENT for complex elements,
 * which have no order. Collective.
 * C++: minimum.
 * index: receives one number for each axis. */
int weft_array_minimum(const weft_distribution* distribution, const void* data, double* value,
                       int64_t index[]);
/* The largest element and its global index; otherwise as `weft_array_minimum()`. Collective.
 * C++: maximum. */
int weft_array_maximum(const weft_distribution* distribution, const void* data, double* value,
                       int64_t index[]);

/* Fills an array with random numbers of uniform distribution in low <= x < high. The numbers depend on the seed
 * and the global index alone, not on the process count, layout or memory order (Philox4x64-10: Salmon, Moraes,
 * Dror and Shaw, SC11). Real and imaginary parts of complex elements are independent. Doubles in [0, 1) are
 * those of numpy.random.Generator(numpy.random.Philox(key=seed)).random(shape). Their distance from low is a
 * multiple of 2^-53 (high - low). Single precision has the same numbers to its digits, in multiples of 2^-24.
 * Collective.
 * seed: any. Independent fields need different seeds; a uniform and a normal field of one seed are not
 *     independent.
 * low, high: the bounds, 0 and 1 if not given; WEFT_INVALID_ARGUMENT unless low < high are finite.
 * C++: random_uniform. */
int weft_array_random_uniform(const weft_distribution* distribution, void* data, uint64_t seed, double low,
                              double high);
/* Fills an array with random numbers of normal distribution, also each part of complex elements. By the method
 * of Box and Muller words 2k and 2k+1 of the stream of `weft_array_random_uniform()` give numbers 2k and 2k+1.
 * The last digit may depend on the machine's library of elementary functions. Collective.
 * seed: as of `weft_array_random_uniform()`.
 * mean, deviation: of the distribution, 0 and 1 if not given; the deviation is that of each part of complex
 *     elements. WEFT_INVALID_ARGUMENT unless both are finite and deviation >= 0.
 * C++: random_normal. */
int weft_array_random_normal(const weft_distribution* distribution, void* data, uint64_t seed, double mean,
                             double deviation);

enum { WEFT_EVERYWHERE = -1 };
/* Collects the whole array, or a region of it, in a dense array on one process or on all. Collective.
 * out: receives the elements, in C order without gaps; on other processes than `root` it is not used and may be
 *     NULL.
 * C++: gather.
 * begin, end: the region, begin <= i < end along each axis, which may be empty; both NULL: the whole array.
 *     WEFT_INVALID_ARGUMENT if it is not in the array.
 * root: the rank that receives them, or WEFT_EVERYWHERE; WEFT_INVALID_ARGUMENT for others. */
int weft_array_gather(const weft_distribution* distribution, const void* data, const int64_t begin[],
                      const int64_t end[], void* out, int root);
/* Spreads a dense array of one process over the array, or over a region of it; elements outside the region stay
 * unchanged. Collective.
 * in: the elements, in C order without gaps; on other processes than `root` it is not used and may be NULL.
 * root: the rank that has them; WEFT_INVALID_ARGUMENT for others.
 * C++: scatter.
 * begin, end: the region, as of weft_array_gather. */
int weft_array_scatter(const weft_distribution* distribution, const int64_t begin[], const int64_t end[],
                       const void* in, int root, void* data);
/* Gives each process a box of the array. Collective; regions and their arrays may differ.
 * out: receives the elements of the region, in C order without gaps; NULL for an empty region.
 * C++: read_box.
 * begin, end: the region for this process, as of weft_array_gather; it may be empty. */
int weft_array_read_box(const weft_distribution* distribution, const void* data, const int64_t begin[],
                        const int64_t end[], void* out);
/* Writes a box of the array from each process. Collective; regions and their arrays may differ.
 * in: the new elements of the region, in C order without gaps; NULL for an empty region.
 * C++: write_box.
 * begin, end: the region that this process writes, as of weft_array_read_box; WEFT_INVALID_ARGUMENT if those of
 *     several processes overlap. */
int weft_array_write_box(const weft_distribution* distribution, const int64_t begin[], const int64_t end[],
                         const void* in, void* data);

/* Moves all elements of an array to one with another layout, memory order, or ghost cells (those of the output
 * stay unchanged). For repeated moves a plan that transforms nothing is faster: it chooses among exchanges, and
 * plans the move once instead of in every call. Collective.
 * from, to: distributions of the same shape, element type and communicator; else WEFT_INVALID_ARGUMENT.
 * in, out: the arrays, spread as `from` and as `to`; WEFT_INVALID_ARGUMENT if they overlap.
 * C++: redistribute.
 * A plan that transforms nothing: the transform "none". */
int weft_array_redistribute(const weft_distribution* from, const void* in, const weft_distribution* to,
                            void* out);

/* --- functions in all languages: generated by bindings/generate.py; do not edit */
/* The number of elements whose magnitude is not below a bound; NaN counts. With the bound infinity these are the
 * elements that are not finite: whether a simulation has blown up.
 * bound: above 0, the same on all processes; else WEFT_INVALID_ARGUMENT, WEFT_MISMATCH.
 * Collective over the communicator of the distribution.
 * C++: count_outside. */
int weft_array_count_outside(const weft_distribution* distribution, const void* data, double bound,
                             int64_t* value);
/* --- end of what is generated */

WEFT_END_C
#endif
