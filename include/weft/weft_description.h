/* Dry runs for C: what a plan does, for any rank of any number of processes. Part of weft.h, and conventions of weft.h.
 * Nothing here is collective. */
#ifndef WEFT_DESCRIPTION_H
#define WEFT_DESCRIPTION_H

#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_handles.h"

WEFT_BEGIN_C

/* A dry run: what a plan of a problem does on one of its processes. Reads no environment and measures nothing:
 * with the option tune, the choice is the one by rule. Not collective; MPI need not be running.
 * problem, options: as of a plan; WEFT_INVALID_ARGUMENT, WEFT_NOT_APPLICABLE as making the plan.
 * n_processes, rank: the number of processes, and one of them, from 0; WEFT_INVALID_ARGUMENT for other ranks.
 * processes_per_node: the number of consecutive ranks that share memory; WEFT_INVALID_ARGUMENT below 1.
 * C++: describe.
 * `options` may be NULL. On an error *description is NULL. */
int weft_describe(weft_description** description, const weft_problem* problem, int n_processes, int rank,
                  const weft_options* options, int processes_per_node);
/* Frees the description. Not collective. In C alone. */
void weft_description_free(weft_description** description);

/* Properties of the plan, as of weft_plan_choice(), weft_plan_layout(), ... In C alone. */
int weft_description_choice(weft_description* description, const char** text);
int weft_description_layout(const weft_description* description, int side, weft_layout** copy);
int weft_description_n_axes(const weft_description* description, int* n_axes);
int weft_description_box(const weft_description* description, int side, int64_t begin[], int64_t end[]);
int weft_description_storage(const weft_description* description, int side, int64_t shape[], int order[],
                             int64_t strides[], int64_t* n_elements);
/* Memory that a plan allocates on one process, in bytes, for all n_fields.
 * C++: class PlanMemory.
 * Private stages, shared windows, tiles in cache. */
int weft_description_memory(const weft_description* description, int64_t* stages, int64_t* windows,
                            int64_t* tiles);
/* The numbers of sweeps and exchanges of a direction. In C alone. */
int weft_description_n_steps(const weft_description* description, int direction, int* n_sweeps,
                             int* n_exchanges);
/* One sweep over the local array, for one field.
 * C++: class SweepCounts.
 * i: of the sweep, from 0; WEFT_INVALID_ARGUMENT beyond the last one. axes: that it transforms; none: a copy.
 */
int weft_description_sweep(const weft_description* description, int direction, int i, int* n_axes, int axes[],
                           int64_t* bytes_read, int64_t* bytes_written);
/* One exchange, for one field.
 * C++: class ExchangeCounts.
 * i: of the exchange, from 0; WEFT_INVALID_ARGUMENT beyond the last one. name: of its row. The counts are
 *     messages to others, bytes in them, bytes read from or written to others' windows, and flags awaited.
 */
int weft_description_exchange(weft_description* description, int direction, int i, const char** name,
                              int64_t* messages, int64_t* bytes_sent, int64_t* peer_bytes, int64_t* flags);

WEFT_END_C
#endif
