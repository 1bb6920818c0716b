/* Solvers for C: Poisson's and Helmholtz's equation in the modes of a plan. Part of weft.h, and conventions of weft.h. */
#ifndef WEFT_SOLVERS_H
#define WEFT_SOLVERS_H

#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_handles.h"

WEFT_BEGIN_C

/* Coordinates of this process's points along `axis` on a domain of that length (0: the natural length: 2
 * pi along a Fourier axis, pi along a cosine or sine axis, 2 along a Chebyshev axis), as many as the
 * local length of the points: the grid that belongs to the kind of the axis, doc/solvers.md. Not
 * collective. */
int weft_plan_coordinates(const weft_plan* plan, int axis, double length, double coordinates[]);

/* For laplace u - shift u = f on a box with these lengths, one per axis of the plan (empty: natural lengths. The
 * entry of an untransformed axis is ignored; each line along it is an independent problem). `walls` are the
 * conditions at the ends of the Chebyshev axis; none: u is given at both. The plan may be closed afterwards.
 * Collective over the plan, all arguments the same everywhere.
 * Throws the same Error on every process: invalid_argument (a number of lengths, a length that is not above 0, a
 * shift below 0, walls without a Chebyshev axis or without factors, conditions that leave no single solution, a
 * plan without transform), not_applicable (several Chebyshev axes, one that is divided among processes at the
 * modes, or with fewer than 3 modes; norm ortho with dct1, dct3 or dst3 axes, whose modes are then no waves of
 * the field), mismatch, resource.
 * C++: Helmholtz::Helmholtz.
 * lengths: one for each axis; NULL: the natural ones.
 * upper, lower: two factors {a, b} each of the conditions a u + b du/dy = g at the ends y = +L/2 (of the first
 *     point) and -L/2 of the Chebyshev axis, du/dy along the axis; NULL: {1, 0}; both NULL where there is no
 *     such axis.
 * The plan may be freed afterwards. On an error *solver is NULL. */
int weft_helmholtz_create(weft_helmholtz** solver, const weft_plan* plan, const double lengths[], double shift,
                          const double upper[], const double lower[]);
/* Modes of f to modes of u; both are this process's block in the plan's modes_storage(), NULL where it is empty,
 * and may be the same array (otherwise they must not overlap). Allocates nothing. Not collective, but not by
 * several threads at a time.
 * Where shift is 0 and no axis or wall fixes u (all Fourier, dct1 or dct2, walls without value), u is known up
 * to a constant, and there is a solution only for the f whose mean is the flux through the walls (0 where there
 * is no Chebyshev axis). Then the mean of u is 0, and the rest of the mean of f is left out, as if it had been
 * subtracted from f.
 * `upper` and `lower` are the right-hand sides g of the walls, as modes of the other axes (transformed with the
 * norm of the plan; for a constant g with Norm::backward its mode 0 is g N, N as in doc/conventions.md): the
 * block of wall_box() in wall_storage(). Null: 0. WEFT_INVALID_ARGUMENT, on this process, if one is given
 * without a Chebyshev axis.
 * C++: Helmholtz::solve. */
int weft_helmholtz_solve(weft_helmholtz* solver, const void* f, void* u, const void* upper, const void* lower);
/* The block of the values at a wall on this process, and how it lies in memory: that of the modes, with one
 * plane in the place of the Chebyshev axis, dense, in the same order of axes. WEFT_INVALID_ARGUMENT without a
 * Chebyshev axis. Not collective. is there a Chebyshev axis?
 * C++: Helmholtz::wall_storage. */
int weft_helmholtz_wall(const weft_helmholtz* solver, int64_t shape[], int order[], int64_t strides[],
                        int64_t* n_elements);
/* that the solver holds on this process
 * C++: Helmholtz::bytes. */
int weft_helmholtz_bytes(const weft_helmholtz* solver, int64_t* bytes);
/* Frees the solver. Not collective. */
void weft_helmholtz_free(weft_helmholtz** solver);

WEFT_END_C
#endif
