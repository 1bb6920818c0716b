// window-pull: the sweep after reads the other processes' memory. Nothing is copied, nothing is sent.
//
// Each process writes its array once, into its own segment of a window that the processes of a node
// share, and raises a flag. The next sweep gathers its lines from all segments. On a node this is the
// least that can be moved: every byte is written once and read once.
#include "exchange/exchange.hpp"
#include "exchange/window_views.hpp"

namespace weft::inline exchange {

namespace {

ExchangeViews pull_views(const Redistribution& move, int rank, const Nodes&) {
  const WindowArrays arrays{move, move.from};
  ExchangeViews views;
  views.outgoing = own_view(arrays, rank);
  views.incoming = spread_view(arrays, move.to, rank);
  views.window_elements = arrays.field_stride(rank) * move.n_fields;
  return views;
}

}  // namespace

ExchangeRow window_pull_row() {
  return {.name = "window-pull",
          .meaning =
              "processes of a node write into shared memory, and read each other's pieces there: no message, "
              "no copy",
          .shares_memory = true,
          .mirror = "window-push",
          .views = pull_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_window("window-pull", false, move, rank); },
          .seconds = seconds_of_flags,
          .make = make_window_exchange,
          .window_group = whole_group};
}

}  // namespace weft::inline exchange
