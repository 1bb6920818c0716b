// The backends. A new one is a file with a row function, and two lines here.
#include "kernels/fftw.hpp"
#include "kernels/kernel.hpp"
#include "weft/description.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline kernels {

Backend native_backend();
Backend mkl_backend();

const std::vector<Backend>& backend_table() {
  static const std::vector<Backend> table = {
      native_backend(),
      fftw_backend(),
      mkl_backend(),
  };
  return table;
}

}  // namespace weft::inline kernels

namespace weft {

const std::vector<std::string>& backend_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Backend& row : backend_table()) {
      all.push_back(row.name);
      for (const std::string& effort : row.efforts)
        if (!effort.empty()) all.push_back(row.name + ":" + effort);
    }
    return all;
  }();
  return names;
}

}  // namespace weft

namespace weft::inline kernels {

std::vector<const Backend*> backends_on(const Space& space) {
  std::vector<const Backend*> rows;
  for (const Backend& row : backend_table())
    if (works_on(row.space, space)) rows.push_back(&row);
  return rows;
}

std::string why_missing(const Backend& row) { return row.missing == nullptr ? "" : row.missing(); }

BackendChoice find_backend(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  for (const Backend& row : backend_table()) {
    if (parts.empty() || parts[0] != row.name || parts.size() > 2) continue;
    if (parts.size() == 1) return {&row, row.efforts.front()};
    for (const std::string& effort : row.efforts)
      if (!effort.empty() && effort == parts[1]) return {&row, effort};
  }
  fail_unknown("backend", backend_names(), text);
}

}  // namespace weft::inline kernels
