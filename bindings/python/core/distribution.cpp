// How arrays are spread over processes, for Python: what plans say of their sides, and what programs make.
//
// A distribution holds weft's communicators, which are freed with the user's communicator. Where the user
// freed that first, the last distribution (or plan) would free them, but Python collects garbage whenever it
// likes, on each process for itself, and freeing is collective. So the last one of several processes keeps
// them until MPI_Finalize.
#include "core.hpp"
#include "weft/array_functions.hpp"

#include <array>
#include <memory>

namespace weft::python {
namespace {

struct ElementRow {
  const char* dtype;
  ElementType element;
};

constexpr std::array element_rows{ElementRow{"float32", {false, true}}, ElementRow{"float64", {true, true}},
                                  ElementRow{"complex64", {false, false}},
                                  ElementRow{"complex128", {true, false}}};

// Never destroyed: MPI_Finalize ends what is in it.
std::vector<std::shared_ptr<Communicators>>& kept_communicators() {
  static auto& all = *new std::vector<std::shared_ptr<Communicators>>;
  return all;
}

class BoundDistribution {
 public:
  explicit BoundDistribution(Distribution value) : value_(std::move(value)) {}
  ~BoundDistribution() {
    if (value_.communicators().use_count() == 1 && value_.layout().n_processes() > 1)
      kept_communicators().push_back(value_.communicators());
  }
  BoundDistribution(const BoundDistribution&) = delete;
  BoundDistribution& operator=(const BoundDistribution&) = delete;

  const Distribution& value() const { return value_; }

 private:
  Distribution value_;
};

// Raises on all processes what one of them has to complain about, before there is a distribution. Collective.
void agree_on_communicator(Address comm, const Complaint& complaint, const std::string& doing) {
  const nb::gil_scoped_release unlocked;
  agree_on(
      communicator_at(comm),
      [&] {
        if (complaint) throw error_of(complaint);
      },
      {}, doing);
}

// Collective: a complaint of one process is raised on all.
BoundDistribution* make(Address comm, const std::optional<Layout>& layout, const std::string& dtype,
                        const Axes& order, const Complaint& complaint, const std::string& doing) {
  agree_on_communicator(comm, complaint, doing);
  const nb::gil_scoped_release unlocked;
  return new BoundDistribution(Distribution(communicator_at(comm), *layout, element_of(dtype), order));
}

BoundDistribution* of_plan(nb::handle plan, bool at_points) {
  const Plan& p = plan_of(plan);
  return new BoundDistribution(at_points ? p.points_distribution() : p.modes_distribution());
}

// Of an array on the same processes with this dtype, whose memory (with ghost cells) has this shape, order of
// axes and strides in elements. Not collective.
BoundDistribution* with_memory(const BoundDistribution& bound, const Layout& layout, const std::string& dtype,
                               const Extents& shape, const Axes& order, const Extents& strides) {
  return new BoundDistribution(Distribution(bound.value().communicators(), layout, element_of(dtype),
                                            Storage{shape, order, strides}, bound.value().space()));
}

// The same on the processes of a distribution. Collective.
void agree(const BoundDistribution& bound, const Complaint& complaint) {
  const nb::gil_scoped_release unlocked;
  agree_on(bound.value(), [&] {
    if (complaint) throw error_of(complaint);
  });
}

}  // namespace

ElementType element_of(const std::string& dtype) {
  for (const ElementRow& row : element_rows)
    if (dtype == row.dtype) return row.element;
  fail("the elements are " + dtype + "; distributed arrays have float32, float64, complex64 or complex128");
}

std::string dtype_of(ElementType element) {
  for (const ElementRow& row : element_rows)
    if (element == row.element) return row.dtype;
  fail("no dtype has elements of type " + to_text(element));
}

const Distribution& distribution_of(nb::handle bound) {
  return nb::cast<const BoundDistribution&>(bound).value();
}

void bind_distribution(nb::module_& module) {
  using D = BoundDistribution;
  module.def("agree", &agree_on_communicator, nb::arg("comm"), nb::arg("complaint").none(), nb::arg("doing"));
  nb::class_<D>(module, "Distribution")
      .def_static("make", &make, nb::arg("comm"), nb::arg("layout").none(), nb::arg("dtype"),
                  nb::arg("order"), nb::arg("complaint").none(), nb::arg("doing"),
                  nb::rv_policy::take_ownership)
      .def_static("of_plan", &of_plan, nb::arg("plan"), nb::arg("at_points"), nb::rv_policy::take_ownership)
      .def("with_memory", &with_memory, nb::arg("layout"), nb::arg("dtype"), nb::arg("shape"),
           nb::arg("order"), nb::arg("strides"), nb::rv_policy::take_ownership)
      .def("agree", &agree, nb::arg("complaint").none())
      .def_prop_ro("rank", [](const D& d) { return d.value().rank(); })
      .def_prop_ro("layout", [](const D& d) { return d.value().layout(); })
      .def_prop_ro("dtype", [](const D& d) { return dtype_of(d.value().element()); })
      .def_prop_ro("box", [](const D& d) { return to_tuple(d.value().box()); })
      .def_prop_ro("shape", [](const D& d) { return to_tuple(d.value().storage().shape); })
      .def_prop_ro("strides", [](const D& d) { return to_tuple(d.value().storage().strides); })
      .def_prop_ro("order", [](const D& d) { return d.value().storage().order; })
      .def_prop_ro("first", [](const D& d) { return d.value().first(); })
      .def_prop_ro("memory_elements", [](const D& d) { return d.value().memory_elements(); });
}

}  // namespace weft::python
