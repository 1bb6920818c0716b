// Axes are written slowest first, as they are in the file; so are origins and distances. Complex numbers are
// compounds, which XDMF does not know: their parts are strided pieces of the file, read past HDF5, which
// needs datasets in one piece.
#include "io/xdmf.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "comm/agree.hpp"
#include "comm/communicators.hpp"
#include "io/hdf5_contents.hpp"
#include "io/number.hpp"
#include "weft/error.hpp"
#include "weft/snapshots.hpp"
#include "weft/text_file.hpp"
#include "weft/words.hpp"

namespace weft::inline io {

namespace {

namespace fs = std::filesystem;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string listed(const Extents& lengths) {
  std::string text;
  for (const Index length : lengths) text += (text.empty() ? "" : " ") + std::to_string(length);
  return text;
}

std::string listed(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : " ") + exact_number(x);
  return text;
}

std::string in_xml(const std::vector<double>& numbers) {
  return "<DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"" +
         std::to_string(numbers.size()) + "\">" + listed(numbers) + "</DataItem>\n";
}

// A mesh has two or three axes: one axis is a row.
Extents mesh_shape(const Extents& shape) { return shape.size() == 1 ? Extents{1, shape[0]} : shape; }

void print_mesh(std::ostream& out, const XdmfMesh& mesh) {
  const bool is_uniform = std::all_of(mesh.axes.begin(), mesh.axes.end(),
                                      [](const GridAxis& axis) { return axis.coordinates.empty(); });
  std::vector<GridAxis> axes = mesh.axes;
  if (axes.size() == 1) axes.insert(axes.begin(), GridAxis{});
  const Extents shape = mesh_shape(mesh.shape);
  const std::string n = std::to_string(axes.size());
  out << "<Topology TopologyType=\"" << n << (is_uniform ? "DCoRectMesh" : "DRectMesh") << "\" Dimensions=\""
      << listed(shape) << "\"/>\n";
  if (is_uniform) {
    std::vector<double> origin, spacing;
    for (const GridAxis& axis : axes) {
      origin.push_back(axis.origin);
      spacing.push_back(axis.spacing);
    }
    out << "<Geometry GeometryType=\"" << (n == "3" ? "ORIGIN_DXDYDZ" : "ORIGIN_DXDY") << "\">\n"
        << in_xml(origin) << in_xml(spacing) << "</Geometry>\n";
    return;
  }
  out << "<Geometry GeometryType=\"" << (n == "3" ? "VXVYVZ" : "VXVY") << "\">\n";
  for (std::size_t a = axes.size(); a-- > 0;) {  // x first
    std::vector<double> x = axes[a].coordinates;
    for (Index j = 0; x.size() < static_cast<std::size_t>(shape[a]); ++j)
      x.push_back(axes[a].origin + static_cast<double>(j) * axes[a].spacing);
    out << in_xml(x);
  }
  out << "</Geometry>\n";
}

void begin_field(std::ostream& out, const XdmfField& field, const std::string& part) {
  out << "<Attribute Name=\"" << escaped(field.name + part)
      << "\" AttributeType=\"Scalar\" Center=\"Node\">\n";
  if (!field.units.empty()) out << "<Information Name=\"units\" Value=\"" << escaped(field.units) << "\"/>\n";
}

std::string number_type(const FoundDataset& dataset) {
  const char kind = dataset.descr[1];
  const Index bytes = parse_number(dataset.descr).row->bytes / (kind == 'c' ? 2 : 1);
  const std::string name = kind == 'i'   ? (bytes == 1 ? "Char" : "Int")
                           : kind == 'u' ? (bytes == 1 ? "UChar" : "UInt")
                                         : "Float";
  return "NumberType=\"" + name + "\" Precision=\"" + std::to_string(bytes) + "\"";
}

void print_real(std::ostream& out, const std::string& file, const XdmfField& field) {
  begin_field(out, field, "");
  out << "<DataItem Format=\"HDF\" " << number_type(field.dataset) << " Dimensions=\""
      << listed(mesh_shape(field.dataset.info.shape)) << "\">" << escaped(file) << ":/" << escaped(field.name)
      << "</DataItem>\n</Attribute>\n";
}

// Every second number from the first or the second on.
void print_part(std::ostream& out, const std::string& file, const XdmfField& field, int part) {
  const Extents shape = mesh_shape(field.dataset.info.shape);
  const std::size_t n = shape.size();
  Extents doubled = shape, begin(n, 0), stride(n, 1);
  doubled.back() *= 2;
  begin.back() = part;
  stride.back() = 2;
  begin_field(out, field, part == 0 ? ".r" : ".i");
  out << "<DataItem ItemType=\"HyperSlab\" Dimensions=\"" << listed(shape) << "\">\n"
      << "<DataItem Format=\"XML\" Dimensions=\"3 " << n << "\">" << listed(begin) << " " << listed(stride)
      << " " << listed(shape) << "</DataItem>\n"
      << "<DataItem Format=\"Binary\" " << number_type(field.dataset) << " Endian=\""
      << (field.dataset.descr[0] == '>' ? "Big" : "Little") << "\" Seek=\"" << field.dataset.begin
      << "\" Dimensions=\"" << listed(doubled) << "\">" << escaped(file) << "</DataItem>\n"
      << "</DataItem>\n</Attribute>\n";
}

void print_grid(std::ostream& out, const XdmfStep& step, const XdmfMesh& mesh, bool has_time) {
  out << "<Grid Name=\"" << to_text(mesh.shape) << "\" GridType=\"Uniform\">\n";
  if (has_time) out << "<Time Value=\"" << exact_number(step.time) << "\"/>\n";
  print_mesh(out, mesh);
  for (const XdmfField& field : mesh.fields) {
    if (field.dataset.info.element.is_real) {
      print_real(out, step.file, field);
      continue;
    }
    print_part(out, step.file, field, 0);
    print_part(out, step.file, field, 1);
  }
  out << "</Grid>\n";
}

bool can_be_shown(const FoundDataset& dataset) {
  const std::size_t n_axes = dataset.info.shape.size();
  const Extents& shape = dataset.info.shape;
  return 1 <= n_axes && n_axes <= 3 && std::count(shape.begin(), shape.end(), 0) == 0 &&
         (dataset.info.element.is_real || dataset.begin >= 0);
}

// The name of a file in the XML: its path from the folder of the XDMF file.
std::string name_from(const fs::path& folder, const std::string& file) {
  std::string name = fs::weakly_canonical(file).lexically_relative(folder).string();
  if (name.empty() || name.starts_with(".."))
    fail("the file " + file + " is not in the folder of the XDMF file, " + folder.string() +
         ", or below; write the XDMF file beside it");
  return name;
}

}  // namespace

XdmfStep xdmf_step(const std::string& path, const std::string& name) {
  const Hdf5Contents contents = list_hdf5(path).contents;
  XdmfStep step;
  step.file = name;
  const Attributes& of_file = contents.attributes.at("/");
  step.has_time = of_file.count("time") > 0;
  step.time = number_in(of_file, "time", 0);
  for (const auto& [dataset, found] : contents.datasets) {
    if (!can_be_shown(found)) continue;
    const Extents& shape = found.info.shape;
    const std::vector<GridAxis> axes = grid_of(shape, found.info.attributes);
    auto mesh = std::find_if(step.meshes.begin(), step.meshes.end(), [&](const XdmfMesh& known) {
      return known.shape == shape && known.axes == axes;
    });
    if (mesh == step.meshes.end()) mesh = step.meshes.insert(mesh, {shape, axes, {}});
    const auto units = found.info.attributes.find("units");
    const bool has_units =
        units != found.info.attributes.end() && std::holds_alternative<std::string>(units->second);
    mesh->fields.push_back({dataset.substr(1), has_units ? std::get<std::string>(units->second) : "", found});
  }
  return step;
}

std::string format_xdmf(const std::vector<XdmfStep>& steps) {
  std::ostringstream out;
  out << "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"3.0\">\n<Domain>\n";
  if (steps.size() == 1)
    for (const XdmfMesh& mesh : steps[0].meshes) print_grid(out, steps[0], mesh, steps[0].has_time);
  // Meshes of one shape are one series, in the order in which they come.
  std::vector<std::pair<Extents, std::size_t>> series;
  for (const XdmfStep& step : steps)
    for (std::size_t i = 0; steps.size() > 1 && i < step.meshes.size(); ++i) {
      const auto before = static_cast<std::size_t>(
          std::count_if(step.meshes.begin(), step.meshes.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](const XdmfMesh& mesh) { return mesh.shape == step.meshes[i].shape; }));
      const std::pair<Extents, std::size_t> key{step.meshes[i].shape, before};
      if (std::count(series.begin(), series.end(), key) == 0) series.push_back(key);
    }
  for (const auto& [shape, before] : series) {
    out << "<Grid Name=\"" << to_text(shape) << "\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    for (const XdmfStep& step : steps) {
      std::size_t n = 0;
      for (const XdmfMesh& mesh : step.meshes)
        if (mesh.shape == shape && n++ == before) print_grid(out, step, mesh, true);
    }
    out << "</Grid>\n";
  }
  out << "</Domain>\n</Xdmf>\n";
  return out.str();
}

}  // namespace weft::inline io

namespace weft {

void write_xdmf(const std::string& path, const std::vector<std::string>& files, MPI_Comm comm) {
  const Doing doing("to write an XDMF file");
  const auto processes = communicators_of(comm);
  require_equal(processes->base(), {{"path", path}, {"files", join(files)}});
  agree(processes->base(), [&] {
    if (files.empty()) fail("there is no HDF5 file to show in " + path + "; give one");
    if (processes->rank() != 0) return;
    const QuietHdf5 quiet;
    const fs::path folder = fs::weakly_canonical(fs::absolute(path).parent_path());
    std::vector<XdmfStep> steps;
    for (const std::string& file : files)
      steps.push_back(xdmf_step(file, name_from(folder, fs::absolute(file).string())));
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].meshes.empty())
        fail(files[i] +
             " has no dataset of numbers with one to three axes (complex ones without chunks) to show");
    const bool has_times =
        std::any_of(steps.begin(), steps.end(), [](const XdmfStep& s) { return s.has_time; });
    for (std::size_t i = 0; !has_times && i < steps.size(); ++i) steps[i].time = static_cast<double>(i);
    replace_text(path, format_xdmf(steps));
  });
}

}  // namespace weft
