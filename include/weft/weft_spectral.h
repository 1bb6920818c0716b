/* Operators on the modes of a plan for C: derivatives, vectors of fields, dealiasing, energies.
 *
 * Conventions of weft.h; spectral.hpp and doc/spectral.md define the operators. Arrays hold this process's
 * block of the modes, in the plan's storage; NULL is allowed where the block is empty. Memory behind a pointer
 * is not checked. Vectors of fields are lists of n arrays, one for each transformed axis, in the order of the
 * axes. Only the energies at the end are collective. Outputs may be inputs, unless stated otherwise; different
 * arrays must not overlap. */
#ifndef WEFT_SPECTRAL_H
#define WEFT_SPECTRAL_H

#include "weft/export.h"
#include "weft/weft.h"

WEFT_BEGIN_C

typedef struct weft_spectral weft_spectral; /* the operators of a plan in a domain */

/* The rules of dealiasing: |k| < n/3 on each axis; sum over axes of (k/n)^2 < 2/9. */
enum { WEFT_CUBIC = 0, WEFT_SPHERICAL = 1 };

/* The operators of one plan in one domain. Making them costs nothing; tables hold one number for each local
 * index of each axis. Operators work while calls of the plan are under way, and after the plan is closed. The
 * plan must live until the operators are freed, and must be open when energies are computed.
 * in, out: this process's block of the modes of a field, in the plan's storage. It may be NULL where the block
 *     is empty; a pointer is not checked further. A vector of fields is a list of such blocks, one for each
 *     transformed axis, in the order of the axes. An output may be an input, unless stated otherwise; different
 *     arrays must not overlap.
 * Not collective, unless stated otherwise. Errors are those of this process, before anything is written.
 * WEFT_INVALID_ARGUMENT for a wrong axis, number of fields or NULL pointer. WEFT_NOT_APPLICABLE if the kinds of
 * axes or the layout do not admit the operator.
 * C++: class Spectral. */

/* The operators of a plan in a domain.
 * plan: a plan that transforms. WEFT_NOT_APPLICABLE for a plan that transforms nothing. The same for dct1, dct3
 *     and dst3 with norm=ortho, which scale the points at the ends, so that modes are not those of the function.
 * C++: Spectral::Spectral.
 * lengths: NULL: not given. On an error *spectral is NULL. */
int weft_spectral_create(weft_spectral** spectral, const weft_plan* plan, const double lengths[]);
/* Frees the operators. Not collective. In C alone. */
void weft_spectral_free(weft_spectral** spectral);

/* The lengths of the domain, one for each axis; those that were not given are filled in.
 * C++: Spectral::lengths. */
int weft_spectral_lengths(const weft_spectral* spectral, int* n_axes, double lengths[]);
/* Physical wavenumbers of this process's modes along an axis, as many as the local length. Fourier axes have k
 * in exp(i k x), 2 pi / L times whole numbers (with sign=+1 all are reversed). Cosine and sine axes have pi / L
 * times whole numbers, or halves (types III and IV). Chebyshev axes have the degree.
 * axis: a transformed one; WEFT_INVALID_ARGUMENT for others.
 * C++: Spectral::wavenumbers. */
int weft_spectral_wavenumbers(const weft_spectral* spectral, int axis, double k[]);

/* The derivative along an axis. Fourier axes: (i k)^order. The mode n/2 of an even length, which has no sign,
 * becomes 0 for odd orders and is kept for even orders. Chebyshev axes: by the recurrence c_k b_k = b_(k+2) + 2
 * (k+1) a_(k+1), in one pass (source: Canuto et al., Spectral Methods, 2006, eq. 2.4.24).
 * axis: a transformed one. WEFT_NOT_APPLICABLE for a Chebyshev axis that is cut at the modes.
 * order: of the derivative; 0: a copy. WEFT_NOT_APPLICABLE for odd orders along cosine and sine axes, where the
 *     result has the modes of another plan.
 * C++: Spectral::derivative. */
int weft_spectral_derivative(const weft_spectral* spectral, const void* in, void* out, int axis, int order);
/* The sum of second derivatives. With Chebyshev axes the output must not be the input.
 * C++: Spectral::laplacian. */
int weft_spectral_laplacian(const weft_spectral* spectral, const void* in, void* out);
/* The field of mean 0 with this Laplacian. WEFT_NOT_APPLICABLE with Chebyshev axes, which need a solver with
 * boundary conditions.
 * C++: Spectral::inverse_laplacian. */
int weft_spectral_inverse_laplacian(const weft_spectral* spectral, const void* in, void* out);

/* The first derivatives of a field, one for each of 1 to 3 transformed axes, all Fourier or Chebyshev. With
 * Chebyshev axes no output may be an input.
 * C++: Spectral::gradient.
 * n: the number of outputs. */
int weft_spectral_gradient(const weft_spectral* spectral, const void* in, int n, void* const out[]);
/* The sum of first derivatives of the components of a vector. Axes as of the gradient.
 * C++: Spectral::divergence.
 * n: the number of inputs. */
int weft_spectral_divergence(const weft_spectral* spectral, int n, const void* const in[], void* out);
/* The curl of a vector: one component in two dimensions, d0 u1 - d1 u0 with axes counted from 0, three in three.
 * Axes as of the gradient.
 * factor: multiplies the curl; -1 for arrays whose axes are left-handed, as z, y, x.
 * C++: Spectral::curl.
 * n, n_out: the numbers of inputs and of outputs. */
int weft_spectral_curl(const weft_spectral* spectral, int n, const void* const in[], int n_out,
                       void* const out[], double factor);
/* The nearest field without divergence: u - k (k.u) / k^2. Modes with k = 0 stay. 2 or 3 transformed axes, all
 * Fourier.
 * C++: Spectral::project.
 * n: the number of inputs, and of outputs. */
int weft_spectral_project(const weft_spectral* spectral, int n, const void* const in[], void* const out[]);

/* Keeps the modes of a rule, and sets the others to 0. The edge is sharp to a relative 1e-12. Untransformed axes
 * do not count.
 * C++: Spectral::dealias.
 * rule: WEFT_CUBIC or WEFT_SPHERICAL. */
int weft_spectral_dealias(const weft_spectral* spectral, const void* in, void* out, int rule);
/* The modes of u(x + displacement): times exp(i k.displacement). A mode n/2 is multiplied by the cosine in place
 * of the exponential, so that real fields stay real. It serves products of spherically truncated fields without
 * aliases. Compute the product on the grid of the points and on the grid displaced by
 * `weft_spectral_half_cell()`. Move the second back, average both, and truncate (source: Patterson and Orszag,
 * Phys. Fluids 14, 1971, 2538; Rogallo, NASA TM 81315, 1981).
 * displacement: one for each axis, in units of the lengths; 0 along axes that are not Fourier, else
 *     WEFT_NOT_APPLICABLE.
 * C++: Spectral::shift. */
int weft_spectral_shift(const weft_spectral* spectral, const void* in, void* out,
                        const double displacement[]);
/* Half the distance between points along each Fourier axis; 0 along others.
 * C++: Spectral::half_cell. */
int weft_spectral_half_cell(const weft_spectral* spectral, double displacement[]);

/* The mean over the domain of sum_i a_i . b_i: the real part of a_i times the conjugate of b_i. Computed by
 * Parseval's identity, with any norm. Untransformed axes are averaged. WEFT_NOT_APPLICABLE with Chebyshev axes,
 * whose modes are not orthogonal. Collective over the plan's communicator; the Error is the same on all
 * processes.
 * a, b: vectors of any number of fields, the same in both and on all processes; else WEFT_MISMATCH.
 * C++: Spectral::inner_product.
 * n: the number of fields. */
int weft_spectral_inner_product(const weft_spectral* spectral, int n, const void* const a[],
                                const void* const b[], double* product);
/* Half the mean over the domain of u.u. Collective over the plan's communicator; errors as of the inner product.
 * u: a vector of any number of fields, the same on all processes; else WEFT_MISMATCH.
 * C++: Spectral::mean_energy.
 * n: the number of fields. */
int weft_spectral_mean_energy(const weft_spectral* spectral, int n, const void* const u[], double* energy);
/* The number of shells of an energy spectrum.
 * width: as of `weft_spectral_energy_spectrum()`.
 * C++: Spectral::n_shells.
 * used_width: receives the width, also the default one. */
int weft_spectral_n_shells(const weft_spectral* spectral, double width, int64_t* n_shells,
                           double* used_width);
/* Half the mean over the domain of u.u, by shells of |k|. Shell i holds the modes with i - 1/2 <= |k| / width <
 * i + 1/2. The number of shells is that of the largest |k|, the same on all processes and with any number of
 * processes. Collective over the plan's communicator; errors as of the inner product.
 * u: a vector of any number of fields, the same on all processes; else WEFT_MISMATCH.
 * width: of a shell, the same on all processes; 0: that of `weft_spectral_shell_width()`. WEFT_INVALID_ARGUMENT
 *     unless it is finite and not negative, WEFT_NOT_APPLICABLE for more than 2^24 shells.
 * C++: Spectral::energy_spectrum.
 * n: the number of fields. energy: receives weft_spectral_n_shells() numbers. */
int weft_spectral_energy_spectrum(const weft_spectral* spectral, int n, const void* const u[], double width,
                                  double energy[]);

/* --- functions in all languages: generated by bindings/generate.py; do not edit */
/* The default width of shells: the smallest first wavenumber of the axes, 1 in a cube of 2 pi.
 * C++: Spectral::shell_width. */
int weft_spectral_shell_width(const weft_spectral* spectral, double* value);
/* --- end of what is generated */

WEFT_END_C
#endif
