// What all makers of lists of sweeps and exchanges share.
#pragma once

#include "plan/blueprint.hpp"

namespace weft {

// Settles the details of `choice` in a sweep, which may write around the cache or not. `n_fields` of a call
// are swept one after the other.
void set_details(const Choice& choice, bool may_stream, int n_fields, LocalSweep& sweep);

// True if some piece of the view lies in the user's arrays.
bool is_of_user(const View& view);

// Slots of an exchange become slots of the plan.
View in_slots_of_plan(View view, const MoveStep& step, const Blueprint& blueprint, int rank);

}  // namespace weft
