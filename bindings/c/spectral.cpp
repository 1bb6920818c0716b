// Operators on modes for C.
#include "weft/spectral.hpp"
#include "handles.hpp"
#include "weft/weft_spectral.h"

using namespace weft::c;

namespace {

const weft::Spectral& of(const weft_spectral* spectral) { return spectral_of(spectral); }

std::span<const void* const> inputs(int n, const void* const* in, const char* name) {
  return {some(in, n, name), static_cast<std::size_t>(n)};
}
std::span<void* const> outputs(int n, void* const* out, const char* name) {
  return {some(out, n, name), static_cast<std::size_t>(n)};
}

weft::Dealiasing rule_of(int rule) {
  if (rule == WEFT_CUBIC) return weft::Dealiasing::cubic;
  if (rule == WEFT_SPHERICAL) return weft::Dealiasing::spherical;
  fail("the rule of dealiasing is " + std::to_string(rule) + "; it is WEFT_CUBIC or WEFT_SPHERICAL");
}

}  // namespace

int weft_spectral_create(weft_spectral** spectral, const weft_plan* plan, const double lengths[]) {
  return guarded([&] {
    at(spectral, "the pointer to the operators") = nullptr;
    const weft::Plan& of_plan = at(plan, "the plan").value;
    weft::Domain domain;
    if (lengths != nullptr) domain.lengths.assign(lengths, lengths + of_plan.problem().shape.size());
    *spectral = new weft_spectral{weft::Spectral(of_plan, domain)};
  });
}

void weft_spectral_free(weft_spectral** spectral) { release(spectral); }

int weft_spectral_lengths(const weft_spectral* spectral, int* n_axes, double lengths[]) {
  return guarded([&] {
    give(n_axes, of(spectral).lengths().size());
    give_all(lengths, of(spectral).lengths());
  });
}

int weft_spectral_wavenumbers(const weft_spectral* spectral, int axis, double k[]) {
  return guarded([&] { give_all(k, of(spectral).wavenumbers(axis)); });
}

int weft_spectral_derivative(const weft_spectral* spectral, const void* in, void* out, int axis, int order) {
  return guarded([&] { of(spectral).derivative(in, out, axis, order); });
}

int weft_spectral_laplacian(const weft_spectral* spectral, const void* in, void* out) {
  return guarded([&] { of(spectral).laplacian(in, out); });
}

int weft_spectral_inverse_laplacian(const weft_spectral* spectral, const void* in, void* out) {
  return guarded([&] { of(spectral).inverse_laplacian(in, out); });
}

int weft_spectral_gradient(const weft_spectral* spectral, const void* in, int n, void* const out[]) {
  return guarded([&] { of(spectral).gradient(in, outputs(n, out, "out")); });
}

int weft_spectral_divergence(const weft_spectral* spectral, int n, const void* const in[], void* out) {
  return guarded([&] { of(spectral).divergence(inputs(n, in, "in"), out); });
}

int weft_spectral_curl(const weft_spectral* spectral, int n, const void* const in[], int n_out,
                       void* const out[], double factor) {
  return guarded([&] { of(spectral).curl(inputs(n, in, "in"), outputs(n_out, out, "out"), factor); });
}

int weft_spectral_project(const weft_spectral* spectral, int n, const void* const in[], void* const out[]) {
  return guarded([&] { of(spectral).project(inputs(n, in, "in"), outputs(n, out, "out")); });
}

int weft_spectral_dealias(const weft_spectral* spectral, const void* in, void* out, int rule) {
  return guarded([&] { of(spectral).dealias(in, out, rule_of(rule)); });
}

int weft_spectral_shift(const weft_spectral* spectral, const void* in, void* out,
                        const double displacement[]) {
  return guarded([&] {
    const std::size_t n = of(spectral).lengths().size();
    const double* first = &at(displacement, "displacement");
    of(spectral).shift(in, out, std::vector<double>(first, first + n));
  });
}

int weft_spectral_half_cell(const weft_spectral* spectral, double displacement[]) {
  return guarded([&] { give_all(displacement, of(spectral).half_cell()); });
}

int weft_spectral_inner_product(const weft_spectral* spectral, int n, const void* const a[],
                                const void* const b[], double* product) {
  return guarded([&] { give(product, of(spectral).inner_product(inputs(n, a, "a"), inputs(n, b, "b"))); });
}

int weft_spectral_mean_energy(const weft_spectral* spectral, int n, const void* const u[], double* energy) {
  return guarded([&] { give(energy, of(spectral).mean_energy(inputs(n, u, "u"))); });
}

int weft_spectral_n_shells(const weft_spectral* spectral, double width, int64_t* n_shells,
                           double* used_width) {
  return guarded([&] {
    give(n_shells, of(spectral).n_shells(width));
    give(used_width, width == 0 ? of(spectral).shell_width() : width);
  });
}

int weft_spectral_energy_spectrum(const weft_spectral* spectral, int n, const void* const u[], double width,
                                  double energy[]) {
  return guarded([&] { give_all(energy, of(spectral).energy_spectrum(inputs(n, u, "u"), width).energy); });
}
