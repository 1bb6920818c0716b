// Tables of options: the keys of one object, and how their texts become members of the struct that the object
// is made from.
//
// The consumer reads the struct (HaloOptions, DatasetOptions, ...); a row says how its member is set from a
// text and told as one. So a row is all that a new option needs in every language: it is listed, checked,
// set by text, compared between processes and named in errors through its table. A table stands beside what
// consumes it (src/halo/options.cpp, ...); src/tables/ lists all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/key_table.hpp"
#include "weft/error.hpp"
#include "weft/options.hpp"

namespace weft {

// What Options needs of a table, whatever the struct is.
struct WEFT_HIDDEN OptionTable {
  std::string object;  // "halo"
  std::vector<OptionRow> rows;
  // Throws Error(invalid_argument) in words unless row i takes the value.
  std::function<void(std::size_t i, const std::string& value)> check;

  // "option" of a plan, "halo option" of a halo.
  std::string what() const { return object == "plan" ? "option" : object + " option"; }
  std::size_t find(const std::string& key) const;
  // Throws unless `options` are of this table.
  void check_object(const Options& options) const;
  // Throws: row i does not take the value. Of words the nearest is named.
  [[noreturn]] void fail_value(std::size_t i, const std::string& value) const;
};

}  // namespace weft

namespace weft::inline base {

// The whole of `text` as a number; nothing if it is none.
std::optional<std::int64_t> whole_of(const std::string& text);
std::optional<double> number_of(const std::string& text);

// One option, which is a member of `Values`, or some of it.
template <class Values>
struct ValueRow {
  OptionRow shown;  // the table fills in the default: what `get` says of Values{}
  // From a text. False: it is not one of the values; throws where there is more to say.
  std::function<bool(Values& values, const std::string& text)> set;
  std::function<std::string(const Values& values)> get;
};

template <class Values>
class ValueTable : public OptionTable {
 public:
  ValueTable(const std::string& name, std::vector<ValueRow<Values>> of_values)
      : OptionTable{name, {}, {}}, values_(std::move(of_values)) {
    for (ValueRow<Values>& row : values_) row.shown.standard = row.get(Values{});
    rows = shown_rows(values_);
    check = [this](std::size_t i, const std::string& text) {
      Values scratch;
      set(scratch, i, text);
    };
  }
  ValueTable(const ValueTable&) = delete;
  ValueTable& operator=(const ValueTable&) = delete;

  // What the options say, defaults where they say nothing. Throws for options of another object.
  Values read(const Options& options) const {
    check_object(options);
    Values values;
    for (const auto& [key, text] : options.values()) set(values, find(key), text);
    return values;
  }
  Values read(OptionTexts texts) const { return read(Options(*this).set(texts)); }

  // Members that no text could have set are refused in the same words.
  void check_members(const Values& values) const {
    for (std::size_t i = 0; i < values_.size(); ++i) check(i, values_[i].get(values));
  }

  // Names and values, to be compared between processes.
  std::vector<std::pair<std::string, std::string>> facts(const Values& values) const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const ValueRow<Values>& row : values_) all.emplace_back(row.shown.key, row.get(values));
    return all;
  }

 private:
  void set(Values& values, std::size_t i, const std::string& text) const {
    if (!values_[i].set(values, text)) fail_value(i, text);
  }

  std::vector<ValueRow<Values>> values_;
};

// Members of the usual types. `values` of numbers: what may be given, in words.
template <class Values>
ValueRow<Values> switch_row(const std::string& key, bool Values::*member, const std::string& meaning) {
  return {{key, "no|yes", "", meaning},
          [member](Values& values, const std::string& text) {
            values.*member = text == "yes";
            return text == "yes" || text == "no";
          },
          [member](const Values& values) -> std::string { return values.*member ? "yes" : "no"; }};
}

template <class Values>
ValueRow<Values> whole_row(const std::string& key, const std::string& values_in_words, int Values::*member,
                           int least, int most, const std::string& meaning) {
  return {{key, values_in_words, "", meaning},
          [=](Values& values, const std::string& text) {
            const std::int64_t number = whole_of(text).value_or(std::int64_t{least} - 1);
            if (number < least || number > most) return false;
            values.*member = static_cast<int>(number);
            return true;
          },
          [member](const Values& values) { return std::to_string(values.*member); }};
}

template <class Values>
ValueRow<Values> seconds_row(const std::string& key, double Values::*member, const std::string& meaning) {
  return {{key, "seconds greater than 0", "", meaning},
          [member](Values& values, const std::string& text) {
            const std::optional<double> number = number_of(text);
            values.*member = number.value_or(1);
            return number && *number > 0;
          },
          [member](const Values& values) { return exact_number(values.*member); }};
}

// An enumeration, whose values have these words.
template <class Values, class Member>
ValueRow<Values> word_row(const std::string& key, const std::vector<std::pair<std::string, Member>>& words,
                          Member Values::*member, const std::string& meaning) {
  std::vector<std::string> all;
  for (const auto& [word, value] : words) all.push_back(word);
  return {{key, join(all, "|"), "", meaning},
          [=](Values& values, const std::string& text) {
            for (const auto& [word, value] : words)
              if (word == text) values.*member = value;
            return std::find(all.begin(), all.end(), text) != all.end();
          },
          [=](const Values& values) {
            for (const auto& [word, value] : words)
              if (values.*member == value) return word;
            return std::string("?");
          }};
}

}  // namespace weft::inline base
