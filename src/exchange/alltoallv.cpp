// alltoallv: one parcel for each peer, moved by one MPI_Ialltoallv.
//
// The sweep before writes the parcels, the sweep after reads them, so there is no packing beside the
// transforms. The own parcel is written straight to where it is read; only the others travel. Several
// fields of a peer lie side by side in its parcel: one message. Of a strip, each field is a message.
//
// The nonblocking collective was never slower than the blocking one behind a guard that all have come
// (doc/design/010), and a process that does not come is an error after the timeout instead of a hang.
#include "comm/check.hpp"
#include "comm/in_flight.hpp"
#include "exchange/counted_parcels.hpp"
#include "exchange/exchange.hpp"
#include "exchange/parcels.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* alltoallv_name = "alltoallv";

class Alltoallv : public Exchange {
 public:
  explicit Alltoallv(const ParcelSetup& setup)
      : comm_(setup.comm),
        messages_(setup.timeout_seconds, setup.n_fields, setup.words_beside),
        send_(setup, CountedParcels::Way::out, alltoallv_name),
        receive_(setup, CountedParcels::Way::in, alltoallv_name) {}

  void publish(const Call& call) override {
    for (Index i = 0; i < send_.n_calls(call.n_fields); ++i) {
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(MPI_Ialltoallv(send_.address(call), send_.counts(call.n_fields), send_.starts(i),
                               send_.unit(), receive_.address(call), receive_.counts(call.n_fields),
                               receive_.starts(i), receive_.unit(), comm_, &request),
                "starting to exchange parcels by MPI_Ialltoallv");
      messages_.add(request, any_peer);
    }
    messages_.add_word(comm_, call.word);
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  MPI_Comm comm_;
  InFlight messages_;
  CountedParcels send_, receive_;
};

}  // namespace

ExchangeRow alltoallv_row() {
  return {.name = alltoallv_name,
          .meaning =
              "one contiguous parcel for each process, in one MPI_Ialltoallv; the transforms before and "
              "after write and read the parcels",
          .in_strips = true,
          .views = parcel_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages(alltoallv_name, move, rank); },
          .seconds = seconds_of_messages,
          .make = exchange_of_move<Alltoallv>,
          .make_of_parcels = exchange_of_parcels<Alltoallv>};
}

}  // namespace weft::inline exchange
