// The modes of a box in rows along the axis that varies fastest in memory, with what each mode has of its
// own.
//
// A row is contiguous: real and imaginary part of mode after mode, 2 n numbers. The tables of a row have each
// number twice, so that loops over the numbers of a row are vector code. Most of the arithmetic has real
// factors and does not know which number is a real part.
#pragma once

#include <array>
#include <vector>

#include "turbulence/dealiasing.hpp"
#include "weft/spectral.hpp"

namespace weft::turbulence {

// exp(-nu k^2 t) of each diffusivity, by axis and local index.
struct StageDecay {
  std::vector<std::array<std::vector<double>, 3>> of;
};

// The modes of a shell on this process, and their numbers among those of all processes.
struct ShellModes {
  std::vector<Index> offsets;   // in elements
  std::vector<double> weights;  // 2 where the mode stands for its conjugate, too
  std::vector<Index> numbers;
  Index n_modes = 0;  // of all processes
};

struct ModeRow {
  Index offset = 0;                  // of its first mode, in elements
  Index n_numbers = 0;               // 2 for each mode
  const double* k[3];                // [n_numbers]: physical wavenumbers
  const double* inverse_square;      // 1 / k^2, 0 of the mean
  const double* is_kept;             // 1 or 0
  const double* is_wave;             // is_kept, but 0 of the mean
  std::vector<const double*> decay;  // of each diffusivity, 0 of modes that are not kept
};

class ModeRows {
 public:
  // `n`: points of the box. Not collective.
  ModeRows(const Plan& plan, const Spectral& spectral, const DealiasingRule& rule,
           const std::array<Index, 3>& n);

  StageDecay decay(const std::vector<double>& diffusivities, double time) const;
  // f(row) for all rows of this process, with what `decay` says.
  template <class F>
  void for_rows(const StageDecay& decay, F f) {
    if (is_empty_) return;
    const auto [slow, middle, fast] = axes_;
    for (Index i = 0; i < shape_[slow]; ++i)
      for (Index j = 0; j < shape_[middle]; ++j) f(row(decay, i, j));
  }
  // f(whole numbers of waves along x, y, z; offset in elements) of all modes of this process that are kept.
  template <class F>
  void for_modes(F f) const {
    if (is_empty_) return;
    std::array<Index, 3> at{};
    for (at[0] = 0; at[0] < shape_[0]; ++at[0])
      for (at[1] = 0; at[1] < shape_[1]; ++at[1])
        for (at[2] = 0; at[2] < shape_[2]; ++at[2]) {
          std::array<Index, 3> mode{};
          Index offset = 0;
          for (std::size_t axis = 0; axis < 3; ++axis) {
            mode[axis] = whole_[axis][static_cast<std::size_t>(at[axis])];
            offset += at[axis] * strides_[axis];
          }
          if (keeps(rule_, mode, n_)) f(mode, offset);
        }
  }
  // The wavenumbers of a mode, and |k|^2, physical.
  std::array<double, 3> wave(const std::array<Index, 3>& mode) const;
  double square(const std::array<Index, 3>& mode) const;
  // The number of the shell of a mode: Spectral::energy_spectrum.
  Index shell(const std::array<Index, 3>& mode) const;
  static double weight(const std::array<Index, 3>& mode) { return mode[2] == 0 ? 1 : 2; }
  ShellModes modes_of_shell(Index shell) const;
  // Numbers of a row for intermediate results.
  double* work(int i) { return work_[static_cast<std::size_t>(i)].data(); }
  Index bytes() const;

 private:
  const ModeRow& row(const StageDecay& decay, Index i, Index j);

  const DealiasingRule& rule_;
  std::array<Index, 3> n_;
  bool is_empty_ = false;
  std::array<std::size_t, 3> axes_{};  // slowest first
  std::array<Index, 3> shape_{}, strides_{};
  std::array<double, 3> first_{};  // wavenumber of one wave in the box
  double width_;
  std::array<std::vector<double>, 3> waves_;  // physical, by axis and local index
  std::array<std::vector<Index>, 3> whole_;
  std::array<std::vector<double>, 3> k_;
  std::vector<double> inverse_square_, is_kept_, is_wave_;
  std::vector<std::vector<double>> decay_;
  std::array<std::vector<double>, 3> work_;
  ModeRow row_;
};

}  // namespace weft::turbulence
