// One step of a choice: an exchange, and how its move is cut.
#pragma once

#include <string>

#include "exchange/exchange.hpp"

namespace weft::inline plan {

struct StepChoice {
  const ExchangeRow* row = nullptr;
  Index width = 0;  // indices of a strip; 0: the move is not cut
};

// "alltoallv", or "pipelined:p2p:8": strips of 8 indices, each of which travels while the next one is swept.
// Throws Error(invalid_argument) in words, Error(not_applicable) for a row that does not send strips.
StepChoice step_of(const std::string& text);
std::string step_text(const StepChoice& step);

}  // namespace weft::inline plan
