// What the operators of one plan know: the block, and tables of its axes.
#pragma once

#include <string>
#include <vector>

#include "spectral/axis.hpp"
#include "spectral/for_modes.hpp"
#include "weft/spectral.hpp"
#include "weft/words.hpp"

namespace weft {

struct WEFT_HIDDEN Spectral::Impl {
  const Plan* plan = nullptr;
  ElementType element;
  Storage storage;                 // of the modes
  std::vector<double> lengths;     // of the domain
  std::vector<SpectralAxis> axes;  // of the array
  std::vector<int> transformed;    // the transformed ones, in order
  bool has_chebyshev = false;      // among them

  // What a member of SpectralAxis says, of each transformed axis.
  Tables<double> tables(std::vector<double> SpectralAxis::*member) const;
  Tables<double> weights() const;
  // Adds the energies of this process's modes to their shells.
  void add_to_shells(std::span<const void* const> u, Spectrum& spectrum) const;
  // Errors, in words.
  const SpectralAxis& axis(int number) const;
  void check_derivative(const SpectralAxis& axis, int order) const;
  void check_means() const;
  void check_no_chebyshev(const char* what) const;
  // That a vector of fields may be differentiated, and has one component for each transformed axis.
  void check_vector(std::size_t n_components, const char* what) const;
  // That no output is an input, where there are Chebyshev axes.
  void check_apart(const void* in, const void* out, const char* what) const;
  // `out` becomes `factor` times the derivative along the axis; with `add` it is added. `add`: in and out
  // differ.
  void derive(const SpectralAxis& axis, int order, double factor, const void* in, void* out, bool add) const;
};

}  // namespace weft
