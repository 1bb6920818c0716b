/* Layouts for C: which process owns which block of an array. Part of weft.h, and conventions of weft.h. Layouts are
 * values: nothing here is collective. */
#ifndef WEFT_LAYOUT_H
#define WEFT_LAYOUT_H

#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_handles.h"

WEFT_BEGIN_C

/* Which process owns which block: each dimension of a process grid cuts an axis. An axis that none cuts is
 * local. For n = q p + r points over p processes, the first r processes have q + 1 points, the others q, unless
 * the axis has its own block sizes.
 * shape: global lengths, one for each axis.
 * grid: processes along each grid dimension; ranks are row-major in it (the last dimension varies fastest).
 * cut: for each grid dimension the axis that it cuts. Several may cut the same axis; their coordinates are then
 *     combined row-major.
 * C++: class Layout.
 * WEFT_INVALID_ARGUMENT for lengths and grid dimensions below 1, and for axes that the array does not have.
 * n_axes, n_dims: the number of lengths, and of dimensions of the grid. */
int weft_layout_create(weft_layout** layout, int n_axes, const int64_t shape[], int n_dims, const int grid[],
                       const int cut[]);
/* Own block sizes of a cut axis: one for each process along it, 0 allowed; their sum is its length. In C
 * alone. */
int weft_layout_set_blocks(weft_layout* layout, int axis, int n_blocks, const int64_t sizes[]);
/* Ghost cells on either side of every block, one number for each axis; NULL: none. For arrays without a plan
 * (weft_arrays.h): plans refuse such layouts. In C alone. */
int weft_layout_set_ghosts(weft_layout* layout, const int64_t ghosts[]);
/* Frees the layout. In C alone. */
void weft_layout_free(weft_layout** layout);

/* Global lengths, and how many they are. In C alone. */
int weft_layout_shape(const weft_layout* layout, int* n_axes, int64_t shape[]);
/* Processes along each dimension of the grid, the axes that they cut, and how many dimensions there are. In C
 * alone. */
int weft_layout_grid(const weft_layout* layout, int* n_dims, int grid[], int cut[]);
/* Ghost cells along each axis; zeros if there are none. In C alone. */
int weft_layout_ghosts(const weft_layout* layout, int64_t ghosts[]);
/* The block of a process, in global indices; may be empty. A pure function: any process may call it for any
 * rank.
 * C++: box_of.
 * rank: WEFT_INVALID_ARGUMENT if there is none.
 * begin, end: begin <= i < end along each axis. */
int weft_layout_box(const weft_layout* layout, int rank, int64_t begin[], int64_t end[]);
/* The text of a layout: "256x256x129 on 4x2, cut on axes 0,1". In C alone. */
int weft_layout_text(weft_layout* layout, const char** text);

WEFT_END_C
#endif
