// The plans that were found by measuring, in a file: one job tunes, later ones look up.
//
// The file is TOML, made for readers as well (doc/wisdom.md). Several jobs may read and write it at once.
// What is damaged, or made by another version, is told and ignored, never trusted, and never removed
// (doc/design/008-wisdom.md). Nothing here is collective: one process calls it and tells the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft::inline tuning {

// What a measurement belongs to. A plan is used where all of it is equal.
struct WisdomKey {
  std::string computer;  // kind_of(this_computer())
  std::string nodes;     // "2 processes on 1 node"
  std::string mpi;       // the MPI library, in one line
  std::string weft;      // the version of weft
  std::string problem;   // the problem, in one line
  bool operator==(const WisdomKey&) const = default;
};

struct WisdomEntry {
  WisdomKey key;
  std::string effort;        // "measure" or "exhaustive"
  std::string choice;        // text of a Choice; not parsed here
  double seconds = 0;        // of a pair of calls
  int n_measured = 0;        // candidates
  std::string date;          // when
  std::string fft_versions;  // of the FFT libraries
  std::string fftw;          // FFTW's own wisdom, of any number of lines; empty if the plan needs none
  bool operator==(const WisdomEntry&) const = default;
};

struct Found {
  std::optional<WisdomEntry> entry;
  std::vector<std::string> complaints;  // in words, with file, line and remedy
};

// The plan of that key in the file: an exhaustive one before a measured one, a later one before an earlier
// one. Complaints tell of lines that are damaged or belong to no plan, of a file that cannot be read and, if
// there is no plan of that key, of plans of another format, and of plans of the same problem for another
// computer, MPI library or version of weft. Throws nothing for what the file contains.
Found look_up(const std::string& path, const WisdomKey& key);

// Puts the plan into the file, which is made if it is missing, in place of a plan of the same key; a measured
// plan does not replace an exhaustive one of the same FFT libraries. All other lines stay as they are. Waits
// at most `seconds` for other processes and threads that write. Error(resource) in words, with the file as it
// was, if it cannot be written or the others take longer; Error(invalid_argument) for an entry that look_up()
// would refuse. False if the plan that was there is worth more, and stays.
bool remember(const std::string& path, const WisdomEntry& entry, double seconds = 5);

}  // namespace weft::inline tuning
