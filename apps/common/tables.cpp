// Tables as text.
#include "common/tables.hpp"

#include "weft/words.hpp"

namespace weft::apps {

std::string csv_of(const std::vector<Column>& columns, const std::vector<std::string>& comments) {
  std::string text;
  for (const std::string& comment : comments) text += "# " + comment + "\n";
  std::vector<std::string> words;
  for (const Column& column : columns) words.push_back(column.name);
  text += join(words, ",") + "\n";
  for (std::size_t j = 0; j < columns.front().values.size(); ++j) {
    words.clear();
    for (const Column& column : columns) words.push_back(exact_number(column.values[j]));
    text += join(words, ",") + "\n";
  }
  return text;
}

}  // namespace weft::apps
