// The exchanges. A new one is a file with a row function, and two lines here.
#include <algorithm>

#include "exchange/exchange.hpp"
#include "geometry/storage.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline exchange {

ExchangeRow window_pull_row();
ExchangeRow window_push_row();
ExchangeRow node_row();
ExchangeRow alltoallv_row();
ExchangeRow alltoallw_row();
ExchangeRow alltoall_row();
ExchangeRow pairwise_row();
ExchangeRow cyclic_row();
ExchangeRow p2p_row();
ExchangeRow persistent_row();
ExchangeRow alltoallv_init_row();

namespace {

class LocalExchange : public Exchange {
 public:
  void publish(const Call&) override {}
  bool progress() override { return true; }
};

ExchangeViews local_views(const Redistribution& move, int rank, const Nodes&) {
  ExchangeViews views;
  const Index stride = buffer_field_stride(move, move.from, rank);
  views.outgoing = whole_view(buffer_storage(move, move.from, rank), receive_slot, stride);
  views.incoming = views.outgoing;
  views.receive_elements = stride * move.n_fields;
  return views;
}

}  // namespace

const std::vector<ExchangeRow>& exchange_table() {
  static const std::vector<ExchangeRow> table = {
      window_pull_row(), window_push_row(), node_row(),           alltoallv_row(),
      alltoallw_row(),   alltoall_row(),    pairwise_row(),       cyclic_row(),
      p2p_row(),         persistent_row(),  alltoallv_init_row(),
  };
  return table;
}

}  // namespace weft::inline exchange

namespace weft {

const std::vector<std::string>& exchange_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ExchangeRow& row : exchange_table())
      if (why_missing(row).empty()) all.push_back(row.name);
    return all;
  }();
  return names;
}

std::string exchange_meaning(const std::string& name) { return find_exchange(name).meaning; }

}  // namespace weft

namespace weft::inline exchange {

bool works_on(const ExchangeRow& row, const Space& space) {
  return std::any_of(row.spaces.begin(), row.spaces.end(),
                     [&](const std::string& name) { return works_on(name, space); });
}

const ExchangeRow& find_exchange(const std::string& name) {
  for (const ExchangeRow& row : exchange_table())
    if (row.name == name) return row;
  fail_unknown("exchange", exchange_names(), name);
}

const ExchangeRow& local_exchange() {
  static const ExchangeRow row{.name = "local",
                               .meaning = "every process keeps what it has",
                               .views = local_views,
                               .counts =
                                   [](const Redistribution&, int, const Nodes&) {
                                     return ExchangeCounts{"local", 0, 0, 0, 0};
                                   },
                               .seconds = [](const Redistribution&, int, const Surroundings&) { return 0.0; },
                               .make = [](const ExchangeSetup&) -> std::unique_ptr<Exchange> {
                                 return std::make_unique<LocalExchange>();
                               }};
  return row;
}

ExchangeCounts count_messages(const std::string& name, const Redistribution& move, int rank) {
  ExchangeCounts counts{name, 0, 0, 0, 0};
  const Index strips = n_strips(move);
  for (int peer : group_of(move, rank)) {
    if (peer == rank) continue;
    counts.bytes_sent += piece_between(whole(move), rank, peer).n_points() * move.element_bytes;
    for (Index i = 0; i < strips; ++i)
      if (!piece_between(strips > 1 ? strip_of(move, i) : move, rank, peer).empty()) ++counts.messages;
  }
  return counts;
}

std::string why_missing(const ExchangeRow& row) { return row.missing != nullptr ? row.missing() : ""; }

Storage buffer_storage(const Redistribution& move, const Layout& layout, int rank) {
  return padded_storage(box_of(layout, rank).shape(), move.element_bytes);
}

Index buffer_field_stride(const Redistribution& move, const Layout& layout, int rank) {
  return whole_lines(buffer_storage(move, layout, rank).n_elements(), move.element_bytes);
}

Index whole_lines(Index elements, int element_bytes) {
  const Index line = 64 / element_bytes;
  return (elements + line - 1) / line * line;
}

Storage plain_storage(const Layout& layout, int rank) {
  return dense_storage(box_of(layout, rank).shape(), c_order(layout.n_axes()));
}

}  // namespace weft::inline exchange
