// The whole file is kept as text: a row of a hundred bytes every ten steps or so.
#include "common/history.hpp"

#include <cstdlib>

#include "base/text.hpp"
#include "base/text_file.hpp"

namespace weft::apps {

History::History(std::string path, Index n_steps) : path_(std::move(path)) {
  if (n_steps == 0) return;
  const std::vector<std::string> lines = split(read_text(path_).value_or(""), '\n');
  for (const std::string& line : lines)
    if (line.empty() || line.front() < '0' || line.front() > '9')
      head_ += line.empty() ? "" : line + "\n";
    else if (std::strtoll(line.c_str(), nullptr, 10) < n_steps)
      rows_ += line + "\n";
}

void History::add(Index step, double time, double courant, const std::vector<Quantity>& quantities) {
  if (head_.empty()) {
    head_ = "step,time,courant_number";
    for (const Quantity& quantity : quantities)
      head_ += "," + quantity.name + (quantity.units.empty() ? "" : " [" + quantity.units + "]");
    head_ += "\n";
  }
  rows_ += std::to_string(step) + "," + exact_number(time) + "," + exact_number(courant);
  for (const Quantity& quantity : quantities) rows_ += "," + exact_number(quantity.value);
  rows_ += "\n";
}

void History::write() const { replace_text(path_, head_ + rows_); }

}  // namespace weft::apps
