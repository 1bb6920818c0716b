// The rates of the machine for Python.
#include "core.hpp"

namespace weft::python {
namespace {

nb::dict rate_to_dict(const CopyRate& rate) {
  nb::dict dict;
  dict["cached"] = rate.cached;
  dict["memory"] = rate.memory;
  return dict;
}

nb::dict measure(Address comm, const Options& options, const Complaint& complaint) {
  MachineRates rates;
  {
    const nb::gil_scoped_release unlocked;
    const auto complain = [&] {
      if (complaint) throw error_of(complaint);
    };
    agree_on(communicator_at(comm), complain, options);
    rates = measure_rates(communicator_at(comm), options);
  }
  nb::dict dict;
  dict["alone"] = rate_to_dict(rates.alone);
  dict["together"] = rate_to_dict(rates.together);
  dict["n_processes"] = rates.n_processes;
  dict["cache_bytes"] = rates.cache_bytes;
  return dict;
}

}  // namespace

void bind_machine(nb::module_& module) {
  module.def("measure_rates", &measure, nb::arg("comm"), nb::arg("options"), nb::arg("complaint").none());
}

}  // namespace weft::python
