// A plane of an array as a VTK image: a small XML head, then the numbers as they are in memory, each array
// after its length in bytes ("appended raw" data of the VTK XML formats, vtk.org/documentation, file
// formats).
//
// The blocks of the plane go to process 0, which puts them into the whole and writes it.
#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "comm/datatype.hpp"
#include "io/grid.hpp"
#include "io/pieces.hpp"
#include "io/transfer.hpp"
#include "weft/error.hpp"
#include "weft/snapshots.hpp"
#include "weft/text_file.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

// The plane as a box of the array.
Box plane_of(const Extents& shape, int axis, Index index) {
  Box plane;
  for (const Index length : shape) plane.ranges.push_back({0, length});
  if (axis >= 0) plane.ranges[static_cast<std::size_t>(axis)] = {index, index + 1};
  return plane;
}

void check_plane(const std::string& name, const Extents& shape, int axis, Index index) {
  const std::string words = "the array " + name + " of shape " + to_text(shape) + " ";
  const auto n_axes = static_cast<int>(shape.size());
  if (n_axes != 2 && n_axes != 3)
    fail(words + "is neither a plane nor a volume; pass one with two or three axes");
  if (n_axes == 2 && axis != -1) fail(words + "is a plane already; give the axis -1");
  if (n_axes == 3 && (axis < 0 || axis > 2))
    fail(words + "has no axis " + std::to_string(axis) + "; give 0, 1 or 2");
  if (n_axes == 3 && (index < 0 || index >= shape[static_cast<std::size_t>(axis)]))
    fail(words + "has no plane " + std::to_string(index) + " of axis " + std::to_string(axis) +
         "; they count from 0 to " + std::to_string(shape[static_cast<std::size_t>(axis)] - 1));
  if (name.empty() || name.find_first_of("<>&\"") != std::string::npos)
    fail("'" + name +
         "' cannot be the name of an array of a VTK image; use letters, digits, dots and slashes");
}

// Origin and distance along each axis of the plane, the position of the plane itself included.
std::vector<GridAxis> axes_of(const Extents& shape, int axis, Index index, const Attributes& grid) {
  std::vector<GridAxis> axes = grid_of(shape, grid);
  for (int a = 0; a < static_cast<int>(axes.size()); ++a) {
    GridAxis& along = axes[static_cast<std::size_t>(a)];
    if (a == axis)
      along.origin = along.coordinates.empty() ? along.origin + static_cast<double>(index) * along.spacing
                                               : along.coordinates[static_cast<std::size_t>(index)];
    else if (!along.coordinates.empty())
      fail("the points along axis " + std::to_string(a) +
           " are not uniform, which a VTK image cannot be; write HDF5 and XDMF instead");
  }
  return axes;
}

// The plane on process 0, in C order; empty on the others.
std::vector<std::byte> gather(const Distribution& d, const Box& plane, const std::byte* data) {
  const MPI_Comm comm = d.comm();
  const int n_processes = d.layout().n_processes();
  const Index bytes = bytes_of(d.element());
  const bool is_first = d.rank() == 0;
  const Box mine = intersect(d.box(), plane);
  std::vector<std::byte> part, all, whole;
  std::vector<int> counts(static_cast<std::size_t>(n_processes)), begins(counts.size() + 1);
  agree(comm, [&] {
    for (int rank = 0; rank < n_processes; ++rank)
      counts[static_cast<std::size_t>(rank)] =
          narrow(intersect(box_of(d.layout(), rank), plane).n_points(), "the points of a plane");
    Index sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      begins[i + 1] = narrow(sum += counts[i], "the points of a plane");
    part.resize(static_cast<std::size_t>(mine.n_points() * bytes));
    if (is_first) all.resize(static_cast<std::size_t>(plane.n_points() * bytes));
    if (is_first) whole.resize(all.size());
    if (mine.empty()) return;
    Extents strides = d.storage().strides;
    for (Index& stride : strides) stride *= bytes;
    for (std::size_t a = 0; a < strides.size(); ++a)
      data += (mine.ranges[a].begin - d.box().ranges[a].begin) * strides[a];
    copy_box(mine.shape(), data, strides, part.data(), dense_byte_strides(mine.shape(), bytes),
             run_of_copy(bytes));
  });
  const Datatype element = Datatype::contiguous(bytes);
  check_mpi(MPI_Gatherv(part.data(), narrow(mine.n_points(), "the points of a plane"), element.get(),
                        all.data(), counts.data(), begins.data(), element.get(), 0, comm),
            "gathering a plane");
  const Extents strides = dense_byte_strides(plane.shape(), bytes);
  for (int rank = 0; is_first && rank < n_processes; ++rank) {
    const Box box = intersect(box_of(d.layout(), rank), plane);
    if (box.empty()) continue;
    Index offset = 0;
    for (std::size_t a = 0; a < strides.size(); ++a)
      offset += (box.ranges[a].begin - plane.ranges[a].begin) * strides[a];
    copy_box(box.shape(), all.data() + begins[static_cast<std::size_t>(rank)] * bytes,
             dense_byte_strides(box.shape(), bytes), whole.data() + offset, strides, run_of_copy(bytes));
  }
  return whole;
}

// One array of the image.
struct ImageArray {
  std::string name;
  std::string bytes;  // the numbers
};

template <class T>
std::vector<ImageArray> parts_of(const std::string& name, const std::vector<std::byte>& plane) {
  std::vector<ImageArray> arrays = {{name + ".r", {}}, {name + ".i", {}}, {name + ".magnitude", {}}};
  for (std::size_t i = 0; i < plane.size(); i += sizeof(std::complex<T>)) {
    std::complex<T> x;
    std::memcpy(&x, plane.data() + i, sizeof x);
    const T numbers[3] = {x.real(), x.imag(), std::abs(x)};
    for (std::size_t k = 0; k < 3; ++k)
      arrays[k].bytes.append(reinterpret_cast<const char*>(&numbers[k]), sizeof(T));
  }
  return arrays;
}

std::vector<ImageArray> arrays_of(const std::string& name, ElementType element,
                                  const std::vector<std::byte>& plane) {
  if (element.is_real) return {{name, {reinterpret_cast<const char*>(plane.data()), plane.size()}}};
  return element.is_double ? parts_of<double>(name, plane) : parts_of<float>(name, plane);
}

// x, y, z of three numbers in the order of the axes, slowest first; two axes have z = `missing`.
template <class T, class Part>
std::string in_xyz(const std::vector<T>& axes, const std::string& missing, Part&& part) {
  std::string text;
  for (std::size_t a = axes.size(); a-- > 0;) text += (text.empty() ? "" : " ") + part(axes[a]);
  return axes.size() == 2 ? text + " " + missing : text;
}

std::string image_of(const Extents& shape, const std::vector<GridAxis>& axes, ElementType element,
                     const std::vector<ImageArray>& arrays) {
  const std::string extent = in_xyz(shape, "0 0", [](Index n) { return "0 " + std::to_string(n - 1); });
  const std::string type = element.is_double ? "Float64" : "Float32";
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<ImageData WholeExtent=\"" +
      extent + "\" Origin=\"" + in_xyz(axes, "0", [](const GridAxis& x) { return exact_number(x.origin); }) +
      "\" Spacing=\"" + in_xyz(axes, "1", [](const GridAxis& x) { return exact_number(x.spacing); }) +
      "\">\n<Piece Extent=\"" + extent + "\">\n<PointData Scalars=\"" + arrays[0].name + "\">\n";
  std::string data;
  for (const ImageArray& array : arrays) {
    text += "<DataArray type=\"" + type + "\" Name=\"" + array.name + "\" format=\"appended\" offset=\"" +
            std::to_string(data.size()) + "\"/>\n";
    const std::uint64_t n = array.bytes.size();
    data.append(reinterpret_cast<const char*>(&n), sizeof n);
    data += array.bytes;
  }
  return text + "</PointData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_" + data +
         "\n</AppendedData>\n</VTKFile>\n";
}

}  // namespace

void write_vtk_slice(const std::string& path, const std::string& name, const Distribution& distribution,
                     const void* data, int axis, Index index, const Attributes& grid) {
  const Doing doing("to write a slice");
  const MPI_Comm comm = distribution.comm();
  const Extents& shape = distribution.layout().shape;
  require_equal(
      comm,
      {{"path", path}, {"name", name}, {"axis", std::to_string(axis)}, {"index", std::to_string(index)}});
  std::vector<GridAxis> axes;
  agree(comm, [&] {
    distribution.require_host("a file");
    check_plane(name, shape, axis, index);
    axes = axes_of(shape, axis, index, grid);
    check_block({path, shape, 0, 0, {}}, {distribution.box(), distribution.storage(), distribution.element()},
                data);
  });
  const Box plane = plane_of(shape, axis, index);
  const auto* memory = static_cast<const std::byte*>(data);
  if (memory != nullptr) memory += distribution.first() * bytes_of(distribution.element());
  const std::vector<std::byte> whole = gather(distribution, plane, memory);
  agree(comm, [&] {
    if (distribution.rank() != 0) return;
    const ElementType element = distribution.element();
    replace_text(path, image_of(plane.shape(), axes, element, arrays_of(name, element, whole)));
  });
}

}  // namespace weft
