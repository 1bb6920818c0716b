// Datasets are placed when they are made and never filled: every byte of them is written by weft.
#include "io/hdf5_objects.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "io/hdf5_attributes.hpp"
#include "io/hdf5_types.hpp"
#include "io/options.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline io {

namespace {

constexpr Index good_chunk_bytes = Index{1} << 20;  // small beside HDF5's cache, large beside its headers
constexpr Index most_chunk_bytes = (Index{1} << 32) - 1;  // of HDF5
constexpr int most_hdf5_axes = H5S_MAX_RANK;

// Nearly cubes, so that slices along any axis touch few of them; the same on any layout.
Extents good_chunks(const Extents& shape, Index element_bytes) {
  Extents chunks = shape;
  while (product(chunks) * element_bytes > good_chunk_bytes) {
    Index& longest = *std::max_element(chunks.begin(), chunks.end());
    longest = (longest + 1) / 2;
  }
  return chunks;
}

std::vector<hsize_t> sizes_of(const Extents& lengths) { return {lengths.begin(), lengths.end()}; }
Extents extents_of(const std::vector<hsize_t>& sizes) { return {sizes.begin(), sizes.end()}; }

// Properties with which a dataset is made.
Hdf5Id creation_of(const NewDataset& dataset) {
  const DatasetOptions& options = dataset.options;
  const std::string doing = "choosing how " + dataset.path + " lies in the file";
  Hdf5Id creation = timeless_properties(H5P_DATASET_CREATE);
  check_hdf5(H5Pset_fill_time(creation.get(), H5D_FILL_TIME_NEVER), doing);
  if (options.chunks.empty()) {
    check_hdf5(H5Pset_alloc_time(creation.get(), H5D_ALLOC_TIME_EARLY), doing);
    return creation;
  }
  const std::vector<hsize_t> sizes = sizes_of(options.chunks);
  check_hdf5(H5Pset_chunk(creation.get(), static_cast<int>(sizes.size()), sizes.data()), doing);
  if (options.shuffle) check_hdf5(H5Pset_shuffle(creation.get()), doing);
  if (options.compression > 0)
    check_hdf5(H5Pset_deflate(creation.get(), static_cast<unsigned>(options.compression)), doing);
  if (options.fletcher32) check_hdf5(H5Pset_fletcher32(creation.get()), doing);
  return creation;
}

// Throws if a dataset, or a dataset where a group should be, is there.
void check_free(hid_t file, const std::string& path) {
  for (std::size_t end = path.find('/', 1); true; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (check_hdf5(H5Lexists(file, part.c_str(), H5P_DEFAULT), "looking for " + part) == 0) return;
    if (end == std::string::npos)
      fail("the file has an object " + path + " already; choose another name for the dataset");
    const Hdf5Id object(H5Oopen(file, part.c_str(), H5P_DEFAULT), H5Oclose, "looking for " + part);
    if (H5Iget_type(object.get()) != H5I_GROUP)
      fail("the dataset " + path + " cannot be made: " + part +
           " is a dataset, not a group; choose another name");
  }
}

// Makes the groups of the path that are not there.
void make_groups(hid_t file, const std::string& path, hid_t links) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end), doing = "making the group " + part;
    if (check_hdf5(H5Lexists(file, part.c_str(), H5P_DEFAULT), doing) > 0) continue;
    const Hdf5Id creation = timeless_properties(H5P_GROUP_CREATE);
    const Hdf5Id made(H5Gcreate2(file, part.c_str(), links, creation.get(), H5P_DEFAULT), H5Gclose, doing);
  }
}

bool has_filter(hid_t creation, H5Z_filter_t wanted) {
  const int n = H5Pget_nfilters(creation);
  for (int i = 0; i < n; ++i) {
    unsigned flags = 0;
    std::size_t n_values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &n_values, nullptr, 0, nullptr, nullptr);
    if (filter == wanted) return true;
  }
  return false;
}

bool only_checks_or_moves(H5Z_filter_t filter) {
  return filter == H5Z_FILTER_FLETCHER32 || filter == H5Z_FILTER_SHUFFLE;
}

bool has_compression(hid_t creation) {
  const int n = H5Pget_nfilters(creation);
  for (int i = 0; i < n; ++i) {
    unsigned flags = 0;
    std::size_t n_values = 0;
    if (!only_checks_or_moves(H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &n_values, nullptr,
                                             0, nullptr, nullptr)))
      return true;
  }
  return false;
}

void describe_storage(hid_t dataset, hid_t creation, FoundDataset& found) {
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout == H5D_CHUNKED) {
    std::vector<hsize_t> sizes(found.info.shape.size());
    check_hdf5(H5Pget_chunk(creation, static_cast<int>(sizes.size()), sizes.data()), "reading the chunks");
    found.info.chunks = extents_of(sizes);
    found.info.is_compressed = has_compression(creation);
    found.info.has_checksums = has_filter(creation, H5Z_FILTER_FLETCHER32);
  }
  if (layout != H5D_CONTIGUOUS || H5Pget_external_count(creation) > 0) return;
  const haddr_t begin = H5Dget_offset(dataset);
  if (begin != HADDR_UNDEF) found.begin = static_cast<Index>(begin);
}

// None if its elements are no numbers.
std::optional<FoundDataset> found_in(hid_t dataset, const std::string& path) {
  const std::string doing = "reading the header of " + path;
  const Hdf5Id type(H5Dget_type(dataset), H5Tclose, doing);
  const Hdf5Id space(H5Dget_space(dataset), H5Sclose, doing);
  const Hdf5Id creation(H5Dget_create_plist(dataset), H5Pclose, doing);
  const std::optional<std::string> descr = descr_of_hdf5(type.get());
  if (!descr || H5Sget_simple_extent_type(space.get()) == H5S_NULL) return {};
  FoundDataset found;
  found.descr = *descr;
  const NumberRow& row = *parse_number(*descr).row;
  found.info.element = row.element;
  found.info.is_integer = row.is_integer;
  std::vector<hsize_t> sizes(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space.get())));
  check_hdf5(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr), doing);
  found.info.shape = extents_of(sizes);
  describe_storage(dataset, creation.get(), found);
  return found;
}

struct Visit {
  Hdf5Contents contents;
  std::optional<Error> problem;
};

void visit_object(hid_t file, const std::string& path, Hdf5Contents& contents) {
  const Hdf5Id object(H5Oopen(file, path.c_str(), H5P_DEFAULT), H5Oclose, "opening " + path);
  const H5I_type_t kind = H5Iget_type(object.get());
  if (kind != H5I_GROUP && kind != H5I_DATASET) return;
  Attributes& attributes = contents.attributes[path] = get_attributes(object.get());
  if (kind != H5I_DATASET) return;
  std::optional<FoundDataset> found = found_in(object.get(), path);
  if (!found) return;
  found->info.attributes = attributes;
  contents.datasets.emplace(path, std::move(*found));
}

// No exception may pass through HDF5.
herr_t visit(hid_t file, const char* name, const H5O_info_t*, void* data) {
  auto& visit = *static_cast<Visit*>(data);
  try {
    visit_object(file, std::string(name) == "." ? "/" : std::string("/") + name, visit.contents);
    return 0;
  } catch (const Error& error) {
    visit.problem = error;
  } catch (const std::exception&) {  // a length that no memory holds
    visit.problem = Error(ErrorCode::resource, "an object or its attributes are too large for the memory");
  }
  return -1;
}

}  // namespace

Index product(const Extents& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), Index{1}, std::multiplies<>());
}

std::string object_path(const std::string& name) {
  if (name == "/") return name;
  std::string path = name.starts_with('/') ? name : "/" + name;
  std::vector<std::string> parts = split(path.substr(1), '/');
  if (parts.empty() || path.ends_with('/')) parts.emplace_back();
  for (const std::string& part : parts)
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string::npos)
      fail("'" + name + "' cannot be the name of an object of an HDF5 file; give one as 'u' or 'flow/u'");
  return path;
}

void complete(NewDataset& dataset) {
  DatasetOptions& options = dataset.options;
  const std::string begin = "the dataset " + dataset.path + " of shape " + to_text(dataset.shape) + " ";
  if (dataset.path == "/") fail("'/' is the file itself; give the dataset a name");
  if (static_cast<int>(dataset.shape.size()) > most_hdf5_axes)
    fail(begin + "has more than the " + std::to_string(most_hdf5_axes) + " axes that HDF5 allows; join some");
  dataset_options().check_members(options);
  if (options.chunks.empty() && (options.compression > 0 || options.shuffle || options.fletcher32))
    options.chunks = good_chunks(dataset.shape, bytes_of(dataset.element));
  bool fits = options.chunks.empty() || options.chunks.size() == dataset.shape.size();
  for (std::size_t a = 0; fits && a < options.chunks.size(); ++a)
    fits = 1 <= options.chunks[a] && options.chunks[a] <= dataset.shape[a];
  if (!fits)
    fail(begin + "cannot have chunks of shape " + to_text(options.chunks) +
         "; give one length for each axis, from 1 to that of the axis");
  if (product(options.chunks) > most_chunk_bytes / bytes_of(dataset.element))
    fail(begin + "cannot have chunks of shape " + to_text(options.chunks) +
         ": HDF5 allows 4 GiB for each; give smaller ones");
  for (const auto& [name, value] : options.attributes) check_attribute(name, value);
}

Hdf5Id create_dataset(hid_t file, const NewDataset& dataset) {
  check_free(file, dataset.path);
  const std::string doing = "making the dataset " + dataset.path;
  const std::vector<hsize_t> sizes = sizes_of(dataset.shape);
  const Hdf5Id space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose,
                     doing);
  const Hdf5Id links = new_properties(H5P_LINK_CREATE);
  check_hdf5(H5Pset_char_encoding(links.get(), H5T_CSET_UTF8), doing);
  make_groups(file, dataset.path, links.get());
  const Hdf5Id creation = creation_of(dataset);
  const Hdf5Id type = hdf5_type(dataset.element);
  return {H5Dcreate2(file, dataset.path.c_str(), type.get(), space.get(), links.get(), creation.get(),
                     H5P_DEFAULT),
          H5Dclose, doing};
}

bool has_object(hid_t file, const std::string& path) {
  for (std::size_t end = path.find('/', 1); true; end = path.find('/', end + 1)) {
    if (H5Lexists(file, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

Hdf5Contents contents_of(hid_t file) {
  Visit visited;
  const herr_t status = H5Ovisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, &visited);
  if (visited.problem) throw Error(*visited.problem);
  check_hdf5(status, "listing what the file holds");
  return std::move(visited.contents);
}

}  // namespace weft::inline io
