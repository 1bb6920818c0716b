// Which of several choices is taken: the plan by rule, unless another one beats it again and again.
#include "tune/second_look.hpp"

#include <algorithm>

namespace weft::inline tuning {

namespace {

constexpr double better = 0.98;  // times the plan by rule: less is no victory
constexpr int enough_wins = 4, most_defeats = 1, enough_looks_at_second = 3;

// The ratios of the looks that are evidence.
std::vector<double> evidence(const Contender& contender, double usual) {
  std::vector<double> ratios;
  for (const Comparison& look : contender.looks)
    if (is_evidence(look, usual)) ratios.push_back(look.ratio());
  return ratios;
}

double usual_of(const std::vector<Contender>& contenders) {
  std::vector<Comparison> all;
  for (const Contender& contender : contenders) {
    all.push_back(contender.first);
    all.insert(all.end(), contender.looks.begin(), contender.looks.end());
  }
  return usual_reference(all);
}

double seconds_of(const Contender& contender, double usual) {
  if (const std::vector<double> ratios = evidence(contender, usual); !ratios.empty())
    return median(ratios) * usual;
  if (is_evidence(contender.first, usual)) return contender.first.ratio() * usual;
  double least = contender.first.seconds;
  for (const Comparison& look : contender.looks) least = std::min(least, look.seconds);
  return least;
}

// One of those that may still win.
struct Standing {
  std::size_t index;
  double seconds;
  int n_looks, n_wins;
};

}  // namespace

std::vector<double> seconds_of(const std::vector<Contender>& contenders) {
  const double usual = usual_of(contenders);
  std::vector<double> seconds{usual};
  for (std::size_t i = 1; i < contenders.size(); ++i) seconds.push_back(seconds_of(contenders[i], usual));
  return seconds;
}

Verdict judge(const std::vector<Contender>& contenders) {
  const double usual = usual_of(contenders);
  std::vector<Standing> open;
  bool is_any_beaten = false;
  int n_evidence = 0;
  for (std::size_t i = 1; i < contenders.size(); ++i) {
    const std::vector<double> ratios = evidence(contenders[i], usual);
    const auto n_looks = static_cast<int>(ratios.size());
    n_evidence += n_looks;
    const auto n_wins = static_cast<int>(
        std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio < better; }));
    const bool is_beaten = n_looks - n_wins > most_defeats;
    is_any_beaten = is_any_beaten || is_beaten;
    if (!is_beaten && !contenders[i].is_out)
      open.push_back({i, seconds_of(contenders[i], usual), n_looks, n_wins});
  }
  std::stable_sort(open.begin(), open.end(),
                   [](const Standing& a, const Standing& b) { return a.seconds < b.seconds; });
  const auto holds = [](const Standing& standing) { return standing.n_wins >= enough_wins; };
  const auto winner = std::find_if(open.begin(), open.end(), holds);
  const std::size_t best = winner == open.end() ? 0 : winner->index;
  // Who seems slower than the plan by rule is looked at only if nobody else was.
  if (open.empty() || (open.front().seconds >= usual && is_any_beaten))
    return {std::nullopt, best, n_evidence};
  if (!holds(open.front())) return {open.front().index, best, n_evidence};
  if (open.size() > 1 && open[1].seconds < usual && open[1].n_looks < enough_looks_at_second)
    return {open[1].index, best, n_evidence};
  return {std::nullopt, best, n_evidence};
}

}  // namespace weft::inline tuning
