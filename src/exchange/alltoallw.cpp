// alltoallw: subarray datatypes on plain arrays, moved by one MPI_Alltoallw.
//
// No local copies at all: MPI picks the pieces from the array and puts them where they belong
// (L. Dalcin, M. Mortensen, D. Keyes, Fast parallel multidimensional FFT using advanced MPI, 2019). The
// sweep before writes the own piece straight into the array that is read next. Where the user's
// array itself is the plain array (a redistribution without transform), it is used in place.
#include "comm/check.hpp"
#include "comm/datatype.hpp"
#include "exchange/exchange.hpp"
#include "model/lookups.hpp"

namespace weft {
namespace {

ExchangeViews views_of(const Redistribution& move, int rank) {
  ExchangeViews views;
  const Storage from = plain_storage(move.from, rank), to = plain_storage(move.to, rank);
  const Index from_stride = from.n_elements(), to_stride = to.n_elements();
  const Box before = box_of(move.from, rank), after = box_of(move.to, rank);
  const auto piece = [](const Box& box, const Box& origin, Slot slot, const Storage& storage,
                        Index field_stride) {
    Piece at{relative_to(box, origin), slot, 0, storage.strides, field_stride};
    for (int a = 0; a < box.n_axes(); ++a) at.offset += at.box.ranges[a].begin * storage.strides[a];
    return at;
  };
  for (int peer : group_of(move, rank)) {
    const Box box = piece_between(move, rank, peer);
    if (box.empty()) continue;
    Piece out = piece(box, before, send_slot, from, from_stride);
    if (peer == rank) {  // read again at its place in the incoming array
      const Piece in = piece(box, after, receive_slot, to, to_stride);
      out.slot = receive_slot, out.offset = in.offset, out.strides = in.strides,
      out.field_stride = in.field_stride;
    }
    views.outgoing.pieces.push_back(out);
  }
  views.incoming = whole_view(to, receive_slot, to_stride);
  views.send_elements = from_stride * move.n_fields;
  views.receive_elements = to_stride * move.n_fields;
  return views;
}

class Alltoallw : public Exchange {
 public:
  explicit Alltoallw(const ExchangeSetup& setup)
      : comm_(setup.comm),
        arrival_(setup.comm, "to exchange messages", setup.timeout_seconds),
        send_(setup, setup.from, setup.send, setup.move.from),
        receive_(setup, setup.to, setup.receive, setup.move.to) {
    const bool own_by_message = setup.from.is_user;  // no sweep has written it
    for (std::size_t i = 0; i < setup.group.size(); ++i) {
      const int peer = setup.group[i];
      const bool skip = peer == setup.rank && !own_by_message;
      send_.add(skip ? Box{} : piece_between(setup.move, setup.rank, peer));
      receive_.add(skip ? Box{} : piece_between(setup.move, peer, setup.rank));
    }
    starts_.assign(setup.group.size(), 0);
  }

  void acquire() override { arrival_.start(); }

  void publish(const Call& call) override {
    arrival_.finish();
    const bool lumped = !send_.end.is_user && !receive_.end.is_user;
    const Index n_messages = lumped ? 1 : call.n_fields;
    for (Index f = 0; f < n_messages; ++f)
      exchange(send_.address(call, f), receive_.address(call, f),
               lumped ? static_cast<int>(call.n_fields) : 1);
  }

 private:
  // What goes out, or what comes in.
  struct Half {
    Half(const ExchangeSetup& setup, const End& e, const Place& at, const Layout& layout)
        : end(e),
          place(at),
          origin(box_of(layout, setup.rank)),
          field_stride(e.storage.n_elements()),
          element_bytes(setup.move.element_bytes) {}
    void add(const Box& box) {
      const bool none = box.ranges.empty() || box.empty();
      present.push_back(none ? 0 : 1);
      types.push_back(
          none ? Datatype::contiguous(1)
               : Datatype::subarray(end.storage, relative_to(box, origin), field_stride, element_bytes));
      handles.push_back(types.back().get());
    }
    char* address(const Call& call, Index field) const {
      return end.is_user ? place.address(call, field)
                         : place.address(call) + field * field_stride * element_bytes;
    }
    End end;
    Place place;
    Box origin;
    Index field_stride;
    int element_bytes;
    std::vector<int> present;  // 1 if there is a piece for that process
    std::vector<int> counts;
    std::vector<Datatype> types;
    std::vector<MPI_Datatype> handles;
  };

  void exchange(char* from, char* to, int n_fields) {
    for (Half* half : {&send_, &receive_}) {
      half->counts.resize(half->present.size());
      for (std::size_t i = 0; i < half->present.size(); ++i) half->counts[i] = n_fields * half->present[i];
    }
    check_mpi(MPI_Alltoallw(from, send_.counts.data(), starts_.data(), send_.handles.data(), to,
                            receive_.counts.data(), starts_.data(), receive_.handles.data(), comm_),
              "exchanging subarrays by MPI_Alltoallw");
  }

  MPI_Comm comm_;
  Arrival arrival_;  // a blocking collective would wait for ever for a process that made another call
  Half send_, receive_;
  std::vector<int> starts_;  // zeros: the datatypes know where the pieces lie
};

// The library takes the pieces from the array element by element and puts them back so.
double seconds_of(const Redistribution& move, int rank, const Surroundings& around) {
  const Index bytes = count_messages("alltoallw", move, rank).bytes_sent * move.n_fields;
  const double packing =
      bytes > 0 ? 4.0 * static_cast<double>(bytes) / copy_rate(around.model, around.n_on_node, 2 * bytes) : 0;
  return seconds_of_messages(move, rank, around) + packing;
}

}  // namespace

ExchangeRow alltoallw_row() {
  return {"alltoallw",
          "subarray datatypes on plain arrays, no local copies, moved by MPI_Alltoallw",
          false,
          true,
          views_of,
          [](const Redistribution& move, int rank) { return count_messages("alltoallw", move, rank); },
          seconds_of,
          [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
            return std::make_unique<Alltoallw>(setup);
          }};
}

}  // namespace weft
