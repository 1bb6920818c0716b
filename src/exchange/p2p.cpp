// p2p: subarray datatypes on plain arrays, each piece a message of its own, all under way at once.
//
// As `alltoallw` without local copies, but only processes that have something for each other hear of each
// other: the algorithm fft2d-i of the note "FFTs on a cluster" (datatypes, MPI_Irecv and MPI_Isend to all).
// Wins where few pairs of a group exchange anything (bricks, own block sizes), and where the library's
// MPI_Alltoallw goes from peer to peer. An error after the timeout names the peers that are late.
#include "comm/check.hpp"
#include "comm/in_flight.hpp"
#include "exchange/exchange.hpp"
#include "exchange/subarrays.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* p2p_name = "p2p";

class PointToPoint : public Exchange {
 public:
  explicit PointToPoint(PieceSetup&& setup)
      : comm_(setup.comm),
        tag_(setup.tag),
        group_(std::move(setup.group)),
        messages_(setup.timeout_seconds, 2 * setup.n_fields * static_cast<Index>(group_.size())),
        send_(std::move(setup.send)),
        receive_(std::move(setup.receive)) {}

  void publish(const Call& call) override {
    // Both ends of a message cut the fields in the same way.
    const bool lumped = send_.is_lumped() && receive_.is_lumped();
    const int n_each = lumped ? static_cast<int>(call.n_fields) : 1;
    for (Index field = 0; field < call.n_fields; field += n_each) {
      for (std::size_t i = 0; i < group_.size(); ++i)
        if (receive_.has(i)) start_receiving(receive_.address(call, field), n_each, i);
      for (std::size_t i = 0; i < group_.size(); ++i)
        if (send_.has(i)) start_sending(send_.address(call, field), n_each, i);
    }
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  void start_receiving(char* address, int n_fields, std::size_t i) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Irecv(address, n_fields, receive_.type(i), static_cast<int>(i), tag_, comm_, &request),
              "starting to receive a subarray by MPI_Irecv");
    messages_.add(request, group_[i]);
  }
  void start_sending(const char* address, int n_fields, std::size_t i) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Isend(address, n_fields, send_.type(i), static_cast<int>(i), tag_, comm_, &request),
              "starting to send a subarray by MPI_Isend");
    messages_.add(request, group_[i]);
  }

  MPI_Comm comm_;
  int tag_;
  std::vector<int> group_;
  InFlight messages_;
  Subarrays send_, receive_;
};

}  // namespace

ExchangeRow p2p_row() {
  return {.name = p2p_name,
          .meaning =
              "pieces as of alltoallw, each in its own message: for layouts in which a process has few peers",
          .plain_arrays = true,
          .in_strips = true,
          .views = plain_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages(p2p_name, move, rank); },
          .seconds = seconds_of_datatypes,
          .make = exchange_of_moved_pieces<PointToPoint>,
          .make_of_pieces = exchange_of_pieces<PointToPoint>};
}

}  // namespace weft::inline exchange
