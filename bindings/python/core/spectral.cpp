// Operators on modes for Python: checked arrays in, checked arrays out.
//
// Where an operator adds up derivatives (Chebyshev axes) the library itself refuses outputs that are inputs;
// here it is seen that arrays either are the same or do not overlap. The operators hold the plan alive (the
// Python object does).
#include "weft/spectral.hpp"
#include "arrays.hpp"

namespace weft::python {
namespace {

std::vector<Span> spans_of(nb::handle arrays, const Side& side, const char* role, bool is_written) {
  std::vector<Span> spans;
  if (!PyTuple_Check(arrays.ptr())) fail(std::string("the ") + role + "s are not a tuple");
  for (Py_ssize_t i = 0; i < PyTuple_Size(arrays.ptr()); ++i)
    spans.push_back(memory_of(PyTuple_GetItem(arrays.ptr(), i), side, role, is_written));
  return spans;
}

// Each output may be an input, but not a part of one, nor of another output.
void check_overlap(const std::vector<Span>& in, const std::vector<Span>& out, int rank) {
  const std::string where = " on process " + std::to_string(rank);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (const Span& one : in)
      if (out[i].overlaps(one) && out[i].begin != one.begin)
        fail("an output overlaps an input in memory" + where + "; pass the same array, or another one");
    for (std::size_t j = 0; j < i; ++j)
      if (out[i].overlaps(out[j]))
        fail("two outputs overlap in memory" + where + "; pass a different array for each component");
  }
}

class BoundSpectral {
 public:
  BoundSpectral(const Plan& plan, const std::vector<double>& lengths)
      : value_(plan, Domain{lengths}), plan_(plan), side_(side_of(plan, false)) {}

  const Spectral& value() const { return value_; }

  // operation(inputs, outputs) with the checked arrays of two tuples, without the lock of Python.
  template <class Operation>
  void apply(nb::handle in, nb::handle out, Operation&& operation) const {
    const std::vector<Span> from = spans_of(in, side_, "input", false),
                            to = spans_of(out, side_, "output", true);
    check_overlap(from, to, plan_.rank());
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
    for (const Span& span : from) inputs.push_back(span.begin);
    for (const Span& span : to) outputs.push_back(span.begin);
    const nb::gil_scoped_release unlocked;
    operation(inputs, outputs);
  }

  // reduction(a, b) with two tuples of arrays, collective: what is wrong on one process is raised on all.
  template <class Reduction>
  auto reduce(nb::handle a, nb::handle b, const Complaint& complaint, Reduction&& reduction) const {
    if (plan_.is_closed()) fail("the plan is closed; make a new one");
    std::optional<Error> wrong;
    std::vector<const void*> first, second;
    try {
      if (complaint) throw error_of(complaint);
      for (const Span& span : spans_of(a, side_, "input", false)) first.push_back(span.begin);
      for (const Span& span : spans_of(b, side_, "input", false)) second.push_back(span.begin);
    } catch (const Error& error) {
      wrong = error;
    }
    const nb::gil_scoped_release unlocked;
    plan_.agree([&] {
      if (wrong) throw *wrong;
    });
    return reduction(first, second);
  }

 private:
  Spectral value_;
  const Plan& plan_;
  Side side_;
};

using Inputs = const std::vector<const void*>&;
using Outputs = const std::vector<void*>&;

Dealiasing rule_of(const std::string& rule) {
  if (rule == "cubic") return Dealiasing::cubic;
  if (rule == "spherical") return Dealiasing::spherical;
  fail("the rule of dealiasing is '" + rule + "'; it is 'cubic' or 'spherical'");
}

}  // namespace

const Spectral& spectral_of(nb::handle bound) { return nb::cast<const BoundSpectral&>(bound).value(); }

void bind_spectral(nb::module_& module) {
  using S = BoundSpectral;
  nb::class_<S>(module, "Spectral")
      .def_static(
          "of",
          [](nb::handle plan, const std::vector<double>& lengths) { return new S(plan_of(plan), lengths); },
          nb::rv_policy::take_ownership, nb::keep_alive<0, 1>())
      .def_prop_ro("lengths", [](const S& s) { return s.value().lengths(); })
      .def("wavenumbers", [](const S& s, int axis) { return s.value().wavenumbers(axis); })
      .def("derivative",
           [](const S& s, nb::handle in, nb::handle out, int axis, int order) {
             s.apply(in, out,
                     [&](Inputs from, Outputs to) { s.value().derivative(from[0], to[0], axis, order); });
           })
      .def("laplacian",
           [](const S& s, nb::handle in, nb::handle out) {
             s.apply(in, out, [&](Inputs from, Outputs to) { s.value().laplacian(from[0], to[0]); });
           })
      .def("inverse_laplacian",
           [](const S& s, nb::handle in, nb::handle out) {
             s.apply(in, out, [&](Inputs from, Outputs to) { s.value().inverse_laplacian(from[0], to[0]); });
           })
      .def("gradient",
           [](const S& s, nb::handle in, nb::handle out) {
             s.apply(in, out, [&](Inputs from, Outputs to) { s.value().gradient(from[0], to); });
           })
      .def("divergence",
           [](const S& s, nb::handle in, nb::handle out) {
             s.apply(in, out, [&](Inputs from, Outputs to) { s.value().divergence(from, to[0]); });
           })
      .def("curl",
           [](const S& s, nb::handle in, nb::handle out, double factor) {
             s.apply(in, out, [&](Inputs from, Outputs to) { s.value().curl(from, to, factor); });
           })
      .def("project",
           [](const S& s, nb::handle in, nb::handle out) {
             s.apply(in, out, [&](Inputs from, Outputs to) { s.value().project(from, to); });
           })
      .def("dealias",
           [](const S& s, nb::handle in, nb::handle out, const std::string& rule) {
             s.apply(in, out,
                     [&](Inputs from, Outputs to) { s.value().dealias(from[0], to[0], rule_of(rule)); });
           })
      .def("shift",
           [](const S& s, nb::handle in, nb::handle out, const std::vector<double>& displacement) {
             s.apply(in, out,
                     [&](Inputs from, Outputs to) { s.value().shift(from[0], to[0], displacement); });
           })
      .def("half_cell", [](const S& s) { return s.value().half_cell(); })
      .def(
          "inner_product",
          [](const S& s, nb::handle a, nb::handle b, const Complaint& complaint) {
            return s.reduce(a, b, complaint,
                            [&](Inputs x, Inputs y) { return s.value().inner_product(x, y); });
          },
          nb::arg("a"), nb::arg("b"), nb::arg("complaint").none())
      .def(
          "mean_energy",
          [](const S& s, nb::handle u, const Complaint& complaint) {
            return s.reduce(u, u, complaint, [&](Inputs x, Inputs) { return s.value().mean_energy(x); });
          },
          nb::arg("u"), nb::arg("complaint").none())
      .def(
          "energy_spectrum",
          [](const S& s, nb::handle u, double width, const Complaint& complaint) {
            const Spectrum spectrum = s.reduce(
                u, u, complaint, [&](Inputs x, Inputs) { return s.value().energy_spectrum(x, width); });
            return nb::make_tuple(spectrum.width, nb::cast(spectrum.energy));
          },
          nb::arg("u"), nb::arg("width"), nb::arg("complaint").none());
}

}  // namespace weft::python
