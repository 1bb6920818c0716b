/* Halos for C: ghost cells around the block of each process, brought up to date from the blocks that they are
 * copies of, or added to them.
 *
 * Conventions of weft.h and weft_arrays.h; what halos do is said in halo.hpp and doc/halo.md. Arrays are
 * given by the address of the beginning of their memory, ghost cells included:
 * weft_distribution_memory_elements() elements, NULL where the block is empty. Nothing is checked behind a
 * pointer. */
#ifndef WEFT_HALO_H
#define WEFT_HALO_H

#include "weft/export.h"
#include "weft/weft_arrays.h"

WEFT_BEGIN_C

typedef struct weft_halo weft_halo; /* the halo of the arrays of a distribution */

/* `distribution` is that of a layout with ghost cells (weft_layout_set_ghosts); it may be freed afterwards.
 * options: of "halo" (weft_options_create_for, weft_option_row_of list them); NULL: nothing is set. Collective,
 * all arguments the same everywhere; WEFT_INVALID_ARGUMENT, WEFT_MISMATCH, WEFT_NOT_APPLICABLE for an exchange
 * that cannot be used here, WEFT_RESOURCE. On an error *halo is NULL. */
int weft_halo_create_with(weft_halo** halo, const weft_distribution* distribution,
                          const weft_options* options);
/* The same with the options of weft 0.1 as arguments: kept for one release.
 * periodic: one number for each axis, not 0 where the array begins again beyond its end; NULL: along all
 * axes. exchange: a name of weft_halo_exchange_row(), or "auto" or NULL. n_fields: most arrays of a call.
 * corners: 0: only ghost cells that lie beside the block along one axis. timeout: seconds, for a process that
 * does not come; 0: 600. */
int weft_halo_create(weft_halo** halo, const weft_distribution* distribution, const int periodic[],
                     const char* exchange, int n_fields, int corners, double timeout);
/* Releases memory now; the handle still answers questions. A call that was started is finished first.
 * Collective; again does nothing. */
int weft_halo_close(weft_halo* halo);
/* Closes the halo if that was not done, and frees the handle. Collective. */
int weft_halo_free(weft_halo** halo);

/* Every ghost cell becomes a copy of the element that lies there. Ghost cells beyond the end of an axis that
 * is not periodic are left as they are. Collective. */
int weft_halo_exchange(weft_halo* halo, void* array);
/* Every ghost cell is added to the element that it is a copy of, then set to 0. Collective. */
int weft_halo_accumulate(weft_halo* halo, void* array);
/* Several arrays, in the same messages: at most n_fields, as many on all processes. Collective. */
int weft_halo_exchange_fields(weft_halo* halo, int n_fields, void* const arrays[]);
int weft_halo_accumulate_fields(weft_halo* halo, int n_fields, void* const arrays[]);
/* The same in two calls. In between owned elements may be read (of exchange), nothing may be written, and no
 * other call of this halo may start. All but progress are collective. *done is 1 when finish would not wait.
 */
int weft_halo_exchange_start(weft_halo* halo, int n_fields, void* const arrays[]);
int weft_halo_exchange_finish(weft_halo* halo);
int weft_halo_accumulate_start(weft_halo* halo, int n_fields, void* const arrays[]);
int weft_halo_accumulate_finish(weft_halo* halo);
int weft_halo_progress(weft_halo* halo, int* done);

/* Memory of zeros for one array on this process, ghost cells included; by windows it is shared with the
 * processes of the node, and then copied once instead of twice. It may outlive the halo. Freed by
 * weft_array_free. Collective. */
int weft_halo_allocate(weft_halo* halo, void** array);

/* If any process passes another code than WEFT_SUCCESS, all return that of the lowest such rank, and
 * weft_last_error() is its message: for checks of the arrays behind pointers. Collective. */
int weft_halo_agree(weft_halo* halo, int code, const char* message);

/* What it is; none of these is collective. The name of the exchange that is used; how many ghost cells of
 * this process are copies of something; what a call with one array costs this process (accumulate: 0 or 1):
 * messages, bytes in them, bytes copied straight from or to other processes, flags that are waited for. */
int weft_halo_exchange_name(weft_halo* halo, const char** name);
int weft_halo_n_ghosts(const weft_halo* halo, int64_t* n_ghosts);
int weft_halo_n_fields(const weft_halo* halo, int* n_fields); /* most arrays of a call */
int weft_halo_counts(const weft_halo* halo, int accumulate, int64_t* messages, int64_t* bytes_sent,
                     int64_t* peer_bytes, int64_t* flags);
/* In words; valid until the next such call or until the halo is freed. */
int weft_halo_explain(weft_halo* halo, const char** text);
/* Names of exchanges, i from 0. WEFT_INVALID_ARGUMENT after the last one. */
int weft_halo_exchange_row(int i, const char** name);

WEFT_END_C
#endif
