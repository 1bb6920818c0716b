// Tuning as commands do it: with progress, and with what each choice comes to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/session.hpp"
#include "weft/tuning.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

struct RankedChoice {
  Candidate candidate;
  // As process 0 sees it; nothing where a dry run cannot tell (windows on processes that are not in order).
  std::optional<Description> description;
};

struct FoundChoice {
  Tuning tuning;
  std::vector<RankedChoice> ranking;  // as in `tuning`
  std::string wisdom_path;            // of process 0
  bool keeps_wisdom = true;           // unless wisdom=ignore
  Options options;                    // that make the plan found
  std::size_t n_measured() const;     // choices
};

// Tunes; `options` as of a plan, without a choice. Collective. Throws what weft::tune() throws.
FoundChoice find_choice(const Session& session, const Problem& problem, const Options& options);

// Prints how the choice was found and where it is kept, and a note for each remark. `again` is the option
// that would measure it anew.
void tell_choice(const Session& session, const FoundChoice& found, const std::string& again);

}  // namespace weft::cli
