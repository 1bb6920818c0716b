// FFTW's own wisdom, in and out of this process.
//
//   fftw double
//   (fftw-3.3.10 fftw_wisdom #x... #x... #x... #x...
//     (fftw_codelet_n1fv_6_avx 0 #x11bdd #x11bdd #x0 #x... #x... #x... #x...)
//   )
//   fftw single
//   ...
//   fftw check 0123456789abcdef
//
// FFTW refuses wisdom of another version or another set of solvers by its first line, but not what was
// damaged behind it: it takes wrong solvers for right ones, or aborts the program in an assertion (flags that
// do not fit their bits). So the text ends with a checksum, and FFTW sees nothing whose checksum is wrong.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/checksum.hpp"
#include "kernels/fftw.hpp"
#include "kernels/fftw_library.hpp"

namespace weft::inline kernels {

namespace {

struct PrecisionOfFftw {
  std::string_view title;
  char* (*get)();
  int (*add)(const char* text);
  void (*forget)();
};
// None where FFTW is missing.
std::vector<PrecisionOfFftw> precisions() {
  const FftwLibrary* fftw = find_fftw().found;
  if (fftw == nullptr) return {};
  const auto row = [](std::string_view name, const auto& f) {
    return PrecisionOfFftw{name, f.export_wisdom, f.import_wisdom, f.forget_wisdom};
  };
  return {row("fftw double\n", fftw->of_double), row("fftw single\n", fftw->of_single)};
}
constexpr std::string_view check_title = "fftw check ";

struct Free {
  void operator()(char* text) const { std::free(text); }
};

std::string text_of(const PrecisionOfFftw& precision) {
  const std::lock_guard lock(fftw_planner);
  const std::unique_ptr<char, Free> text(precision.get());
  return text ? text.get() : "";
}

// Lines between the first, which says whose wisdom it is, and the last.
bool has_plans(const std::string& text) { return text.find("\n  (") != std::string::npos; }

// The text without its checksum; empty if that is wrong.
std::string_view verified(std::string_view text) {
  const std::size_t at = text.rfind(check_title);
  if (at == std::string_view::npos) return "";
  const std::string_view body = text.substr(0, at), sum = text.substr(at + check_title.size());
  return sum == checksum(body) + "\n" ? body : "";
}

}  // namespace

std::string export_fftw_wisdom() {
  std::string text;
  for (const PrecisionOfFftw& precision : precisions())
    if (const std::string wisdom = text_of(precision); has_plans(wisdom))
      text.append(precision.title).append(wisdom);
  if (text.empty()) return text;
  const std::string sum = checksum(text);
  return text.append(check_title).append(sum) + "\n";
}

bool import_fftw_wisdom(const std::string& text) {
  std::string_view body = verified(text);
  if (body.empty()) return false;
  for (const PrecisionOfFftw& precision : precisions()) {
    if (!body.starts_with(precision.title)) continue;
    body.remove_prefix(precision.title.size());
    // Up to the next title: no line of FFTW's begins like one.
    const std::size_t size = std::min(body.find("\nfftw "), body.size() - 1) + 1;
    const std::string wisdom(body.substr(0, size));
    body.remove_prefix(size);
    const std::lock_guard lock(fftw_planner);
    if (precision.add(wisdom.c_str()) == 0) return false;
  }
  return body.empty();
}

void forget_fftw_wisdom() {
  const std::lock_guard lock(fftw_planner);
  for (const PrecisionOfFftw& precision : precisions()) precision.forget();
}

}  // namespace weft::inline kernels
