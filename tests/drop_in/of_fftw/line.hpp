// One axis over several processes, where the library chooses the blocks: sizes, transform, and scrambled
// order.
#pragma once

#include "case.hpp"

namespace weft::test {

struct LineCase {
  Length n = 1;
  Length howmany = 1;
  bool in_place = false;
  int sign = -1;
  unsigned flags = 0;  // of scrambled order
};

template <class Real>
class Line {
 public:
  using F = Fftw<Real>;
  using Complex = Real[2];

  explicit Line(const LineCase& c) : c_(c) {
    n_elements_ = F::mpi_local_size_many_1d(c.n, c.howmany, world, c.sign, c.flags, &size_[0], &begin_[0],
                                            &size_[1], &begin_[1]);
    in_.resize(static_cast<std::size_t>(2 * n_elements_));
    out_.resize(c.in_place ? 0 : in_.size());
    plan_ = F::mpi_plan_many_dft(1, &c.n, c.howmany, 0, 0, complex(in_), complex(output()), world, c.sign,
                                 c.flags | flag::estimate);
  }
  ~Line() { F::destroy_plan(plan_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  bool is_taken() const {
    if (plan_ == nullptr) return false;
    char* words = F::sprint_plan(plan_);
    const bool is_ours = std::strstr(words, ": weft, ") != nullptr;
    std::free(words);
    return is_ours;
  }

  // Where the blocks of both sides are, after a look at whether they make the whole line.
  std::string complaint_of_blocks() const {
    for (int side : {0, 1}) {
      Length end = begin_[side] + size_[side], all = size_[side];
      MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_LONG, MPI_SUM, world);
      if (all != c_.n || end > c_.n || size_[side] * c_.howmany > n_elements_)
        return "the blocks do not make the line";
    }
    return "";
  }

  // The output of an input, whole on all processes, in the order in which it lies.
  std::vector<Number> run(const std::vector<Number>& input) {
    for (Length i = 0; i < size_[0] * c_.howmany; ++i) {
      const Number value = input[static_cast<std::size_t>(begin_[0] * c_.howmany + i)];
      in_[static_cast<std::size_t>(2 * i)] = static_cast<Real>(value.real());
      in_[static_cast<std::size_t>(2 * i + 1)] = static_cast<Real>(value.imag());
    }
    F::execute(plan_);
    std::vector<double> all(static_cast<std::size_t>(2 * c_.n * c_.howmany), 0);
    for (Length i = 0; i < 2 * size_[1] * c_.howmany; ++i)
      all[static_cast<std::size_t>(2 * begin_[1] * c_.howmany + i)] = output()[static_cast<std::size_t>(i)];
    MPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, world);
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < all.size(); i += 2) numbers.emplace_back(all[i], all[i + 1]);
    return numbers;
  }

  std::pair<Length, Length> block(int side) const { return {begin_[side], size_[side]}; }

 private:
  std::vector<Real>& output() { return c_.in_place ? in_ : out_; }
  static Complex* complex(std::vector<Real>& numbers) { return reinterpret_cast<Complex*>(numbers.data()); }

  LineCase c_;
  Length n_elements_ = 0, size_[2] = {}, begin_[2] = {};
  std::vector<Real> in_, out_;
  typename F::Handle plan_ = nullptr;
};

template <class Real>
bool alike(const std::vector<Number>& a, const std::vector<Number>& b) {
  long double difference = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += std::norm(a[i] - b[i]);
    all += std::norm(b[i]);
  }
  return std::sqrt(difference) <= 20 * std::numeric_limits<Real>::epsilon() * std::sqrt(all);
}

// Are they the same numbers in some order?
template <class Real>
bool are_permuted(std::vector<Number> a, const std::vector<Number>& b) {
  for (const Number& value : b) {
    const auto close = [&](const Number& other) {
      return std::abs(other - value) <= 100 * std::numeric_limits<Real>::epsilon() * std::sqrt(b.size());
    };
    const auto found = std::find_if(a.begin(), a.end(), close);
    if (found == a.end()) return false;
    a.erase(found);
  }
  return true;
}

}  // namespace weft::test
