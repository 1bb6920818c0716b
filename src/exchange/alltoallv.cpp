// alltoallv: one contiguous block for each peer, moved by one MPI_Ialltoallv.
//
// The sweep before writes the blocks, the sweep after reads them, so there is no packing beside the
// transforms. The own block is written straight to where it is read; only the others travel. Several
// fields of a peer lie side by side in its block: one message. Of a strip, each field is a message.
//
// The nonblocking collective was never slower than the blocking one behind a guard that all have come
// (doc/design/010), and a process that does not come is an error after the timeout instead of a hang.
#include "comm/check.hpp"
#include "comm/in_flight.hpp"
#include "exchange/blocks.hpp"
#include "exchange/counted_blocks.hpp"
#include "exchange/exchange.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* alltoallv_name = "alltoallv";

class Alltoallv : public Exchange {
 public:
  explicit Alltoallv(const BlockSetup& setup)
      : comm_(setup.comm),
        messages_(setup.timeout_seconds, setup.n_fields, setup.words_beside),
        send_(setup, CountedBlocks::Way::out, alltoallv_name),
        receive_(setup, CountedBlocks::Way::in, alltoallv_name) {}

  void publish(const Call& call) override {
    for (Index i = 0; i < send_.n_calls(call.n_fields); ++i) {
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(MPI_Ialltoallv(send_.address(call), send_.counts(call.n_fields), send_.starts(i),
                               send_.unit(), receive_.address(call), receive_.counts(call.n_fields),
                               receive_.starts(i), receive_.unit(), comm_, &request),
                "starting to exchange blocks by MPI_Ialltoallv");
      messages_.add(request, any_peer);
    }
    messages_.add_word(comm_, call.word);
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  MPI_Comm comm_;
  InFlight messages_;
  CountedBlocks send_, receive_;
};

}  // namespace

ExchangeRow alltoallv_row() {
  return {.name = alltoallv_name,
          .meaning =
              "one contiguous block for each process, in one MPI_Ialltoallv; the transforms before and "
              "after write and read the blocks",
          .in_strips = true,
          .views = block_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages(alltoallv_name, move, rank); },
          .seconds = seconds_of_messages,
          .make = machine_of_move<Alltoallv>,
          .make_of_blocks = machine_of_blocks<Alltoallv>};
}

}  // namespace weft::inline exchange
