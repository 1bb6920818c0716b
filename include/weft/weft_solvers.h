/* Solvers for C: Poisson's and Helmholtz's equation in the modes of a plan. Part of weft.h, and conventions of weft.h. */
#ifndef WEFT_SOLVERS_H
#define WEFT_SOLVERS_H

#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_handles.h"

WEFT_BEGIN_C

/* Coordinates of points along an axis: the grid that belongs to its kind (doc/solvers.md has the table). Not
 * collective.
 * axis: of the array; WEFT_INVALID_ARGUMENT if there is no such one, and for one of kind hc2r, whose points are
 *     modes.
 * C++: coordinates.
 * Of this process's points, as many as the local length. WEFT_NOT_APPLICABLE for a plan whose axes are dealt out
 * in turns (deal=cycles).
 * length: of the domain, finite and above 0, else WEFT_INVALID_ARGUMENT; 0: the natural length, 2 pi along a
 *     Fourier axis, pi along a cosine or sine axis, 2 along a Chebyshev axis. */
int weft_plan_coordinates(const weft_plan* plan, int axis, double length, double coordinates[]);

/* A solver of laplace u - shift u = f for the modes of one plan, with its factors ready: made once, used any
 * number of times. The kinds of the plan's axes are the boundary conditions: periodic (fourier), u = 0 at both
 * ends (dst1, dst2), no slope at both ends (dct1, dct2), one of each (dct3, dct4: no slope at 0; dst3, dst4: no
 * slope at L), or any condition that is linear in u and its slope (one Chebyshev axis).
 * `weft_plan_coordinates()` says where the points are.
 * The factors are, without a Chebyshev axis, a number for each local mode of each axis; with one of n modes, n +
 * 9 numbers of the plan's precision for each line of this process: half of a complex array.
 * Not collective, unless the function says otherwise. Errors: none, unless the function says otherwise.
 * C++: class Helmholtz. */

/* Makes the solver for a plan on a box. Collective over the plan's communicator; all arguments are the same on
 * all processes, else WEFT_MISMATCH. The same error on all, also WEFT_RESOURCE without memory for the factors.
 * plan: it may be closed afterwards. WEFT_INVALID_ARGUMENT for one that transforms nothing. WEFT_NOT_APPLICABLE
 *     for several Chebyshev axes, for one that is divided among processes at the modes or has fewer than 3
 *     modes, for r2hc, hc2r and dht axes, for dct1, dct3 and dst3 axes with norm=ortho, whose modes are then no
 *     waves of the field, and for axes that are dealt out in turns (deal=cycles).
 * lengths: of the box, one for each axis; if not given, 2 pi along Fourier axes, pi along cosine and sine axes,
 *     2 along Chebyshev axes. WEFT_INVALID_ARGUMENT unless they are finite and above 0. That of an untransformed
 *     axis is ignored; each line along it is an independent problem.
 * shift: finite and from 0 on, else WEFT_INVALID_ARGUMENT; 0, Poisson's equation, if not given.
 * C++: Helmholtz::Helmholtz.
 * NULL as lengths: not given. On an error *solver is NULL.
 * upper, lower: two factors {a, b} each of the conditions a u + b du/dy = g at the ends y = +L/2 (of the first
 *     point) and -L/2 of the Chebyshev axis, du/dy along the axis; NULL: {1, 0}, and both NULL where there is no
 *     such axis. WEFT_INVALID_ARGUMENT for conditions without factors or that leave no single solution. */
int weft_helmholtz_create(weft_helmholtz** solver, const weft_plan* plan, const double lengths[], double shift,
                          const double upper[], const double lower[]);
/* Solves the equation: modes of f to modes of u. Allocates nothing. Not collective, but not by several threads
 * at a time.
 * Where shift is 0 and no axis or wall fixes u (all Fourier, dct1 or dct2, walls that give slopes only), u is
 * known up to a constant, and there is a solution only for the f whose mean is the flux through the walls (0
 * where there is no Chebyshev axis). Then the mean of u is 0, and the rest of the mean of f is left out, as if
 * it had been subtracted from f.
 * f, u: this process's blocks of the modes, in the storage of the plan; NULL where the block is empty. They may
 *     be the same array, otherwise they must not overlap.
 * upper, lower: the right-hand sides g of the conditions at the walls, as modes of the other axes in the storage
 *     of a wall, transformed with the norm of the plan. For a constant g with norm=backward its mode 0 is g N, N
 *     of the other axes as in doc/conventions.md. If not given or NULL, 0. WEFT_INVALID_ARGUMENT, on this
 *     process, if one is given without a Chebyshev axis.
 * C++: Helmholtz::solve.
 * NULL as upper or lower: not given. Pointers are not checked. */
int weft_helmholtz_solve(weft_helmholtz* solver, const void* f, void* u, const void* upper, const void* lower);
/* How the values at a wall lie in memory on this process: dense, in the order of the axes that the modes have,
 * with one plane in the place of the Chebyshev axis. WEFT_INVALID_ARGUMENT without a Chebyshev axis.
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
