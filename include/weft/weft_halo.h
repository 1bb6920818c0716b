/* The halo of the arrays of one distribution. The layout has the number of ghost cells on either side of every
 * block along each axis. The number may be 0, and may exceed the elements of a neighbour or of the whole array.
 * Blocks have any size; empty ones have no ghost cells. Collective over the distribution's communicator: making
 * a halo, closing it, its calls in all forms, and new arrays. A call allocates nothing. A call while another is
 * under way, or after the halo is closed, is WEFT_INVALID_ARGUMENT on the calling process alone. A process that
 * does not come is WEFT_COMMUNICATION on those that wait for it.
 * C++: class Halo.
 * Conventions of weft.h and weft_arrays.h; doc/halo.md. Arrays are given by the address of the beginning of their
 * memory, ghost cells included: weft_distribution_memory_elements() elements, NULL where the block is empty.
 * Memory behind a pointer is not checked. */
#ifndef WEFT_HALO_H
#define WEFT_HALO_H

#include "weft/export.h"
#include "weft/weft_arrays.h"

WEFT_BEGIN_C

typedef struct weft_halo weft_halo; /* the halo of the arrays of a distribution */

/* Makes the halo of the arrays of a distribution. Collective over the distribution's communicator; the same
 * Error on all processes. WEFT_INVALID_ARGUMENT for no ghost cells, or an unknown option or exchange, on any
 * process. WEFT_MISMATCH for arguments that differ between processes. WEFT_NOT_APPLICABLE for an exchange that
 * cannot be used here, with the reason. WEFT_RESOURCE if memory or shared memory is missing.
 * C++: Halo::Halo.
 * distribution: of a layout with ghost cells (weft_layout_set_ghosts); it may be freed afterwards.
 * options: how the arrays are exchanged, the same on all processes: options of "halo" (weft_options_create_for;
 *     weft_option_row_of lists them). NULL: the defaults.
 * On an error *halo is NULL. */
int weft_halo_create_with(weft_halo** halo, const weft_distribution* distribution,
                          const weft_options* options);
/* The same with the options of weft 0.1 as arguments: kept for one release. In C alone.
 * periodic: one number for each axis, not 0 where the array begins again beyond its end; NULL: along all axes.
 * exchange: a name of weft_halo_exchange_row(), or "auto" or NULL.
 * n_fields: most arrays of a call.
 * corners: 0: only ghost cells that lie beside the block along one axis.
 * timeout: seconds, for a process that does not come; 0: 600. */
int weft_halo_create(weft_halo** halo, const weft_distribution* distribution, const int periodic[],
                     const char* exchange, int n_fields, int corners, double timeout);
/* Finishes a call that is under way and frees all memory; the properties of the halo stay available. Closing
 * again has no effect. Collective over the distribution's communicator. WEFT_COMMUNICATION if a process does not
 * come.
 * C++: Halo::close. */
int weft_halo_close(weft_halo* halo);
/* Closes the halo unless it is closed, and frees the handle. In C alone. Collective over the distribution's
 * communicator. */
int weft_halo_free(weft_halo** halo);

/* Makes every ghost cell a copy of the element at its place in the (periodic) array: faces, edges and corners.
 * Owned elements are read only. Ghost cells without such an element stay unchanged: beyond the end of an axis
 * that is not periodic, and corners without the option corners. Collective over the distribution's communicator.
 * C++: Halo::exchange. */
int weft_halo_exchange(weft_halo* halo, void* array);
/* Adds every ghost cell to the element that it copies, and sets the ghost cell to 0. Deposits of particles near
 * the ends of a block thus reach their owner once, however often this is called. Sums are formed in the same
 * order in every run and by every exchange. Ghost cells without such an element stay unchanged: beyond the end
 * of an axis that is not periodic, and corners without the option corners. Collective over the distribution's
 * communicator.
 * C++: Halo::accumulate. */
int weft_halo_accumulate(weft_halo* halo, void* array);
/* Makes ghost cells of several arrays copies, in one message for each neighbour (by p2p and alltoallw: one for
 * each array); otherwise as `weft_halo_exchange()`.
 * C++: Halo::exchange_fields.
 * arrays: n_fields of them, at most as many as the option n_fields says, else WEFT_INVALID_ARGUMENT on this
 *     process; as many on all processes. */
int weft_halo_exchange_fields(weft_halo* halo, int n_fields, void* const arrays[]);
/* Adds ghost cells of several arrays, in one message for each neighbour (by p2p and alltoallw: one for each
 * array); otherwise as `weft_halo_accumulate()`.
 * C++: Halo::accumulate_fields.
 * arrays: n_fields of them, at most as many as the option n_fields says, else WEFT_INVALID_ARGUMENT on this
 *     process; as many on all processes. */
int weft_halo_accumulate_fields(weft_halo* halo, int n_fields, void* const arrays[]);
/* Starts an exchange, which `weft_halo_exchange_finish()` ends. In between the program may read owned elements
 * but write nothing. Messages travel meanwhile. No other call of this halo may start; else
 * WEFT_INVALID_ARGUMENT, on this process. Collective over the distribution's communicator.
 * C++: Halo::exchange_start.
 * arrays: n_fields of them, as of weft_halo_exchange_fields(), which must live until the end; the list need
 *     not. */
int weft_halo_exchange_start(weft_halo* halo, int n_fields, void* const arrays[]);
/* Ends an exchange that was started. Collective over the distribution's communicator. WEFT_INVALID_ARGUMENT, on
 * this process, if none was started.
 * C++: Halo::exchange_finish. */
int weft_halo_exchange_finish(weft_halo* halo);
/* Starts an accumulation, which `weft_halo_accumulate_finish()` ends. In between the program must neither read
 * nor write the arrays; otherwise as `weft_halo_exchange_start()`.
 * C++: Halo::accumulate_start.
 * arrays: n_fields of them, as of weft_halo_exchange_fields(), which must live until the end; the list need
 *     not. */
int weft_halo_accumulate_start(weft_halo* halo, int n_fields, void* const arrays[]);
/* Ends an accumulation that was started. Collective over the distribution's communicator. WEFT_INVALID_ARGUMENT,
 * on this process, if none was started.
 * C++: Halo::accumulate_finish. */
int weft_halo_accumulate_finish(weft_halo* halo);
/* Advances a call that was started, as far as possible without waiting. The result is 1 if the end would not
 * wait, also if no call is under way. Not collective. WEFT_INVALID_ARGUMENT if the halo is closed.
 * C++: Halo::progress.
 * done: the result. */
int weft_halo_progress(weft_halo* halo, int* done);

/* A new array of zeros, ghost cells included. With windows it lies in memory that the processes of a node share,
 * and is copied once instead of twice. It may outlive the halo. Collective over the distribution's communicator.
 * WEFT_INVALID_ARGUMENT, on all processes, for another type than the element of the distribution.
 * C++: Halo::allocate.
 * array: its memory on this process; free it by weft_array_free(). NULL on an error. */
int weft_halo_allocate(weft_halo* halo, void** array);

/* Agrees on a check of the arrays behind pointers: if any process passes another code than WEFT_SUCCESS, all
 * return that of the lowest such rank, and weft_last_error() is its message. Collective over the distribution's
 * communicator. In C alone. */
int weft_halo_agree(weft_halo* halo, int code, const char* message);

/* Properties of the halo. None of these functions is collective; all work after the halo is closed. */

/* Most arrays of a call. In C alone. */
int weft_halo_n_fields(const weft_halo* halo, int* n_fields);
/* The cost of an exchange of one array on this process: messages, bytes in them, bytes copied straight from or
 * to other processes, flags that are waited for.
 * The cost of an accumulation of one array on this process, in the same counts.
 * C++: Halo::exchange_counts, Halo::accumulate_counts.
 * accumulate: 0 or 1. */
int weft_halo_counts(const weft_halo* halo, int accumulate, int64_t* messages, int64_t* bytes_sent,
                     int64_t* peer_bytes, int64_t* flags);
/* The values of the option exchange of a halo beside auto: rows of the exchange table (doc/concepts.md). Not
 * collective. Errors: none.
 * C++: halo_exchange_names.
 * name: that of row i, from 0; WEFT_INVALID_ARGUMENT beyond the last one. A static string. */
int weft_halo_exchange_row(int i, const char** name);

/* --- functions in all languages: generated by bindings/generate.py; do not edit */
/* The exchange in use: the choice of auto, or the requested one.
 * C++: Halo::exchange_name. */
int weft_halo_exchange_name(const weft_halo* halo, const char** text);
/* The number of ghost cells of this process that copy an element.
 * C++: Halo::n_ghosts. */
int weft_halo_n_ghosts(const weft_halo* halo, int64_t* value);
/* The exchange, the neighbours of this process and the cost of calls, as text.
 * C++: Halo::explain. */
int weft_halo_explain(weft_halo* halo, const char** text);
/* --- end of what is generated */

WEFT_END_C
#endif
