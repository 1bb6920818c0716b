// Layouts, problems, options and descriptions: values that no process needs another one for.
#include "core.hpp"

namespace weft::python {
namespace {

Layout make_layout(const Extents& shape, const std::vector<int>& grid, const Axes& cut,
                   const std::vector<Extents>& blocks, const Extents& ghosts) {
  Layout layout{shape, {grid}, cut, {}, ghosts};
  for (const Extents& sizes : blocks) layout.splits.push_back({sizes});
  check(layout);
  return layout;
}

std::vector<Extents> blocks_of(const Layout& layout) {
  std::vector<Extents> blocks;
  for (const Split& split : layout.splits) blocks.push_back(split.block_sizes);
  return blocks;
}

nb::dict box_to_dict(const Box& box, const Storage& storage) {
  nb::dict dict;
  dict["box"] = to_tuple(box);
  dict["shape"] = to_tuple(storage.shape);
  dict["strides"] = to_tuple(storage.strides);
  dict["order"] = nb::cast(storage.order);
  return dict;
}

void bind_layout(nb::module_& module) {
  nb::class_<Layout>(module, "Layout")
      .def_static("make", &make_layout)
      .def_prop_ro("shape", [](const Layout& layout) { return to_tuple(layout.shape); })
      .def_prop_ro("grid", [](const Layout& layout) { return layout.grid.dims; })
      .def_prop_ro("cut", [](const Layout& layout) { return layout.cut; })
      .def_prop_ro("blocks", &blocks_of)
      .def_prop_ro("ghosts", [](const Layout& layout) { return to_tuple(layout.ghosts); })
      .def("box", [](const Layout& layout, int rank) { return to_tuple(box_of(layout, rank)); })
      .def("box_with_ghosts",
           [](const Layout& layout, int rank) { return to_tuple(box_with_ghosts(layout, rank)); });
}

void bind_problem(nb::module_& module) {
  nb::class_<Problem>(module, "Problem")
      .def("__init__", [](Problem* self, const Extents& shape) { new (self) Problem{shape}; })
      .def_prop_ro("shape", [](const Problem& problem) { return to_tuple(problem.shape); })
      .def_prop_ro("modes_shape", [](const Problem& problem) { return to_tuple(modes_shape(problem)); })
      .def_prop_ro("real_axis", [](const Problem& problem) { return real_axis(problem); })
      .def("set", [](Problem& problem, const std::string& key,
                     const std::string& value) { set(problem, key, value); })
      .def("get", [](const Problem& problem, const std::string& key) { return get(problem, key); })
      .def(
          "set_layouts",
          [](Problem& problem, const std::optional<Layout>& points, const std::optional<Layout>& modes) {
            problem.points = points;
            problem.modes = modes;
          },
          nb::arg("points").none(), nb::arg("modes").none());
}

}  // namespace

nb::tuple to_tuple(const Extents& numbers) {
  nb::list list;
  for (const Index n : numbers) list.append(n);
  return nb::tuple(list);
}

nb::tuple to_tuple(const Box& box) {
  nb::list list;
  for (const Range& range : box.ranges) list.append(nb::make_tuple(range.begin, range.end));
  return nb::tuple(list);
}

nb::dict to_dict(const Counts& counts) {
  nb::list sweeps, exchanges;
  for (const SweepCounts& sweep : counts.sweeps) {
    nb::dict row;
    row["axes"] = nb::tuple(nb::cast(sweep.axes));
    row["bytes_read"] = sweep.bytes_read;
    row["bytes_written"] = sweep.bytes_written;
    sweeps.append(row);
  }
  for (const ExchangeCounts& exchange : counts.exchanges) {
    nb::dict row;
    row["exchange"] = exchange.exchange;
    row["messages"] = exchange.messages;
    row["bytes_sent"] = exchange.bytes_sent;
    row["peer_bytes"] = exchange.peer_bytes;
    row["flags"] = exchange.flags;
    exchanges.append(row);
  }
  nb::dict dict;
  dict["sweeps"] = sweeps;
  dict["exchanges"] = exchanges;
  dict["copies"] = counts.n_copies();
  return dict;
}

nb::dict to_dict(const Description& description) {
  nb::dict counts, memory, dict;
  counts["forward"] = to_dict(description.forward);
  counts["backward"] = to_dict(description.backward);
  memory["stages"] = description.memory.stages;
  memory["windows"] = description.memory.windows;
  memory["tiles"] = description.memory.tiles;
  dict["choice"] = to_text(description.choice);
  dict["points_layout"] = description.points;
  dict["modes_layout"] = description.modes;
  dict["points"] = box_to_dict(description.points_box, description.points_storage);
  dict["modes"] = box_to_dict(description.modes_box, description.modes_storage);
  dict["counts"] = counts;
  dict["memory"] = memory;
  return dict;
}

void bind_values(nb::module_& module) {
  bind_layout(module);
  bind_problem(module);
  nb::class_<Options>(module, "Options")
      .def("__init__", [](Options* self) { new (self) Options(); })
      .def("__init__",
           [](Options* self, const std::string& object) { new (self) Options(options_for(object)); })
      .def("set", [](Options& options, const std::string& key,
                     const std::string& value) { options.set(key, value); })
      .def("get", &Options::get)
      .def("is_set", &Options::is_set);
  module.def("describe", [](const Problem& problem, int n_processes, int rank, const Options& options,
                            int processes_per_node) {
    return to_dict(describe(problem, n_processes, rank, options, processes_per_node));
  });
}

}  // namespace weft::python
