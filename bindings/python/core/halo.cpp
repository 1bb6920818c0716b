// Halos for Python: made from agreed arguments, called with arrays that Python has checked.
//
// A halo of several processes is not closed by the garbage collector, which collects on each process for
// itself: what was not closed is kept until the program ends.
#include "weft/halo.hpp"

#include "core.hpp"

namespace weft::python {
namespace {

// Never destroyed.
std::vector<std::unique_ptr<Halo>>& kept_halos() {
  static auto& all = *new std::vector<std::unique_ptr<Halo>>;
  return all;
}

class BoundHalo {
 public:
  BoundHalo(nb::handle distribution, const Options& options, const Complaint& complaint) {
    const Distribution& arrays = distribution_of(distribution);
    const nb::gil_scoped_release unlocked;
    agree_on(arrays.comm(), [&] {
      if (complaint) throw error_of(complaint);
    });
    halo_ = std::make_unique<Halo>(arrays, options);
  }
  ~BoundHalo() {
    if (!halo_->is_closed() && halo_->arrays().layout().n_processes() > 1)
      kept_halos().push_back(std::move(halo_));
  }
  BoundHalo(const BoundHalo&) = delete;
  BoundHalo& operator=(const BoundHalo&) = delete;

  // The addresses of arrays, which Python has checked; what it found is agreed on if `agrees`.
  void start(bool accumulate, const std::vector<Address>& arrays, bool agrees, const Complaint& complaint) {
    if (halo_->is_closed()) fail("the halo is closed; make a new one");
    if (!agrees && complaint) throw error_of(complaint);
    std::vector<void*> fields;
    const bool empty = halo_->arrays().box().empty();
    for (Address address : arrays) fields.push_back(empty ? nullptr : reinterpret_cast<void*>(address));
    const nb::gil_scoped_release unlocked;
    if (agrees)
      agree_on(halo_->arrays().comm(), [&] {
        if (complaint) throw error_of(complaint);
      });
    if (accumulate)
      halo_->accumulate_start(fields);
    else
      halo_->exchange_start(fields);
  }
  void finish(bool accumulate) {
    const nb::gil_scoped_release unlocked;
    if (accumulate)
      halo_->accumulate_finish();
    else
      halo_->exchange_finish();
  }
  bool progress() {
    const nb::gil_scoped_release unlocked;
    return halo_->progress();
  }
  void close() {
    const nb::gil_scoped_release unlocked;
    halo_->close();
  }
  // Zeros in shared memory for one array; None where arrays are private. Collective.
  Block* shared_block() {
    const Index bytes = halo_->arrays().memory_elements() * bytes_of(halo_->arrays().element());
    const nb::gil_scoped_release unlocked;
    std::shared_ptr<void> memory = halo_->shared_memory(bytes);
    return memory ? new Block{std::move(memory), static_cast<std::size_t>(bytes)} : nullptr;
  }
  const Halo& halo() const { return *halo_; }

 private:
  std::unique_ptr<Halo> halo_;
};

nb::dict counts_of(const BoundHalo& bound, bool accumulate) {
  const ExchangeCounts counts =
      accumulate ? bound.halo().accumulate_counts() : bound.halo().exchange_counts();
  nb::dict dict;
  dict["exchange"] = counts.exchange;
  dict["messages"] = counts.messages;
  dict["bytes_sent"] = counts.bytes_sent;
  dict["peer_bytes"] = counts.peer_bytes;
  dict["flags"] = counts.flags;
  return dict;
}

}  // namespace

const Halo& halo_of(nb::handle bound) { return nb::cast<const BoundHalo&>(bound).halo(); }

void bind_halo(nb::module_& module) {
  module.def("halo_exchange_names", &halo_exchange_names);
  nb::class_<BoundHalo>(module, "Halo")
      .def(nb::init<nb::handle, const Options&, const Complaint&>(), nb::arg("distribution"),
           nb::arg("options"), nb::arg("complaint").none())
      .def("start", &BoundHalo::start, nb::arg("accumulate"), nb::arg("arrays"), nb::arg("agrees"),
           nb::arg("complaint").none())
      .def("finish", &BoundHalo::finish, nb::arg("accumulate"))
      .def("progress", &BoundHalo::progress)
      .def("close", &BoundHalo::close)
      .def("shared_block", &BoundHalo::shared_block, nb::rv_policy::take_ownership)
      .def("counts", &counts_of, nb::arg("accumulate"))
      .def_prop_ro("closed", [](const BoundHalo& b) { return b.halo().is_closed(); })
      .def_prop_ro("periodic", [](const BoundHalo& b) { return b.halo().options().periodic; })
      .def_prop_ro("n_fields", [](const BoundHalo& b) { return b.halo().options().n_fields; });
}

}  // namespace weft::python
