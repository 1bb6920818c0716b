// The whole file is kept as text: a row of a hundred bytes every ten steps or so.
#include "common/history.hpp"

#include <cmath>
#include <cstdlib>

#include "base/text.hpp"
#include "base/text_file.hpp"
#include "common/lists.hpp"
#include "common/tables.hpp"

namespace weft::apps {

History::History(std::string prefix, Index n_steps, Attributes facts)
    : prefix_(std::move(prefix)), facts_(std::move(facts)) {
  if (n_steps == 0) return;
  const std::vector<std::string> lines = split(read_text(prefix_ + ".history.csv").value_or(""), '\n');
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

void History::write() const {
  replace_text(prefix_ + ".history.csv", head_ + rows_);
  if (!rows_.empty()) write_hdf5();
}

// Of the same text: a dataset for each column, "energy [U^2]" with the attribute units.
void History::write_hdf5() const {
  std::vector<Column> columns;
  for (const std::string& title : split(split(head_, '\n').front(), ',')) {
    const std::size_t bracket = title.find(" [");
    columns.push_back({title.substr(0, bracket), {}, "1"});
    if (bracket != std::string::npos)
      columns.back().units = title.substr(bracket + 2, title.size() - bracket - 3);
  }
  for (const std::string& row : split(rows_, '\n')) {
    if (row.empty()) continue;
    const std::vector<std::string> words = split(row, ',');
    for (std::size_t i = 0; i < columns.size(); ++i)
      columns[i].values.push_back(i < words.size() ? std::strtod(words[i].c_str(), nullptr) : NAN);
  }
  Hdf5Writer writer(prefix_ + ".history.h5", MPI_COMM_SELF);
  for (const Column& column : columns)
    write_list(writer, column.name, {static_cast<Index>(column.values.size())}, column.values,
               {{"units", column.units}}, MPI_COMM_SELF);
  for (const auto& [name, value] : facts_)
    writer.set_attribute("/", name, name == "program" ? std::get<std::string>(value) + " history" : value);
  writer.commit();
}

}  // namespace weft::apps
