// A line that is redrawn, or one a minute.
#include "program/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "weft/words.hpp"

namespace weft::cli {

namespace {

constexpr const char* variable_name = "WEFT_PROGRESS";
constexpr int least_columns = 10, usual_columns = 80;
constexpr double between_lines = 0.1, between_log_lines = 60;  // seconds
constexpr double between_marks = 1, of_late = 30;              // seconds
constexpr const char* begin_of_log_line = "weft: progress: ";  // weft-watch-job knows both beginnings
constexpr const char* begin_of_line = "\r\033[K";

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

std::optional<ProgressStyle> progress_style(const char* variable, bool is_terminal, const char* term) {
  using Form = ProgressStyle::Form;
  if (variable == nullptr || *variable == '\0') {
    const bool has_cursor = term == nullptr || std::strcmp(term, "dumb") != 0;
    return ProgressStyle{is_terminal && has_cursor ? Form::line : Form::log};
  }
  const std::string text = variable;
  if (text == "0") return ProgressStyle{Form::none};
  if (text == "1") return ProgressStyle{Form::line};
  if (text == "log") return ProgressStyle{Form::log};
  int columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  if (error != std::errc{} || end != text.data() + text.size() || columns < least_columns)
    return std::nullopt;
  return ProgressStyle{Form::line, columns};
}

ProgressStyle progress_style_here() {
  return progress_style(std::getenv(variable_name), isatty(STDERR_FILENO) == 1, std::getenv("TERM"))
      .value_or(ProgressStyle{});
}

std::string progress_problem() {
  const char* variable = std::getenv(variable_name);
  if (progress_style(variable, false, nullptr)) return "";
  return std::string(variable_name) + " is '" + variable +
         "' but must be 0 (no progress), 1 (a line that is redrawn), the columns of the terminal (10 or "
         "more) or log "
         "(a line a minute)";
}

std::string cut_to(const std::string& text, int columns) {
  int n = 0;
  std::size_t end = 0, word_end = 0;  // of what fits
  for (; end < text.size(); ++end) {
    if (begins_character(text[end]) && ++n > columns) break;
    if (text[end] == ' ') word_end = end;
  }
  if (end == text.size()) return text;
  if (text[end] == ' ') word_end = end;
  std::string cut = text.substr(0, word_end > 0 ? word_end : end);
  while (!cut.empty() && std::strchr(" ,;:", cut.back()) != nullptr) cut.pop_back();
  return cut;
}

double Progress::seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What cannot be written there can be told nowhere.
void Progress::write_to_errors(const std::string& text) { std::fputs(text.c_str(), stderr); }

Progress::Progress(ProgressStyle style, Clock clock, Write write)
    : style_(style), clock_(std::move(clock)), write_(std::move(write)), written_at_(clock_()) {}

bool Progress::is_due() const {
  if (!is_shown()) return false;
  return clock_() - written_at_ >=
         (style_.form == ProgressStyle::Form::line ? between_lines : between_log_lines);
}

void Progress::show(const std::string& text) {
  if (style_.form == ProgressStyle::Form::line) {
    // A line that fills the terminal cannot be drawn over everywhere.
    write_(begin_of_line + cut_to(text, columns() - 1));
    is_drawn_ = true;
    written_at_ = clock_();
  } else if (is_due()) {
    write_line(text);
  }
}

void Progress::clear() {
  if (is_drawn_) write_(begin_of_line);
  is_drawn_ = false;
}

void Progress::finish(const std::string& text) {
  clear();
  if (has_lines_) write_line(text);
}

void Progress::write_line(const std::string& text) {
  write_(begin_of_log_line + text + "\n");
  has_lines_ = true;
  written_at_ = clock_();
}

int Progress::columns() const {
  if (style_.columns > 0) return style_.columns;
  struct winsize window = {};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col >= least_columns;
  return is_known ? window.ws_col : usual_columns;
}

std::string left_in_words(const std::optional<double>& seconds) {
  const double whole = std::round(seconds.value_or(0));
  return whole > 0 ? ", " + short_duration(whole) + " left" : "";
}

void Pace::mark(double seconds, double done) {
  last_ = {seconds, done};
  if (seconds - marks_.back().first >= between_marks) marks_.push_back(last_);
  while (marks_.size() > 2 && seconds - marks_[1].first >= of_late) marks_.pop_front();
}

double Pace::per_second() const {
  const double seconds = last_.first - marks_.front().first;
  return seconds > 0 ? (last_.second - marks_.front().second) / seconds : 0;
}

std::optional<double> Pace::seconds_for(double amount) const {
  if (!(per_second() > 0)) return std::nullopt;
  return amount / per_second();
}

}  // namespace weft::cli
