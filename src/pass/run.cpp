// Runs one direction of a plan, at once or with the caller's own work between start and finish.
#include "pass/run.hpp"

#include <algorithm>

#include "comm/check.hpp"
#include "pass/stage.hpp"

namespace weft::inline pass {

void BuiltDirection::reset_clocks() {
  n_calls = 0;
  for (BuiltSweep& sweep : sweeps) sweep.clock.total_ticks = 0;
  for (BuiltExchange& exchange : exchanges)
    for (Clock* clock : exchange.clocks.all()) clock->total_ticks = 0;
}

void BuiltDirection::stop() {
  for (BuiltExchange& exchange : exchanges) exchange.strips.clear();
  for (BuiltSweep& sweep : sweeps) sweep.strips.clear();
  product_sweep.reset();
}

Exchange& Run::exchange_of(const Op& op) const {
  const BuiltExchange& exchange = built_->exchanges[static_cast<std::size_t>(op.step)];
  return *exchange.strips[static_cast<std::size_t>(op.lump * exchange.n_strips + op.strip)];
}

// The fields that travel in an exchange.
const Call& Run::call_at(int exchange) const {
  return built_->products >= 0 && exchange >= built_->products ? after_ : before_;
}

const Call& Run::call_of(const Op& op) const { return call_at(op.act == Act::sweep ? op.step - 1 : op.step); }

Call Run::fields_of(const Call& call, int lump) const {
  const Index begin = lump * built_->fields_of_lump;
  return {std::min(built_->fields_of_lump, call.n_fields - begin), call.in + begin, call.out + begin,
          call.word};
}

bool Run::is_in_call(const Call& call, int lump) const {
  return lump * built_->fields_of_lump < call.n_fields;
}

bool Run::is_in_call(const Op& op) const { return is_products(op) || is_in_call(call_of(op), op.lump); }

// Null: what it takes counts for the op after it.
Clock* Run::clock_of(const Op& op) const {
  const auto step = static_cast<std::size_t>(op.step);
  switch (op.act) {
    case Act::sweep:
      return &built_->sweeps[step].clock;
    case Act::acquire:
      return &built_->exchanges[step].clocks.acquire;
    case Act::barrier:
      return &built_->exchanges[step].clocks.barrier;
    case Act::publish:
    case Act::progress:
      return &built_->exchanges[step].clocks.publish;
    case Act::ready:
      return &built_->exchanges[step].clocks.ready;
    case Act::release:
      break;
  }
  return nullptr;
}

// A message of a neighbour may need this process's attention to arrive.
void Run::poke() {
  while (oldest_ < in_flight_.size() && in_flight_[oldest_]->progress()) ++oldest_;
}

// Rows that work on the user's arrays are never cut into strips; the others have nothing to bind.
void Run::bind(std::size_t exchange, std::size_t lump, Index field) {
  if (exchange >= built_->exchanges.size()) return;
  BuiltExchange& built = built_->exchanges[exchange];
  if (built.n_strips == 1) built.strips[lump]->bind(field);
}

void Run::sweep(const Op& op) {
  const auto step = static_cast<std::size_t>(op.step), lump = static_cast<std::size_t>(op.lump);
  const auto strip = static_cast<std::size_t>(std::max<Index>(op.strip, 0));
  const BuiltSweep& built = built_->sweeps[step];
  const auto& sweep = built.strips[strip];
  if (!sweep) return;
  const Call call = fields_of(call_of(op), op.lump);
  std::vector<Place>& slots = slots_[lump];
  for (Index field = 0; field < call.n_fields; ++field) {
    slots[user_.input].address = call.in[field];
    slots[user_.output].address = call.out[field];
    if (step > 0) bind(step - 1, lump, field);
    bind(step, lump, field);
    sweep->run(slots, field);
  }
}

// The memory of each field is looked up before the threads begin.
void Run::sweep_products() {
  const auto step = static_cast<std::size_t>(built_->products);
  const auto look_up = [&](const Call& call, std::size_t exchange, std::vector<FieldSlots>& fields) {
    for (Index f = 0; f < call.n_fields; ++f) {
      const auto lump = static_cast<std::size_t>(f / built_->fields_of_lump);
      FieldSlots& memory = fields[static_cast<std::size_t>(f)];
      memory.field = f % built_->fields_of_lump;
      slots_[lump][user_.input].address = call.in[f];
      slots_[lump][user_.output].address = call.out[f];
      bind(exchange, lump, memory.field);
      std::copy(slots_[lump].begin(), slots_[lump].end(), memory.slots.begin());
    }
    return std::span<const FieldSlots>(fields.data(), static_cast<std::size_t>(call.n_fields));
  };
  const std::size_t none = built_->exchanges.size();
  built_->product_sweep->run(look_up(before_, step > 0 ? step - 1 : none, fields_in_),
                             look_up(after_, step, fields_out_), *function_);
}

void Run::execute(const Op& op) {
  enter_stage(built_->name.c_str(), op.act == Act::sweep
                                        ? "a sweep"
                                        : built_->exchanges[static_cast<std::size_t>(op.step)].where.c_str());
  switch (op.act) {
    case Act::sweep:
      return is_products(op) ? sweep_products() : sweep(op);
    case Act::acquire:
      return exchange_of(op).acquire();
    case Act::release:
      finish_queued();
      return exchange_of(op).release();
    case Act::barrier: {
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(MPI_Ibarrier(built_->exchanges[static_cast<std::size_t>(op.step)].comm, &request),
                "meeting before an exchange");
      return wait_for(request, "to the barrier before an exchange", built_->timeout_seconds, Waiting::awake);
    }
    case Act::publish:
      finish_queued();
      exchange_of(op).publish(fields_of(call_of(op), op.lump));
      in_flight_.push_back(&exchange_of(op));
      return;
    case Act::progress:
      return poke();
    case Act::ready:
      return exchange_of(op).ready();
  }
}

void Run::abandon() {
  built_ = nullptr;
  enter_stage(nullptr, nullptr);
}

template <class May>
void Run::go_on(const May& may) {
  if (next_ == built_->program.size()) return;  // looking at the clock takes a tenth of a small transform
  std::int64_t last = now_in_ticks();
  while (next_ < built_->program.size()) {
    const Op& op = built_->program[next_];
    if (is_in_call(op)) {
      if (!may(op)) return;
      try {
        execute(op);
      } catch (const Error& error) {
        enter_stage(nullptr, nullptr);
        if (op.act == Act::sweep) throw;
        fail(error.code(), built_->name + ", " + built_->exchanges[static_cast<std::size_t>(op.step)].where +
                               ": " + error.what());
      }
      if (Clock* clock = clock_of(op)) {
        const std::int64_t now = now_in_ticks();
        clock->last_ticks += now - last;
        clock->total_ticks += now - last;
        last = now;
      }
    }
    ++next_;
  }
}

template <class Work>
void Run::for_exchanges(const Work& work) {
  for (std::size_t e = 0; e < built_->exchanges.size(); ++e) {
    const BuiltExchange& exchange = built_->exchanges[e];
    const Call& call = call_at(static_cast<int>(e));
    for (std::size_t i = 0; i < exchange.strips.size(); ++i) {
      const int lump = static_cast<int>(i) / static_cast<int>(exchange.n_strips);
      if (is_in_call(call, lump)) work(*exchange.strips[i], fields_of(call, lump));
    }
  }
}

void Run::expect(const BuiltDirection& built) {
  in_flight_.reserve(built.program.size());
  if (!built.product_sweep) return;
  const auto n_fields = slots_.size() * static_cast<std::size_t>(built.fields_of_lump);
  fields_in_.assign(n_fields, {slots_.front(), 0});
  fields_out_ = fields_in_;
}

void Run::start(BuiltDirection& built, const Call& before, const Call& after,
                const PointsFunction* function) {
  built_ = &built;
  before_ = before;
  after_ = after;
  function_ = function;
  next_ = 0;
  in_flight_.clear();
  oldest_ = 0;
  for (BuiltSweep& sweep : built.sweeps) sweep.clock.last_ticks = 0;
  for (BuiltExchange& exchange : built.exchanges)
    for (Clock* clock : exchange.clocks.all()) clock->last_ticks = 0;
  for_exchanges([](Exchange& exchange, const Call& call) { exchange.enter(call); });
  go_on([](const Op& op) { return op.act != Act::ready; });
}

bool Run::progress() {
  if (built_ == nullptr) return true;
  poke();
  go_on([&](const Op& op) {
    if (op.act == Act::ready) return exchange_of(op).progress();
    return op.act == Act::sweep || op.act == Act::release || op.act == Act::progress;
  });
  return next_ == built_->program.size() || built_->program[next_].act != Act::ready;
}

void Run::finish() {
  go_on([](const Op&) { return true; });
  finish_queued();
  for_exchanges([](Exchange& exchange, const Call&) { exchange.leave(); });
  enter_stage(nullptr, nullptr);
  built_->n_fields = before_.n_fields;
  ++built_->n_calls;
  built_ = nullptr;
}

}  // namespace weft::inline pass
