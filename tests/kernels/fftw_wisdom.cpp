// FFTW's own wisdom from one process to another: lines that were measured there are not measured here, and
// get the same bits; damage is refused.
//
// This process never plans: each case runs in children, where FFTW knows nothing at first. Whether wisdom
// covers a plan is asked of FFTW itself (FFTW_WISDOM_ONLY), and seen in that planning teaches it nothing new.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/checksum.hpp"
#include "kernels/cache.hpp"
#include "kernels/fftw.hpp"
#include "kernels/fftw_library.hpp"
#include "processes.hpp"

namespace weft::test {
namespace {

constexpr int n_lines = 4;
constexpr unsigned from_wisdom = FftwFlag::measure | FftwFlag::destroy_input | FftwFlag::wisdom_only;

KernelSpec spec_of(Precision precision, Index n) {
  return {Kind::c2c, precision, n, -1, n_lines, {1, n + 2}, {n_lines, 1}};
}
const std::array specs = {spec_of(Precision::double_, 90), spec_of(Precision::double_, 128),
                          spec_of(Precision::single_, 56)};

// Aligned as the tiles of a sweep, with room for any of the specs.
struct Tiles {
  alignas(64) std::array<char, 16384> in{}, out{};
};

template <class Real>
bool is_known(const KernelSpec& s) {
  Tiles tiles;
  const int n = static_cast<int>(s.n), in_next = static_cast<int>(s.in.next);
  return find_fftw().needed().functions<Real>().plan_c2c(
             1, &n, n_lines, reinterpret_cast<Real*>(tiles.in.data()), nullptr, 1, in_next,
             reinterpret_cast<Real*>(tiles.out.data()), nullptr, n_lines, 1, -1, from_wisdom) != nullptr;
}

bool is_known_to_fftw(const KernelSpec& s) {
  return s.precision == Precision::double_ ? is_known<double>(s) : is_known<float>(s);
}

// Plans all specs by measuring, and transforms the same numbers: the bits of the results.
std::string bits_of_measured_kernels() {
  std::string bits;
  for (const KernelSpec& s : specs) {
    Tiles tiles;
    const auto n_numbers = static_cast<std::size_t>(2 * n_lines * s.in.next);
    for (std::size_t i = 0; i < n_numbers; ++i) {
      const double value = static_cast<double>(i * 2654435761U % 1000003) / 1000003.0;
      if (s.precision == Precision::double_)
        reinterpret_cast<double*>(tiles.in.data())[i] = value;
      else
        reinterpret_cast<float*>(tiles.in.data())[i] = static_cast<float>(value);
    }
    fftw_backend().make(s, "measure")->run(tiles.in.data(), tiles.out.data(), nullptr);
    bits.append(tiles.out.data(), tiles.out.size());
  }
  return bits;
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with("fftw check")) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

// What a process has learned that measured all specs, and its results.
struct Learned {
  std::string wisdom, bits;
};
const Learned& learned() {
  static const Learned once = [] {
    const std::string both = in_fresh_process([] {
      const std::string bits = bits_of_measured_kernels();
      return export_fftw_wisdom() + bits;
    });
    const std::size_t at = both.find("fftw check ") + 28;
    return Learned{both.substr(0, at), both.substr(at)};
  }();
  return once;
}

TEST(FftwWisdom, SparesOtherProcessesTheMeasurementAndGivesTheSameBits) {
  ASSERT_TRUE(learned().wisdom.starts_with("fftw double\n(fftw-")) << learned().wisdom;
  ASSERT_NE(learned().wisdom.find("\nfftw single\n(fftw-"), std::string::npos) << learned().wisdom;
  for (int process = 0; process < 3; ++process) {
    const std::string said = in_fresh_process([] {
      for (const KernelSpec& s : specs)
        if (is_known_to_fftw(s)) return "FFTW knows " + std::to_string(s.n) + " at first";
      if (!import_fftw_wisdom(learned().wisdom)) return std::string("refused");
      for (const KernelSpec& s : specs)
        if (!is_known_to_fftw(s)) return "FFTW does not know " + std::to_string(s.n);
      if (bits_of_measured_kernels() != learned().bits) return std::string("other bits");
      if (sorted_lines(export_fftw_wisdom()) != sorted_lines(learned().wisdom))
        return "something else is known then:\n" + export_fftw_wisdom();
      return std::string("all is well");
    });
    EXPECT_EQ(said, "all is well");
  }
}

TEST(FftwWisdom, IsAddedToWhatIsKnown) {
  const std::string said = in_fresh_process([] {
    fftw_backend().make(spec_of(Precision::double_, 77), "measure");
    const std::vector<std::string> own = sorted_lines(export_fftw_wisdom());
    if (!import_fftw_wisdom(learned().wisdom) || !import_fftw_wisdom(learned().wisdom))
      return std::string("refused");
    const std::vector<std::string> all = sorted_lines(export_fftw_wisdom());
    if (!std::includes(all.begin(), all.end(), own.begin(), own.end()))
      return std::string("something was forgotten");
    return std::to_string(all.size() > own.size() && is_known_to_fftw(specs[0]));
  });
  EXPECT_EQ(said, "1");
}

TEST(FftwWisdom, IsEmptyWhereNothingWasPlanned) {
  EXPECT_EQ(in_fresh_process(export_fftw_wisdom), "");
  EXPECT_EQ(in_fresh_process([] {
              fftw_backend().make(specs[2], "measure");
              return export_fftw_wisdom().substr(0, 12);
            }),
            "fftw single\n");
}

TEST(FftwWisdom, IsRefusedWhenDamagedWithoutHarm) {
  const std::string said = in_fresh_process([] {
    const std::string& whole = learned().wisdom;
    for (std::size_t at = 0; at < whole.size(); ++at) {
      if (import_fftw_wisdom(whole.substr(0, at))) return "accepted after a cut at " + std::to_string(at);
      for (const char other : {'f', ')', '\0', '\n', static_cast<char>(whole[at] ^ 1)}) {
        std::string changed = whole;
        changed[at] = other;
        if (other != whole[at] && import_fftw_wisdom(changed))
          return "accepted with another byte at " + std::to_string(at);
      }
    }
    return export_fftw_wisdom() + "nothing learned";
  });
  EXPECT_EQ(said, "nothing learned");
}

TEST(FftwWisdom, OfAnotherFftwIsRefused) {
  std::string other = learned().wisdom;
  other = other.substr(0, other.find("fftw check "));
  const std::string version = "(fftw-3.";
  ASSERT_NE(other.find(version), std::string::npos) << other;
  other.replace(other.find(version), version.size(), "(fftw-2.");
  other += "fftw check " + checksum(other) + "\n";
  EXPECT_EQ(in_fresh_process([&] { return std::to_string(import_fftw_wisdom(other)); }), "0");
}

TEST(Backends, ThatExportWisdomImportItAgain) {
  int n_learning = 0;
  for (const Backend& row : backend_table()) {
    EXPECT_EQ(row.export_wisdom == nullptr, row.import_wisdom == nullptr) << row.name;
    if (row.export_wisdom == nullptr) continue;
    ++n_learning;
    EXPECT_FALSE(row.import_wisdom("(no wisdom)")) << row.name;
  }
  EXPECT_GE(n_learning, 1);
}

}  // namespace
}  // namespace weft::test
