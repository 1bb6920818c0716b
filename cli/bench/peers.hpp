// What weft is compared with: a table of peers, one row each.
//
// Every peer does the same work: the same array values, the same transform, the same processes; its
// spectrum is verified like ours. A peer that cannot do the transform says why and is left out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/implementation.hpp"
#include "program/session.hpp"
#include "weft/problem.hpp"

namespace weft::cli {

// Another program, not a library: it transforms its own arrays, between our rounds.
struct Program {
  std::string name;     // "exec:PROGRAM ARGS"
  std::string command;  // "PROGRAM ARGS"
};

// What peers are told beside the problem.
struct PeerOptions {
  int n_threads = 1;        // weft's
  std::string fftw_wisdom;  // a file with plans of FFTW, read if it is there, and written; empty: none
};

struct PeerRow {
  std::string name;
  std::string family;   // a name that stands for all rows of one library
  std::string library;  // the library, as its authors write it
  std::string meaning;  // one line of the help
  // Collective. Throws Error(not_applicable) everywhere if the peer cannot
  // do this problem.
  std::unique_ptr<Implementation> (*make)(const Session&, const PeerRow&, const Problem&, const PeerOptions&);
  bool transposed;  // the modes stay cut along axis 1
  bool in_place;
  bool threaded;  // on as many threads as weft, if it has several
};

const std::vector<PeerRow>& peer_table();

struct LeftOut {
  std::string name;
  std::string reason;
};

struct Peers {
  std::vector<std::unique_ptr<Implementation>> libraries;
  std::vector<Program> programs;
  std::vector<LeftOut> left_out;
};

// The peers of a list like "fftw-mpi,fftw-mpi-natural"; an entry "exec:PROGRAM ARGS" reaches to the end of
// its text. Collective. Throws Error(invalid_argument) for an unknown name.
Peers make_peers(const Session& session, const std::vector<std::string>& lists, const Problem& problem,
                 const PeerOptions& options);

// Distances of the elements of an array in C order with these lengths.
Extents c_strides(const Extents& allocated);
// The axes that are transformed, the real one last.
Axes axes_of(const Problem& problem);

// Rows of FFTW-MPI (peer_fftw_mpi.cpp).
std::unique_ptr<Implementation> make_fftw_mpi(const Session& session, const PeerRow& row,
                                              const Problem& problem, const PeerOptions& options);

// Rows of FFTW on one process (peer_fftw.cpp).
std::unique_ptr<Implementation> make_fftw(const Session& session, const PeerRow& row, const Problem& problem,
                                          const PeerOptions& options);

// Runs the program on rank 0 while all other processes sleep: the median of the numbers X in its lines
// "seconds X" (peer_exec.cpp). Collective. Throws Error(resource) if it fails or prints none.
double run_program(const Session& session, const Program& program);

}  // namespace weft::cli
