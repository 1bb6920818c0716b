// One array per process in the segments of a window, and how the array of one process is spread over them:
// pure. What `window-push` writes and `window-pull` reads is the same view with the layouts exchanged.
#pragma once

#include "geometry/redistribution.hpp"
#include "geometry/view.hpp"
#include "weft/description.hpp"

namespace weft::inline exchange {

// How the arrays of `layout` lie in the segments.
struct WindowArrays {
  const Redistribution& move;
  const Layout& layout;  // of `move`: its source or its target
  bool is_user = false;  // dense, as the user's array, and bound for each field; else padded, all fields
  Storage storage(int rank) const;
  Index field_stride(int rank) const;  // in elements, from field to field in a segment
};

// The whole array of `rank`, in its own segment.
View own_view(const WindowArrays& arrays, int rank);
// The block that `rank` has in `layout` (the other one of the move), wherever it lies in the segments.
View spread_view(const WindowArrays& arrays, const Layout& layout, int rank);

// What a round costs `rank`: it writes into the segments of its peers, or reads from them.
ExchangeCounts count_window(const std::string& name, bool push, const Redistribution& move, int rank);

}  // namespace weft::inline exchange
