// Persistent requests of an exchange: made once, started in every call.
#include "exchange/request_sets.hpp"

#include <algorithm>

#include "comm/communicators.hpp"

namespace weft::inline exchange {

RequestSets::RequestSets(std::size_t n_kept, std::size_t n_requests) : sets_(n_kept) {
  for (Set& set : sets_) set.requests.reserve(n_requests);
}

RequestSets::~RequestSets() {
  if (abandoned_ || !mpi_is_usable()) return;
  for (Set& set : sets_) clear(set);
}

RequestSets::Set& RequestSets::find(const Key& key) {
  for (Set& set : sets_)
    if (set.key == key) return set;
  return *std::min_element(sets_.begin(), sets_.end(),
                           [](const Set& a, const Set& b) { return a.used < b.used; });
}

void RequestSets::clear(Set& set) {
  set.key = {};
  for (MPI_Request& request : set.requests) MPI_Request_free(&request);
  set.requests.clear();
}

}  // namespace weft::inline exchange
