// Files for Python: HDF5, .npy, XDMF, series of snapshots, VTK slices. What is wrong with the arguments of
// one process is raised on all; the lock of Python is free in the calls, which are collective.
#include <algorithm>

#include "core.hpp"
#include "weft/array_file.hpp"
#include "weft/array_functions.hpp"
#include "weft/snapshots.hpp"

namespace weft::python {
namespace {

// Attributes come and go as Python's own values: str, float, int, and lists of one of these.
AttributeValue value_of(nb::handle value) {
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (nb::isinstance<nb::float_>(value)) return nb::cast<double>(value);
  if (nb::isinstance<nb::int_>(value)) return nb::cast<std::int64_t>(value);
  const auto list = nb::cast<nb::tuple>(value);  // kind, list
  const auto kind = nb::cast<std::string>(list[0]);
  if (kind == "texts") return nb::cast<std::vector<std::string>>(list[1]);
  if (kind == "wholes") return nb::cast<std::vector<std::int64_t>>(list[1]);
  return nb::cast<std::vector<double>>(list[1]);
}

Attributes attributes_of(const nb::dict& given) {
  Attributes attributes;
  for (const auto [name, value] : given) attributes[nb::cast<std::string>(name)] = value_of(value);
  return attributes;
}

nb::object python_value(const AttributeValue& value) {
  return std::visit([](const auto& x) -> nb::object { return nb::cast(x); }, value);
}

nb::dict attributes_to_dict(const Attributes& attributes) {
  nb::dict result;
  for (const auto& [name, value] : attributes) result[name.c_str()] = python_value(value);
  return result;
}

// (options, attributes)
DatasetOptions options_of(const nb::tuple& given) {
  DatasetOptions options = DatasetOptions::of(nb::cast<const Options&>(given[0]));
  options.attributes = attributes_of(nb::cast<nb::dict>(given[1]));
  return options;
}

void agree_on_complaint(MPI_Comm comm, const Complaint& complaint) {
  agree_on(comm, [&] {
    if (complaint) throw error_of(complaint);
  });
}

nb::dict info_to_dict(const DatasetInfo& info) {
  nb::dict result;
  result["shape"] = to_tuple(info.shape);
  result["dtype"] = dtype_of(info.element);
  result["is_integer"] = info.is_integer;
  result["chunks"] = to_tuple(info.chunks);
  result["is_compressed"] = info.is_compressed;
  result["has_checksums"] = info.has_checksums;
  result["attributes"] = attributes_to_dict(info.attributes);
  return result;
}

// A file and the communicator that its calls agree on.
template <class File>
struct OpenFile {
  OpenFile(Address address, const std::string& path, const Complaint& complaint)
      : comm(communicator_at(address)), file([&] {
          const nb::gil_scoped_release unlocked;
          agree_on_complaint(comm, complaint);
          return File(path, comm);
        }()) {}
  OpenFile(MPI_Comm of_file, File&& opened) : comm(of_file), file(std::move(opened)) {}
  MPI_Comm comm;
  File file;
};

using Writer = OpenFile<Hdf5Writer>;
using Reader = OpenFile<Hdf5Reader>;
using BoundSeries = OpenFile<Series>;

void write_dataset(Writer& writer, const std::string& name, nb::handle bound, Address data,
                   const nb::tuple& options) {
  const Distribution& distribution = distribution_of(bound);
  const DatasetOptions wanted = options_of(options);
  const nb::gil_scoped_release unlocked;
  writer.file.write(name, distribution, reinterpret_cast<const void*>(data), wanted);
}

void read_dataset(Reader& reader, const std::string& name, nb::handle bound, Address data,
                  const Options& options, const Complaint& complaint) {
  const Distribution& distribution = distribution_of(bound);
  const nb::gil_scoped_release unlocked;
  agree_on_complaint(reader.comm, complaint);
  reader.file.read(name, distribution, reinterpret_cast<void*>(data), options);
}

// fields: (name, distribution, address, options)
void append(BoundSeries& series, double time, Index step, const nb::list& fields,
            const nb::dict& attributes) {
  std::vector<NamedField> given;
  for (const nb::handle field : fields) {
    const auto parts = nb::cast<nb::tuple>(field);
    given.push_back({nb::cast<std::string>(parts[0]), distribution_of(parts[1]),
                     reinterpret_cast<const void*>(nb::cast<Address>(parts[2])),
                     options_of(nb::cast<nb::tuple>(parts[3]))});
  }
  const Attributes of_file = attributes_of(attributes);
  const nb::gil_scoped_release unlocked;
  series.file.append(time, step, given, of_file);
}

nb::list snapshots(const BoundSeries& series) {
  nb::list all;
  for (const Snapshot& s : series.file.snapshots())
    all.append(nb::make_tuple(s.number, s.time, s.step, s.path));
  return all;
}

void bind_npy(nb::module_& module) {
  module.def("write_npy", [](const std::string& path, nb::handle bound, Address data) {
    const Distribution& d = distribution_of(bound);
    const nb::gil_scoped_release unlocked;
    ArrayFileWriter writer(path, d.layout().shape, d.element(), false, d.comm());
    const auto* memory = reinterpret_cast<const std::byte*>(data);
    writer.write(d.box(), d.storage(),
                 memory == nullptr ? nullptr : memory + d.first() * bytes_of(d.element()));
    writer.commit();
  });
  module.def(
      "npy_info",
      [](Address comm, const std::string& path, const Complaint& complaint) {
        const ArrayFileInfo info = [&] {
          const nb::gil_scoped_release unlocked;
          agree_on_complaint(communicator_at(comm), complaint);
          return array_file_info(path, communicator_at(comm));
        }();
        return nb::make_tuple(to_tuple(info.numpy_shape()), dtype_of(info.element), info.fortran_order,
                              info.is_integer);
      },
      nb::arg("comm"), nb::arg("path"), nb::arg("complaint").none());
  // Axes of the file are those of the array, reversed for a file in Fortran order.
  module.def("read_npy", [](const std::string& path, nb::handle bound, Address data) {
    const Distribution& d = distribution_of(bound);
    const nb::gil_scoped_release unlocked;
    const ArrayFileInfo info = array_file_info(path, d.comm());
    Box box = d.box();
    Storage storage = d.storage();
    if (info.fortran_order) {
      std::reverse(box.ranges.begin(), box.ranges.end());
      std::reverse(storage.shape.begin(), storage.shape.end());
      std::reverse(storage.strides.begin(), storage.strides.end());
    }
    auto* memory = reinterpret_cast<std::byte*>(data);
    read_array(info, box, storage, d.element(),
               memory == nullptr ? nullptr : memory + d.first() * bytes_of(d.element()), d.comm());
  });
}

void bind_pictures(nb::module_& module) {
  nb::class_<BoundSeries>(module, "Series")
      .def(nb::init<Address, const std::string&, const Complaint&>(), nb::arg("comm"), nb::arg("prefix"),
           nb::arg("complaint").none())
      .def("snapshots", &snapshots)
      .def("append", &append)
      .def(
          "open",
          [](const BoundSeries& series, std::size_t i) {
            const nb::gil_scoped_release unlocked;
            return new Reader(series.comm, series.file.open(i));
          },
          nb::rv_policy::take_ownership);
  module.def(
      "write_xdmf",
      [](Address comm, const std::string& path, const std::vector<std::string>& files,
         const Complaint& complaint) {
        const nb::gil_scoped_release unlocked;
        agree_on_complaint(communicator_at(comm), complaint);
        weft::write_xdmf(path, files, communicator_at(comm));
      },
      nb::arg("comm"), nb::arg("path"), nb::arg("files"), nb::arg("complaint").none());
  module.def("write_vtk_slice", [](const std::string& path, const std::string& name, nb::handle bound,
                                   Address data, int axis, Index index, const nb::dict& grid) {
    const Distribution& d = distribution_of(bound);
    const Attributes of_grid = attributes_of(grid);
    const nb::gil_scoped_release unlocked;
    weft::write_vtk_slice(path, name, d, reinterpret_cast<const void*>(data), axis, index, of_grid);
  });
}

}  // namespace

void bind_files(nb::module_& module) {
  nb::class_<Writer>(module, "Hdf5Writer")
      .def(nb::init<Address, const std::string&, const Complaint&>(), nb::arg("comm"), nb::arg("path"),
           nb::arg("complaint").none())
      .def("write", &write_dataset)
      .def("set_attribute",
           [](Writer& writer, const std::string& object, const std::string& name, nb::handle value) {
             const AttributeValue wanted = value_of(value);
             const nb::gil_scoped_release unlocked;
             writer.file.set_attribute(object, name, wanted);
           })
      .def(
          "agree",
          [](Writer& writer, const Complaint& complaint) {
            const nb::gil_scoped_release unlocked;
            agree_on_complaint(writer.comm, complaint);
          },
          nb::arg("complaint").none())
      .def("commit", [](Writer& writer) {
        const nb::gil_scoped_release unlocked;
        writer.file.commit();
      });
  nb::class_<Reader>(module, "Hdf5Reader")
      .def(nb::init<Address, const std::string&, const Complaint&>(), nb::arg("comm"), nb::arg("path"),
           nb::arg("complaint").none())
      .def("datasets", [](const Reader& reader) { return reader.file.datasets(); })
      .def("info",
           [](const Reader& reader, const std::string& name) { return info_to_dict(reader.file.info(name)); })
      .def("read", &read_dataset, nb::arg("name"), nb::arg("distribution"), nb::arg("data"),
           nb::arg("options"), nb::arg("complaint").none())
      .def("attributes", [](const Reader& reader, const std::string& object) {
        const Attributes all = [&] {
          const nb::gil_scoped_release unlocked;
          return reader.file.attributes(object);
        }();
        return attributes_to_dict(all);
      });
  bind_npy(module);
  bind_pictures(module);
}

}  // namespace weft::python
