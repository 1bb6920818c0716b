// Datasets in one piece have their place as soon as they are made, and HDF5 fills nothing into them.
#include "io/checkpoint_hdf5.hpp"

#include <vector>

#include "io/hdf5_attributes.hpp"
#include "io/hdf5_types.hpp"

namespace weft::inline io {

namespace {

Hdf5Id new_file(const std::string& path) {
  const QuietHdf5 quiet;
  const Hdf5Id access = file_access();
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose, "making " + path};
}

Hdf5Id new_group(const Hdf5Id& file, const std::string& name) {
  const QuietHdf5 quiet;
  return {H5Gcreate2(file.get(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
          "making the group " + name};
}

}  // namespace

CheckpointHdf5::CheckpointHdf5(const std::string& path)
    : file_(new_file(path)), fields_(new_group(file_, "/fields")) {}

Index CheckpointHdf5::bytes() const {
  hsize_t n = 0;
  check_hdf5(H5Fget_filesize(file_.get(), &n), "asking for the length of the file");
  return static_cast<Index>(n);
}

Index CheckpointHdf5::add_field(const std::string& name, const Extents& shape, ElementType element) {
  const QuietHdf5 quiet;
  const std::string doing = "making the dataset " + name;
  const std::vector<hsize_t> lengths(shape.begin(), shape.end());
  const Hdf5Id space(H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), nullptr), H5Sclose,
                     doing);
  const Hdf5Id how = new_properties(H5P_DATASET_CREATE);
  check_hdf5(H5Pset_layout(how.get(), H5D_CONTIGUOUS), doing);
  check_hdf5(H5Pset_alloc_time(how.get(), H5D_ALLOC_TIME_EARLY), doing);
  check_hdf5(H5Pset_fill_time(how.get(), H5D_FILL_TIME_NEVER), doing);
  const Hdf5Id dataset(H5Dcreate2(fields_.get(), name.c_str(), hdf5_type(element).get(), space.get(),
                                  H5P_DEFAULT, how.get(), H5P_DEFAULT),
                       H5Dclose, doing);
  const haddr_t begin = H5Dget_offset(dataset.get());
  if (begin == HADDR_UNDEF) fail_hdf5(doing);
  return static_cast<Index>(begin);
}

void CheckpointHdf5::set_field_attribute(const std::string& name, const std::string& key,
                                         const AttributeValue& value) {
  const QuietHdf5 quiet;
  const Hdf5Id dataset(H5Dopen2(fields_.get(), name.c_str(), H5P_DEFAULT), H5Dclose, "opening " + name);
  put_attribute(dataset.get(), key, value);
}

void CheckpointHdf5::finish(const Attributes& metadata, const std::map<std::string, std::string>& plan) {
  const QuietHdf5 quiet;
  {
    const Hdf5Id group = new_group(file_, "/metadata");
    for (const auto& [name, value] : metadata) put_attribute(group.get(), name, value);
  }
  if (!plan.empty()) {
    const Hdf5Id group = new_group(file_, "/plan");
    for (const auto& [key, value] : plan) put_attribute(group.get(), key, value);
  }
  fields_.close("closing the group of fields");
  file_.close("closing the file");
}

}  // namespace weft::inline io
