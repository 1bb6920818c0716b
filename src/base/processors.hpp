// How many processors there are, and which of them a thread runs on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace weft::inline base {

int n_processors_allowed();  // on which this thread may run: the launcher binds processes to some
int n_processors_online();   // of the whole computer

// A bit for each processor on which this thread may run; none where the system does not say.
using ProcessorSet = std::array<std::uint64_t, 16>;
ProcessorSet processors_allowed();

// Numbers of the processors on which this thread may run, but for the one on which it runs now.
std::vector<int> other_processors_allowed();

// Keeps this thread on one processor, if the system lets it.
void stay_on_processor(int number);

}  // namespace weft::inline base
