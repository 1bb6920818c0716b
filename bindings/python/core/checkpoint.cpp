// Checkpoints for Python: the calls, with arrays by distribution and address, values by kind.
//
// What Python finds wrong on one process comes as a complaint, on which the collective calls agree first.
#include "weft/checkpoint.hpp"

#include <functional>

#include "core.hpp"

namespace weft::python {
namespace {

// Agrees on a complaint of any process, then works, others of the interpreter's threads running.
template <class Checkpoints, class Work>
void together(Checkpoints& checkpoints, const Complaint& complaint, Work&& work) {
  const nb::gil_scoped_release unlocked;
  checkpoints.agree([&] {
    if (complaint) throw error_of(complaint);
  });
  work();
}

template <class T>
T* made(Address comm, const Complaint& complaint, const std::function<T*()>& make) {
  const nb::gil_scoped_release unlocked;
  agree_on(communicator_at(comm), [&] {
    if (complaint) throw error_of(complaint);
  });
  return make();
}

CheckpointWriter* new_writer(const std::string& path, Address comm, const Complaint& complaint) {
  return made<CheckpointWriter>(comm, complaint,
                                [&] { return new CheckpointWriter(path, communicator_at(comm)); });
}

void add(CheckpointWriter& writer, const std::string& name, nb::handle distribution, Address data,
         const std::string& units, const Complaint& complaint) {
  const Distribution* of = complaint ? nullptr : &distribution_of(distribution);
  together(writer, complaint, [&] { writer.add(name, *of, reinterpret_cast<const void*>(data), units); });
}

template <class T>
void set(CheckpointWriter& writer, const std::string& name, const T& value) {
  const nb::gil_scoped_release unlocked;
  writer.set(name, value);
}

void add_plan(CheckpointWriter& writer, nb::handle plan, const Complaint& complaint) {
  const Plan* of = complaint ? nullptr : &plan_of(plan);
  together(writer, complaint, [&] { writer.add_plan(*of); });
}

Checkpoint* open(const std::string& path, Address comm, const Options& options, const Complaint& complaint) {
  return made<Checkpoint>(comm, complaint,
                          [&] { return new Checkpoint(path, communicator_at(comm), options); });
}

void read_field(const Checkpoint& checkpoint, const std::string& name, nb::handle distribution, Address data,
                const Complaint& complaint) {
  const Distribution* of = complaint ? nullptr : &distribution_of(distribution);
  together(checkpoint, complaint, [&] { checkpoint.read(name, *of, reinterpret_cast<void*>(data)); });
}

nb::dict values_of(const Checkpoint& checkpoint) {
  nb::dict dict;
  for (const auto& [name, value] : checkpoint.values())
    dict[name.c_str()] = std::visit([](const auto& v) -> nb::object { return nb::cast(v); }, value);
  return dict;
}

nb::tuple info_of(const Checkpoint& checkpoint, const std::string& name) {
  const CheckpointField& field = checkpoint.info(name);
  return nb::make_tuple(to_tuple(field.shape), dtype_of(field.element), field.units);
}

Options plan_options(Checkpoint& checkpoint, const Options& options, const Complaint& complaint) {
  Options all;
  together(checkpoint, complaint, [&] { all = checkpoint.plan_options(options); });
  return all;
}

}  // namespace

void bind_checkpoint(nb::module_& module) {
  using Writer = CheckpointWriter;
  nb::class_<Writer>(module, "CheckpointWriter")
      .def_static("make", &new_writer, nb::arg("path"), nb::arg("comm"), nb::arg("complaint").none(),
                  nb::rv_policy::take_ownership)
      .def("add", &add, nb::arg("name"), nb::arg("distribution").none(), nb::arg("data"), nb::arg("units"),
           nb::arg("complaint").none())
      .def("set_text", &set<std::string>)
      .def("set_number", &set<double>)
      .def("set_whole", &set<std::int64_t>)
      .def("set_texts", &set<std::vector<std::string>>)
      .def("set_numbers", &set<std::vector<double>>)
      .def("set_wholes", &set<std::vector<std::int64_t>>)
      .def(
          "complain",
          [](const Writer& writer, const Complaint& complaint) { together(writer, complaint, [] {}); },
          nb::arg("complaint").none())
      .def("add_plan", &add_plan, nb::arg("plan").none(), nb::arg("complaint").none())
      .def("commit", &Writer::commit, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<Checkpoint>(module, "Checkpoint")
      .def_static("open", &open, nb::arg("path"), nb::arg("comm"), nb::arg("options"),
                  nb::arg("complaint").none(), nb::rv_policy::take_ownership)
      .def_prop_ro("path", [](const Checkpoint& c) { return c.path(); })
      .def_prop_ro("note", [](const Checkpoint& c) { return c.note(); })
      .def_prop_ro("names", &Checkpoint::names)
      .def_prop_ro("values", &values_of)
      .def_prop_ro("has_plan", &Checkpoint::has_plan)
      .def_prop_ro("choice", [](const Checkpoint& c) { return to_text(c.choice()); })
      .def("value", [](const Checkpoint& c, const std::string& name) { c.value(name); })
      .def("info", &info_of)
      .def("read", &read_field, nb::arg("name"), nb::arg("distribution").none(), nb::arg("data"),
           nb::arg("complaint").none())
      .def(
          "complain", [](const Checkpoint& c, const Complaint& complaint) { together(c, complaint, [] {}); },
          nb::arg("complaint").none())
      .def("verify", &Checkpoint::verify, nb::call_guard<nb::gil_scoped_release>())
      .def("problem", &Checkpoint::problem)
      .def("plan_options", &plan_options, nb::arg("options"), nb::arg("complaint").none());
}

}  // namespace weft::python
