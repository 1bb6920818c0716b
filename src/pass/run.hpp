// Runs one direction of a plan, at once or with the caller's own work between start and finish.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/ticks.hpp"
#include "comm/calls.hpp"
#include "exchange/exchange.hpp"
#include "pass/program.hpp"
#include "sweep/any_sweep.hpp"

namespace weft::inline pass {

// What one stage of a direction took: in the last call, and in all since they were reset.
struct Clock {
  std::int64_t last_ticks = 0, total_ticks = 0;
  double last() const { return seconds_of(last_ticks); }
  double total() const { return seconds_of(total_ticks); }
};

// Of one exchange. Communication hidden behind sweeps is not in any timer.
struct ExchangeClocks {
  Clock acquire;  // until others have read what was there before
  Clock barrier;  // until all have come; only where barriers are asked for
  Clock publish;  // giving the data away
  Clock ready;    // until the data of others are here
  std::array<Clock*, 4> all() { return {&acquire, &barrier, &publish, &ready}; }
};

struct BuiltSweep {
  std::vector<std::unique_ptr<AnySweep>> strips;  // one, if it is not cut; null where a neighbour does a copy
  Clock clock;
};

struct BuiltExchange {
  std::vector<std::unique_ptr<Exchange>> strips;  // of lump 0, then of lump 1, ...
  Index n_strips = 1;
  MPI_Comm comm = MPI_COMM_NULL;  // of the group, for barriers
  std::string where;              // "exchange 1 of 2 (pairwise)", for errors
  ExchangeClocks clocks;
};

// What is built for one direction; sweeps.size() == exchanges.size() + 1.
//
// In those of products, backward and then forward, one of the sweeps is `product_sweep`: the steps before it
// work on the fields that come, the steps after it on the fields that go.
struct BuiltDirection {
  std::string name;   // "forward"
  std::string doing;  // "to call forward of plan 1 (8x8x8)"
  CallName call;      // the same
  std::vector<BuiltSweep> sweeps;
  int products = -1;  // number of the sweep; -1: there is none
  std::unique_ptr<AnyProductSweep> product_sweep = {};
  std::vector<BuiltExchange> exchanges;
  std::vector<Op> program;
  Index fields_of_lump = 1;  // of all but the last one of a call
  double timeout_seconds = 0;
  Index n_fields = 0;  // of the last call; 0: there was none
  Index n_calls = 0;   // since the clocks were reset
  std::vector<double>
      arithmetic;  // seconds of the kernels of each sweep in cache, one field; empty: not known
  std::vector<std::vector<KernelPart>> parts;  // of each sweep, known with `arithmetic`

  void reset_clocks();
  // Releases all that is built; the clocks stay.
  void stop();
};

// Slots whose address changes with every call.
struct UserSlots {
  Slot input = 0, output = 0;
};

// One call of one direction, from its start to its end.
class Run {
 public:
  // `slots[lump]`: the place of every slot; the addresses of input and output are replaced for each field.
  Run(std::vector<std::vector<Place>>& slots, const UserSlots& user) : slots_(slots), user_(user) {}

  // Sweeps and exchanges may queue work in `stream`, which lives longer than this. The run waits for it
  // before data leave or memory is given back, and at the end of a call.
  void queue_in(const OpenStream& stream) { stream_ = stream.may_queue() ? &stream : nullptr; }

  // Calls of `built` will come: afterwards they allocate nothing.
  void expect(const BuiltDirection& built);

  // Begins a call; does what can be done without waiting for the data of others. The arrays of `call` must
  // live until finish() is over. With products (`function`) the fields before them have no output, those
  // after them no input (null pointers); else both are the same.
  void start(BuiltDirection& built, const Call& before, const Call& after, const PointsFunction* function);
  // Goes on as far as possible without waiting and without starting another exchange: other plans may be in
  // use, and messages must start in the same order everywhere. True: only finish() can go on from here,
  // because all is done or because another exchange is to start.
  bool progress();
  // Does the rest.
  void finish();
  bool is_active() const { return built_ != nullptr; }
  const BuiltDirection* built() const { return built_; }
  // Forgets a call that cannot be finished.
  void abandon();

 private:
  Exchange& exchange_of(const Op& op) const;
  const Call& call_at(int exchange) const;
  const Call& call_of(const Op& op) const;
  Call fields_of(const Call& call, int lump) const;
  bool is_in_call(const Call& call, int lump) const;
  bool is_in_call(const Op& op) const;
  bool is_products(const Op& op) const { return op.act == Act::sweep && op.step == built_->products; }
  // Calls work(exchange, its fields) for every strip of the lumps of this call.
  template <class Work>
  void for_exchanges(const Work& work);
  // Executes ops in order while `may` says so of the next one.
  template <class May>
  void go_on(const May& may);
  void execute(const Op& op);
  void sweep(const Op& op);
  void sweep_products();
  void bind(std::size_t exchange, std::size_t lump, Index field);
  void poke();
  void finish_queued() const {
    if (stream_ != nullptr) stream_->finish();
  }
  Clock* clock_of(const Op& op) const;

  std::vector<std::vector<Place>>& slots_;
  UserSlots user_;
  const OpenStream* stream_ = nullptr;  // null: nothing is queued
  BuiltDirection* built_ = nullptr;
  Call before_, after_;  // the products, if there are any; else the same
  const PointsFunction* function_ = nullptr;
  std::vector<FieldSlots> fields_in_, fields_out_;  // of products
  std::size_t next_ = 0;                            // number of the op
  std::vector<Exchange*> in_flight_;
  std::size_t oldest_ = 0;  // of those in flight, the first that may not have arrived
};

}  // namespace weft::inline pass
