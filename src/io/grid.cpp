// Attributes to positions, and back.
#include "io/grid.hpp"

#include "weft/coordinates.hpp"
#include "weft/error.hpp"
#include "weft/snapshots.hpp"

namespace weft::inline io {

namespace {

// The list of numbers that an attribute is; empty if it is not there.
std::vector<double> numbers_in(const Attributes& attributes, const std::string& name, Index n) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return {};
  std::vector<double> numbers;
  if (const auto* list = std::get_if<std::vector<double>>(&found->second)) numbers = *list;
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&found->second))
    numbers.assign(list->begin(), list->end());
  if (static_cast<Index>(numbers.size()) != n)
    fail("the attribute " + name + " has " + std::to_string(numbers.size()) + " numbers; " +
         std::to_string(n) + " are needed");
  return numbers;
}

}  // namespace

double number_in(const Attributes& attributes, const std::string& name, double standard) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return standard;
  if (const auto* x = std::get_if<double>(&found->second)) return *x;
  if (const auto* x = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*x);
  return standard;
}

std::vector<GridAxis> grid_of(const Extents& shape, const Attributes& attributes) {
  const auto n_axes = static_cast<Index>(shape.size());
  const std::vector<double> lengths = numbers_in(attributes, "lengths", n_axes);
  const std::vector<double> origin = numbers_in(attributes, "origin", n_axes);
  std::vector<GridAxis> axes(shape.size());
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (!origin.empty()) axes[a].origin = origin[a];
    if (!lengths.empty()) axes[a].spacing = lengths[a] / static_cast<double>(shape[a]);
    axes[a].coordinates = numbers_in(attributes, "coordinates_" + std::to_string(a), shape[a]);
  }
  return axes;
}

}  // namespace weft::inline io

namespace weft {

Attributes grid_attributes(const Problem& problem, const std::vector<double>& lengths,
                           const std::vector<std::string>& axis_names, const std::string& units) {
  const std::size_t n = problem.shape.size();
  if (lengths.size() != n || (!axis_names.empty() && axis_names.size() != n))
    fail("a grid of " + std::to_string(n) +
         " axes needs as many lengths, and as many names or none, but has " + std::to_string(lengths.size()) +
         " and " + std::to_string(axis_names.size()));
  Attributes attributes = {{"lengths", lengths}};
  if (!axis_names.empty()) attributes["axis_names"] = axis_names;
  if (!units.empty()) attributes["length_units"] = units;
  for (std::size_t a = 0; a < n; ++a) {
    const Index points = problem.shape[a];
    const std::vector<double> x = coordinates(problem, static_cast<int>(a), {0, points}, lengths[a]);
    bool is_uniform = true;
    for (Index j = 0; j < points; ++j)
      is_uniform = is_uniform && x[static_cast<std::size_t>(j)] ==
                                     static_cast<double>(j) * lengths[a] / static_cast<double>(points);
    if (!is_uniform) attributes["coordinates_" + std::to_string(a)] = x;
  }
  return attributes;
}

}  // namespace weft
