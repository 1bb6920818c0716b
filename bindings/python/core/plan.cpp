// Plans for Python: made from agreed arguments, called with checked arrays, never closed by the garbage
// collector.
//
// Closing a plan is collective, but Python collects garbage whenever it likes, on each process for itself. So
// a plan of several processes that is forgotten unclosed is kept until the process ends (MPI_Finalize
// releases its windows and communicators); a plan of one process has nobody to wait for and is closed at
// once. The arrays of a call that was started are held until it is finished, and where it never is, as long
// as the plan: MPI may still write into them.
#include <chrono>
#include <memory>

#include "solvers.hpp"

namespace weft::python {
namespace {

using Clock = std::chrono::steady_clock;

void* pointer(Address address) { return reinterpret_cast<void*>(address); }

class BoundPlan {
 public:
  BoundPlan(Address comm, const Problem& problem, const Options& options, const Complaint& complaint) {
    const nb::gil_scoped_release unlocked;
    const auto complain = [&] {
      if (complaint) throw error_of(complaint);
    };
    agree_on(communicator_at(comm), complain, options);
    plan_ = std::make_unique<Plan>(problem, communicator_at(comm), options);
    n_processes_ = plan_->points_layout().n_processes();
    n_fields_ = static_cast<std::size_t>(plan_->problem().n_fields);
    in_place_ = plan_->is_in_place();
    sides_[0] = side_of(*plan_, true);
    sides_[1] = side_of(*plan_, false);
  }

  // Garbage: see above.
  ~BoundPlan() {
    if (n_processes_ == 1 || !plan_ || plan_->is_closed()) return;
    static_cast<void>(plan_.release());
    static_cast<void>(arrays_.release());
  }
  BoundPlan(const BoundPlan&) = delete;
  BoundPlan& operator=(const BoundPlan&) = delete;

  const Plan& plan() const { return *plan_; }
  const Side& side(bool at_points) const { return sides_[at_points ? 0 : 1]; }

  void close() {
    hold_if_lost([&] { plan_->close(); });
    arrays_.reset();
  }

  // Checks the arrays (or tuples of arrays), agrees with the other processes if `agree`, transforms.
  void run(bool forward, nb::handle in, nb::handle out, bool agree, const Complaint& complaint) {
    prepare_fields(forward, in, out, agree, complaint);
    const nb::gil_scoped_release unlocked;
    call(forward);
  }

  // The same up to the first exchange; holds the arrays until finish().
  void start(bool forward, nb::handle in, nb::handle out, bool agree, const Complaint& complaint) {
    prepare_fields(forward, in, out, agree, complaint);
    nb::object arrays = nb::make_tuple(in, out);
    std::swap(arrays, arrays_);  // also if it fails half way
    try {
      hold_if_lost([&] {
        if (forward)
          plan_->forward_start(in_pointers_, out_pointers_);
        else
          plan_->backward_start(in_pointers_, out_pointers_);
      });
    } catch (...) {
      std::swap(arrays, arrays_);
      throw;
    }
  }
  void finish(bool forward) {
    hold_if_lost([&] {
      if (forward)
        plan_->forward_finish();
      else
        plan_->backward_finish();
    });
    arrays_.reset();
  }
  bool progress() {
    bool done = true;
    hold_if_lost([&] { done = plan_->progress(); });
    return done;
  }

  // Checks tuples of arrays of the modes, agrees if `agree`, and computes products by `function`: the name of
  // a ready-made one, or what is called with the memory of each block and returns a complaint.
  void convolve(nb::handle in, nb::handle out, nb::handle function, bool agree, const Complaint& complaint) {
    const bool is_name = PyUnicode_Check(function.ptr());
    const std::string name = is_name ? nb::cast<std::string>(function) : "";
    PointsFunction call = [&](const PointsBlock& block) { call_python(function, block); };
    prepare(agree, complaint, [&] {
      look_at_modes(in, out);
      if (is_name) call = find_product(name);
    });
    const nb::gil_scoped_release unlocked;
    plan_->convolve(in_pointers_, out_pointers_, call);
  }

  std::vector<StageTimer> timers(bool gather) const {
    const nb::gil_scoped_release unlocked;
    return gather ? plan_->gather_timers() : plan_->timers();
  }
  void reset_timers() { plan_->reset_timers(); }

  // Zeros in shared memory for an array of that many bytes; null if the plan has private ones. Collective.
  Block* shared_block(std::size_t n_bytes) const {
    const nb::gil_scoped_release unlocked;
    std::shared_ptr<void> memory = plan_->shared_memory(static_cast<Index>(n_bytes));
    return memory ? new Block{std::move(memory), n_bytes} : nullptr;
  }

  // Throws what is wrong with one array. Local.
  void check_array(bool at_points, nb::handle array, const std::string& role) const {
    memory_of(array, side(at_points), role.c_str(), false);
  }

  // All processes raise the complaint of one of them, or that their texts differ. Collective.
  void require_same(const std::string& what, const std::string& here, const Complaint& complaint) {
    if (plan_->is_closed()) fail("the plan is closed; make a new one");
    const nb::gil_scoped_release unlocked;
    plan_->agree([&] {
      if (complaint) throw error_of(complaint);
    });
    if (n_processes_ > 1) plan_->require_equal(what, here);
  }

  // Seconds of each of `n` calls of the C++ interface.
  std::vector<double> time_calls(bool forward, nb::handle in, nb::handle out, int n) {
    look_at(forward, in, out);
    std::vector<double> seconds(static_cast<std::size_t>(n));
    const nb::gil_scoped_release unlocked;
    for (double& one : seconds) {
      const auto start = Clock::now();
      call(forward);
      one = std::chrono::duration<double>(Clock::now() - start).count();
    }
    return seconds;
  }

 private:
  // The checks of a call: what is wrong on one process is raised on all, if they agree.
  template <class Look>
  void prepare(bool agree, const Complaint& complaint, Look&& look) {
    if (plan_->is_closed()) fail("the plan is closed; make a new one");
    std::optional<Error> wrong;
    try {
      if (complaint) throw error_of(complaint);
      look();
    } catch (const Error& error) {
      wrong = error;
    } catch (const std::exception& error) {  // the others must hear of anything
      wrong = Error(ErrorCode::invalid_argument, error.what());
    }
    const nb::gil_scoped_release unlocked;
    if (agree && n_processes_ > 1)
      plan_->agree([&] {
        if (wrong) throw *wrong;
      });
    else if (wrong)
      throw *wrong;
  }

  // The number of fields must be the same on all processes.
  void prepare_fields(bool forward, nb::handle in, nb::handle out, bool agree, const Complaint& complaint) {
    prepare(agree, complaint, [&] { look_at(forward, in, out); });
    const nb::gil_scoped_release unlocked;
    if (agree && n_processes_ > 1 && n_fields_ > 1)
      plan_->require_equal("the number of fields", std::to_string(in_pointers_.size()));
  }

  // Calls function(thread, begin, end, inputs, outputs), the memory of a block as memoryviews.
  static void call_python(nb::handle function, const PointsBlock& block) {
    const nb::gil_scoped_acquire locked;
    Complaint complaint;
    try {
      const auto bytes = static_cast<Py_ssize_t>(block.n_points * bytes_of(block.element));
      const auto views = [&](std::size_t n, auto&& memory, int flags) {
        nb::list list;
        for (std::size_t i = 0; i < n; ++i)
          list.append(nb::steal(PyMemoryView_FromMemory(memory(i), bytes, flags)));
        return list;
      };
      std::vector<Index> begin, end;
      for (const Range& range : block.box.ranges) {
        begin.push_back(range.begin);
        end.push_back(range.end);
      }
      const auto read = [&](std::size_t i) { return static_cast<char*>(const_cast<void*>(block.in[i])); };
      const auto write = [&](std::size_t i) { return static_cast<char*>(block.out[i]); };
      complaint =
          nb::cast<Complaint>(function(block.thread, begin, end, views(block.in.size(), read, PyBUF_READ),
                                       views(block.out.size(), write, PyBUF_WRITE)));
    } catch (const std::exception& error) {  // goes while Python is locked
      complaint = {static_cast<int>(ErrorCode::invalid_argument), error.what()};
    }
    if (complaint) throw error_of(complaint);
  }

  // Works without the lock of Python. After an error of communication MPI may write into the arrays at any
  // time: they stay until the program ends.
  template <class Work>
  void hold_if_lost(Work&& work) {
    try {
      const nb::gil_scoped_release unlocked;
      work();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::communication) arrays_.release();
      throw;
    }
  }

  void call(bool forward) {
    if (forward)
      plan_->forward_fields(in_pointers_, out_pointers_);
    else
      plan_->backward_fields(in_pointers_, out_pointers_);
  }

  static void spans_of(nb::handle arrays, const Side& side, const char* role, bool is_written,
                       std::vector<Span>& spans) {
    spans.clear();
    if (!PyTuple_Check(arrays.ptr())) {
      spans.push_back(memory_of(arrays, side, role, is_written));
      return;
    }
    for (Py_ssize_t i = 0; i < PyTuple_Size(arrays.ptr()); ++i)
      spans.push_back(memory_of(PyTuple_GetItem(arrays.ptr(), i), side, role, is_written));
  }

  void look_at(bool forward, nb::handle in, nb::handle out) {
    spans_of(in, side(forward), "input", false, in_);
    spans_of(out, side(!forward), "output", true, out_);
    check_number_of_fields();
    in_pointers_.clear();
    out_pointers_.clear();
    for (std::size_t i = 0; i < in_.size(); ++i) {
      check_overlap(i);
      in_pointers_.push_back(in_[i].begin);
      out_pointers_.push_back(out_[i].begin);
    }
  }

  // An output may be the memory of an input, but not a part of it.
  void look_at_modes(nb::handle in, nb::handle out) {
    spans_of(in, side(false), "input", false, in_);
    spans_of(out, side(false), "output", true, out_);
    in_pointers_.clear();
    out_pointers_.clear();
    for (const Span& span : in_) in_pointers_.push_back(span.begin);
    for (const Span& span : out_) {
      for (const Span& other : in_)
        if (span.overlaps(other) && span.begin != other.begin)
          fail("an output overlaps an input in memory on process " + std::to_string(plan_->rank()) +
               "; pass the same array or another one");
      for (const Span& other : out_)
        if (&other != &span && span.overlaps(other))
          fail("two outputs overlap in memory on process " + std::to_string(plan_->rank()) +
               "; pass a different array for each field");
      out_pointers_.push_back(span.begin);
    }
  }

  void check_number_of_fields() const {
    if (in_.size() != out_.size())
      fail(std::to_string(in_.size()) + " inputs and " + std::to_string(out_.size()) +
           " outputs were given; give as many of each");
    if (in_.empty() || in_.size() > n_fields_)
      fail(std::to_string(in_.size()) + " fields were given to a plan for 1 to " + std::to_string(n_fields_) +
           "; set n_fields of the plan to the most that one call transforms");
  }

  // Output i against every input and the outputs before it.
  void check_overlap(std::size_t i) const {
    const auto where = [&] { return " on process " + std::to_string(plan_->rank()); };
    if (in_place_ && in_[i].begin != out_[i].begin)
      fail("the output is not the memory of the input" + where() +
           ", but the plan was made with in_place=True; leave out= away, or plan without in_place");
    for (std::size_t j = 0; j < in_.size(); ++j) {
      if (out_[i].overlaps(in_[j]) && !(in_place_ && i == j))
        fail("the output overlaps the input in memory" + where() +
             "; pass another output, or make the plan with in_place=True");
      if (j < i && out_[i].overlaps(out_[j]))
        fail("two outputs overlap in memory" + where() + "; pass a different array for each field");
    }
  }

  nb::object arrays_;  // of the call that was started; outlive the plan
  std::unique_ptr<Plan> plan_;
  int n_processes_ = 1;
  std::size_t n_fields_ = 1;
  bool in_place_ = false;
  Side sides_[2];               // points, modes
  std::vector<Span> in_, out_;  // arrays of the running call
  std::vector<const void*> in_pointers_;
  std::vector<void*> out_pointers_;
};

nb::list times_of(const BoundPlan& bound) {
  nb::list times;
  for (const StageTime& time : bound.plan().times()) times.append(nb::make_tuple(time.name, time.seconds));
  return times;
}

nb::list timers_of(const BoundPlan& bound, bool gather) {
  nb::list timers;
  for (const StageTimer& t : bound.timers(gather))
    timers.append(nb::make_tuple(t.direction, t.stage, t.kind, t.n_calls, t.seconds, t.min_seconds,
                                 t.mean_seconds, t.max_seconds));
  return timers;
}

BoundHelmholtz* make_helmholtz(const BoundPlan& bound, const std::vector<double>& lengths, double shift,
                               const std::optional<std::vector<double>>& walls, const Complaint& complaint) {
  return new BoundHelmholtz(bound.plan(), bound.side(false), lengths, shift, walls, complaint);
}

nb::dict side_to_dict(const BoundPlan& bound, bool at_points) {
  const Side& side = bound.side(at_points);
  nb::dict dict;
  dict["dtype"] = side.dtype;
  dict["shape"] = nb::tuple(nb::cast(side.shape));
  dict["strides"] = nb::tuple(nb::cast(side.strides));
  dict["order"] = nb::cast(side.order);
  dict["nbytes"] = side.n_bytes;
  return dict;
}

}  // namespace

const Plan& plan_of(nb::handle bound) { return nb::cast<const BoundPlan&>(bound).plan(); }

void bind_plan(nb::module_& module) {
  nb::class_<BoundPlan>(module, "Plan")
      .def(nb::init<Address, const Problem&, const Options&, const Complaint&>(), nb::arg("comm"),
           nb::arg("problem"), nb::arg("options"), nb::arg("complaint").none())
      .def("run", &BoundPlan::run, nb::arg("forward"), nb::arg("input"), nb::arg("output"), nb::arg("agree"),
           nb::arg("complaint").none())
      .def("start", &BoundPlan::start, nb::arg("forward"), nb::arg("input"), nb::arg("output"),
           nb::arg("agree"), nb::arg("complaint").none())
      .def("finish", &BoundPlan::finish)
      .def("progress", &BoundPlan::progress)
      .def("convolve", &BoundPlan::convolve, nb::arg("input"), nb::arg("output"), nb::arg("function"),
           nb::arg("agree"), nb::arg("complaint").none())
      .def("check_array", &BoundPlan::check_array)
      .def("shared_block", &BoundPlan::shared_block, nb::rv_policy::take_ownership)
      .def_prop_ro("space", [](const BoundPlan& bound) { return bound.plan().space(); })
      .def("copy_from_host",
           [](const BoundPlan& bound, Address array, Address host, Index n_bytes) {
             bound.plan().copy_from_host(pointer(array), pointer(host), n_bytes);
           })
      .def("copy_to_host",
           [](const BoundPlan& bound, Address host, Address array, Index n_bytes) {
             bound.plan().copy_to_host(pointer(host), pointer(array), n_bytes);
           })
      .def("require_same", &BoundPlan::require_same, nb::arg("what"), nb::arg("here"),
           nb::arg("complaint").none())
      .def("time_calls", &BoundPlan::time_calls)
      .def("close", &BoundPlan::close)
      .def_prop_ro("closed", [](const BoundPlan& bound) { return bound.plan().is_closed(); })
      .def_prop_ro("problem", [](const BoundPlan& bound) { return bound.plan().problem(); })
      .def_prop_ro("choice", [](const BoundPlan& bound) { return to_text(bound.plan().choice()); })
      .def_prop_ro("in_place", [](const BoundPlan& bound) { return bound.plan().is_in_place(); })
      .def("side", &side_to_dict)
      .def("describe", [](const BoundPlan& bound) { return to_dict(bound.plan().description()); })
      .def_prop_ro("cycles", [](const BoundPlan& bound) { return bound.plan().description().cycles; })
      .def("wavenumbers", [](const BoundPlan& bound, int axis) { return bound.plan().wavenumbers(axis); })
      .def("coordinates", [](const BoundPlan& bound, int axis,
                             double length) { return coordinates(bound.plan(), axis, length); })
      .def("helmholtz", &make_helmholtz, nb::arg("lengths"), nb::arg("shift"), nb::arg("walls").none(),
           nb::arg("complaint").none())
      .def("times", &times_of)
      .def("timers", &timers_of)
      .def("reset_timers", &BoundPlan::reset_timers);
}

}  // namespace weft::python
