// A calibration as a list of measurements, so that what is left is known before any of it is done.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace weft::inline machine {

struct Measurement {
  std::string what;           // "copies"
  double seconds = 0;         // of an idle machine, roughly: the share of the whole
  std::function<void()> run;  // collective over the site
};

// One after the other. `progress`, if there is one, is told before each: "part 3 of 75, 41 s left: copies".
// The time left is that of the list, at the speed of what is done.
void run(const std::vector<Measurement>& list, const std::function<void(const std::string&)>& progress);

}  // namespace weft::inline machine
