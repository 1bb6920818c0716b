// Arrays in .npy files, read and written by all processes together.
//
// Axes count in the order of the file, from slowest to fastest varying. A file in Fortran order is the array
// of the reversed shape in C order; no element is moved. Each process passes its block as a box of that array
// and the storage of its memory, of any order and strides.
//
// "Collective" is over the communicator. All arguments but the blocks are the same on all processes, and all
// get the same Error. Error(mismatch) for arguments that differ, Error(resource) for a file that cannot be
// read or written, Error(communication) if a process does not come. A function lists its other errors.
// comm: the communicator of all processes that call.
//
// Example:
//   const weft::Extents shape = {12, 10, 8};
//   weft::Plan plan(weft::r2c(shape), MPI_COMM_WORLD);
//   auto u = plan.points<double>();
//   u.fill(3);
//   weft::write_array("u.npy", shape, u, MPI_COMM_WORLD);
//   const weft::ArrayFileInfo file = weft::array_file_info("u.npy", MPI_COMM_WORLD);
//   assert(file.shape == shape && file.descr == "<f8" && !file.fortran_order);
//   auto again = plan.points<double>();
//   weft::read_array(file, again, MPI_COMM_WORLD);
//   assert(again.size() == 0 || again.data()[0] == 3);
#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "weft/export.h"
#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// The contents of a file, from its header. Not collective. Errors: none.
struct ArrayFileInfo {
  std::string path;             // as passed by the caller
  std::string descr;            // the type of the elements as the file has it: "<f8", ">c16", "|b1", ...
  Extents shape;                // global lengths, slowest axis of the file first
  bool fortran_order = false;   // numpy's shape is `shape` reversed
  ElementType element;          // float, double or complex of these that holds every value (integers: double)
  bool is_integer = false;      // integers or bools
  Index element_bytes = 0;      // of one element in the file
  Index data_begin = 0;         // offset of the first element in the file, in bytes
  Extents numpy_shape() const;  // global lengths in numpy's order of the axes
  Index n_points() const;       // the product of the lengths
};

// Reads the header of a .npy file, of version 1.0, 2.0 or 3.0, and compares it with the length of the file.
// All lengths are legal, 0 included. Error(mismatch) if the file differs between processes. Collective.
// path: of the file. Error(resource) if it cannot be read, Error(invalid_argument) for a damaged one, or
//     elements that are not numbers of 1 to 8 bytes or complex numbers of these.
ArrayFileInfo array_file_info(const std::string& path, MPI_Comm comm);

// Reads this process's block of a .npy file. Integers, bools, and numbers of the other byte order or another
// precision are converted; so are real numbers to complex ones. Error(invalid_argument) for complex numbers
// into real ones. Error(resource) if the length of the file has changed since its header was read.
// Collective.
// file: the contents of its header.
// box: the block, empty or not; those of several processes may overlap. Error(invalid_argument) if it is not
//     in the array.
// storage, element: the storage and the elements of the block in memory; storage.shape is the shape of the
//     box.
// data: the memory; null for an empty block.
// In C++: `field` is a Field that holds its block.
void read_array(const ArrayFileInfo& file, const Box& box, const Storage& storage, ElementType element,
                void* data, MPI_Comm comm);

template <class T>
void read_array(const ArrayFileInfo& file, Field<T>& field, MPI_Comm comm) {
  read_array(file, field.box(), field.storage(), element_type<T>(), field.data(), comm);
}

// A .npy file that is being written, beside its final name. Readers find the old file or the complete new
// one; the old file survives every failure.
//
// The whole space is reserved at the beginning, so that a full disk is an error before work is done. The
// finished bytes are those of numpy.save. If the path is a symbolic link, the file that it points to is
// replaced; the permissions of a replaced file are kept. While the writer exists, SIGINT, SIGTERM and SIGHUP
// remove the unfinished file before they end the program. SIGXFSZ is ignored: a limit of the file size is an
// Error.
// Example:
//   weft::Plan plan(weft::c2c({8, 6}), MPI_COMM_WORLD);
//   auto uh = plan.modes<std::complex<double>>();
//   const weft::ElementType complex = weft::element_type<std::complex<double>>();
//   weft::ArrayFileWriter writer("uh.npy", {8, 6}, complex, false, MPI_COMM_WORLD);
//   writer.write(uh.box(), uh.storage(), uh.data());
//   writer.commit();  // now the file has its name
class ArrayFileWriter {
 public:
  // Begins a file, and reserves its space. Collective.
  // path: of the file. Error(resource) if it cannot be written or has no space.
  // shape: global lengths, slowest axis of the file first. Error(invalid_argument) for a negative one, and
  //     for more than 2^58 elements.
  // element: what the elements of the file are.
  // fortran_order: whether the header states Fortran order, of the reversed shape.
  ArrayFileWriter(const std::string& path, const Extents& shape, ElementType element, bool fortran_order,
                  MPI_Comm comm);
  // Removes the unfinished file unless commit() succeeded. Not collective.
  ~ArrayFileWriter();
  ArrayFileWriter(const ArrayFileWriter&) = delete;
  ArrayFileWriter& operator=(const ArrayFileWriter&) = delete;

  // Writes this process's block. The blocks of all calls together must be the array, without overlap;
  // elements that no call writes are zero. Error(invalid_argument) after `commit()`. Collective.
  // box: the block, empty or not. Error(invalid_argument) if it is not in the array.
  // storage: of the block in memory; storage.shape is the shape of the box.
  // data: the memory; null for an empty block.
  void write(const Box& box, const Storage& storage, const void* data);
  // Ends the file: the data reach the disk, then the file gets its name. Error(resource) if they do not,
  // Error(invalid_argument) for a second call. Collective.
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes an array as the .npy file that numpy.save would write. Readers find the old file or the complete new
// one; the old file survives every failure. Collective.
// path: of the file. Error(resource) if it cannot be written or has no space.
// shape: of the whole array. Error(invalid_argument) for a shape that no file holds, and for a block that is
//     not in it.
// field: this process's block.
// fortran_order: as of ArrayFileWriter.
template <class T>
void write_array(const std::string& path, const Extents& shape, const Field<T>& field, MPI_Comm comm,
                 bool fortran_order = false) {
  ArrayFileWriter writer(path, shape, element_type<T>(), fortran_order, comm);
  writer.write(field.box(), field.storage(), field.data());
  writer.commit();
}

}  // namespace weft
