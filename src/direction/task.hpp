// What the directions of a plan are made from.
#pragma once

#include <optional>
#include <vector>

#include "direction/direction.hpp"
#include "direction/in_place_scheme.hpp"
#include "direction/settings.hpp"
#include "weft/choice.hpp"
#include "weft/problem.hpp"

namespace weft::inline direction {

struct DirectionTask {
  const Problem& problem;
  const DirectionSettings& settings;
  const Choice& choice;
  int rank;
  const Nodes& nodes;
  Route there, back;                     // with strips
  std::vector<const ExchangeRow*> rows;  // by move there; null: every process keeps what it has
  std::optional<InPlaceScheme> scheme;   // with memory=low
};

inline const Route& route_of(const DirectionTask& task, const Direction& direction) {
  return direction.is_backward ? task.back : task.there;
}

}  // namespace weft::inline direction
