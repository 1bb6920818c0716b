// alltoallv-init: a parcel for each peer, moved by one persistent collective, MPI_Alltoallv_init.
//
// As `alltoallv`, but the library plans the whole pattern of messages once and a call only starts it: wins
// where the library's planning takes long beside the messages (many processes, small parcels), or where it
// chooses better when it knows that the pattern comes again (MPI 4.0, section 6.13).
//
// The collective is made in the first call with so many fields, by all processes, after all have come. Its
// memory is the plan's own: if arrays of the user took part, one process could find the collective of its
// arrays while another has to make one, and all must make it. Open MPI 4.1 has it as an extension, and loses
// some 200 bytes of memory with each one that is made. One libweft serves several versions of a library, so
// the function is looked up when it is asked for.
#include <dlfcn.h>
#include <mpi.h>

#include "comm/check.hpp"
#include "comm/in_flight.hpp"
#include "comm/wait.hpp"
#include "exchange/counted_parcels.hpp"
#include "exchange/exchange.hpp"
#include "exchange/parcels.hpp"
#include "exchange/request_sets.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* alltoallv_init_name = "alltoallv-init";

using AlltoallvInitFunction = int (*)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
                                      const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*);

// Of MPI 4, or of Open MPI's extension; null where the library has neither.
AlltoallvInitFunction alltoallv_init() {
  static const auto function = [] {
    void* symbol = dlsym(RTLD_DEFAULT, "MPI_Alltoallv_init");
    if (symbol == nullptr) symbol = dlsym(RTLD_DEFAULT, "MPIX_Alltoallv_init");
    return reinterpret_cast<AlltoallvInitFunction>(symbol);
  }();
  return function;
}

std::string reason() {
  return alltoallv_init() != nullptr
             ? ""
             : "this MPI library has no persistent collectives (MPI 4.0); use exchange=alltoallv, or another "
               "library";
}

MPI_Request persistent_request(const CountedParcels& send, const CountedParcels& receive, Index i,
                               const Call& call, MPI_Comm comm) {
  if (alltoallv_init() == nullptr) fail(ErrorCode::not_applicable, reason());
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(alltoallv_init()(send.address(call), send.counts(call.n_fields), send.starts(i), send.unit(),
                             receive.address(call), receive.counts(call.n_fields), receive.starts(i),
                             receive.unit(), comm, MPI_INFO_NULL, &request),
            "preparing to exchange parcels by MPI_Alltoallv_init");
  return request;
}

class AlltoallvInit : public Exchange {
 public:
  explicit AlltoallvInit(const ParcelSetup& setup)
      : comm_(setup.comm),
        all_here_(setup.comm, "to prepare an exchange", setup.timeout_seconds),
        messages_(setup.timeout_seconds, setup.n_fields, setup.words_beside, Asking::one_by_one),
        send_(setup, CountedParcels::Way::out, alltoallv_init_name),
        receive_(setup, CountedParcels::Way::in, alltoallv_init_name),
        sets_(static_cast<std::size_t>(setup.n_fields), static_cast<std::size_t>(setup.n_fields)) {}
  ~AlltoallvInit() override {
    if (!messages_.is_empty()) sets_.abandon();
  }
  AlltoallvInit(const AlltoallvInit&) = delete;
  AlltoallvInit& operator=(const AlltoallvInit&) = delete;

  void publish(const Call& call) override {
    const RequestSets::Key key{send_.address(call), receive_.address(call), call.n_fields};
    std::vector<MPI_Request>& requests = sets_.get(key, [&](std::vector<MPI_Request>& made) {
      all_here_.start();
      all_here_.finish();
      for (Index i = 0; i < send_.n_calls(call.n_fields); ++i)
        made.push_back(persistent_request(send_, receive_, i, call, comm_));
    });
    check_mpi(MPI_Startall(static_cast<int>(requests.size()), requests.data()),
              "starting to exchange parcels by MPI_Startall");
    for (MPI_Request request : requests) messages_.add(request, any_peer);
    messages_.add_word(comm_, call.word);
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  MPI_Comm comm_;
  Arrival all_here_;
  InFlight messages_;
  CountedParcels send_, receive_;
  RequestSets sets_;
};

}  // namespace

ExchangeRow alltoallv_init_row() {
  return {.name = alltoallv_init_name,
          .meaning = "as alltoallv, by one persistent collective (MPI 4, or Open MPI's extension)",
          .in_strips = true,
          .own_memory = true,
          .views = parcel_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages(alltoallv_init_name, move, rank); },
          .seconds = seconds_of_messages,
          .make = exchange_of_move<AlltoallvInit>,
          .make_of_parcels = exchange_of_parcels<AlltoallvInit>,
          .missing = reason};
}

}  // namespace weft::inline exchange
