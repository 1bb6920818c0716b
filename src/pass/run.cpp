// Runs one direction of a plan, at once or with the caller's own work between start and finish.
#include "pass/run.hpp"

#include <algorithm>

#include "comm/check.hpp"
#include "pass/stage.hpp"

namespace weft {

void Machines::reset_clocks() {
  n_calls = 0;
  for (SweepMachine& sweep : sweeps) sweep.clock.total = 0;
  for (ExchangeMachine& exchange : exchanges)
    for (Clock* clock : exchange.clocks.all()) clock->total = 0;
}

void Machines::stop() {
  for (ExchangeMachine& exchange : exchanges) exchange.strips.clear();
  for (SweepMachine& sweep : sweeps) sweep.strips.clear();
}

Exchange& Run::exchange_of(const Op& op) const {
  const ExchangeMachine& exchange = machines_->exchanges[static_cast<std::size_t>(op.step)];
  return *exchange.strips[static_cast<std::size_t>(op.lump * exchange.n_strips + op.strip)];
}

Call Run::fields_of(int lump) const {
  const Index begin = lump * machines_->fields_of_lump;
  return {std::min(machines_->fields_of_lump, call_.n_fields - begin), call_.in + begin, call_.out + begin};
}

bool Run::is_in_call(int lump) const { return lump * machines_->fields_of_lump < call_.n_fields; }

// Null: what it takes counts for the op after it.
Clock* Run::clock_of(const Op& op) const {
  const auto step = static_cast<std::size_t>(op.step);
  switch (op.act) {
    case Act::sweep:
      return &machines_->sweeps[step].clock;
    case Act::acquire:
      return &machines_->exchanges[step].clocks.acquire;
    case Act::barrier:
      return &machines_->exchanges[step].clocks.barrier;
    case Act::publish:
    case Act::progress:
      return &machines_->exchanges[step].clocks.publish;
    case Act::ready:
      return &machines_->exchanges[step].clocks.ready;
    default:
      return nullptr;
  }
}

// A message of a neighbour may need this process's attention to arrive.
void Run::poke() {
  while (oldest_ < in_flight_.size() && in_flight_[oldest_]->progress()) ++oldest_;
}

void Run::sweep(const Op& op) {
  const auto step = static_cast<std::size_t>(op.step), lump = static_cast<std::size_t>(op.lump);
  const auto strip = static_cast<std::size_t>(std::max<Index>(op.strip, 0));
  const SweepMachine& machine = machines_->sweeps[step];
  const auto& sweep = machine.strips[strip];
  if (!sweep) return;
  const bool is_paced = !machine.least_seconds.empty();
  const Time::time_point begin = is_paced ? Time::now() : Time::time_point{};
  const Call call = fields_of(op.lump);
  std::vector<char*>& slots = slots_[lump];
  // Rows that work on the user's arrays are never cut into strips; the others have nothing to bind.
  const auto bind = [&](std::size_t exchange, Index field) {
    ExchangeMachine& neighbour = machines_->exchanges[exchange];
    if (neighbour.n_strips == 1) neighbour.strips[lump]->bind(field);
  };
  for (Index field = 0; field < call.n_fields; ++field) {
    slots[user_.input] = call.in[field];
    slots[user_.output] = call.out[field];
    if (step > 0) bind(step - 1, field);
    if (step < machines_->exchanges.size()) bind(step, field);
    sweep->run(slots.data(), field);
  }
  if (is_paced) pace_.keep(begin, static_cast<double>(call.n_fields) * machine.least_seconds[strip]);
}

void Run::execute(const Op& op) {
  enter_stage(machines_->name.c_str(),
              op.act == Act::sweep ? "a sweep"
                                   : machines_->exchanges[static_cast<std::size_t>(op.step)].where.c_str());
  switch (op.act) {
    case Act::sweep:
      return sweep(op);
    case Act::acquire:
      return exchange_of(op).acquire();
    case Act::release:
      return exchange_of(op).release();
    case Act::barrier: {
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(MPI_Ibarrier(machines_->exchanges[static_cast<std::size_t>(op.step)].comm, &request),
                "meeting before an exchange");
      return wait_for(request, "to the barrier before an exchange", machines_->timeout_seconds);
    }
    case Act::publish:
      exchange_of(op).publish(fields_of(op.lump));
      in_flight_.push_back(&exchange_of(op));
      return;
    case Act::progress:
      return poke();
    case Act::ready:
      return exchange_of(op).ready();
  }
}

void Run::abandon() {
  machines_ = nullptr;
  enter_stage(nullptr, nullptr);
}

template <class May>
void Run::go_on(const May& may) {
  Time::time_point last = Time::now();
  while (next_ < machines_->program.size()) {
    const Op& op = machines_->program[next_];
    if (is_in_call(op.lump)) {
      if (!may(op)) return;
      try {
        execute(op);
      } catch (const Error& error) {
        enter_stage(nullptr, nullptr);
        if (op.act == Act::sweep) throw;
        throw Error(error.code(), machines_->name + ", " +
                                      machines_->exchanges[static_cast<std::size_t>(op.step)].where + ": " +
                                      error.what());
      }
      if (Clock* clock = clock_of(op)) {
        const Time::time_point now = Time::now();
        const double seconds = std::chrono::duration<double>(now - last).count();
        clock->last += seconds;
        clock->total += seconds;
        last = now;
      }
    }
    ++next_;
  }
}

template <class Work>
void Run::for_exchanges(const Work& work) {
  for (ExchangeMachine& exchange : machines_->exchanges)
    for (std::size_t i = 0; i < exchange.strips.size(); ++i) {
      const int lump = static_cast<int>(i) / static_cast<int>(exchange.n_strips);
      if (is_in_call(lump)) work(*exchange.strips[i], lump);
    }
}

void Run::start(Machines& machines, const Call& call) {
  machines_ = &machines;
  call_ = call;
  next_ = 0;
  in_flight_.clear();
  oldest_ = 0;
  pace_.start();
  for (SweepMachine& sweep : machines.sweeps) sweep.clock.last = 0;
  for (ExchangeMachine& exchange : machines.exchanges)
    for (Clock* clock : exchange.clocks.all()) clock->last = 0;
  for_exchanges([&](Exchange& exchange, int lump) { exchange.enter(fields_of(lump)); });
  go_on([](const Op& op) { return op.act != Act::ready; });
}

bool Run::progress() {
  if (machines_ == nullptr) return true;
  poke();
  go_on([&](const Op& op) {
    switch (op.act) {
      case Act::sweep:
      case Act::release:
      case Act::progress:
        return true;
      case Act::ready:
        return exchange_of(op).progress();
      default:
        return false;
    }
  });
  return next_ == machines_->program.size() || machines_->program[next_].act != Act::ready;
}

void Run::finish() {
  go_on([](const Op&) { return true; });
  for_exchanges([](Exchange& exchange, int) { exchange.leave(); });
  enter_stage(nullptr, nullptr);
  machines_->n_fields = call_.n_fields;
  ++machines_->n_calls;
  machines_ = nullptr;
}

}  // namespace weft
