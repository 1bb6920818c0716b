// persistent: a parcel for each peer, sent and received by persistent requests.
//
// MPI learns once where the parcels are and what is to become of them; a call only starts the requests
// (MPI_Startall). That spares the checks, the matching of arguments and the setting up of each message: wins
// where parcels are small and many, as in the column loop of "FFTs on a cluster" (fft2d-p), whose messages
// are of one length and for known peers. Where messages leave from or arrive in a user's array, the requests
// are made when the array is first used, and kept for the arrays that were used last.
#include "comm/check.hpp"
#include "comm/in_flight.hpp"
#include "exchange/exchange.hpp"
#include "exchange/parcel_messages.hpp"
#include "exchange/request_sets.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* persistent_name = "persistent";
constexpr Index n_arrays_kept = 8;  // pairs of user's arrays

class Persistent : public Exchange {
 public:
  explicit Persistent(const ParcelSetup& setup)
      : send_(setup, ParcelMessages::Way::out),
        receive_(setup, ParcelMessages::Way::in),
        messages_(setup.timeout_seconds, send_.most() + receive_.most()),
        n_peers_(setup.group.size()),
        sets_(static_cast<std::size_t>((is_of_user() ? n_arrays_kept : 1) * setup.n_fields),
              static_cast<std::size_t>(send_.most() + receive_.most())) {
    Call call;
    for (call.n_fields = 1; !is_of_user() && call.n_fields <= setup.n_fields; ++call.n_fields)
      requests_of(call);
  }
  ~Persistent() override {
    if (!messages_.is_empty()) sets_.abandon();
  }
  Persistent(const Persistent&) = delete;
  Persistent& operator=(const Persistent&) = delete;

  void publish(const Call& call) override {
    std::vector<MPI_Request>& requests = requests_of(call);
    if (requests.empty()) return;
    check_mpi(MPI_Startall(static_cast<int>(requests.size()), requests.data()),
              "starting to exchange parcels by MPI_Startall");
    std::size_t next = 0;
    for (const ParcelMessages* half : {&receive_, &send_})
      for (std::size_t i = 0; i < n_peers_; ++i)
        for (Index n = half->has(i) ? half->n_messages(call.n_fields) : 0; n > 0; --n)
          messages_.add(requests[next++], half->peer(i));
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  bool is_of_user() const { return send_.place().user != nullptr || receive_.place().user != nullptr; }
  std::vector<MPI_Request>& requests_of(const Call& call) {
    const RequestSets::Key key{send_.place().address(call), receive_.place().address(call), call.n_fields};
    return sets_.get(key, [&](std::vector<MPI_Request>& requests) {
      for (const ParcelMessages* half : {&receive_, &send_})
        for (std::size_t i = 0; i < n_peers_; ++i)
          for (Index n = 0; half->has(i) && n < half->n_messages(call.n_fields); ++n)
            requests.push_back(half->request(i, n, call));
    });
  }

  ParcelMessages send_, receive_;
  InFlight messages_;
  std::size_t n_peers_;
  RequestSets sets_;
};

}  // namespace

ExchangeRow persistent_row() {
  return {.name = persistent_name,
          .meaning =
              "parcels as of alltoallv, by messages that are prepared once and started again in each "
              "call",
          .in_strips = true,
          .views = parcel_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages(persistent_name, move, rank); },
          .seconds = seconds_of_messages,
          .make = exchange_of_move<Persistent>,
          .make_of_parcels = exchange_of_parcels<Persistent>};
}

}  // namespace weft::inline exchange
