// How far a long command is: a line on the standard error of process 0.
//
// On a terminal the line is drawn over the one before: when a part begins, and of a loop at most ten times a
// second. It is cut to the width, and removed when something else is printed and at the end. Elsewhere (a
// file, a pipe, the log of a batch job) a line stays, and there is one a minute. Processes behind a launcher
// see no terminal: weft-run tells its width in WEFT_PROGRESS. Colours are not used.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace weft::cli {

struct ProgressStyle {
  enum class Form { none, line, log };
  Form form = Form::none;
  int columns = 0;  // of the terminal; 0: it is asked each time
};

// What WEFT_PROGRESS says (null or empty: nothing): 0 none, 1 a line, a number from 10 on a line of so many
// columns, log a line a minute. Without it a terminal gets a line, unless it is one without cursor control
// (TERM=dumb). Nothing for a value that has no meaning.
std::optional<ProgressStyle> progress_style(const char* variable, bool is_terminal, const char* term);
// That of this process; nothing is shown for a value that has no meaning.
ProgressStyle progress_style_here();
// What is wrong with WEFT_PROGRESS, in words; empty: nothing.
std::string progress_problem();

// `text` in `columns` columns or less, cut between words: part of a number is another number.
std::string cut_to(const std::string& text, int columns);

class Progress {
 public:
  // Both can be replaced, for tests: seconds of a clock, and what is written.
  using Clock = std::function<double()>;
  using Write = std::function<void(const std::string&)>;
  explicit Progress(ProgressStyle style, Clock clock = seconds_now, Write write = write_to_errors);

  bool is_shown() const { return style_.form != ProgressStyle::Form::none; }
  // Seconds of the clock.
  double now() const { return clock_(); }
  // Whether a loop should show how far it is; its text is made only then.
  bool is_due() const;

  // What the command begins with now: at once on a terminal, else if a minute has passed.
  void show(const std::string& text);
  // The text is out of the way of what is printed next.
  void clear();
  // The command is at its end: a log that has lines gets a last one.
  void finish(const std::string& text);

  static double seconds_now();
  static void write_to_errors(const std::string& text);

 private:
  int columns() const;
  void write_line(const std::string& text);

  ProgressStyle style_;
  Clock clock_;
  Write write_;
  double written_at_;
  bool is_drawn_ = false, has_lines_ = false;
};

// ", 41 s left"; empty for less than half a second, and if it is not known.
std::string left_in_words(const std::optional<double>& seconds);

// How fast something goes of late: over the last half minute, or over the last two marks where these are
// rarer.
class Pace {
 public:
  // done: so much was there before, at `seconds`.
  explicit Pace(double seconds, double done = 0) : marks_{{seconds, done}}, last_{seconds, done} {}
  void mark(double seconds, double done);
  double per_second() const;  // 0: not known yet
  // Of so much more; nothing as long as it is not known.
  std::optional<double> seconds_for(double amount) const;

 private:
  std::deque<std::pair<double, double>> marks_;
  std::pair<double, double> last_;
};

}  // namespace weft::cli
