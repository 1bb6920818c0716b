// A choice and its line of text: "2x1 native window-pull".
#include "weft/choice.hpp"

#include "base/text.hpp"
#include "exchange/exchange.hpp"
#include "kernels/kernel.hpp"
#include "plan/parse_grid.hpp"
#include "weft/error.hpp"

namespace weft {

ProcessGrid parse_grid(const std::string& text) {
  ProcessGrid grid;
  for (const std::string& part : split(text, 'x')) grid.dims.push_back(parse_positive(part));
  for (int p : grid.dims)
    if (p == 0) grid.dims.clear();
  if (grid.dims.empty())
    throw Error(
        ErrorCode::invalid_argument,
        "grid '" + text +
            "' is not a process grid; write positive numbers with x between them, as in 2x4, or auto");
  return grid;
}

std::string to_text(const Choice& choice) {
  std::string text = to_text(choice.grid) + " " + choice.backend;
  for (const std::string& step : choice.steps) text += " " + step;
  return text;
}

Choice parse_choice(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& word : split(text, ' '))
    if (!word.empty()) words.push_back(word);
  if (words.size() < 2)
    throw Error(ErrorCode::invalid_argument,
                "choice '" + text +
                    "' is not complete; write grid, backend and one exchange for each "
                    "redistribution, as in '2x1 native window-pull'");
  Choice choice{parse_grid(words[0]), words[1], {words.begin() + 2, words.end()}};
  find_backend(choice.backend);
  for (const std::string& step : choice.steps) find_exchange(step);
  return choice;
}

}  // namespace weft
