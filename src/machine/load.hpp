// Whether processes and other programs take each other's time: what makes a measurement worth less.
#pragma once

#include <string>
#include <vector>

#include "machine/site.hpp"

namespace weft::inline machine {

// Which share of some time this process had a processor: the rest is time in which others had it.
class OwnShare {
 public:
  void start();
  void stop();
  double share() const;  // of the times between start and stop; at most 1, and 1 if there were none

 private:
  double wall_ = 0, own_ = 0;  // seconds; between start and stop less those at the start
};

struct Load {
  bool oversubscribed = false;
  bool loaded = false;
  std::vector<std::string> why;
};

// Seconds in which this thread was ready to run and others had its processor, since it began; 0 where the
// system does not tell. Not collective.
double seconds_without_processor();

// In words, that processes take turns on the processors of a machine (which may emulate several nodes); empty
// if none do. The same on all processes. Collective over the site.
std::string crowding(const Site& site);

// What can be seen before a measurement, while all processes sleep: more processes than processors, and
// threads of other programs that run. The same on all processes. Collective over the site.
Load load_before(const Site& site);

// Adds that some process, while it alone should have had a processor, had less than 19 of 20 parts of its
// time. Collective over the site.
void add_share(const Site& site, double share, Load& load);

}  // namespace weft::inline machine
