// The parcels of a process as the counts and starts of an all-to-all.
#include "exchange/counted_parcels.hpp"

#include "base/narrow.hpp"

namespace weft::inline exchange {

namespace {

const ParcelList& parcels_of(const ParcelSetup& setup, CountedParcels::Way way) {
  return way == CountedParcels::Way::out ? setup.out : setup.in;
}

Index bytes_of_unit(const ParcelSetup& setup, CountedParcels::Way way, const std::string& row) {
  return message_unit(parcels_of(setup, way), setup.n_fields, row) * setup.element_bytes;
}

}  // namespace

CountedParcels::CountedParcels(const ParcelSetup& setup, Way way, const std::string& row)
    : place_(way == Way::out ? setup.send : setup.receive),
      in_strips_(setup.in_strips),
      unit_(Datatype::contiguous(bytes_of_unit(setup, way, row))) {
  const Index unit = bytes_of_unit(setup, way, row) / setup.element_bytes;
  const ParcelList& parcels = parcels_of(setup, way);
  const Index n_fields = setup.n_fields;
  for (Index n = 1; n <= (in_strips_ ? 1 : n_fields); ++n) {
    std::vector<int>& counts = counts_.emplace_back();
    for (Index size : parcels.sizes) counts.push_back(narrow(n * (size / unit), "a message"));
  }
  for (Index field = 0; field < (in_strips_ ? n_fields : 1); ++field) {
    std::vector<int>& starts = starts_.emplace_back();
    for (std::size_t i = 0; i < parcels.starts.size(); ++i)
      starts.push_back(
          narrow((parcels.starts[i] + field * parcels.field_strides[i]) / unit, "the start of a message"));
  }
}

}  // namespace weft::inline exchange
