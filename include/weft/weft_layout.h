/* Layouts for C: which process owns which block of an array. Part of weft.h, and conventions of weft.h. Layouts are
 * values: nothing here is collective. */
#ifndef WEFT_LAYOUT_H
#define WEFT_LAYOUT_H

#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_handles.h"

WEFT_BEGIN_C

/* A global array of `shape` on a process grid of n_dims dimensions `grid`; grid dimension g divides axis
 * cut[g], n = q p + r: the first r processes have q + 1 points, the others q. In C alone. */
int weft_layout_create(weft_layout** layout, int n_axes, const int64_t shape[], int n_dims, const int grid[],
                       const int cut[]);
/* Own block sizes of a cut axis: one for each process along it; their sum is its length. In C alone. */
int weft_layout_set_blocks(weft_layout* layout, int axis, int n_blocks, const int64_t sizes[]);
/* Ghost cells on either side of every block, one number for each axis; NULL: none. For arrays without a plan
 * (weft_arrays.h): plans refuse such layouts. In C alone. */
int weft_layout_set_ghosts(weft_layout* layout, const int64_t ghosts[]);
/* Frees the layout. */
void weft_layout_free(weft_layout** layout);

/* Global lengths, and how many they are. In C alone. */
int weft_layout_shape(const weft_layout* layout, int* n_axes, int64_t shape[]);
/* The process grid, the axis that each of its dimensions divides, and how many these are. In C alone. */
int weft_layout_grid(const weft_layout* layout, int* n_dims, int grid[], int cut[]);
/* Ghost cells along each axis; zeros if there are none. In C alone. */
int weft_layout_ghosts(const weft_layout* layout, int64_t ghosts[]);
/* The block of `rank` (0 <= rank < layout.n_processes()), in global indices; may be empty. A pure function: any
 * process asks for any rank. Not collective.
 * C++: box_of.
 * The block has the global indices begin <= i < end. WEFT_INVALID_ARGUMENT if there is no such rank. */
int weft_layout_box(const weft_layout* layout, int rank, int64_t begin[], int64_t end[]);
/* In words, as "256x256x129 on 4x2, cut on axes 0,1". */
int weft_layout_text(weft_layout* layout, const char** text);

WEFT_END_C
#endif
