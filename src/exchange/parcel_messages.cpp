// The parcels of a process as messages of their own, one for each peer: those that go out, or those
// that come in.
#include "exchange/parcel_messages.hpp"

#include <climits>

#include "comm/check.hpp"

namespace weft::inline exchange {

namespace {

// Bytes from which on it is worth an answer to know that a message has been taken.
constexpr Index least_told = Index{16} << 10;

}  // namespace

ParcelMessages::ParcelMessages(const ParcelSetup& setup, Way way, Sent sent)
    : way_(way),
      sent_(sent),
      comm_(setup.comm),
      tag_(setup.tag),
      group_(setup.group),
      place_(way == Way::out ? setup.send : setup.receive),
      in_strips_(setup.in_strips),
      n_fields_(setup.n_fields) {
  const ParcelList& parcels = way == Way::out ? setup.out : setup.in;
  const Index bytes = setup.element_bytes;
  for (std::size_t i = 0; i < group_.size(); ++i) {
    sizes_.push_back(parcels.sizes[i] * bytes);
    starts_.push_back(parcels.starts[i] * bytes);
    field_strides_.push_back(parcels.field_strides[i] * bytes);
    const bool small = sizes_[i] * n_fields_ <= INT_MAX;
    type_of_.push_back(small ? -1 : static_cast<int>(types_.size()));
    if (!small) types_.push_back(Datatype::contiguous(sizes_[i]));
  }
}

Index ParcelMessages::most() const {
  Index n = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) n += has(i) ? n_messages(n_fields_) : 0;
  return n;
}

ParcelMessages::Message ParcelMessages::message(std::size_t position, Index i, const Call& call) const {
  const Index n = in_strips_ ? 1 : call.n_fields;  // fields of the message
  char* const address = place_.address(call) + starts_[position] + i * field_strides_[position];
  const int type = type_of_[position];
  const Index bytes = n * sizes_[position];
  if (type < 0) return {address, bytes, static_cast<int>(bytes), MPI_BYTE};
  return {address, bytes, static_cast<int>(n), types_[static_cast<std::size_t>(type)].get()};
}

void ParcelMessages::start(std::size_t position, const Call& call, InFlight& messages) const {
  if (!has(position)) return;
  for (Index i = 0; i < n_messages(call.n_fields); ++i) {
    const Message m = message(position, i, call);
    const int peer = static_cast<int>(position);
    MPI_Request request = MPI_REQUEST_NULL;
    if (way_ == Way::in)
      check_mpi(MPI_Irecv(m.address, m.count, m.type, peer, tag_, comm_, &request),
                "starting to receive a parcel by MPI_Irecv");
    else if (sent_ == Sent::taken && m.bytes >= least_told)
      check_mpi(MPI_Issend(m.address, m.count, m.type, peer, tag_, comm_, &request),
                "starting to send a parcel by MPI_Issend");
    else
      check_mpi(MPI_Isend(m.address, m.count, m.type, peer, tag_, comm_, &request),
                "starting to send a parcel by MPI_Isend");
    messages.add(request, group_[position]);
  }
}

MPI_Request ParcelMessages::request(std::size_t position, Index i, const Call& call) const {
  const Message m = message(position, i, call);
  const int peer = static_cast<int>(position);
  MPI_Request request = MPI_REQUEST_NULL;
  if (way_ == Way::out)
    check_mpi(MPI_Send_init(m.address, m.count, m.type, peer, tag_, comm_, &request),
              "preparing to send a parcel by MPI_Send_init");
  else
    check_mpi(MPI_Recv_init(m.address, m.count, m.type, peer, tag_, comm_, &request),
              "preparing to receive a parcel by MPI_Recv_init");
  return request;
}

}  // namespace weft::inline exchange
