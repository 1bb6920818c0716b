// An HDF5 file of lists and tables of numbers that weft run wrote, as weft plot takes it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "session.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::cli {

using Columns = std::map<std::string, std::vector<double>>;
using Facts = std::map<std::string, double>;

// The files are small: every process reads all of it, so all of them find the same problem. Every function
// that reads is collective, and throws the same Error everywhere: as Hdf5Reader has it, and
// (invalid_argument) with the remedy for what is missing, of a wrong shape, or no number.
class NumbersFile {
 public:
  NumbersFile(const Session& session, const std::string& path);

  const std::string& path() const { return path_; }
  // The attribute of that name of the file, if it is a text. Not collective.
  std::optional<std::string> text(const std::string& name) const;
  // What the file should be, for the remedy of errors: "statistics of a channel flow".
  void expect(std::string contents, std::string ending);
  // "PATH `why`; give ... as weft run writes it". Not collective.
  [[noreturn]] void refuse(const std::string& why) const;

  // Whether some dataset of numbers has a path that begins so. Not collective.
  bool has(const std::string& prefix) const;
  // All of these paths must be those of datasets of numbers. Not collective.
  void check_present(const std::vector<std::string>& datasets) const;
  // A number among the attributes of the file; none: it is not there. Not collective.
  std::optional<double> number(const std::string& name) const;
  // Attributes that must be there: of any value, or above 0 and of the size of a flow. Not collective.
  Facts facts(const std::vector<std::string>& any, const std::vector<std::string>& positive) const;

  // The length of a list, at least 1. Not collective.
  Index length(const std::string& dataset) const;
  // In C order, all finite.
  std::vector<double> values(const std::string& dataset, const Extents& shape) const;
  // The attribute "units" of a dataset; empty: there is none. Not collective.
  std::string units(const std::string& dataset) const;
  // Not collective.
  void check_ascending(const std::string& dataset, const std::vector<double>& values) const;

 private:
  std::string path_, contents_, ending_;
  Hdf5Reader reader_;
  Attributes attributes_;           // of the file
  std::vector<std::string> known_;  // datasets of numbers
};

}  // namespace weft::cli
