// Random fields: each number is a function of the seed and of its place in the global array.
//
// A counter-based generator (Philox4x64-10) makes word i of a stream from (seed, i) alone, four words at a
// time. Each process goes through its block in dense pieces of a few thousand elements, in which the numbers
// of a line lie side by side, so that all four words are used; the pieces are copied to the memory in
// whatever order it has. Word i is that of numpy.random.Philox(key=seed), which begins with counter 1.
#include <Random123/philox.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "arrays/arrival.hpp"
#include "arrays/boxes.hpp"
#include "weft/array_functions.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr Index piece_elements = 4096;

// The words of the stream of a seed, from `begin` to `end`: take(number of the word from `begin`, word).
template <class Take>
void for_each_word(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, const Take& take) {
  const philox4x64_key_t key{{seed, 0}};
  for (std::uint64_t block = begin / 4; 4 * block < end; ++block) {
    const philox4x64_ctr_t counter{{block + 1, 0, 0, 0}};
    const philox4x64_ctr_t words = philox4x64(counter, key);
    for (std::uint64_t i = 0; i < 4; ++i)
      if (4 * block + i >= begin && 4 * block + i < end) take(4 * block + i - begin, words.v[i]);
  }
}

// Numbers in low <= x < high.
struct Uniform {
  double low, high;
  template <class T>
  void fill(std::uint64_t seed, std::uint64_t first, std::uint64_t n, T* numbers) const {
    constexpr int digits = std::is_same_v<T, float> ? 24 : 53;
    const double unit = std::ldexp(1.0, -digits), width = high - low;
    const T end = static_cast<T>(high), last = std::nextafter(end, static_cast<T>(low));
    for_each_word(seed, first, first + n, [&](std::uint64_t i, std::uint64_t word) {
      const double part = static_cast<double>(word >> (64 - digits)) * unit;
      const T number = static_cast<T>(low + part * width);
      numbers[i] = number < end ? number : last;
    });
  }
};

double unit_number(std::uint64_t word) { return static_cast<double>(word >> 11U) * 0x1p-53; }

// The two numbers of a pair of words (Box and Muller, Ann. Math. Stat. 29, 1958), whichever of them is
// wanted.
struct Normal {
  double mean, deviation;
  template <class T>
  void fill(std::uint64_t seed, std::uint64_t first, std::uint64_t n, T* numbers) const {
    const std::uint64_t skipped = first % 2, begin = first - skipped, end = (first + n + 1) / 2 * 2;
    double radius = 0;
    for_each_word(seed, begin, end, [&](std::uint64_t i, std::uint64_t word) {
      if (i % 2 == 0) {  // 1 - u is above 0, as its logarithm wants
        radius = deviation * std::sqrt(-2 * std::log1p(-unit_number(word)));
        return;
      }
      const double angle = 2 * std::numbers::pi * unit_number(word);
      if (i > skipped) numbers[i - 1 - skipped] = static_cast<T>(mean + radius * std::cos(angle));
      if (i - skipped < n) numbers[i - skipped] = static_cast<T>(mean + radius * std::sin(angle));
    });
  }
};

template <class T, class Numbers>
void fill_pieces(const Distribution& distribution, void* memory, std::uint64_t seed, const Numbers& numbers) {
  const BoxInMemory block = owned_block(distribution, memory);
  const Axes order = c_order(distribution.layout().n_axes());
  const Index parts = distribution.element().is_real ? 1 : 2;
  std::vector<T> buffer;
  Pieces pieces(block.box, piece_elements, order, distribution.storage().order.back());
  for (Box piece; pieces.next(piece);) {
    buffer.resize(static_cast<std::size_t>(piece.n_points() * parts));
    T* line = buffer.data();
    for_each_line(distribution.layout().shape, piece, [&](Index position, Index n) {
      numbers.fill(seed, static_cast<std::uint64_t>(position * parts), static_cast<std::uint64_t>(n * parts),
                   line);
      line += n * parts;
    });
    copy_part(dense_block(piece, buffer.data(), block.element_bytes, order), block, piece);
  }
}

// `check` looks at the parameters, which have these names.
template <class Numbers>
void fill_all(const Distribution& distribution, const Memory& data, std::uint64_t seed, const char* what,
              const Facts& parameters, const Numbers& numbers, const std::function<void()>& check) {
  Facts facts = facts_of(distribution);
  facts.emplace_back("seed", std::to_string(seed));
  facts.insert(facts.end(), parameters.begin(), parameters.end());
  const Doing doing = arrive(distribution, what, facts, [&] {
    check();
    check_memory(distribution, data);
  });
  if (distribution.element().is_double)
    fill_pieces<double>(distribution, data.address(), seed, numbers);
  else
    fill_pieces<float>(distribution, data.address(), seed, numbers);
}

}  // namespace

void random_uniform(const Distribution& distribution, Memory data, std::uint64_t seed, double low,
                    double high) {
  fill_all(distribution, data, seed, "random_uniform",
           {{"low", exact_number(low)}, {"high", exact_number(high)}}, Uniform{low, high}, [&] {
             const bool is_single = !distribution.element().is_double;
             const bool has_room =
                 is_single ? static_cast<float>(low) < static_cast<float>(high) : low < high;
             if (!has_room || !std::isfinite(high - low))
               fail("random numbers from " + exact_number(low) + " to " + exact_number(high) +
                    " do not exist; give finite bounds, low < high, as " + to_text(distribution.element()) +
                    " has them");
           });
}

void random_normal(const Distribution& distribution, Memory data, std::uint64_t seed, double mean,
                   double deviation) {
  fill_all(distribution, data, seed, "random_normal",
           {{"mean", exact_number(mean)}, {"deviation", exact_number(deviation)}}, Normal{mean, deviation},
           [&] {
             if (!std::isfinite(mean) || !std::isfinite(deviation) || deviation < 0)
               fail("normal numbers of mean " + exact_number(mean) + " and deviation " +
                    exact_number(deviation) + " do not exist; give finite ones, deviation >= 0");
           });
}

}  // namespace weft
