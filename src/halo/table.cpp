// The ways to exchange halos: those of the exchange table that apply, in its order.
#include <algorithm>

#include "halo/exchange.hpp"
#include "weft/halo.hpp"
#include "weft/words.hpp"

namespace weft::inline halo {

const std::vector<HaloRow>& halo_table() {
  static const std::vector<HaloRow> table = [] {
    std::vector<HaloRow> rows = {halo_pull_row(), halo_push_row(), halo_node_row()};
    for (const ExchangeRow& row : exchange_table()) {
      if (!works_on(row, host_space)) continue;
      if (row.make_of_parcels != nullptr) rows.push_back(halo_parcel_row(row));
      if (row.make_of_pieces != nullptr) rows.push_back(halo_piece_row(row));
    }
    return rows;
  }();
  return table;
}

}  // namespace weft::inline halo

namespace weft {

const std::vector<std::string>& halo_exchange_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const HaloRow& row : halo_table())
      if (row.exchange == nullptr || why_missing(*row.exchange).empty()) all.push_back(row.name);
    return all;
  }();
  return names;
}

}  // namespace weft

namespace weft::inline halo {

const HaloRow& find_halo_row(const std::string& name) {
  for (const HaloRow& row : halo_table())
    if (row.name == name) return row;
  std::vector<std::string> known = halo_exchange_names();
  known.insert(known.begin(), "auto");
  fail_unknown("exchange of halos", known, name);
}

Index HaloTask::leaving_bytes() const {
  return std::max(fill.leaving_elements(), add.leaving_elements()) * n_fields * arrays.element_bytes();
}

Index HaloTask::arriving_bytes() const {
  return std::max(fill.arriving_elements(), add.arriving_elements()) * n_fields * arrays.element_bytes();
}

int HaloPlace::position_of(int rank) const {
  return static_cast<int>(std::lower_bound(mates.begin(), mates.end(), rank) - mates.begin());
}

}  // namespace weft::inline halo
