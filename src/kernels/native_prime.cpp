// Lengths with a prime factor that is no radix: what is convolved, and the tables.
#include "kernels/native_prime.hpp"

#include <algorithm>
#include <complex>
#include <map>
#include <mutex>
#include <numeric>

#include "base/narrow.hpp"
#include "codelets/constants.hpp"

namespace weft::inline kernels {

namespace {

constexpr Index native_primes[] = {2, 3, 5, 7, 11, 13};

// --- what it costs, in vector instructions for a group of lines

// Of a butterfly.
Index butterfly_cost(int radix) {
  const auto composite = [](int a, int b) {
    return b * butterfly_cost(a) + a * butterfly_cost(b) + 4 * (a - 1) * (b - 1);
  };
  switch (radix) {
    case 2:
      return 4;
    case 4:
      return 16;
    case 6:
      return composite(2, 3);
    case 8:
      return composite(2, 4);
    case 9:
      return composite(3, 3);
    case 10:
      return composite(2, 5);
    case 16:
      return composite(4, 4);
    default:
      return (radix / 2) * (10 + 4 * (radix / 2));
  }
}

// Of a pass over n points: butterflies, twiddle factors, loads and stores.
Index pass_cost(int radix, Index n) {
  return (n / radix) * (butterfly_cost(radix) + 4 * (radix - 1) + 4 * radix);
}

Index passes_cost(Index n) {
  Index cost = 0;
  for (int radix : native_radices(n)) cost += pass_cost(radix, n);
  return cost;
}

// The turn from forward to backward is one pass with two butterflies.
Index convolution_cost(Index n) { return 2 * passes_cost(n) - 4 * n; }

// --- which convolution

// The products of native factors in [least, 2 least].
void add_products(Index product, std::size_t prime, Index least, std::vector<Index>& products) {
  if (product >= least) products.push_back(product);
  for (std::size_t i = prime; i < std::size(native_primes); ++i)
    if (product * native_primes[i] <= 2 * least) add_products(product * native_primes[i], i, least, products);
}

}  // namespace

// The cheapest length of at least `least` points. The cost is found for the lengths nearest to it alone:
// those of large products take long to divide into radices, and are close to each other.
Index convolution_length(Index least) {
  constexpr std::size_t most_tried = 48;
  std::vector<Index> products;
  add_products(1, 0, least, products);
  std::sort(products.begin(), products.end());
  products.resize(std::min(products.size(), most_tried));
  std::map<Index, Index> costs;
  for (Index n : products) costs[n] = convolution_cost(n);
  return std::min_element(costs.begin(), costs.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

namespace {

Index without_native_factors(Index n) {
  for (Index prime : native_primes)
    while (n % prime == 0) n /= prime;
  return n;
}

bool is_prime(Index n) {
  for (Index d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

struct Split {
  Index rest = 1;  // points of each transform by convolution
  bool is_rader = false;
  Index length = 1;  // of the convolution
  Index cost = 0;
};

// `rest` points by convolution, the other factor of n by passes.
Split split_of(Index n, Index rest) {
  Split split{rest, is_prime(rest) && has_native_factors(rest - 1), rest - 1, 0};
  if (!split.is_rader) split.length = convolution_length(2 * rest - 1);
  // Bluestein's: points are multiplied into the convolution, and out of it.
  const Index moved = split.is_rader ? 0 : 20 * rest;
  split.cost = (n / rest) * (convolution_cost(split.length) + moved) + passes_cost(n / rest);
  return split;
}

// As many points as possible are left to passes, or none: Bluestein's length of the whole can be the better
// one where the factors are small.
Split best_split(Index n) {
  const Split parted = split_of(n, without_native_factors(n)), whole = split_of(n, n);
  return whole.cost < parted.cost ? whole : parted;
}

}  // namespace

Index native_prime_points(Index n) {
  const Split split = best_split(n);
  return n + (split.is_rader ? 1 : 8 + split.length);
}

namespace {

// --- tables

using Exact = std::complex<long double>;

Exact product(Exact a, Exact b) {  // without the library's care for infinities
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// exp(-2 pi i k / n)
Exact exact_root(Index k, Index n) {
  const long double angle = 2 * detail::pi * static_cast<long double>(k) / static_cast<long double>(n);
  return {std::cos(angle), -std::sin(angle)};
}

// The passes over these values in long double, by the definition of the butterflies.
template <class T>
void transform_exactly(std::vector<Exact>& values, const std::vector<NativePass<T>>& passes) {
  for (const NativePass<T>& pass : passes) {
    const auto radix = static_cast<Index>(pass.radix);
    std::vector<Exact> roots, z(static_cast<std::size_t>(radix));
    for (Index k = 0; k < radix; ++k) roots.push_back(exact_root(k, radix));
    for (Index p = 0; p < pass.m; ++p) {
      const Exact step = exact_root(p, radix * pass.m);
      for (Index first = p; first < pass.n_blocks * radix * pass.m; first += radix * pass.m) {
        for (Index k = 0; k < radix; ++k) z[k] = values[first + k * pass.m];
        Exact twiddle = 1;
        for (Index j = 0; j < radix; ++j, twiddle = product(twiddle, step)) {
          Exact sum = 0;
          for (Index k = 0; k < radix; ++k) sum += product(z[k], roots[j * k % radix]);
          values[first + j * pass.m] = product(sum, twiddle);
        }
      }
    }
  }
}

// The convolution with these numbers.
template <class T>
NativeConvolution<T> convolution_with(std::vector<Exact> numbers) {
  const auto n = static_cast<Index>(numbers.size());
  NativeConvolution<T> convolution{native_passes<T>(n), {}};
  transform_exactly(numbers, convolution.passes);
  for (const Exact& z : numbers) {
    convolution.spectrum.push_back(static_cast<T>(z.real() / n));
    convolution.spectrum.push_back(static_cast<T>(z.imag() / n));
  }
  return convolution;
}

Index power(Index base, Index exponent, Index modulus) {
  Index result = 1;
  for (; exponent > 0; exponent /= 2, base = base * base % modulus)
    if (exponent % 2 != 0) result = result * base % modulus;
  return result;
}

// The least generator of the numbers modulo p, where p - 1 has native factors.
Index generator_of(Index p) {
  const auto generates = [&](Index g) {
    return std::all_of(std::begin(native_primes), std::end(native_primes), [&](Index prime) {
      return (p - 1) % prime != 0 || power(g, (p - 1) / prime, p) != 1;
    });
  };
  Index g = 2;
  while (!generates(g)) ++g;
  return g;
}

template <class T>
class PrimeMaker {
 public:
  explicit PrimeMaker(Index n) { made_.n = n; }
  NativePrime<T> make() {
    const Split split = best_split(made_.n);
    made_.rest = split.rest;
    made_.is_rader = split.is_rader;
    made_.n_work = made_.n + 1;
    made_.is_rader ? make_rader() : make_bluestein(split.length);
    join();
    return std::move(made_);
  }

 private:
  // Powers of the generator in turn, and then point 0; the frequencies end in the same order.
  void make_rader() {
    const Index p = made_.rest, n = p - 1, generator = generator_of(p);
    std::vector<Exact> roots(static_cast<std::size_t>(n));
    of_rest_.assign(static_cast<std::size_t>(p), narrow(n, "a position"));
    Index point = 1;
    for (Index q = 0; q < n; ++q, point = point * generator % p) {
      of_rest_[point] = narrow(q, "a position");
      roots[(n - q) % n] = exact_root(point, p);
    }
    made_.convolution = convolution_with<T>(std::move(roots));
  }

  void make_bluestein(Index length) {
    const Index p = made_.rest;
    std::vector<Exact> conjugates(static_cast<std::size_t>(length));
    for (Index j = 0; j < p; ++j) {
      const Index turn = j * j % (2 * p);
      made_.chirp.push_back(static_cast<T>(root_cos(turn, 2 * p)));
      made_.chirp.push_back(static_cast<T>(-root_sin(turn, 2 * p)));
      conjugates[j] = conjugates[(length - j) % length] = std::conj(exact_root(turn, 2 * p));
      of_rest_.push_back(narrow(j, "a position"));
    }
    made_.convolution = convolution_with<T>(std::move(conjugates));
    made_.first = (made_.n + 8) / 8 * 8;  // where a gap ends
    made_.n_work = made_.first + length;
  }

  // The passes after the convolutions, and the places of the points before them.
  void join() {
    const Index n = made_.n, p = made_.rest;
    std::vector<Index> frequency(static_cast<std::size_t>(p));  // at each point of a transform of p points
    for (Index k = 0; k < p; ++k) frequency[of_rest_[k]] = k;
    const std::vector<int> radices = native_radices(n / p);
    Index m = p;
    for (int radix : radices) {
      NativePass<T> pass{radix, m, n / m / radix, {}};
      for (Index u = 0; u < m; ++u)
        for (int j = 1; j < radix; ++j) {
          const Index turn = (frequency[u % p] + u / p * p) * j % (radix * m);
          pass.twiddles.push_back(static_cast<T>(root_cos(turn, radix * m)));
          pass.twiddles.push_back(static_cast<T>(-root_sin(turn, radix * m)));
        }
      made_.joining.push_back(std::move(pass));
      m *= radix;
    }
    for (Index i = 0; i < n; ++i) {
      made_.place.push_back(narrow(place_of(i, radices), "a position"));
      made_.position.push_back(narrow(i / p * p + of_rest_[i % p], "a position"));
    }
    made_.place.push_back(narrow(n, "a position"));
    made_.position.push_back(narrow(n, "a position"));
  }
  // The last pass joins transforms of every `radix`th point, and so on.
  Index place_of(Index point, const std::vector<int>& radices) const {
    Index place = 0, m = made_.n;
    for (auto radix = radices.rbegin(); radix != radices.rend(); ++radix) {
      m /= *radix;
      place += point % *radix * m;
      point /= *radix;
    }
    return place + of_rest_[point];
  }

  NativePrime<T> made_;
  std::vector<int> of_rest_;  // the place of each point of p, and of each frequency
};

}  // namespace

template <class T>
std::shared_ptr<const NativePrime<T>> native_prime(Index n) {
  static std::mutex mutex;
  static std::map<Index, std::weak_ptr<const NativePrime<T>>> known;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const NativePrime<T>> tables = known[n].lock();
  if (!tables) {
    tables = std::make_shared<const NativePrime<T>>(PrimeMaker<T>(n).make());
    known[n] = tables;
  }
  return tables;
}
template std::shared_ptr<const NativePrime<double>> native_prime(Index n);
template std::shared_ptr<const NativePrime<float>> native_prime(Index n);

}  // namespace weft::inline kernels
