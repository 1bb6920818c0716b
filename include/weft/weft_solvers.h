/* Solvers for C: Poisson's and Helmholtz's equation in the modes of a plan. Part of weft.h, and conventions of weft.h. */
#ifndef WEFT_SOLVERS_H
#define WEFT_SOLVERS_H

#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_handles.h"

WEFT_BEGIN_C

/* Coordinates of points along an axis: the grid that belongs to its kind (doc/solvers.md has the table). Not
 * collective.
 * axis: an axis of the array; WEFT_INVALID_ARGUMENT for others, and for one of kind hc2r, whose points are
 *     modes.
 * C++: coordinates.
 * Of this process's points, as many as the local length. WEFT_NOT_APPLICABLE for a plan whose axes are dealt out
 * in turns (deal=cycles).
 * length: of the domain, finite and above 0, else WEFT_INVALID_ARGUMENT. With 0 the natural length: 2 pi along
 *     a Fourier axis, pi along a cosine or sine axis, 2 along a Chebyshev axis. */
int weft_plan_coordinates(const weft_plan* plan, int axis, double length, double coordinates[]);

/* A solver of laplace u - shift u = f for the modes of one plan. Its factors are computed once and used any
 * number of times. The kind of each axis of the plan is its boundary condition. Periodic axes are fourier. Axes
 * with u = 0 at both ends are dst1 or dst2, axes without slope at both ends dct1 or dct2. Axes without slope at
 * 0 and with u = 0 at L are dct3 or dct4; the opposite is dst3 or dst4. One Chebyshev axis takes any condition
 * that is linear in u and its slope. `weft_plan_coordinates()` has the points.
 * Without a Chebyshev axis the factors are one number for each local mode of each axis. With a Chebyshev axis of
 * n modes they are n + 9 numbers of the plan's precision for each line of this process: half of a complex array.
 * Not collective, unless stated otherwise. Errors: none, unless stated otherwise.
 * C++: class Helmholtz. */

/* Makes the solver for a plan on a box. Collective over the plan's communicator; all arguments are the same on
 * all processes, else WEFT_MISMATCH. The same error on all, also WEFT_RESOURCE if memory for the factors is
 * missing.
 * plan: it may be closed afterwards. WEFT_INVALID_ARGUMENT for one that transforms nothing. WEFT_NOT_APPLICABLE
 *     for several Chebyshev axes, and for one that is cut at the modes or has fewer than 3 modes. The same for
 *     axes of r2hc, hc2r and dht, and for axes that are dealt out in turns (deal=cycles). The same for dct1,
 *     dct3 and dst3 axes with norm=ortho, whose modes are not waves of the field.
 * lengths: of the box, one for each axis; if not given, 2 pi along Fourier axes, pi along cosine and sine axes,
 *     2 along Chebyshev axes. WEFT_INVALID_ARGUMENT unless they are finite and above 0. The entry of an
 *     untransformed axis is ignored; each line along it is an independent problem.
 * shift: finite and 0 or more, else WEFT_INVALID_ARGUMENT; if not given 0, Poisson's equation.
 * C++: Helmholtz::Helmholtz.
 * NULL as lengths: not given. On an error *solver is NULL.
 * upper, lower: two factors {a, b} each of the conditions a u + b du/dy = g at the ends of the Chebyshev axis.
 *     The ends are y = +L/2 (of the first point) and -L/2; du/dy is along the axis. NULL: {1, 0}; both must be
 *     NULL without a Chebyshev axis. WEFT_INVALID_ARGUMENT for conditions without factors or without a single
 *     solution. */
int weft_helmholtz_create(weft_helmholtz** solver, const weft_plan* plan, const double lengths[], double shift,
                          const double upper[], const double lower[]);
/* Solves the equation: modes of f to modes of u. Allocates nothing. Not collective; one thread at a time.
 * With shift 0 and no axis or wall that fixes u (all Fourier, dct1 or dct2, walls that give slopes only), u is
 * known up to a constant. A solution then exists only if the mean of f is the flux through the walls (0 without
 * a Chebyshev axis). The solver returns the u with mean 0, and subtracts any excess from the mean of f.
 * f, u: this process's blocks of the modes, in the storage of the plan; NULL where the block is empty. They may
 *     be the same array, otherwise they must not overlap.
 * upper, lower: the right-hand sides g of the conditions at the walls; 0 if not given or NULL. They are modes of
 *     the other axes in the storage of a wall, with the norm of the plan. A constant g with norm=backward has
 *     the mode 0 g N, with N of the other axes (doc/conventions.md). WEFT_INVALID_ARGUMENT, on this process, if
 *     one is given without a Chebyshev axis.
 * C++: Helmholtz::solve.
 * NULL as upper or lower: not given. Pointers are not checked. */
int weft_helmholtz_solve(weft_helmholtz* solver, const void* f, void* u, const void* upper, const void* lower);
/* The storage of the values at a wall on this process: dense, in the order of axes of the modes, with one plane
 * in place of the Chebyshev axis. WEFT_INVALID_ARGUMENT without a Chebyshev axis.
 * C++: Helmholtz::wall_storage.
 * Results as of weft_plan_storage. */
int weft_helmholtz_wall(const weft_helmholtz* solver, int64_t shape[], int order[], int64_t strides[],
                        int64_t* n_elements);
/* Bytes that the solver holds on this process.
 * C++: Helmholtz::bytes. */
int weft_helmholtz_bytes(const weft_helmholtz* solver, int64_t* bytes);
/* Frees the solver. Not collective. In C alone. */
void weft_helmholtz_free(weft_helmholtz** solver);

WEFT_END_C
#endif
