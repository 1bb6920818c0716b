// The computation of the NAS FT benchmark on weft: a field of random numbers is transformed once, its
// modes decay as those of a diffusion equation, and each time level is transformed back and summed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "npb/ft_group.hpp"
#include "program/json.hpp"

namespace weft::cli {

// What a way to run it tells beside the checksums.
struct NpbFtDetails {
  std::vector<std::string> lines;  // as they are printed
  bool tells_directions = false;   // whether bytes of forward and inverse transforms are told apart
  Json facts = Json::object();     // what a report has more
};

// What the transforms of a run have to send, by process.
struct NpbFtVolume {
  NpbFtBytes forward;  // of the transform of the initial field
  NpbFtBytes inverse;  // of the inverse transforms of all iterations
};

// A way to run it. All calls are collective.
class NpbFt {
 public:
  using Complex = std::complex<double>;
  using Tell = std::function<void(int iteration, Complex checksum)>;

  virtual ~NpbFt() = default;
  virtual std::string choice() const = 0;  // of the plan of the forward transform; not collective
  // Makes the plans again, as a run that is timed must, and starts the clocks.
  virtual void plan_again() = 0;
  // The initial field and its modes: what every run begins with.
  virtual void start() = 0;
  // All iterations; their checksums are told in order.
  virtual void run(const Tell& tell) = 0;
  // Of this process since plan_again(); not collective.
  virtual NpbFtClocks clocks() const = 0;
  // Of this process, in one start() and one run(), by the counts of the plans; not collective.
  virtual NpbFtVolume volume() const = 0;
  // Of the last run; not collective.
  virtual NpbFtDetails details() const { return {}; }
};

using NpbFtMaker =
    std::function<std::unique_ptr<NpbFt>(const NpbFtClass& problem, MPI_Comm comm, const Options& options)>;

// By all processes of `comm` together. Collective.
std::unique_ptr<NpbFt> make_npb_ft(const NpbFtClass& problem, MPI_Comm comm, const Options& options);
// The same on two plans that take turns: while messages of one inverse transform travel, the next one is
// begun, which needs nothing of it (Kernel FT's pipeline). Twice the memory.
std::unique_ptr<NpbFt> make_overlapped_npb_ft(const NpbFtClass& problem, MPI_Comm comm,
                                              const Options& options);

// Passes if every checksum agrees with its reference to 1e-12, the rule of NPB. False for another count.
bool npb_ft_verified(const std::vector<std::complex<double>>& checksums,
                     const std::vector<std::complex<double>>& references);

// Bytes that all processes together send by the formula of Kernel FT: each of the (n_iterations + 1)
// transforms moves all points, of 16 bytes, but those that stay: (P - 1) / P of them.
double npb_ft_bytes(const NpbFtClass& problem, int n_processes);

// Mop/s by NPB's count of operations.
double npb_ft_mops(const NpbFtClass& problem, double seconds);

}  // namespace weft::cli
