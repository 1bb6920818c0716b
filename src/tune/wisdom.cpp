// Plans that were found, looked up and remembered in a file.
#include "tune/wisdom.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/file_lock.hpp"
#include "tune/wisdom_text.hpp"
#include "weft/error.hpp"
#include "weft/text_file.hpp"
#include "weft/tuning.hpp"
#include "weft/words.hpp"

namespace weft::inline tuning {

namespace {

constexpr std::size_t most_complaints = 4;  // about damage; the others are counted

// The text of the file; nothing if there is none. Error(resource) for what is no file, which might never end.
std::optional<std::string> read_wisdom(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    fail(ErrorCode::resource, path + " is not a file; remove it, or set WEFT_HOME to another folder");
  return read_text(path);
}

int rank_of(const WisdomEntry& entry) { return rank_of_effort(entry.effort).value(); }

// Complaints about one file.
class Complaints {
 public:
  explicit Complaints(std::string path) : path_(std::move(path)) {}

  void add(int line, const std::string& what) {
    texts_.push_back(path_ + ", line " + std::to_string(line) + ": " + what);
  }
  // Lines of `text`, the first of which is `line`; empty ones at the end do not count.
  void add_damage(int line, const std::string& text, const std::string& what) {
    if (++n_damaged_ > most_complaints) return;
    const int last = line + n_lines_of(text.substr(0, text.find_last_not_of(" \t\r\n") + 1));
    add(line, what + "; delete line" + (last == line ? " " : "s " + std::to_string(line) + " to ") +
                  std::to_string(last));
  }
  void add_strays(int line, const std::string& text) {
    if (has_strays(text)) add_damage(line, text, "here is what belongs to no plan; it is ignored");
  }
  std::vector<std::string> take() {
    if (n_damaged_ > most_complaints)
      texts_.push_back(path_ + ": " + std::to_string(n_damaged_ - most_complaints) +
                       " more parts of it are damaged and ignored; delete the file to begin again");
    return std::move(texts_);
  }

 private:
  std::string path_;
  std::vector<std::string> texts_;
  std::size_t n_damaged_ = 0;
};

// How a plan of the same problem differs: "weft 0.4 (this is 0.5)"; empty if it is another problem or the
// same key.
std::vector<std::string> differences(const WisdomKey& there, const WisdomKey& here) {
  if (there.problem != here.problem || there.nodes != here.nodes) return {};
  std::vector<std::string> words;
  const auto compare = [&](const std::string& what, const std::string& a, const std::string& b) {
    if (a != b) words.push_back(what + " " + a + " (this is " + b + ")");
  };
  compare("weft", there.weft, here.weft);
  compare("the MPI library", there.mpi, here.mpi);
  compare("the computer", there.computer, here.computer);
  return words;
}

// Plans that are of no use here: the nearest one of the same problem, and those of another format.
class Others {
 public:
  void see(int line, const WisdomKey& there, const WisdomKey& here) {
    const std::vector<std::string> words = differences(there, here);
    if (words.empty() || (!nearest_.empty() && words.size() > nearest_.size())) return;
    nearest_ = words;
    line_of_nearest_ = line;
  }
  void see_format(int line, int format) {
    if (n_of_other_format_++ == 0) first_ = {line, format};
  }
  void tell(Complaints& complaints) const {
    if (!nearest_.empty())
      complaints.add(line_of_nearest_, "a plan of this problem is for " + join(nearest_, " and ") +
                                           "; it is ignored, tune again");
    if (n_of_other_format_ > 0)
      complaints.add(first_.first, "a plan of format " + std::to_string(first_.second) + " (" +
                                       std::to_string(n_of_other_format_) +
                                       " of other formats in all; this weft reads format " +
                                       std::to_string(wisdom_format) +
                                       "); it is ignored, use the weft that wrote it or tune again");
  }

 private:
  std::vector<std::string> nearest_;
  int line_of_nearest_ = 0;
  int n_of_other_format_ = 0;
  std::pair<int, int> first_;  // line and format
};

Found look_up_in(const std::string& text, const WisdomKey& key, const std::string& path) {
  Found found;
  Complaints complaints(path);
  Others others;
  const std::vector<WisdomPiece> pieces = pieces_of(text);
  complaints.add_strays(1, pieces.front().text);
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const auto& [piece, line] = pieces[i];
    const WisdomReading reading = read_plan(piece);
    if (reading.entry && reading.entry->key == key) {
      if (!found.entry || rank_of(*reading.entry) >= rank_of(*found.entry)) found.entry = reading.entry;
    } else if (reading.entry) {
      others.see(line, reading.entry->key, key);
    } else if (reading.other_format != 0) {
      others.see_format(line, reading.other_format);
    } else {
      complaints.add_damage(line, piece, "this plan is damaged and ignored: " + reading.damage);
    }
    if (reading.entry)
      complaints.add_strays(line + n_lines_of(piece) - n_lines_of(reading.rest), reading.rest);
  }
  if (!found.entry) others.tell(complaints);
  found.complaints = complaints.take();
  return found;
}

// Whether the plan `old` is worth more than `entry` of the same key.
bool is_kept(const WisdomEntry& old, const WisdomEntry& entry) {
  return rank_of(old) > rank_of(entry) && old.fft_versions == entry.fft_versions;
}

// Ends the last line, and leaves an empty one, before a plan is added.
void part_from_next(std::string& text) {
  if (!text.ends_with('\n')) text += '\n';
  if (!text.ends_with("\n\n")) text += '\n';
}

// The text with the entry in it; nothing if a better plan is there.
std::optional<std::string> merged(const std::string& old, const WisdomEntry& entry) {
  const std::string plan = to_text(entry);
  std::string text;
  bool is_there = false;
  for (const WisdomPiece& piece : pieces_of(old)) {
    const WisdomReading reading = piece.text.empty() ? WisdomReading() : read_plan(piece.text);
    if (!reading.entry || !(reading.entry->key == entry.key)) {
      text += piece.text;
      continue;
    }
    if (is_kept(*reading.entry, entry)) return std::nullopt;
    if (!std::exchange(is_there, true)) text += plan;
    text += reading.rest;
  }
  if (!is_there) {
    part_from_next(text);
    text += plan;
  }
  return text;
}

std::unique_ptr<FileLock> locked(const std::string& path, double seconds) {
  try {
    auto lock = std::make_unique<FileLock>(path, seconds, FileLock::LockFile::kept, another_home);
    if (lock->holds()) return lock;
  } catch (const Error& error) {
    fail(error.code(), std::string("the plan is not kept: ") + error.what());
  }
  fail(ErrorCode::resource,
       "the plan is not kept: there are no locks on the file system of " + path + "; " + another_home);
}

// What a symbolic link points to is replaced, not the link.
std::string without_links(const std::string& path) {
  std::error_code none;
  const std::filesystem::path real = std::filesystem::canonical(path, none);
  return none ? path : real.string();
}

}  // namespace

Found look_up(const std::string& path, const WisdomKey& key) {
  try {
    const std::optional<std::string> text = read_wisdom(path);
    return text ? look_up_in(*text, key, path) : Found();
  } catch (const Error& error) {
    return {std::nullopt, {error.what()}};
  }
}

bool remember(const std::string& path, const WisdomEntry& entry, double seconds) {
  if (path.empty()) fail(ErrorCode::resource, std::string("the plan is not kept: ") + no_home);
  to_text(entry);  // refuses what cannot be kept, before anything is made
  const std::string real_path = without_links(path);
  std::error_code ignored;  // the lock tells what is missing
  std::filesystem::create_directories(std::filesystem::path(real_path).parent_path(), ignored);
  const std::unique_ptr<FileLock> lock = locked(real_path, seconds);
  const std::string old = read_wisdom(real_path).value_or("");
  const std::optional<std::string> text = merged(old.empty() ? wisdom_head : old, entry);
  if (text) replace_text(real_path, *text, another_home);
  return text.has_value();
}

}  // namespace weft::inline tuning

namespace weft {

std::string wisdom_path() {
  const std::string folder = personal_folder();
  return folder.empty() ? "" : folder + "/wisdom.toml";
}

}  // namespace weft
