// Arrays and their attributes in HDF5 files, written and read by all processes together, with any number of
// processes and any layout.
//
// A dataset is the whole array in C order, axis 0 slowest, for any order of the axes in memory and any ghost
// cells. In h5py the array has the indices of the program. Complex numbers are compounds of two numbers, r
// and i, as h5py writes them. Paths name the objects of a file: "/" is the file, "/flow/u" (or "flow/u") a
// dataset in a group, which is made with the dataset.
//
// Attributes that weft, its plots and many other programs use: on a dataset   units          text     of its
// values: "m/s" axis_names     texts    one for each axis: "x", "y", "z" lengths        numbers  length of
// the domain along each axis origin         numbers  coordinate of the first point along each axis
// length_units   text     of lengths and origin: "m" coordinates_A  numbers  of the points along axis A (0,
// 1, ...), where they are not uniform on the file    time, step     numbers  of a snapshot
//
// Example:
//   int n_processes = 1;
//   MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
//   const weft::Layout slabs{{12, 10, 8}, {{n_processes}}, {0}, {}};
//   const weft::Distribution rows(MPI_COMM_WORLD, slabs, weft::element_type<double>());
//   std::vector<double> u(rows.memory_elements(), 3.0);
//   weft::Hdf5Writer writer("flow.h5", MPI_COMM_WORLD);
//   writer.write("u", rows, u.data());
//   writer.set_attribute("u", "units", "m/s");
//   writer.set_attribute("/", "time", 0.5);
//   writer.commit();  // now the file has its name
//   weft::Hdf5Reader reader("flow.h5", MPI_COMM_WORLD);
//   assert(reader.info("u").shape == slabs.shape);
//   assert(std::get<std::string>(reader.attribute("u", "units")) == "m/s");
//   std::vector<double> again(rows.memory_elements());
//   reader.read("u", rows, again.data());
//   assert(again == u);
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "weft/distribution.hpp"
#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/layout.hpp"
#include "weft/options.hpp"
#include "weft/problem.hpp"

namespace weft WEFT_API {

// The value of an attribute: a text (UTF-8), a number, or a list of these.
using AttributeValue = std::variant<std::string, double, std::int64_t, std::vector<std::string>,
                                    std::vector<double>, std::vector<std::int64_t>>;
using Attributes = std::map<std::string, AttributeValue>;

// How a dataset lies in its file. Without chunks it lies in one piece, which is fastest. A filter
// (compression, shuffle, fletcher32) needs chunks. All members but attributes are also text keys
// (src/io/options.cpp).
struct DatasetOptions {
  Extents chunks = {};      // shape of the chunks; empty: none, or with a filter weft's choice
  int compression = 0;      // deflate level, 1 (fast) to 9 (small); 0: none
  bool shuffle = false;     // bytes of equal weight side by side: smaller with compression
  bool fletcher32 = false;  // a checksum of each chunk, which HDF5 checks when it reads
  std::optional<Precision> precision = {};  // of the file; none: that of the memory
  Attributes attributes = {};               // of the dataset
  // The members that text keys set. Not collective.
  // options: of options_for("dataset", ...); Error(invalid_argument) for options of another object.
  static DatasetOptions of(const Options& options);
};

// Whether a file begins as HDF5 files do; false also if it cannot be read. Not collective. Errors: none.
// path: of the file.
bool begins_as_hdf5(const std::string& path);

// An HDF5 file that is being written beside its final name. Readers find the old file or the complete new
// one. The old file survives every failure; its permissions and links to it stay. SIGINT, SIGTERM and SIGHUP
// remove the unfinished file before they end the program. HDF5 1.8 and later read the files; datasets with
// chunks need 1.10 and later. The same calls make the same bytes, on any number of processes and at any time.
//
// All calls are collective over the communicator of the file, with the same arguments, except the data, on
// all processes. The same Error on all processes. Error(invalid_argument) for names, shapes and options, and
// for any call after `commit()`. Error(mismatch) if arguments differ between processes. Error(resource) if
// there is no space or the file cannot be written; Error(communication) if a process does not come in time.
// After Error(resource) and Error(communication) the file cannot be committed.
class Hdf5Writer {
 public:
  // Begins an HDF5 file. Collective over `comm`.
  // path: of the file. Its folder must exist, else Error(resource).
  // comm: the processes that write.
  Hdf5Writer(const std::string& path, MPI_Comm comm);
  // Removes the unfinished file unless commit() succeeded. Not collective.
  ~Hdf5Writer();
  Hdf5Writer(Hdf5Writer&&) noexcept;
  Hdf5Writer& operator=(Hdf5Writer&&) noexcept;

  // Writes a distributed array as a new dataset: the owned elements of all processes, not the ghost cells.
  // name: of the dataset, "u", or its path, "flow/u"; missing groups are made. Error(invalid_argument) if the
  //     object exists, or if a dataset has the name of a group.
  // distribution: how the array is spread: over the processes of the file, in their order, else
  //     Error(invalid_argument).
  // data: the beginning of this process's memory; null where the block is empty.
  // options: of "dataset". Error(invalid_argument) for chunks that do not fit the array.
  // In C++: options are members of DatasetOptions, text keys, {{"compression", "4"}, {"shuffle", "yes"}}, or
  // options of options_for("dataset", ...).
  void write(const std::string& name, const Distribution& distribution, const void* data,
             const DatasetOptions& options = {});
  void write(const std::string& name, const Distribution& distribution, const void* data,
             OptionTexts options);
  void write(const std::string& name, const Distribution& distribution, const void* data,
             const Options& options);
  // Sets an attribute; one of that name is replaced.
  // object: "/" (the file), a dataset or a group. Error(invalid_argument) if it does not exist.
  // name: of the attribute, not empty.
  // value: a text (UTF-8), a number, a whole number, or a list of one of these.
  void set_attribute(const std::string& object, const std::string& name, const AttributeValue& value);
  // Ends the file: the data reach the disk, then the file gets its name.
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The properties of a dataset.
struct DatasetInfo {
  Extents shape;            // global lengths, axis 0 slowest
  ElementType element;      // float, double or complex of these that holds every value (integers: double)
  bool is_integer = false;  // integers
  Extents chunks;           // shape of the chunks; empty: in one piece
  bool is_compressed = false;
  bool has_checksums = false;  // fletcher32
  Attributes attributes;       // those that an AttributeValue holds
};

// How a dataset is read; the member is also a text key (src/io/options.cpp).
struct ReadOptions {
  // False: the precision of the dataset must be that of the memory. True: numbers are converted, to the other
  // precision, from integers, from real to complex ones.
  bool convert = false;
  // The members that text keys set. Not collective.
  // options: of options_for("reading", ...); Error(invalid_argument) for options of another object.
  static ReadOptions of(const Options& options);
};

// An HDF5 file to read: weft's, or any other with arrays of numbers. No program may write it meanwhile.
//
// Collective over the communicator of the file, with the same arguments, except the data, on all processes,
// unless stated otherwise. The same Error on all processes. Error(resource) for a file that is missing,
// cannot be read, or has changed since it was opened. Error(invalid_argument) for a damaged file or another
// format, missing objects, another shape or another precision. Error(mismatch) if the file or the arguments
// differ between processes; Error(communication) if a process does not come in time.
class Hdf5Reader {
 public:
  // Opens an HDF5 file; all headers and attributes are read now. Collective over `comm`.
  // path: of the file.
  // comm: the processes that read.
  Hdf5Reader(const std::string& path, MPI_Comm comm);
  ~Hdf5Reader();
  Hdf5Reader(Hdf5Reader&&) noexcept;
  Hdf5Reader& operator=(Hdf5Reader&&) noexcept;

  // The paths of all datasets of numbers, "/flow/u", in the order of the alphabet. Not collective.
  // In C++: without errors.
  std::vector<std::string> datasets() const;
  // The properties of a dataset. Not collective.
  // name: of the dataset, "flow/u"; Error(invalid_argument) if it is missing or has no numbers.
  const DatasetInfo& info(const std::string& name) const;

  // Reads a dataset into the owned elements of a distributed array; ghost cells stay unchanged.
  // name: of the dataset, "flow/u"; Error(invalid_argument) if it is missing or has no numbers.
  // distribution: how the array is spread: over the processes of the file, in their order. It has the shape
  //     of the dataset, else Error(invalid_argument).
  // data: the beginning of this process's memory; null where the block is empty.
  // options: of "reading". With convert=no the elements of the dataset must be those of the memory, else
  //     Error(invalid_argument). With convert=yes numbers are converted: to the other precision, from
  //     integers, and from real to complex ones. Complex numbers are read as complex ones in any case.
  // In C++: options are members of ReadOptions, text keys, {{"convert", "yes"}}, or options of
  // options_for("reading", ...).
  void read(const std::string& name, const Distribution& distribution, void* data,
            const ReadOptions& options = {}) const;
  void read(const std::string& name, const Distribution& distribution, void* data, OptionTexts options) const;
  void read(const std::string& name, const Distribution& distribution, void* data,
            const Options& options) const;
  // Reads a part of a dataset on each process.
  // name, options: as of `read()`.
  // box: this process's part, in global indices. It may be empty, and overlap those of others.
  //     Error(invalid_argument) if it is not in the dataset.
  // storage, element: the storage and the elements of the part in memory; storage.shape is the shape of the
  //     box, else Error(invalid_argument).
  // data: the memory; null where the box is empty.
  void read_region(const std::string& name, const Box& box, const Storage& storage, ElementType element,
                   void* data, const ReadOptions& options = {}) const;

  // The value of an attribute.
  // object: "/" (the file), a dataset or a group.
  // name: of the attribute. Error(invalid_argument) if it is missing, or neither texts nor numbers.
  AttributeValue attribute(const std::string& object, const std::string& name) const;
  // The attributes of an object that are texts, numbers, or lists of these.
  // object: "/" (the file), a dataset or a group; Error(invalid_argument) if it does not exist.
  Attributes attributes(const std::string& object) const;
  // The attributes of an object that are texts, numbers, or lists of these, from the copy of this process.
  // Not collective: the Error is that of this process.
  // object: "/" (the file), a dataset or a group; Error(invalid_argument) if it does not exist.
  const Attributes& attributes_here(const std::string& object) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
