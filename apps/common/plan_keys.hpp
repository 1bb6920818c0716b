// The options of a simulation's plan as keys of its settings file: plan.exchange and so on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/keys.hpp"
#include "weft/checkpoint.hpp"
#include "weft/options.hpp"

namespace weft::apps {

class PlanKeys {
 public:
  // All options but those that the simulation sets itself: the products on its plan.
  PlanKeys();

  // Bound to this. Not collective.
  std::vector<Key> keys();
  // Those that are not at their standard value. Error(invalid_argument) for a value that is none of its
  // option.
  Options options() const;
  // For checkpoints.
  std::string in_words() const;
  // To go on from a checkpoint, if any, with the choice of its plan: unless other options are asked for.
  Options options(Checkpoint* checkpoint) const;

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace weft::apps
