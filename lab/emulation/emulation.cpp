// Sweeps that sleep.
#include "emulation.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/checksum.hpp"
#include "machine_pace.hpp"
#include "pace.hpp"
#include "plan/sweep_maker.hpp"
#include "weft/calibration.hpp"
#include "weft/words.hpp"

namespace weft::lab {
namespace {

class PacedSweep : public AnySweep {
 public:
  // `sweep`: null: the arrays stay as they are.
  PacedSweep(std::unique_ptr<AnySweep> sweep, double seconds, std::shared_ptr<Pace> pace)
      : sweep_(std::move(sweep)), seconds_(seconds), pace_(std::move(pace)) {}
  void run(Places slots, Index field) override {
    const Pace::Time::time_point begin = Pace::Time::now();
    if (sweep_) sweep_->run(slots, field);
    pace_->keep(begin, seconds_);
  }
  double measure_arithmetic() override { return sweep_ ? sweep_->measure_arithmetic() : 0; }

 private:
  std::unique_ptr<AnySweep> sweep_;
  double seconds_;  // of one field, at least
  std::shared_ptr<Pace> pace_;
};

class PacedProducts : public AnyProductSweep {
 public:
  PacedProducts(std::unique_ptr<AnyProductSweep> sweep, double before, double after,
                std::shared_ptr<Pace> pace)
      : sweep_(std::move(sweep)), before_(before), after_(after), pace_(std::move(pace)) {}
  void run(std::span<const FieldSlots> in, std::span<const FieldSlots> out,
           const PointsFunction& function) override {
    const Pace::Time::time_point begin = Pace::Time::now();
    sweep_->run(in, out, function);
    pace_->keep(begin, static_cast<double>(in.size()) * before_ + static_cast<double>(out.size()) * after_);
  }
  std::exception_ptr error() const override { return sweep_->error(); }

 private:
  std::unique_ptr<AnyProductSweep> sweep_;
  double before_, after_;
  std::shared_ptr<Pace> pace_;
};

class PacedMaker : public SweepMaker {
 public:
  PacedMaker(std::optional<MachinePace> machine, double per_flop, bool computes)
      : machine_(std::move(machine)), per_flop_(per_flop), computes_(computes) {}
  std::unique_ptr<AnySweep> make(const LocalSweep& sweep, const SweepParts& parts) override {
    return std::make_unique<PacedSweep>(computes_ ? SweepMaker::make(sweep, parts) : nullptr, seconds(sweep),
                                        pace_);
  }
  std::unique_ptr<AnyProductSweep> make(const ProductPlan& plan, const SweepParts& parts,
                                        const std::vector<char*>& buffers, const Box& local) override {
    return std::make_unique<PacedProducts>(SweepMaker::make(plan, parts, buffers, local),
                                           seconds(plan.before), seconds(plan.after), pace_);
  }

 private:
  double seconds(const LocalSweep& sweep) const {
    return machine_ ? machine_->seconds(sweep) : per_flop_ * flops_of(sweep);
  }

  std::optional<MachinePace> machine_;
  double per_flop_;
  bool computes_;
  std::shared_ptr<Pace> pace_ = std::make_shared<Pace>();
};

struct Emulated {
  std::shared_ptr<const MachineModel> machine;  // null: seconds for each operation
  double per_flop = 0;
  bool computes = true;
};

Emulated& emulated() {
  static Emulated all;
  return all;
}

std::unique_ptr<SweepMaker> make_paced(const PlanOfSweeps& plan) {
  const Emulated& e = emulated();
  std::optional<MachinePace> machine;
  if (e.machine) machine.emplace(e.machine, plan);
  return std::make_unique<PacedMaker>(std::move(machine), e.per_flop, e.computes);
}

void emulate(bool computes) {
  emulated() = {machine_pace(), seconds_per_flop(), computes};
  const Emulated& e = emulated();
  if (e.machine)
    sweep_makers() = {std::string(machine_pace_variable) + " of " + checksum(to_text(*e.machine)),
                      make_paced};
  else if (e.per_flop > 0)
    sweep_makers() = {std::string(pace_variable) + "=" + exact_number(e.per_flop), make_paced};
  else
    sweep_makers() = {};
}

}  // namespace

void emulate_processors() { emulate(true); }
void emulate_processors_alone() { emulate(false); }

Unpaced::Unpaced() : kept_(std::make_unique<SweepMakers>(std::exchange(sweep_makers(), {}))) {}
Unpaced::~Unpaced() { sweep_makers() = *kept_; }

}  // namespace weft::lab
