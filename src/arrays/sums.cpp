// Sums over all elements of a distributed array, with twice the digits of double.
//
// Each process adds up its lines in the order of the memory, in vector code that keeps the errors
// (terms.hpp). The sums of all processes, as pairs of numbers, are told to all, and each adds them in the
// order of the ranks: 16 bytes per process, and the same bits everywhere.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "arrays/arrival.hpp"
#include "arrays/memory_lines.hpp"
#include "arrays/runs.hpp"
#include "arrays/terms.hpp"
#include "arrays/twofold.hpp"
#include "comm/check.hpp"
#include "weft/array_functions.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

// A sum of real numbers, or of real and imaginary parts.
struct PairOfSums {
  Twofold real, imaginary;
  std::complex<double> value() const { return {real.value(), imaginary.value()}; }
};

// Slots that are folded before errors of errors add up.
class Adding {
 public:
  Slots* slots() { return &slots_; }
  // To be called after n numbers were added in one call.
  void added(Index n) {
    n_additions_ += n / 4 + 2;  // to a slot, at most: two vectors of two lanes
    if (n_additions_ > most_terms / 4) fold();
  }
  void fold() {
    even_ = even_ + sum_of(slots_, 0);
    odd_ = odd_ + sum_of(slots_, 1);
    slots_ = {};
    n_additions_ = 0;
  }
  Twofold even() const { return even_; }
  Twofold odd() const { return odd_; }

 private:
  Slots slots_;
  Index n_additions_ = 0;
  Twofold even_, odd_;
};

// What `add(runs of numbers)` adds up on this process, in even and in odd places.
PairOfSums local_sum(const Distribution& distribution, const void* data, Term term, double factor) {
  Adding adding;
  for_each_run(distribution, {data}, most_terms, [&](const auto& runs, Index n) {
    add_terms(term, runs[0], n, factor, *adding.slots());
    adding.added(n);
  });
  adding.fold();
  return {adding.even(), adding.odd()};
}

Twofold operator-(Twofold a) { return {-a.high, -a.low}; }

// conj(a) b: a_r b_r + a_i b_i, and a_r b_i - a_i b_r.
PairOfSums local_dot(const Distribution& distribution, const void* a, const void* b) {
  Adding straight, crossed;
  const bool is_real = distribution.element().is_real;
  for_each_run(distribution, {a, b}, most_terms, [&](const auto& runs, Index n) {
    add_products(runs[0], runs[1], n, *straight.slots(), is_real ? nullptr : crossed.slots());
    straight.added(n);
    crossed.added(n);
  });
  straight.fold();
  crossed.fold();
  return {straight.even() + straight.odd(), crossed.even() + -crossed.odd()};
}

PairOfSums over_processes(const Distribution& distribution, const PairOfSums& mine) {
  const std::array<double, 4> numbers = {mine.real.high, mine.real.low, mine.imaginary.high,
                                         mine.imaginary.low};
  const int n = static_cast<int>(numbers.size());
  std::vector<double> all(static_cast<std::size_t>(n * distribution.layout().n_processes()));
  check_mpi(MPI_Allgather(numbers.data(), n, MPI_DOUBLE, all.data(), n, MPI_DOUBLE, distribution.comm()),
            "telling the sum of each process");
  PairOfSums sum;
  for (std::size_t i = 0; i < all.size(); i += numbers.size()) {
    sum.real = sum.real + Twofold{all[i], all[i + 1]};
    sum.imaginary = sum.imaginary + Twofold{all[i + 2], all[i + 3]};
  }
  return sum;
}

// Real elements are in even and odd places alike.
std::complex<double> value_of(const Distribution& distribution, const PairOfSums& sum) {
  if (!distribution.element().is_real) return sum.value();
  return (sum.real + sum.imaginary).value();
}

std::complex<double> added_up(const Distribution& distribution, const ConstMemory& data, const char* what) {
  const Doing doing =
      arrive(distribution, what, facts_of(distribution), [&] { check_memory(distribution, data); });
  return value_of(distribution,
                  over_processes(distribution, local_sum(distribution, data.address(), Term::number, 1)));
}

double greatest_magnitude(const Distribution& distribution, const void* data) {
  Least all;
  for_each_run(distribution, {data}, most_terms, [&](const auto& runs, Index n) {
    const Least found = least_of(runs[0], n);
    all.magnitude = std::max(all.magnitude, found.magnitude);
    all.has_nan = all.has_nan || found.has_nan;
  });
  std::array<double, 2> most = {all.magnitude, all.has_nan ? 1.0 : 0.0};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_DOUBLE, MPI_MAX, distribution.comm()),
            "telling the largest element of each process");
  return most[1] != 0 ? std::nan("") : most[0];
}

// The largest square of a magnitude.
double greatest_square_of(const Distribution& distribution, const void* data, double factor) {
  double most = 0;
  bool has_nan = false;
  for_each_run(distribution, {data}, most_terms, [&](const auto& runs, Index n) {
    const double found = greatest_square(runs[0], n, factor);
    has_nan = has_nan || std::isnan(found);
    most = std::max(most, found);
  });
  std::array<double, 2> all = {most, has_nan ? 1.0 : 0.0};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, all.data(), 2, MPI_DOUBLE, MPI_MAX, distribution.comm()),
            "telling the largest element of each process");
  return all[1] != 0 ? std::nan("") : all[0];
}

// Of the elements times `factor`.
double scaled_norm(const Distribution& distribution, const void* data, NormOrder order, double factor) {
  const bool is_real = distribution.element().is_real;
  if (order == NormOrder::infinity) return std::sqrt(greatest_square_of(distribution, data, factor));
  const Term term = order == NormOrder::two ? Term::square
                    : is_real               ? Term::magnitude
                                            : Term::magnitude_of_pair;
  const PairOfSums sum = over_processes(distribution, local_sum(distribution, data, term, factor));
  if (term == Term::magnitude_of_pair) return sum.real.value();  // the odd places have the same
  const double value = (sum.real + sum.imaginary).value();
  return term == Term::square ? std::sqrt(value) : value;
}

std::string name_of(NormOrder order) {
  switch (order) {
    case NormOrder::one:
      return "one";
    case NormOrder::two:
      return "two";
    case NormOrder::infinity:
      return "infinity";
  }
  return "";
}

// Squares of numbers between these have neither overflowed nor lost digits.
bool is_safe(double norm) { return norm > 0x1p-400 && norm < 0x1p+500; }

}  // namespace

std::complex<double> sum(const Distribution& distribution, ConstMemory data) {
  return added_up(distribution, data, "sum");
}

std::complex<double> mean(const Distribution& distribution, ConstMemory data) {
  const std::complex<double> total = added_up(distribution, data, "mean");
  double n = 1;
  for (const Index length : distribution.layout().shape) n *= static_cast<double>(length);
  return total / n;
}

std::complex<double> dot(const Distribution& distribution, ConstMemory a, ConstMemory b) {
  const Doing doing = arrive(distribution, "dot", facts_of(distribution), [&] {
    check_memory(distribution, a, "the first array");
    check_memory(distribution, b, "the second array");
  });
  return over_processes(distribution, local_dot(distribution, a.address(), b.address())).value();
}

double norm(const Distribution& distribution, ConstMemory data, NormOrder order) {
  Facts facts = facts_of(distribution);
  facts.emplace_back("order of the norm", name_of(order));
  const Doing doing = arrive(distribution, "norm", facts, [&] {
    if (name_of(order).empty()) fail("there is no norm of this order; use one, two or infinity");
    check_memory(distribution, data);
  });
  const bool is_real = distribution.element().is_real;
  if (is_real && order == NormOrder::one) return scaled_norm(distribution, data.address(), order, 1);
  if (is_real && order == NormOrder::infinity) return greatest_magnitude(distribution, data.address());
  const double first = scaled_norm(distribution, data.address(), order, 1);
  if (is_safe(first) || std::isnan(first)) return first;
  const double most = greatest_magnitude(distribution, data.address());
  if (most == 0 || !std::isfinite(most)) return most;
  const int exponent = std::ilogb(most);
  // In two steps: the power of two itself may be beyond the numbers that there are.
  const double factor = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
  return scaled_norm(distribution, data.address(), order, factor) / factor;
}

}  // namespace weft
