// Options of plans as keys.
#include "common/plan_keys.hpp"

#include "weft/words.hpp"

namespace weft::apps {

PlanKeys::PlanKeys() {
  for (const OptionRow& row : option_table())
    if (row.key != "convolve" && row.key != "in_place") values_[row.key] = row.standard;
}

std::vector<Key> PlanKeys::keys() {
  std::vector<Key> keys;
  for (const OptionRow& row : option_table())
    if (values_.count(row.key) != 0)
      keys.push_back({"plan." + row.key, row.meaning + " (" + row.values + ")", &values_.at(row.key)});
  return keys;
}

Options PlanKeys::options() const {
  Options options;
  for (const OptionRow& row : option_table())
    if (const auto said = values_.find(row.key); said != values_.end() && said->second != row.standard)
      options.set(row.key, said->second);
  return options;
}

std::string PlanKeys::in_words() const {
  std::vector<std::string> words;
  for (const auto& [key, value] : values_) words.push_back(key + "=" + value);
  return join(words, "; ");
}

Options PlanKeys::options(Checkpoint* checkpoint) const {
  if (checkpoint == nullptr || !checkpoint->has_plan() ||
      checkpoint->get<std::string>("plan options") != in_words())
    return options();
  return checkpoint->plan_options(options());
}

}  // namespace weft::apps
