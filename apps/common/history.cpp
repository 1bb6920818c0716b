// The whole table is kept: a row of some ten numbers every ten steps or so.
#include "common/history.hpp"

#include <cstdlib>

#include "common/lists.hpp"
#include "common/tables.hpp"
#include "weft/error.hpp"
#include "weft/text_file.hpp"
#include "weft/words.hpp"

namespace weft::apps {
namespace {

constexpr const char* field_name = "history";
constexpr const char* titles_name = "history columns";

std::vector<std::string> titles_of(const std::vector<Quantity>& quantities) {
  std::vector<std::string> titles = {"step", "time", "courant_number"};
  for (const Quantity& quantity : quantities)
    titles.push_back(quantity.name + (quantity.units.empty() ? "" : " [" + quantity.units + "]"));
  return titles;
}

// "energy [U^2]" as a column without values.
Column column_of(const std::string& title) {
  const std::size_t bracket = title.find(" [");
  if (bracket == std::string::npos) return {title, {}, "1"};
  return {title.substr(0, bracket), {}, title.substr(bracket + 2, title.size() - bracket - 3)};
}

}  // namespace

History::History(std::string prefix, Attributes facts, MPI_Comm comm)
    : prefix_(std::move(prefix)), facts_(std::move(facts)), comm_(comm) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &n_processes_);
}

Index History::n_rows() const {
  return titles_.empty() ? 0 : static_cast<Index>(rows_.size() / titles_.size());
}

// Of rows that process 0 has.
Distribution History::on_first(Index n_rows) const {
  const Extents shape = {n_rows, static_cast<Index>(titles_.size())};
  std::vector<Index> of_process(static_cast<std::size_t>(n_processes_), 0);
  of_process.front() = n_rows;
  return Distribution(comm_, Layout{shape, {{n_processes_}}, {0}, {{of_process}, {}}},
                      element_type<double>());
}

void History::read(const Checkpoint& checkpoint, Index n_steps) {
  if (checkpoint.values().count(titles_name) == 0) return read_csv(n_steps);
  titles_ = split(checkpoint.get<std::string>(titles_name), ',');
  if (!checkpoint.has_field(field_name)) return;
  const Index n = checkpoint.info(field_name).shape.at(0);
  if (is_first()) rows_.resize(static_cast<std::size_t>(n) * titles_.size());
  checkpoint.read(field_name, on_first(n), rows_.data());
}

void History::write(CheckpointWriter& writer) const {
  writer.set(titles_name, join(titles_, ","));
  Index n = n_rows();
  MPI_Bcast(&n, 1, MPI_INT64_T, 0, comm_);
  if (n > 0) writer.add(field_name, on_first(n), rows_.data());
}

void History::read_csv(Index n_steps) {
  std::string head;
  if (is_first())
    for (const std::string& line : split(read_text(prefix_ + ".history.csv").value_or(""), '\n')) {
      if (head.empty()) {
        head = line;
        continue;
      }
      const std::vector<std::string> words = split(line, ',');
      if (words.size() != split(head, ',').size() || std::strtoll(words[0].c_str(), nullptr, 10) >= n_steps)
        continue;
      for (const std::string& word : words) rows_.push_back(std::strtod(word.c_str(), nullptr));
    }
  auto n = static_cast<int>(head.size());
  MPI_Bcast(&n, 1, MPI_INT, 0, comm_);
  head.resize(static_cast<std::size_t>(n));
  MPI_Bcast(head.data(), n, MPI_CHAR, 0, comm_);
  titles_ = split(head, ',');
}

void History::add(Index step, double time, double courant, const std::vector<Quantity>& quantities) {
  const std::vector<std::string> titles = titles_of(quantities);
  if (titles_.empty()) titles_ = titles;
  if (titles_ != titles)
    fail("the history " + prefix_ + ".history.csv has the columns " + join(titles_, ",") +
         ", and this run would add " + join(titles, ",") + "; give another output.name to begin again");
  if (!is_first()) return;
  rows_.insert(rows_.end(), {static_cast<double>(step), time, courant});
  for (const Quantity& quantity : quantities) rows_.push_back(quantity.value);
}

void History::write_files() const {
  if (titles_.empty()) return;
  replace_text(prefix_ + ".history.csv", csv());
  if (!rows_.empty()) write_hdf5();
}

std::string History::csv() const {
  std::string text = join(titles_, ",") + "\n";
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool is_step = i % titles_.size() == 0, is_last = (i + 1) % titles_.size() == 0;
    text += is_step ? std::to_string(static_cast<Index>(rows_[i])) : exact_number(rows_[i]);
    text += is_last ? '\n' : ',';
  }
  return text;
}

// A dataset for each column, "energy" with the attribute units.
void History::write_hdf5() const {
  Hdf5Writer writer(prefix_ + ".history.h5", MPI_COMM_SELF);
  for (std::size_t c = 0; c < titles_.size(); ++c) {
    Column column = column_of(titles_[c]);
    for (std::size_t i = c; i < rows_.size(); i += titles_.size()) column.values.push_back(rows_[i]);
    write_list(writer, column.name, {n_rows()}, column.values, {{"units", column.units}}, MPI_COMM_SELF);
  }
  for (const auto& [name, value] : facts_)
    writer.set_attribute("/", name, name == "program" ? std::get<std::string>(value) + " history" : value);
  writer.commit();
}

}  // namespace weft::apps
