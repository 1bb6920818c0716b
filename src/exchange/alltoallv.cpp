// alltoallv: one contiguous block for each peer, moved by one MPI_Ialltoallv.
//
// The sweep before writes the blocks, the sweep after reads them, so there is no packing beside the
// transforms. The own block is written straight to where it is read; only the others travel. Several
// fields of a peer lie side by side in its block: one message. Of a strip, each field is a message.
//
// The nonblocking collective was never slower than the blocking one behind a guard that all have come
// (doc/design/010), and a process that does not come is an error after the timeout instead of a hang.
#include "base/narrow.hpp"
#include "comm/check.hpp"
#include "comm/datatype.hpp"
#include "comm/in_flight.hpp"
#include "exchange/blocks.hpp"
#include "exchange/exchange.hpp"

namespace weft {
namespace {

constexpr const char* name = "alltoallv";

class Alltoallv : public Exchange {
 public:
  explicit Alltoallv(const ExchangeSetup& setup)
      : comm_(setup.comm),
        in_strips_(setup.move.strip >= 0),
        messages_(setup.timeout_seconds, setup.move.n_fields),
        send_(setup.send, blocks_to_send(setup.move, setup.rank), setup.move),
        receive_(setup.receive, blocks_to_receive(setup.move, setup.rank), setup.move) {
    for (std::size_t i = 0; i < setup.group.size(); ++i)
      if (setup.group[i] == setup.rank) receive_.sizes[i] = 0;  // written by the sweep
  }

  void publish(const Call& call) override {
    const Index n_calls = in_strips_ ? call.n_fields : 1;
    for (Half* half : {&send_, &receive_}) half->count(in_strips_ ? 1 : call.n_fields);
    for (Index field = 0; field < n_calls; ++field) {
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(MPI_Ialltoallv(send_.place.address(call), send_.counts.data(), send_.starts_of(field),
                               send_.unit.get(), receive_.place.address(call), receive_.counts.data(),
                               receive_.starts_of(field), receive_.unit.get(), comm_, &request),
                "starting to exchange blocks by MPI_Ialltoallv");
      messages_.add(request, any_peer);
    }
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  // What goes out, or what comes in.
  struct Half {
    Half(const Place& at, const BlockList& blocks, const Redistribution& move)
        : place(at),
          unit(Datatype::contiguous(message_unit(blocks, move.n_fields, name) * move.element_bytes)) {
      const Index elements = message_unit(blocks, move.n_fields, name);
      for (Index size : blocks.sizes) sizes.push_back(narrow(size / elements, "a message"));
      for (Index field = 0; field < (move.strip >= 0 ? move.n_fields : 1); ++field)
        for (std::size_t i = 0; i < blocks.starts.size(); ++i)
          starts.push_back(narrow((blocks.starts[i] + field * blocks.field_strides[i]) / elements,
                                  "the start of a message"));
      counts.resize(sizes.size());
    }
    void count(Index n_fields) {
      for (std::size_t i = 0; i < sizes.size(); ++i) counts[i] = static_cast<int>(n_fields) * sizes[i];
    }
    const int* starts_of(Index field) const {
      return starts.data() + field * static_cast<Index>(sizes.size());
    }
    Place place;
    Datatype unit;
    std::vector<int> sizes, counts;  // in units, by position; sizes of one field
    std::vector<int> starts;         // of each field that is a call of its own
  };

  MPI_Comm comm_;
  bool in_strips_;
  InFlight messages_;
  Half send_, receive_;
};

}  // namespace

ExchangeRow alltoallv_row() {
  return {.name = name,
          .meaning =
              "one contiguous block for each peer, written and read by the sweeps, moved by MPI_Ialltoallv",
          .in_strips = true,
          .views = block_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages(name, move, rank); },
          .seconds = seconds_of_messages,
          .make = [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
            return std::make_unique<Alltoallv>(setup);
          }};
}

}  // namespace weft
