// The objects of an open HDF5 file: names, new datasets, and what a file holds. Work of one process; no MPI.
#pragma once

#include <map>
#include <string>

#include "io/hdf5_library.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::inline io {

// "/flow/u" of "flow/u"; "/" of "/". Throws Error(invalid_argument) for names with empty parts, "." or "..".
std::string object_path(const std::string& name);

// The product of the lengths.
Index product(const Extents& lengths);

// What is to be made.
struct NewDataset {
  std::string path;     // "/flow/u"
  Extents shape;        // global lengths, none 0
  ElementType element;  // in the file
  DatasetOptions options;
};

// Fills in the shape of the chunks where a filter needs them. Throws Error(invalid_argument) for options that
// do not fit the shape.
void complete(NewDataset& dataset);

// Makes the dataset and the groups that it lies in. Throws Error(invalid_argument) if there is one already,
// or if a part of its path is a dataset.
Hdf5Id create_dataset(hid_t file, const NewDataset& dataset);

// True if the path leads to an object. Every part of it is looked for: HDF5 fails on parts that are not
// there.
bool has_object(hid_t file, const std::string& path);

// A dataset of numbers in a file.
struct FoundDataset {
  DatasetInfo info;
  std::string descr;  // the type of its elements, as numpy says it
  Index begin = -1;   // offset of the first element in bytes, if they lie in the file one after the other
};

struct Hdf5Contents {
  std::map<std::string, FoundDataset> datasets;
  std::map<std::string, Attributes> attributes;  // of every group and dataset
};

// Of a whole file: all that hard links lead to. Throws Error(resource) where HDF5 cannot read an object.
Hdf5Contents contents_of(hid_t file);

}  // namespace weft::inline io
