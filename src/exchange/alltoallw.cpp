// alltoallw: subarray datatypes on plain arrays, moved by one MPI_Ialltoallw.
//
// No local copies at all: MPI picks the pieces from the array and puts them where they belong
// (L. Dalcin, M. Mortensen, D. Keyes, Fast parallel multidimensional FFT using advanced MPI, 2019). The
// sweep before writes the own piece straight into the array that is read next. Where the user's
// array itself is the plain array (a redistribution without transform), it is used in place, field by field.
#include "comm/check.hpp"
#include "comm/in_flight.hpp"
#include "exchange/exchange.hpp"
#include "exchange/subarrays.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* alltoallw_name = "alltoallw";

class Alltoallw : public Exchange {
 public:
  explicit Alltoallw(PieceSetup&& setup)
      : comm_(setup.comm),
        messages_(setup.timeout_seconds, setup.n_fields, setup.words_beside),
        send_(std::move(setup.send)),
        receive_(std::move(setup.receive)),
        send_counts_(setup.group.size()),
        receive_counts_(setup.group.size()),
        starts_(setup.group.size(), 0) {}

  void publish(const Call& call) override {
    const bool lumped = send_.is_lumped() && receive_.is_lumped();
    const int n_each = lumped ? static_cast<int>(call.n_fields) : 1;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      send_counts_[i] = n_each * send_.present()[i];
      receive_counts_[i] = n_each * receive_.present()[i];
    }
    for (Index field = 0; field < call.n_fields; field += n_each) {
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(MPI_Ialltoallw(send_.address(call, field), send_counts_.data(), starts_.data(), send_.types(),
                               receive_.address(call, field), receive_counts_.data(), starts_.data(),
                               receive_.types(), comm_, &request),
                "starting to exchange subarrays by MPI_Ialltoallw");
      messages_.add(request, any_peer);
    }
    messages_.add_word(comm_, call.word);
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  MPI_Comm comm_;
  InFlight messages_;
  Subarrays send_, receive_;
  std::vector<int> send_counts_, receive_counts_;
  std::vector<int> starts_;  // zeros: the datatypes know where the pieces lie
};

}  // namespace

ExchangeRow alltoallw_row() {
  return {.name = alltoallw_name,
          .meaning = "MPI takes the pieces from the plain array (subarray datatypes), in one MPI_Ialltoallw",
          .plain_arrays = true,
          .in_strips = true,
          .views = plain_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages(alltoallw_name, move, rank); },
          .seconds = seconds_of_datatypes,
          .make = exchange_of_moved_pieces<Alltoallw>,
          .make_of_pieces = exchange_of_pieces<Alltoallw>};
}

}  // namespace weft::inline exchange
