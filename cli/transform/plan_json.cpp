// Parts of a report that several commands write alike.
#include "transform/plan_json.hpp"

#include <algorithm>
#include <numeric>

#include "bench/rounds.hpp"
#include "program/text.hpp"

namespace weft::cli {

Json known(double value) { return value > 0 ? Json(value) : Json(nullptr); }

Json rounds_json(const std::vector<double>& seconds) {
  return {{"min", minimum_of(seconds)}, {"median", median_of(seconds)}, {"rounds", seconds}};
}

Json problem_json(const Problem& problem) {
  Axes axes = problem.axes;
  if (axes.empty()) {
    axes.resize(problem.shape.size());
    std::iota(axes.begin(), axes.end(), 0);
  }
  return {{"shape", problem.shape},
          {"transform", get(problem, "transform")},
          {"precision", problem.precision == Precision::single_ ? "single" : "double"},
          {"axes", axes},
          {"kinds", get(problem, "kinds")},
          {"kept", problem.kept.empty() ? problem.shape : problem.kept},
          {"fields", problem.n_fields},
          {"output", get(problem, "output")},
          {"order", problem.order == Order::c ? "C" : "fast"}};
}

Json counts_json(const Counts& counts) {
  Json sweeps = Json::array();
  for (const SweepCounts& s : counts.sweeps)
    sweeps.push_back({{"axes", s.axes}, {"bytes_read", s.bytes_read}, {"bytes_written", s.bytes_written}});
  Json exchanges = Json::array();
  for (const ExchangeCounts& e : counts.exchanges)
    exchanges.push_back({{"exchange", e.exchange},
                         {"messages", e.messages},
                         {"bytes_sent", e.bytes_sent},
                         {"peer_bytes", e.peer_bytes},
                         {"flags", e.flags}});
  return {{"sweeps", sweeps}, {"exchanges", exchanges}, {"copies", counts.n_copies()}};
}

Json layout_json(const Layout& layout) {
  // An axis is cut by several grid dimensions at most; processes that differ in no other one have its parts.
  const auto begins = [&](int axis) {
    std::vector<Index> list;
    for (int rank = 0; rank < layout.n_processes(); ++rank) {
      const std::vector<int> at = layout.grid.coordinates_of(rank);
      bool is_first = true;
      for (std::size_t d = 0; d < at.size(); ++d)
        is_first = is_first && (at[d] == 0 || layout.cut[d] == axis);
      if (is_first) list.push_back(box_of(layout, rank).ranges[static_cast<std::size_t>(axis)].begin);
    }
    list.push_back(layout.shape[static_cast<std::size_t>(axis)]);
    return list;
  };
  Json parts = Json::array();
  for (int axis = 0; axis < layout.n_axes(); ++axis) parts.push_back(begins(axis));
  return {{"shape", layout.shape}, {"grid", layout.grid.dims}, {"cut", layout.cut}, {"parts", parts}};
}

Json memory_json(const PlanMemory& memory) {
  return {{"stages", memory.stages},
          {"windows", memory.windows},
          {"tiles", memory.tiles},
          {"total", memory.total()}};
}

std::string exchange_text(const Choice& choice, const std::string& none, const std::string& separator) {
  const std::vector<std::string>& steps = choice.steps;
  if (steps.empty()) return none;
  const bool all_equal = std::equal(steps.begin() + 1, steps.end(), steps.begin());
  return all_equal ? steps.front() : join(steps, separator);
}

}  // namespace weft::cli
