// How many processors there are.
#pragma once

namespace weft {

int n_processors_allowed();  // on which this thread may run: the launcher binds processes to some
int n_processors_online();   // of the whole computer

}  // namespace weft
