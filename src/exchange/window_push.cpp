// window-push: the sweep before writes into the other processes' memory. Nothing is copied, nothing is sent.
//
// The mirror of window-pull: each process scatters its lines to where they are wanted, into the segments of
// its peers in a window that the processes of a node share, and raises a flag; the next sweep reads its own
// segment. As many bytes are written and read; what crosses between processes are stores, which nobody waits
// for, instead of loads, and the next sweep reads memory of its own node of a machine with several.
#include "exchange/exchange.hpp"
#include "exchange/window_views.hpp"

namespace weft::inline exchange {

namespace {

ExchangeViews push_views(const Redistribution& move, int rank, const Nodes&) {
  const WindowArrays arrays{move, move.to};
  ExchangeViews views;
  views.outgoing = spread_view(arrays, move.from, rank);
  views.incoming = own_view(arrays, rank);
  views.window_elements = arrays.field_stride(rank) * move.n_fields;
  return views;
}

}  // namespace

ExchangeRow window_push_row() {
  return {.name = "window-push",
          .meaning =
              "as window-pull in the opposite direction: a process writes its pieces into the memory of "
              "those that need them",
          .shares_memory = true,
          .writes_to_peers = true,
          .mirror = "window-pull",
          .views = push_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_window("window-push", true, move, rank); },
          .seconds = seconds_of_flags,
          .make = make_window_exchange,
          .window_group = whole_group};
}

}  // namespace weft::inline exchange
