// The table of peers. A new library is one file and one row here.
#include "bench/peers.hpp"

#include <algorithm>
#include <numeric>

#include "program/text.hpp"
#include "weft/error.hpp"

namespace weft::cli {

namespace {

const std::string exec = "exec:";

// Every name that a list may hold: rows and families.
std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const PeerRow& row : peer_table()) {
    if (std::find(names.begin(), names.end(), row.family) == names.end()) names.push_back(row.family);
    names.push_back(row.name);
  }
  names.push_back(exec + "PROGRAM");
  return names;
}

// "a,b,exec:c d" as {"a", "b", "exec:c d"}.
std::vector<std::string> entries_of(const std::string& list) {
  const std::size_t program = list.find(exec);
  const bool has_program = program == 0 || (program != std::string::npos && list[program - 1] == ',');
  if (!has_program) return split(list, ',');
  std::vector<std::string> entries = split(list.substr(0, program == 0 ? 0 : program - 1), ',');
  entries.push_back(list.substr(program));
  return entries;
}

void add_rows(Peers& peers, const Session& session, const std::string& name, const Problem& problem,
              const PeerOptions& options) {
  known_word("--peers", name, known_names());
  for (const PeerRow& row : peer_table()) {
    if (row.name != name && row.family != name) continue;
    try {
      peers.libraries.push_back(row.make(session, row, problem, options));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::not_applicable) throw;
      peers.left_out.push_back({row.name, error.what()});
    }
  }
}

}  // namespace

const std::vector<PeerRow>& peer_table() {
  static const std::vector<PeerRow> table = {
      {"fftw-mpi-transposed", "fftw-mpi", "FFTW-MPI", "modes cut along axis 1, out of place", make_fftw_mpi,
       true, false, false},
      {"fftw-mpi-transposed-inplace", "fftw-mpi", "FFTW-MPI", "modes cut along axis 1, in place",
       make_fftw_mpi, true, true, false},
      {"fftw-mpi-natural", "fftw-mpi", "FFTW-MPI", "modes cut like the points, out of place", make_fftw_mpi,
       false, false, false},
      {"fftw-mpi-natural-inplace", "fftw-mpi", "FFTW-MPI", "modes cut like the points, in place",
       make_fftw_mpi, false, true, false},
      {"fftw-serial", "fftw", "FFTW", "one process and thread, out of place", make_fftw, false, false, false},
      {"fftw-serial-inplace", "fftw", "FFTW", "one process and thread, in place", make_fftw, false, true,
       false},
      {"fftw-threads", "fftw", "FFTW", "one process, with weft's threads, out of place", make_fftw, false,
       false, true},
      {"fftw-threads-inplace", "fftw", "FFTW", "one process, with weft's threads, in place", make_fftw, false,
       true, true},
  };
  return table;
}

Extents c_strides(const Extents& allocated) {
  Extents strides(allocated.size(), 1);
  for (std::size_t a = allocated.size() - 1; a > 0; --a) strides[a - 1] = strides[a] * allocated[a];
  return strides;
}

Axes axes_of(const Problem& problem) {
  if (!problem.axes.empty()) return problem.axes;
  Axes axes(problem.shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

Peers make_peers(const Session& session, const std::vector<std::string>& lists, const Problem& problem,
                 const PeerOptions& options) {
  Peers peers;
  for (const std::string& list : lists)
    for (const std::string& entry : entries_of(list)) {
      if (entry.starts_with(exec) && entry != exec)
        peers.programs.push_back({entry, entry.substr(exec.size())});
      else
        add_rows(peers, session, entry, problem, options);
    }
  return peers;
}

}  // namespace weft::cli
