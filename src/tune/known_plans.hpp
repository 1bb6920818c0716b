// Wisdom as all processes of a job see it: process 0 reads and writes the file for all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tune/tuner.hpp"
#include "tune/wisdom.hpp"

namespace weft::inline tuning {

// A plan from the file, on all processes alike.
struct KnownPlan {
  std::optional<Choice> choice;  // nothing: none that may be used
  double pair_seconds = 0;
  std::vector<std::string> remarks;
};

// What the file says of this task; a measured plan is not enough where an exhaustive one is wanted. Wisdom of
// FFT libraries that belongs to it is taken over. Collective.
KnownPlan look_up_plan(const PlanTask& task);

// What FFT libraries of this process have learned for the plan of this choice; empty if it needs nothing. Not
// collective.
std::string learned_for(const Choice& choice);

// Why the text of a choice cannot be used for this task, in words; empty if it can, and then what FFT
// libraries have learned for it, which may differ between processes, is taken over. Collective; the same on
// all.
std::string refusal_of(const PlanTask& task, const std::string& choice, const std::string& fftw);

// What FFT libraries have learned in this process. Trials teach them much; afterwards they know again what
// they knew before.
class LearnedWisdom {
 public:
  LearnedWisdom();  // remembers
  void restore() const;

 private:
  std::vector<std::string> texts_;  // by row of the backend table
};

// How a remark begins that says why a plan is not kept.
inline constexpr const char* not_kept = "this plan is not kept for later: ";

// Keeps what was found, with the wisdom of FFT libraries that its plan needs: of all processes, which all
// then share, so that a plan made now and one made from the file are the same to the last bit. `before` is
// what they knew before the search. Returns why it is not kept, if it is not. Collective.
std::vector<std::string> keep_plan(const PlanTask& task, const Tuning& tuning, int n_measured,
                                   const LearnedWisdom& before);

}  // namespace weft::inline tuning
