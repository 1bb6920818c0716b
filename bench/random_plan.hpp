// A random plan: problem and options, from a seed and a number alone, so that any two versions of weft make
// the same one. Unlike tests/support/any_case.hpp it needs public headers only, and has lines up to 2^17.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "weft/options.hpp"
#include "weft/problem.hpp"
#include "weft/serial.hpp"

// A permutation of 64 bits that looks random (splitmix64).
inline std::uint64_t hashed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

struct RandomPlan {
  weft::Problem problem;
  weft::Options options;
  int serial_threads = 1;
  std::optional<weft::Storage> serial_points = {}, serial_modes = {};  // instead of those of the problem
  bool misaligned = false;                                             // arrays begin between two cache lines
};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(hashed(seed)) {}
  // n_processes: of the job; 0: a SerialPlan.
  RandomPlan plan(int n_processes) {
    RandomPlan made;
    weft::Problem& p = made.problem;
    const int n = std::max(n_processes, 1);
    p.shape = shape(n);
    p.transform = one_of<weft::Transform>(
        {weft::Transform::c2c, weft::Transform::c2c, weft::Transform::r2c, weft::Transform::r2r});
    p.precision = one_in(2) ? weft::Precision::single_ : weft::Precision::double_;
    if (one_in(4)) p.axes = some_axes();
    if (p.transform == weft::Transform::r2r || one_in(3)) p.kinds = kinds(p);
    if (one_in(4)) p.kept = kept(p);
    p.sign = one_in(3) ? 1 : -1;
    p.norm = one_of<weft::Norm>({weft::Norm::backward, weft::Norm::ortho, weft::Norm::forward});
    p.output = one_of<weft::Output>({weft::Output::last, weft::Output::input, weft::Output::scrambled});
    p.order = one_in(2) ? weft::Order::fast : weft::Order::c;
    made.misaligned = one_in(4);
    if (n_processes == 0) return serial(made);
    if (one_in(5)) p.n_fields = between(2, 4);
    const bool is_line = p.shape.size() == 1;
    if (!is_line && one_in(5)) p.points = layout(p.shape, n);
    if (!is_line && one_in(5)) p.modes = layout(weft::modes_shape(p), n);
    set_options(made, n);
    if (made.options.get("memory") == "normal") place(p);
    return made;
  }

 private:
  int between(int first, int last) {
    state_ = hashed(state_);
    return first + static_cast<int>(state_ % static_cast<std::uint64_t>(last - first + 1));
  }
  bool one_in(int n) { return between(1, n) == 1; }
  template <class T>
  T one_of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(between(0, static_cast<int>(list.size()) - 1))];
  }
  // 1 to `limit`: any, a product of radices, a prime, a power of 2 or one beside it, twice or thrice a prime.
  int length(int limit) {
    const auto prime = [](int n) {
      const auto is_prime = [](int q) {
        for (int d = 2; d * d <= q; ++d)
          if (q % d == 0) return false;
        return true;
      };
      while (n > 2 && !is_prime(n)) --n;
      return std::max(n, 1);
    };
    int n = 1;
    switch (between(0, 5)) {
      case 0:
        return between(1, limit);
      case 1:
        return prime(between(1, limit));
      case 2:
        while (2 * n <= limit && !one_in(16)) n *= 2;
        return std::clamp(n + (one_in(3) ? between(-1, 1) : 0), 1, limit);
      case 3:
        return std::min(between(2, 3) * prime(std::max(limit / 3, 1)), limit);
      default:
        for (int tries = 0; tries < 12; ++tries)
          if (const int radix = one_of<int>({2, 3, 4, 5, 7, 8, 9, 11, 13, 16}); n * radix <= limit)
            n *= radix;
        return n;
    }
  }
  weft::Extents shape(int n_processes) {
    const bool is_long = one_in(40);
    const int d = is_long ? between(1, 2) : n_processes > 1 && !one_in(10) ? between(2, 4) : between(1, 4);
    int rest = 1 << (is_long ? between(13, 17) : between(4, 14));
    weft::Extents lengths;
    for (int axis = d; axis > 0; --axis) {
      const double even = std::pow(rest, 1.0 / axis);  // if all lengths are equal
      const int limit = is_long && axis == 2 ? 4 : axis == 1 ? rest : static_cast<int>(2 * even);
      lengths.push_back(length(std::max(limit, 2)));
      rest = std::max(2, rest / static_cast<int>(lengths.back()));
    }
    std::swap(lengths.front(), lengths[static_cast<std::size_t>(between(0, d - 1))]);
    d_ = d;
    return lengths;
  }
  weft::Axes any_order() {
    weft::Axes order(static_cast<std::size_t>(d_));
    std::iota(order.begin(), order.end(), 0);
    for (int i = d_ - 1; i > 0; --i)
      std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(between(0, i))]);
    return order;
  }
  weft::Axes some_axes() {
    weft::Axes axes = any_order();
    axes.resize(static_cast<std::size_t>(between(1, d_)));
    return axes;
  }
  std::vector<weft::AxisKind> kinds(const weft::Problem& p) {
    std::vector<weft::AxisKind> list(p.axes.empty() ? p.shape.size() : p.axes.size());
    for (weft::AxisKind& kind : list) {
      const bool is_fourier = p.transform != weft::Transform::r2r && one_in(2);
      kind = is_fourier ? weft::AxisKind::fourier : static_cast<weft::AxisKind>(between(1, 13));
    }
    if (p.transform == weft::Transform::r2c) list.back() = weft::AxisKind::fourier;
    return list;
  }
  weft::Extents kept(const weft::Problem& p) {
    weft::Extents list = p.shape;
    for (int axis = 0; axis < d_; ++axis) {
      weft::Index& m = list[static_cast<std::size_t>(axis)];
      const auto kind = weft::kind_of(p, axis);
      if (!kind || *kind >= weft::AxisKind::r2hc || one_in(2)) continue;
      m = one_in(2) ? std::max<weft::Index>(1, 2 * m / 3) : between(1, static_cast<int>(m));
    }
    return d_ == 1 && list == p.shape ? weft::Extents{} : list;
  }
  std::vector<int> factors(int n, int k) {
    std::vector<int> list(static_cast<std::size_t>(k), 1);
    for (int p = 2; n > 1; ++p)
      for (; n % p == 0; n /= p) list[static_cast<std::size_t>(between(0, k - 1))] *= p;
    return list;
  }
  weft::Layout layout(const weft::Extents& lengths, int n_processes) {
    const int k = between(1, d_);
    weft::Layout made{lengths, {factors(n_processes, k)}, any_order(), {}};
    made.cut.resize(static_cast<std::size_t>(k));
    if (one_in(2)) return made;
    made.splits.resize(lengths.size());
    const int axis = made.cut.front(), parts = weft::n_parts(made, axis);
    weft::Index rest = lengths[static_cast<std::size_t>(axis)];
    auto& blocks = made.splits[static_cast<std::size_t>(axis)].block_sizes;
    for (int i = 1; i < parts; rest -= blocks.back(), ++i)
      blocks.push_back(between(0, static_cast<int>(rest)));
    blocks.push_back(rest);
    return made;
  }
  weft::Extents padding() {
    weft::Extents list;
    for (int axis = 0; axis < d_; ++axis) list.push_back(between(0, 3));
    return list;
  }
  void place(weft::Problem& p) {
    if (one_in(4)) p.points_order = any_order();
    if (one_in(4)) p.modes_order = any_order();
    if (one_in(4)) p.points_padding = padding();
    if (one_in(4)) p.modes_padding = padding();
  }
  void set_options(RandomPlan& made, int n) {
    weft::Options& options = made.options;
    const auto maybe = [&](int times, const char* key, const std::vector<std::string>& values) {
      if (one_in(times)) options.set(key, one_of(values));
    };
    const bool is_free = made.problem.shape.size() > 1 && !made.problem.points && !made.problem.modes;
    if (is_free && one_in(3)) {
      std::string grid;
      for (int dim : factors(n, between(1, d_ - 1))) grid += (grid.empty() ? "" : "x") + std::to_string(dim);
      options.set("grid", grid);
    }
    options.set("timeout", "60");
    maybe(3, "in_place", {"yes"});
    if (options.is_set("in_place")) maybe(3, "memory", {"low"});
    maybe(2, "threads", {"2", "3"});
    maybe(4, "reproducible", {"yes"});
    maybe(4, "stores", {"cached", "stream"});
    maybe(4, "overwrite_input", {"yes"});
    maybe(4, "lump", {"1", "2"});
    if (n > 1) maybe(3, "exchange", {"alltoallv", "window-push", "p2p", "pairwise", "pipelined:alltoallv:3"});
    if (n > 1 && made.problem.transform != weft::Transform::r2c) maybe(16, "deal", {"cycles"});
  }
  RandomPlan serial(RandomPlan made) {
    made.serial_threads = one_in(2) ? 1 : between(2, 3);
    const auto strided = [&](const weft::Extents& lengths) {
      weft::Storage storage{lengths, any_order(), lengths};
      weft::Index stride = between(1, 3);
      for (std::size_t i = lengths.size(); i-- > 0;) {
        const auto axis = static_cast<std::size_t>(storage.order[i]);
        storage.strides[axis] = stride;
        stride *= lengths[axis] + (one_in(3) ? between(1, 3) : 0);
      }
      return storage;
    };
    if (one_in(3)) made.serial_points = strided(made.problem.shape);
    if (one_in(3)) made.serial_modes = strided(weft::modes_shape(made.problem));
    if (one_in(3)) place(made.problem);
    return made;
  }

  std::uint64_t state_;
  int d_ = 1;
};
