// Persistent requests of an exchange: made once, started in every call.
//
// A request knows its addresses and counts, so there is a set of them for each number of fields, and for each
// pair of user's arrays if these take part. The sets that were used last are kept; running with known arrays
// makes nothing.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "comm/in_flight.hpp"

namespace weft::inline exchange {

class RequestSets {
 public:
  // What the requests of a set were made for.
  struct Key {
    const char* send = nullptr;
    const char* receive = nullptr;
    Index n_fields = 0;  // 0: of a set that is not there
    bool operator==(const Key&) const = default;
  };

  // At most `n_kept` sets of at most `n_requests` each.
  RequestSets(std::size_t n_kept, std::size_t n_requests);
  ~RequestSets();
  RequestSets(const RequestSets&) = delete;
  RequestSets& operator=(const RequestSets&) = delete;

  // The requests for `key`. Where they are not there, `make(requests)` adds them to an empty list, in place
  // of the set that has not been used for longest.
  template <class Make>
  std::vector<MPI_Request>& get(const Key& key, const Make& make) {
    Set& set = find(key);
    if (!(set.key == key)) {
      clear(set);
      make(set.requests);
      set.key = key;
    }
    set.used = ++now_;
    return set.requests;
  }

  // The requests are under way and will not end: they are not freed.
  void abandon() { abandoned_ = true; }

 private:
  struct Set {
    Key key;
    std::uint64_t used = 0;  // when; 0: never
    std::vector<MPI_Request> requests;
  };
  Set& find(const Key& key);  // or the one that makes room for it
  static void clear(Set& set);

  std::vector<Set> sets_;
  std::uint64_t now_ = 0;
  bool abandoned_ = false;
};

}  // namespace weft::inline exchange
