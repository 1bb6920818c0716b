// weft-lab kernel-ft: NAS FT as `weft npb ft` runs it, with its inverse transforms in groups of processes.
#include <fmt/format.h>

#include <memory>
#include <tuple>

#include "commands.hpp"
#include "npb/run.hpp"
#include "segments.hpp"

namespace weft::lab {

namespace {

struct Request {
  NpbRequest npb;
  int n_segments = 1;
};

// The groups have plans of their own, for which one grid or choice cannot be right.
void check_segments(const Session& session, const Request& r) {
  const Options options = options_of(r.npb);
  for (const auto& [key, option, value] :
       {std::tuple{"grid", "--grid", r.npb.ways.grid}, {"choice", "--choice", r.npb.choice}})
    if (options.is_set(key))
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{} is of one plan, --segments makes one for each group; leave one of them out",
                              value.empty() ? fmt::format("--set {}=...", key) : option));
  if (r.n_segments < 1 || r.n_segments > session.size)
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("--segments {}: {} process{} from 1 to {} groups; give such a number, or start more "
                    "processes",
                    r.n_segments, session.size, session.size == 1 ? " makes" : "es make", session.size));
}

}  // namespace

Run configure_kernel_ft(const Arguments& arguments) {
  auto request = std::make_shared<Request>();
  add_npb_ft_options(arguments, request->npb);
  arguments.add("--segments", request->n_segments, "give the inverse transforms to S groups of processes")
      .type_name("S")
      .show_default();
  return [request](const Session& session) {
    check_segments(session, *request);
    NpbRequest npb = request->npb;
    npb.make = [n = request->n_segments](const NpbFtClass& problem, MPI_Comm comm, const Options& options) {
      return std::make_unique<NpbFtSegments>(problem, comm, options, n);
    };
    return run_npb_ft(session, npb);
  };
}

}  // namespace weft::lab
