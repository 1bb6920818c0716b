// Kernels of lines with fewer modes in memory than their points have, around kernels of whole lines.
#include "kernels/padded.hpp"

#include <algorithm>
#include <cstring>

namespace weft::inline kernels {

namespace {

constexpr Index alignment = 64;  // bytes, of what kernels work on

Index round_up(Index n, Index unit) { return (n + unit - 1) / unit * unit; }

// Some elements of each line of a tile.
struct Part {
  char* tile;
  Lines lines;
  Index first = 0;  // element of a line
};

// Copies elements [0, n) of all lines of a part to another one.
void copy(const Part& from, const Part& to, Index n, Index n_lines, Index bytes) {
  const auto element = [&](const Part& part, Index i, Index line) {
    return part.tile + ((part.first + i) * part.lines.step + line * part.lines.next) * bytes;
  };
  const bool along = from.lines.step == 1 && to.lines.step == 1;
  const bool across = from.lines.next == 1 && to.lines.next == 1;
  const Index n_rows = along ? 1 : n, n_columns = across ? 1 : n_lines;
  const auto row_bytes = static_cast<std::size_t>((along ? n : 1) * (across ? n_lines : 1) * bytes);
  for (Index i = 0; i < n_rows; ++i)
    for (Index line = 0; line < n_columns; ++line)
      std::memcpy(element(to, i, line), element(from, i, line), row_bytes);
}

// Of complex numbers of type Real: what a mode is when it stands for both signs.
template <class Real>
class Nyquist {
 public:
  Nyquist(const Part& whole, const KernelSpec& spec, Index kept)
      : modes_(reinterpret_cast<Real*>(whole.tile)), lines_(whole.lines), n_(spec.n), half_(kept / 2) {}

  void split(Index line) const {
    Real* mode = at(half_, line);
    Real* mirror = at(n_ - half_, line);
    for (int part = 0; part < 2; ++part) mirror[part] = mode[part] /= 2;
  }
  void join(Index line) const {
    for (int part = 0; part < 2; ++part) at(half_, line)[part] += at(n_ - half_, line)[part];
  }
  // The same where the mirror image is not there, because it is the complex conjugate.
  void split_real(Index line) const {
    at(half_, line)[0] /= 2;
    at(half_, line)[1] = 0;
  }
  void join_real(Index line) const {
    at(half_, line)[0] *= 2;
    at(half_, line)[1] = 0;
  }

 private:
  Real* at(Index mode, Index line) const { return modes_ + 2 * (mode * lines_.step + line * lines_.next); }
  Real* modes_;
  Lines lines_;
  Index n_, half_;
};

class PaddedKernel : public Kernel {
 public:
  PaddedKernel(const KernelSpec& spec, const std::function<std::unique_ptr<Kernel>(const KernelSpec&)>& make)
      : spec_(spec), kept_(std::max(spec.kept.in, spec.kept.out)) {
    KernelSpec whole = spec;
    whole.kept = {};
    whole.in_place = false;
    if (spec.kept.in != 0) whole.ahead = 0;
    const bool pads = spec.kept.in != 0;
    n_whole_ = pads ? n_read(spec.kind, spec.n) : n_written(spec.kind, spec.n);
    const bool is_real = pads ? reads_real(spec.kind, spec.real) : writes_real(spec.kind, spec.real);
    element_bytes_ = (is_real ? 1 : 2) * (spec.precision == Precision::double_ ? 8 : 4);
    const Index unit = alignment / element_bytes_;
    lines_ = (pads ? spec.in : spec.out).step == 1 ? Lines{1, round_up(n_whole_, unit)}
                                                   : Lines{round_up(spec.n_lines, unit), 1};
    (pads ? whole.in : whole.out) = lines_;
    inner_ = make(whole);
  }

  Index scratch_bytes() const override { return whole_bytes() + inner_->scratch_bytes(); }
  void run(void* in, void* out, void* scratch) const override {
    const Part whole{static_cast<char*>(scratch), lines_};
    void* rest = whole.tile + whole_bytes();
    if (spec_.kept.in != 0) {
      pad({static_cast<char*>(in), spec_.in}, whole);
      inner_->run(whole.tile, out, rest);
    } else {
      inner_->run(in, whole.tile, rest);
      cut(whole, {static_cast<char*>(out), spec_.out});
    }
  }

 private:
  Index whole_bytes() const {
    return round_up(((n_whole_ - 1) * lines_.step + (spec_.n_lines - 1) * lines_.next + 1) * element_bytes_,
                    alignment);
  }
  // Elements of a line in memory, and those of them whose place is that in a whole line.
  Index n_kept() const {
    return spec_.kept.in != 0 ? n_read(spec_.kind, spec_.n, spec_.kept)
                              : n_written(spec_.kind, spec_.n, spec_.kept);
  }
  Index n_low() const { return spec_.kind == Kind::c2c ? std::min(n_low_modes(kept_), n_kept()) : n_kept(); }

  void pad(const Part& modes, Part whole) const {
    std::memset(whole.tile, 0, static_cast<std::size_t>(whole_bytes()));
    copy_modes(modes, whole, false);
    for_nyquist(whole, [&](const auto& nyquist, Index line) {
      spec_.kind == Kind::c2c ? nyquist.split(line) : nyquist.split_real(line);
    });
  }
  void cut(Part whole, const Part& modes) const {
    for_nyquist(whole, [&](const auto& nyquist, Index line) {
      spec_.kind == Kind::c2c ? nyquist.join(line) : nyquist.join_real(line);
    });
    copy_modes(modes, whole, true);
  }
  void copy_modes(Part modes, Part whole, bool to_modes) const {
    const auto part = [&](Index first, Index first_of_whole, Index n) {
      modes.first = first;
      whole.first = first_of_whole;
      copy(to_modes ? whole : modes, to_modes ? modes : whole, n, spec_.n_lines, element_bytes_);
    };
    part(0, 0, n_low());
    part(n_low(), n_whole_ - n_kept() + n_low(), n_kept() - n_low());
  }
  template <class Work>
  void for_nyquist(const Part& whole, const Work& work) const {
    if (!is_fourier(spec_.kind) || kept_ % 2 != 0) return;
    for (Index line = 0; line < spec_.n_lines; ++line) {
      if (spec_.precision == Precision::double_)
        work(Nyquist<double>(whole, spec_, kept_), line);
      else
        work(Nyquist<float>(whole, spec_, kept_), line);
    }
  }

  KernelSpec spec_;
  Index kept_;         // points whose modes are in memory
  Index n_whole_ = 0;  // elements of a whole line
  int element_bytes_ = 0;
  Lines lines_;  // of the tile of whole lines, in scratch
  std::unique_ptr<Kernel> inner_;
};

}  // namespace

std::unique_ptr<Kernel> make_padded(const KernelSpec& spec,
                                    const std::function<std::unique_ptr<Kernel>(const KernelSpec&)>& make) {
  return std::make_unique<PaddedKernel>(spec, make);
}

}  // namespace weft::inline kernels
