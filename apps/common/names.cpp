// What is said about a name that is not in a table.
#include "common/names.hpp"

#include <algorithm>
#include <numeric>

#include "weft/error.hpp"

namespace weft::apps {
namespace {

// Letters to be put in, left out or replaced to make one word of the other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

void fail_unknown(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  const auto nearest = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
    return distance(name, a) < distance(name, b);
  });
  std::string all;
  for (const std::string& word : known) all += (all.empty() ? "" : ", ") + word;
  throw Error(ErrorCode::invalid_argument,
              what + " '" + name + "' is unknown; the nearest is '" + *nearest + "' (known: " + all + ")");
}

}  // namespace weft::apps
