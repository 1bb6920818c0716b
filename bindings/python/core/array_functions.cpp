// Functions of distributed arrays for Python: distributions made from the arrays themselves (so that dtype,
// shape and strides are right by construction), and the addresses of their memory. The lock of Python is free
// in all of them, which are collective.
#include "weft/array_functions.hpp"
#include "core.hpp"

namespace weft::python {
namespace {

const void* read_at(Address address) { return reinterpret_cast<const void*>(address); }
void* write_at(Address address) { return reinterpret_cast<void*>(address); }

NormOrder norm_order(const std::string& order) {
  if (order == "one") return NormOrder::one;
  if (order == "two") return NormOrder::two;
  if (order == "infinity") return NormOrder::infinity;
  fail("the order of the norm is '" + order + "'; it is 'one', 'two' or 'infinity'");
}

// work(distribution) without the lock of Python.
template <class Work>
auto unlocked(nb::handle bound, Work&& work) {
  const Distribution& distribution = distribution_of(bound);
  const nb::gil_scoped_release release;
  return work(distribution);
}

nb::tuple extremum_to_tuple(const Extremum& extremum) {
  return nb::make_tuple(extremum.value, to_tuple(extremum.index));
}

void bind_reductions(nb::module_& module) {
  module.def("sum", [](nb::handle d, Address u) {
    return unlocked(d, [&](const Distribution& of) { return weft::sum(of, read_at(u)); });
  });
  module.def("mean", [](nb::handle d, Address u) {
    return unlocked(d, [&](const Distribution& of) { return weft::mean(of, read_at(u)); });
  });
  module.def("dot", [](nb::handle d, Address u, Address v) {
    return unlocked(d, [&](const Distribution& of) { return weft::dot(of, read_at(u), read_at(v)); });
  });
  module.def("norm", [](nb::handle d, Address u, const std::string& order) {
    return unlocked(d, [&](const Distribution& of) { return weft::norm(of, read_at(u), norm_order(order)); });
  });
  module.def("minimum", [](nb::handle d, Address u) {
    return extremum_to_tuple(
        unlocked(d, [&](const Distribution& of) { return weft::minimum(of, read_at(u)); }));
  });
  module.def("maximum", [](nb::handle d, Address u) {
    return extremum_to_tuple(
        unlocked(d, [&](const Distribution& of) { return weft::maximum(of, read_at(u)); }));
  });
}

void bind_random(nb::module_& module) {
  module.def("random_uniform", [](nb::handle d, Address u, std::uint64_t seed, double low, double high) {
    unlocked(d, [&](const Distribution& of) { weft::random_uniform(of, write_at(u), seed, low, high); });
  });
  module.def("random_normal", [](nb::handle d, Address u, std::uint64_t seed, double mean, double deviation) {
    unlocked(d, [&](const Distribution& of) { weft::random_normal(of, write_at(u), seed, mean, deviation); });
  });
}

void bind_moves(nb::module_& module) {
  module.attr("everywhere") = weft::everywhere;
  module.def("gather", [](nb::handle d, Address u, Address out, int root) {
    unlocked(d, [&](const Distribution& of) { weft::gather(of, read_at(u), write_at(out), root); });
  });
  module.def("scatter", [](nb::handle d, Address in, int root, Address u) {
    unlocked(d, [&](const Distribution& of) { weft::scatter(of, read_at(in), root, write_at(u)); });
  });
  module.def("redistribute", [](nb::handle from, Address in, nb::handle to, Address out) {
    const Distribution& target = distribution_of(to);
    unlocked(from,
             [&](const Distribution& of) { weft::redistribute(of, read_at(in), target, write_at(out)); });
  });
}

}  // namespace

void bind_array_functions(nb::module_& module) {
  bind_reductions(module);
  bind_random(module);
  bind_moves(module);
}

}  // namespace weft::python
