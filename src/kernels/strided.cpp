// Kernels of lines that lie in any way, around kernels of contiguous lines.
#include "kernels/strided.hpp"

#include <cstring>

namespace weft::inline kernels {

namespace {

bool is_strided(const Lines& lines, Index n_lines) {
  return !lines.table && lines.step != 1 && lines.next != 1 && n_lines != 1;
}

// One side of a tile, and the copies of its lines if they are not contiguous.
class CopiedSide {
 public:
  CopiedSide(const Lines& lines, Index n_lines, Index n_points, Index element_bytes)
      : lines_(lines),
        copied_(lines),
        n_lines_(n_lines),
        n_points_(n_points),
        element_bytes_(element_bytes),
        is_copied_(lines.step != 1) {
    const Index of_cache_line = 64 / element_bytes;  // where lines of tiles begin
    if (is_copied_) copied_ = {1, (n_points + of_cache_line - 1) / of_cache_line * of_cache_line};
  }
  const Lines& inner() const { return copied_; }
  bool is_copied() const { return is_copied_; }
  Index bytes() const { return is_copied_ ? n_lines_ * copied_.next * element_bytes_ : 0; }

  // The elements of all lines between a tile and its copy.
  void copy(char* tile, char* copied, bool to_tile) const {
    for (Index line = 0; line < n_lines_; ++line)
      for (Index i = 0; i < n_points_; ++i) {
        char* in_tile = tile + (i * lines_.step + line * lines_.next) * element_bytes_;
        char* in_copy = copied + (i + line * copied_.next) * element_bytes_;
        std::memcpy(to_tile ? in_tile : in_copy, to_tile ? in_copy : in_tile,
                    static_cast<std::size_t>(element_bytes_));
      }
  }

 private:
  Lines lines_, copied_;
  Index n_lines_, n_points_, element_bytes_;
  bool is_copied_;
};

Index bytes_of(const KernelSpec& spec, bool is_real) {
  return (is_real ? 1 : 2) * (spec.precision == Precision::double_ ? 8 : 4);
}

class StridedKernel : public Kernel {
 public:
  StridedKernel(const KernelSpec& spec, const std::function<std::unique_ptr<Kernel>(const KernelSpec&)>& make)
      : in_(spec.in, spec.n_lines, n_read(spec.kind, spec.n, spec.kept),
            bytes_of(spec, reads_real(spec.kind, spec.real))),
        out_(spec.out, spec.n_lines, n_written(spec.kind, spec.n, spec.kept),
             bytes_of(spec, writes_real(spec.kind, spec.real))) {
    KernelSpec inner = spec;
    inner.in = in_.inner();
    inner.out = out_.inner();
    inner.in_place = false;
    if (in_.is_copied()) inner.ahead = 0;
    inner_ = make(inner);
  }

  // Scratch holds the copies of both sides, and then that of the inner kernel.
  Index scratch_bytes() const override { return in_.bytes() + out_.bytes() + inner_->scratch_bytes(); }
  void run(void* in, void* out, void* scratch) const override {
    char *from = static_cast<char*>(in), *to = static_cast<char*>(out);
    char *copy_of_in = static_cast<char*>(scratch), *copy_of_out = copy_of_in + in_.bytes();
    if (in_.is_copied()) in_.copy(from, copy_of_in, false);
    inner_->run(in_.is_copied() ? copy_of_in : from, out_.is_copied() ? copy_of_out : to,
                copy_of_out + out_.bytes());
    if (out_.is_copied()) out_.copy(to, copy_of_out, true);
  }

 private:
  CopiedSide in_, out_;
  std::unique_ptr<Kernel> inner_;
};

}  // namespace

bool lies_along(const KernelSpec& spec) {
  return spec.in.step == 1 && spec.out.step == 1 && !spec.in.table && !spec.out.table;
}

bool lies_along_or_across(const KernelSpec& spec) {
  return !is_strided(spec.in, spec.n_lines) && !is_strided(spec.out, spec.n_lines);
}

std::unique_ptr<Kernel> make_strided(const KernelSpec& spec,
                                     const std::function<std::unique_ptr<Kernel>(const KernelSpec&)>& make) {
  return std::make_unique<StridedKernel>(spec, make);
}

}  // namespace weft::inline kernels
