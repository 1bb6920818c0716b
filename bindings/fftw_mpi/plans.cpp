// Who makes a plan: weft if it can, else FFTW if it is there, else nobody.
#include "plans.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "closing.hpp"
#include "fftw.hpp"
#include "mapping.hpp"
#include "say.hpp"
#include "wisdom.hpp"

namespace weft::fftw_mpi {

namespace {

std::atomic<double> time_limit{-1};
std::atomic<bool> has_time_limit{false};

// --- the table ---

using Slot = std::atomic<TakenPlan*>;
std::array<Slot, 65536> slots;
std::mutex slots_mutex;
TakenPlan* const reserved = reinterpret_cast<TakenPlan*>(&slots);  // a slot for a plan that is being made

// The next free one: a slot is used again as late as possible, and a plan that is gone stays known as such.
Slot* reserve() {
  static std::size_t next = 0;
  const std::lock_guard lock(slots_mutex);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = slots[(next + i) % slots.size()];
    if (slot.load() != nullptr) continue;
    slot = reserved;
    next = (next + i + 1) % slots.size();
    return &slot;
  }
  return nullptr;
}

class Reservation {
 public:
  Reservation() : slot_(reserve()) {}
  ~Reservation() {
    if (slot_ != nullptr) *slot_ = nullptr;
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  bool exists() const { return slot_ != nullptr; }
  Handle keep(std::unique_ptr<TakenPlan> plan) {
    *slot_ = plan.release();
    return reinterpret_cast<Handle>(std::exchange(slot_, nullptr));
  }

 private:
  Slot* slot_;
};

// --- by weft ---

// One on all processes, for a request: what each of them sees for itself.
struct Job {
  int n_processes = 1;
  int rank = 0;
  bool in_place = false;
  bool has_data = false;   // on this process
  std::string wrong = {};  // why there can be no plan
};

// Processes without data may have any pointers.
Job agree(const Request& request, bool has_slot) {
  enum : int { in_place = 1, out_of_place = 2, no_slot = 4 };
  Job job{.n_processes = size_of(request.comm), .rank = rank_in(request.comm)};
  int seen = has_slot ? 0 : no_slot;
  job.has_data = has_data(request, job.n_processes, job.rank);
  if (job.has_data) seen |= request.in == request.out ? in_place : out_of_place;
  MPI_Allreduce(MPI_IN_PLACE, &seen, 1, MPI_INT, MPI_BOR, request.comm);
  job.in_place = (seen & in_place) != 0;
  if ((seen & in_place) != 0 && (seen & out_of_place) != 0)
    job.wrong = "input and output are one array on some processes, and two on others";
  else if ((seen & no_slot) != 0)
    job.wrong = std::to_string(slots.size()) + " plans exist; destroy some";
  return job;
}

// Tuning needs memory for arrays of its own; where there is none, the plan is the one by rule.
Plan make_plan(const Problem& problem, MPI_Comm comm, const Options& options) {
  try {
    return Plan(problem, comm, options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::resource || !options.is_set("tune")) throw;
  }
  return Plan(problem, comm, Options(options).set("tune", "off"));
}

std::unique_ptr<TakenPlan> take(const Request& request, const Job& job) {
  const Task task = task_of(request, job.n_processes);
  const Options options = options_of(request, job.in_place, time_limit);
  if (request.has(flag::wisdom_only) && !is_known(request, task.problem, options, job.in_place))
    fail(ErrorCode::not_applicable, "weft has no wisdom of it");
  Plan plan = make_plan(task.problem, request.comm, options);
  plan.agree([&] { require_arrays(request, task.problem, plan.description(), job.in_place); });
  remember(request, job.in_place);
  const std::string words =
      words_of(request, job.in_place, job.n_processes) + ": weft, " + to_text(plan.choice());
  return std::make_unique<TakenPlan>(TakenPlan{std::move(plan), task.forward, request.in, request.out,
                                               job.in_place, job.has_data, job.rank == 0, words});
}

// --- by FFTW ---

Handle ask_fftw(const Request& r) {
  const int rank = static_cast<int>(r.n.size());
  const Length* n = r.n.data();
  Real *in = static_cast<Real*>(r.in), *out = static_cast<Real*>(r.out);
  Complex *complex_in = static_cast<Complex*>(r.in), *complex_out = static_cast<Complex*>(r.out);
  switch (r.asked) {
    case Asked::dft:
      return call_fftw(FFTW_LOADABLE(mpi_plan_many_dft), rank, n, r.howmany, r.in_block, r.out_block,
                       complex_in, complex_out, r.comm, r.sign, r.flags);
    case Asked::r2c:
      return call_fftw(FFTW_LOADABLE(mpi_plan_many_dft_r2c), rank, n, r.howmany, r.in_block, r.out_block, in,
                       complex_out, r.comm, r.flags);
    case Asked::c2r:
      return call_fftw(FFTW_LOADABLE(mpi_plan_many_dft_c2r), rank, n, r.howmany, r.in_block, r.out_block,
                       complex_in, out, r.comm, r.flags);
    case Asked::r2r:
      return call_fftw(FFTW_LOADABLE(mpi_plan_many_r2r), rank, n, r.howmany, r.in_block, r.out_block, in, out,
                       r.comm, r.kinds.data(), r.flags);
    case Asked::transpose:
      return call_fftw(FFTW_LOADABLE(mpi_plan_many_transpose), n[0], n[1], r.howmany, r.in_block, r.out_block,
                       in, out, r.comm, r.flags);
  }
  return nullptr;
}

Handle pass_on(const Request& request, const Job& job, const std::string& why) {
  const bool here = job.rank == 0;
  const std::string words = words_of(request, job.in_place, job.n_processes) + ": ";
  if (has_own_blocks(request, job.n_processes) &&
      one_axis(request, job.n_processes, job.rank, job.in_place)) {
    say(here, words + why + "; blocks are those of weft, with which FFTW makes no plan: it is NULL");
    return nullptr;
  }
  if (FFTW_LOADABLE(mpi_plan_many_dft) == nullptr) {
    if (request.has(flag::wisdom_only))
      tell(here, words + "NULL, because " + why);
    else
      say(here, words + why + "; there is no FFTW to ask, and the plan is NULL");
    return nullptr;
  }
  call_fftw(FFTW_LOADABLE(mpi_init));
  if (has_time_limit) call_fftw(FFTW_LOADABLE(set_timelimit), time_limit.load());
  Handle handle = ask_fftw(request);
  tell(here, words + (handle == nullptr ? "NULL by FFTW" : "FFTW") + ", because " + why);
  return handle;
}

}  // namespace

Handle handle_of(const Request& request) {
  if (InsideFftw::now()) return ask_fftw(request);
  const std::string name = std::string(request.function) + ": ";
  if (const std::string wrong = misuse_of(request); !wrong.empty()) {
    say(is_first(request.comm), name + wrong + ". The plan is NULL");
    return nullptr;
  }
  Reservation reservation;
  const Job job = agree(request, reservation.exists());
  if (!job.wrong.empty()) {
    say(job.rank == 0, name + job.wrong + ". The plan is NULL");
    return nullptr;
  }
  close_destroyed(request.comm);
  std::string why;
  try {
    std::unique_ptr<TakenPlan> plan = take(request, job);
    enter(request.comm, plan.get());
    tell(plan->speaks, plan->words);
    return reservation.keep(std::move(plan));
  } catch (const std::exception& error) {
    why = error.what();
  }
  return pass_on(request, job, why);
}

bool is_taken(Handle handle) {
  const auto first = reinterpret_cast<std::uintptr_t>(slots.data());
  return reinterpret_cast<std::uintptr_t>(handle) - first < sizeof slots;
}

TakenPlan* taken(const char* function, Handle handle) {
  TakenPlan* plan = reinterpret_cast<Slot*>(handle)->load(std::memory_order_acquire);
  if (plan == nullptr || plan == reserved) {
    say(is_first(MPI_COMM_NULL),
        std::string(function) + " was given a plan that is destroyed; nothing is done");
    return nullptr;
  }
  return plan;
}

void run(const char* function, Handle handle, void* in, void* out) {
  TakenPlan* plan = taken(function, handle);
  if (plan == nullptr) return;
  if (!plan->has_data) {  // whatever the program passes
    static char nothing[2];
    in = nothing;
    out = nothing + (plan->in_place ? 0 : 1);
  }
  if ((in == out) != plan->in_place) {
    const std::string how =
        in == out ? "one array, and the plan is for two" : "two arrays, and the plan is for one";
    return say(plan->speaks, std::string(function) + " was given " + how + "; nothing is done");
  }
  try {
    if (plan->forward)
      plan->plan.forward(in, out);
    else
      plan->plan.backward(in, out);
  } catch (const std::exception& error) {
    const auto* known = dynamic_cast<const Error*>(&error);
    say(plan->speaks, std::string(function) + ": " + error.what());
    if (known == nullptr || known->code() != ErrorCode::invalid_argument) MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

void destroy(Handle handle) {
  TakenPlan* plan = taken(FFTW_NAME(destroy_plan), handle);
  if (plan == nullptr) return;
  *reinterpret_cast<Slot*>(handle) = nullptr;
  leave(plan);
}

void refuse_handle(const char* function, Handle handle) {
  say(is_first(MPI_COMM_NULL),
      std::string(function) + (handle == nullptr
                                   ? " was given no plan (NULL); nothing is done"
                                   : " was given a plan that is neither weft's nor that of a loaded FFTW"));
}

void set_time_limit(double seconds) {
  time_limit = seconds;
  has_time_limit = true;
}

}  // namespace weft::fftw_mpi
