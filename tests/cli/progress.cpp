// Progress of a command, with a clock and a terminal of the test: what is written, and when.

#include "program/progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "simulation/step_progress.hpp"

namespace weft::test {
namespace {

using cli::Pace;
using cli::Progress;
using cli::ProgressStyle;
using Form = ProgressStyle::Form;

struct Screen {
  double now = 1000;
  std::string text;
  Progress shown(Form form, int columns = 0) {
    return Progress(
        {form, columns}, [this] { return now; }, [this](const std::string& more) { text += more; });
  }
  std::string taken() {
    std::string all;
    all.swap(text);
    return all;
  }
};

TEST(ProgressStyleOf, the_variable_comes_before_the_terminal) {
  const auto form = [](const char* variable, bool is_terminal, const char* term) {
    return cli::progress_style(variable, is_terminal, term)->form;
  };
  EXPECT_EQ(form(nullptr, true, "xterm"), Form::line);
  EXPECT_EQ(form("", true, nullptr), Form::line);
  EXPECT_EQ(form(nullptr, true, "dumb"), Form::log);
  EXPECT_EQ(form(nullptr, false, "xterm"), Form::log);
  EXPECT_EQ(form("0", true, "xterm"), Form::none);
  EXPECT_EQ(form("1", false, "dumb"), Form::line);
  EXPECT_EQ(form("log", true, "xterm"), Form::log);
  EXPECT_EQ(cli::progress_style("1", false, nullptr)->columns, 0);
  EXPECT_EQ(cli::progress_style("132", false, nullptr)->columns, 132);
  for (const char* wrong : {"2", "9", "-1", "80x", "yes", "99999999999"})
    EXPECT_FALSE(cli::progress_style(wrong, true, "xterm")) << wrong;
}

TEST(CutTo, leaves_whole_words) {
  EXPECT_EQ(cli::cut_to("step 12 of 50, 8 s left", 80), "step 12 of 50, 8 s left");
  EXPECT_EQ(cli::cut_to("step 12 of 50, 8 s left", 23), "step 12 of 50, 8 s left");
  EXPECT_EQ(cli::cut_to("step 12 of 50, 8 s left", 22), "step 12 of 50, 8 s");
  EXPECT_EQ(cli::cut_to("step 12 of 50, 8 s left", 15), "step 12 of 50");
  EXPECT_EQ(cli::cut_to("step 12 of 50, 8 s left", 14), "step 12 of 50");
  EXPECT_EQ(cli::cut_to("step 12 of 50, 8 s left", 12), "step 12 of");
  EXPECT_EQ(cli::cut_to("abcdefgh", 3), "abc");
  EXPECT_EQ(cli::cut_to("\xc3\xa9\xc3\xa9\xc3\xa9", 3), "\xc3\xa9\xc3\xa9\xc3\xa9");
  EXPECT_EQ(cli::cut_to("\xc3\xa9\xc3\xa9\xc3\xa9", 2), "\xc3\xa9\xc3\xa9");
  EXPECT_EQ(cli::cut_to("", 5), "");
}

TEST(Progress, redraws_a_line_on_a_terminal_and_removes_it) {
  Screen screen;
  Progress progress = screen.shown(Form::line, 20);
  progress.clear();
  EXPECT_EQ(screen.taken(), "") << "there is nothing to remove";
  progress.show("reading a file of some length");
  EXPECT_EQ(screen.taken(), "\r\033[Kreading a file of");
  EXPECT_FALSE(progress.is_due());
  screen.now += 0.05;
  EXPECT_FALSE(progress.is_due());
  screen.now += 0.06;
  EXPECT_TRUE(progress.is_due());
  progress.show("writing");
  EXPECT_EQ(screen.taken(), "\r\033[Kwriting");
  progress.clear();
  progress.clear();
  EXPECT_EQ(screen.taken(), "\r\033[K");
  progress.show("writing");
  progress.finish("done");
  EXPECT_EQ(screen.taken(), "\r\033[Kwriting\r\033[K");
}

TEST(Progress, writes_a_line_a_minute_elsewhere_and_one_at_the_end) {
  Screen screen;
  Progress progress = screen.shown(Form::log);
  for (int i = 0; i < 1200; ++i) {  // 150 s
    progress.show("turn " + std::to_string(i));
    progress.clear();
    screen.now += 0.125;
  }
  progress.finish("turn 1200");
  EXPECT_EQ(screen.taken(),
            "weft: progress: turn 480\nweft: progress: turn 960\nweft: progress: turn 1200\n");
  Progress brief = screen.shown(Form::log);
  brief.show("turn 0");
  brief.finish("turn 1");
  EXPECT_EQ(screen.taken(), "") << "what is over in a minute leaves nothing";
}

TEST(Progress, shows_nothing_where_none_is_asked_for) {
  Screen screen;
  Progress progress = screen.shown(Form::none);
  progress.show("reading");
  screen.now += 1000;
  EXPECT_FALSE(progress.is_due());
  progress.show("reading");
  progress.finish("done");
  EXPECT_EQ(screen.taken(), "");
}

TEST(PaceOf, counts_what_is_new_and_forgets_what_is_long_ago) {
  Pace pace(100, 5000);
  EXPECT_EQ(pace.per_second(), 0);
  EXPECT_FALSE(pace.seconds_for(10));
  pace.mark(100.5, 5010);
  EXPECT_DOUBLE_EQ(pace.per_second(), 20) << "the 5000 of before do not count";
  for (int i = 1; i <= 600; ++i) pace.mark(100 + 0.5 * i, 5000 + 10 * i);
  EXPECT_DOUBLE_EQ(pace.per_second(), 20);
  for (int i = 1; i <= 120; ++i) pace.mark(400 + 0.5 * i, 11000 + i);  // for a minute, a tenth as fast
  EXPECT_DOUBLE_EQ(pace.per_second(), 2) << "the mean of all is 17";
  EXPECT_DOUBLE_EQ(*pace.seconds_for(10), 5);
  Pace slow(0);
  for (int i = 1; i <= 5; ++i) slow.mark(100 * i, i);  // steps that are longer than what counts
  EXPECT_DOUBLE_EQ(slow.per_second(), 0.01);
}

// Of a step every `seconds`.
class Steps : public apps::Simulation {
 public:
  double time() const override { return time_; }
  double dt() const override { return 0.01; }
  Index n_steps() const override { return n_steps_; }
  void step(const Look&) override {
    ++n_steps_;
    time_ += dt();
  }
  std::vector<apps::Quantity> quantities() override { return {}; }
  double courant_here() const override { return 0; }
  double courant_limit() const override { return 1; }
  bool is_finite_here() override { return true; }
  void write(CheckpointWriter&) override {}
  void read(const Checkpoint&, std::vector<std::string>&) override {}
  void write_snapshot(Series&) override {}
  bool write_statistics(const std::string&, Index) override { return false; }
  Attributes facts() const override { return {}; }
  std::vector<std::string> words() const override { return {}; }
  std::vector<apps::Quantity> times() const override { return {}; }
  Index n_steps_ = 1000;  // of a job before
  double time_ = 10;
};

TEST(StepProgress, says_what_is_left_by_time_or_by_steps) {
  for (const bool by_steps : {false, true}) {
    Screen screen;
    Progress progress = screen.shown(Form::line, 200);
    Steps steps;
    apps::RunSettings settings;
    settings.until = 50;
    settings.most_steps = by_steps ? 2000 : 0;
    cli::StepProgress shown(progress, steps, settings);
    for (int i = 1; i <= 100; ++i) {
      screen.now += 0.0625;
      steps.step({});
      std::vector<apps::Quantity> measured;
      if (i == 97) measured = {{"courant_number", "", 0.4123}, {"energy", "U^2", 0.12345}};
      shown.stepped(measured);
    }
    const std::string all = screen.taken();
    EXPECT_EQ(all.substr(all.rfind('\r')),
              by_steps ? "\r\033[Kstep 1100 of 2000, t=11 of 50, 16 steps/s, 56 s left, "
                         "courant_number=0.412 energy=0.123"
                       : "\r\033[Kstep 1100 of 5000, t=11 of 50, 16 steps/s, 4 min 4 s "
                         "left, courant_number=0.412 energy=0.123");
    EXPECT_LE(std::count(all.begin(), all.end(), '\r'), 51) << "ten a second at most";
  }
}

TEST(StepProgress, tells_slow_steps_by_their_seconds_and_ends_with_the_last_one) {
  Screen screen;
  Progress progress = screen.shown(Form::log);
  Steps steps;
  apps::RunSettings settings;
  settings.until = 10.05;
  cli::StepProgress shown(progress, steps, settings);
  for (int i = 0; i < 5; ++i) {
    screen.now += 40;
    steps.step({});
    shown.stepped({});
  }
  steps.step({});  // a look at the last state
  shown.finish();
  EXPECT_EQ(screen.taken(),
            "weft: progress: step 1002 of 1005, t=10 of 10.1, 40 s a step, 2 min 0 s left\n"
            "weft: progress: step 1004 of 1005, t=10 of 10.1, 40 s a step, 40 s left\n"
            "weft: progress: step 1005 of 1005, t=10 of 10.1, 40 s a step\n");
}

}  // namespace
}  // namespace weft::test
