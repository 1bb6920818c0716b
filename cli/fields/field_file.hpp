// A field in a file, .npy or HDF5, as the commands that look at it need it: axes in numpy's order, and what
// the file says of units and places.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "program/session.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

class FieldFile {
 public:
  // The array in `path`, of an HDF5 file the dataset of that name (empty: the only one). Collective; the same
  // Error everywhere, as array_file_info and Hdf5Reader have it, and (invalid_argument) for a dataset of a
  // .npy file, or none of an HDF5 file with several.
  FieldFile(const Session& session, const std::string& path, const std::string& dataset);
  ~FieldFile();
  FieldFile(FieldFile&&) noexcept;

  std::string label() const;                        // "u", or the name of the .npy file
  std::string place() const;                        // "flow.h5:/u", "u.npy": for messages
  const Extents& shape() const { return shape_; }   // numpy's
  ElementType element() const { return element_; }  // that holds every value
  // One axis by its name or number ("z", "2", "-1"). Throws Error(invalid_argument) that names the known
  // ones.
  int axis_named(const std::string& text) const;
  const std::vector<std::string>& axis_names() const { return axis_names_; }
  // Of the file; empty where it does not say.
  const std::string& units() const { return units_; }
  const std::string& length_units() const { return length_units_; }
  const std::vector<double>& lengths() const { return lengths_; }
  // `text` is as given with --lengths: "1", or one for each axis, "1,1,2"; empty: those of the file stay.
  void set_lengths(const std::string& text);
  // Where the points along an axis are: by the file or the lengths, else their indices.
  std::vector<double> coordinates(int axis) const;
  bool has_coordinates(int axis) const;

  // This process's `box` (in numpy's axes, may be empty) into memory of elements of type element() in
  // `storage`. Collective over `comm`.
  void read(const Box& box, const Storage& storage, void* data, MPI_Comm comm) const;

 private:
  struct Source;
  void read_words();

  std::string path_, dataset_;
  std::shared_ptr<Source> source_;
  Extents shape_;
  ElementType element_;
  std::string units_, length_units_;
  std::vector<std::string> axis_names_;
  std::vector<double> lengths_, origin_;
  std::map<int, std::vector<double>> places_;  // of axes whose points are not uniform
};

// Every file with every dataset, all of one shape and one type of elements. Collective.
// Error(invalid_argument).
std::vector<FieldFile> open_fields(const Session& session, const std::vector<std::string>& paths,
                                   const std::string& datasets);

}  // namespace weft::cli
