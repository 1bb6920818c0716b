// One step of a choice: an exchange, and how its move is cut.
#include "plan/step.hpp"

#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline plan {

namespace {

constexpr const char* pipelined = "pipelined";

std::string rows_in_strips() {
  std::vector<std::string> names;
  for (const ExchangeRow& row : exchange_table())
    if (row.in_strips) names.push_back(row.name);
  return join(names);
}

}  // namespace

StepChoice step_of(const std::string& text) {
  const std::vector<std::string> words = split(text, ':');
  if (words.size() <= 1) return {&find_exchange(text), 0};
  const int width = words.size() == 3 ? parse_positive(words[2]) : 0;
  if (words[0] != pipelined || width == 0)
    fail("step '" + text +
         "' is not an exchange; write the name of one, or pipelined:NAME:WIDTH for strips of so many "
         "indices, as in pipelined:p2p:8");
  const ExchangeRow& row = find_exchange(words[1]);
  if (!row.in_strips)
    fail(ErrorCode::not_applicable,
         "exchange " + row.name +
             " cannot be pipelined, because nothing travels "
             "from process to process strip by strip; leave pipelined out, or use one of " +
             rows_in_strips());
  return {&row, width};
}

std::string step_text(const StepChoice& step) {
  return step.width == 0 ? step.row->name
                         : std::string(pipelined) + ":" + step.row->name + ":" + std::to_string(step.width);
}

}  // namespace weft::inline plan
