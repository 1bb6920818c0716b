/* Operators on the modes of a plan for C: derivatives, vectors of fields, dealiasing, energies.
 *
 * Conventions of weft.h; what the operators do is said in spectral.hpp and doc/spectral.md. Arrays hold this
 * process's block of the modes, in the plan's storage; NULL is allowed where the block is empty, and nothing
 * is checked behind a pointer. Vectors of fields are lists of n arrays, one for each transformed axis in the
 * order of the axes. Nothing is collective but the energies at the end. Unless stated otherwise outputs may
 * be inputs; two arrays that are not the same must not overlap. */
#ifndef WEFT_SPECTRAL_H
#define WEFT_SPECTRAL_H

#include "weft/export.h"
#include "weft/weft.h"

WEFT_BEGIN_C

typedef struct weft_spectral weft_spectral; /* the operators of a plan in a domain */

/* The rules of dealiasing: |k| < n/3 on each axis; sum over axes of (k/n)^2 < 2/9. */
enum { WEFT_CUBIC = 0, WEFT_SPHERICAL = 1 };

/* One length for each axis of the array; NULL: 2 pi of Fourier, pi of cosine and sine, 2 of Chebyshev axes.
 * The plan must live until the operators are freed. WEFT_INVALID_ARGUMENT for lengths that are not finite
 * positive numbers, WEFT_NOT_APPLICABLE for plans that transform nothing, and for dct1, dct3, dst3 with
 * norm=ortho; then *spectral is NULL. */
int weft_spectral_create(weft_spectral** spectral, const weft_plan* plan, const double lengths[]);
void weft_spectral_free(weft_spectral** spectral);

int weft_spectral_lengths(const weft_spectral* spectral, int* n_axes, double lengths[]);
/* Physical wavenumbers of this process's modes along a transformed axis, as many as the local length. */
int weft_spectral_wavenumbers(const weft_spectral* spectral, int axis, double k[]);

/* The derivative of `order` (0: a copy) along `axis`. WEFT_NOT_APPLICABLE for odd orders along cosine and
 * sine axes, and along a Chebyshev axis that is cut. */
int weft_spectral_derivative(const weft_spectral* spectral, const void* in, void* out, int axis, int order);
/* With Chebyshev axes the output must not be the input, and there is no inverse. */
int weft_spectral_laplacian(const weft_spectral* spectral, const void* in, void* out);
int weft_spectral_inverse_laplacian(const weft_spectral* spectral, const void* in, void* out);

/* n is the number of transformed axes, 1 to 3, all Fourier or Chebyshev (then no output may be an input). The
 * curl has one output in two dimensions, d0 u1 - d1 u0, three in three, all times `factor`: 1, or -1 where
 * the axes are left-handed, as z, y, x. */
int weft_spectral_gradient(const weft_spectral* spectral, const void* in, int n, void* const out[]);
int weft_spectral_divergence(const weft_spectral* spectral, int n, const void* const in[], void* out);
int weft_spectral_curl(const weft_spectral* spectral, int n, const void* const in[], int n_out,
                       void* const out[], double factor);
/* On fields without divergence: 2 or 3 Fourier axes. */
int weft_spectral_project(const weft_spectral* spectral, int n, const void* const in[], void* const out[]);

/* Sets the modes that a rule does not keep to 0. */
int weft_spectral_dealias(const weft_spectral* spectral, const void* in, void* out, int rule);
/* The modes of u(x + displacement), one number for each axis; half a cell of the grid for products on two
 * grids. */
int weft_spectral_shift(const weft_spectral* spectral, const void* in, void* out,
                        const double displacement[]);
int weft_spectral_half_cell(const weft_spectral* spectral, double displacement[]);

/* Means over the domain of a.b, and of u.u / 2, for vectors of any number n of fields. Collective over the
 * plan's communicator; WEFT_NOT_APPLICABLE with Chebyshev axes, WEFT_MISMATCH where n differs between
 * processes. */
int weft_spectral_inner_product(const weft_spectral* spectral, int n, const void* const a[],
                                const void* const b[], double* product);
int weft_spectral_mean_energy(const weft_spectral* spectral, int n, const void* const u[], double* energy);
/* How many shells of |k| of that width there are (0: the standard one, the smallest of the axes' first
 * wavenumbers), and the width. Not collective. */
int weft_spectral_n_shells(const weft_spectral* spectral, double width, int64_t* n_shells,
                           double* used_width);
/* The mean of u.u / 2 of each shell, energy[0 ... n_shells-1], the same on all processes. Collective. */
int weft_spectral_energy_spectrum(const weft_spectral* spectral, int n, const void* const u[], double width,
                                  double energy[]);

WEFT_END_C
#endif
