// The keys of a channel flow, and what they make.
#include "channel/application.hpp"

#include "channel/beginning.hpp"
#include "channel/flow.hpp"
#include "channel/simulation.hpp"
#include "common/checks.hpp"
#include "common/plan_keys.hpp"
#include "weft/named_rows.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::channel {
namespace {

class ChannelSetup : public apps::Setup {
 public:
  ChannelSetup() {
    run_.settings.forcing = "flow-rate";
    run_.settings.bulk_velocity = 1;
    run_.settings.viscosity = 1.0 / 2800;
    run_.settings.frame = 1;
    run_.settings.dt = 0.01;
  }

  std::vector<apps::Key> keys() override {
    Settings& s = run_.settings;
    std::vector<apps::Key> keys = {
        {"domain.length_x", "along the flow, in half distances of the walls (h)", &s.length_x},
        {"domain.length_z", "across the flow", &s.length_z},
        {"grid.nx", "points along x", &s.nx},
        {"grid.ny", "points from wall to wall", &s.ny},
        {"grid.nz", "points along z", &s.nz},
        {"grid.padding", "products on 3/2 times as many points in x and z: no aliasing", &s.padding},
        {"flow.viscosity", "kinematic, in units of U h", &s.viscosity},
        {"flow.forcing", names_of(forcings()) + ": what is held constant", &s.forcing},
        {"flow.bulk_velocity", "U, with forcing flow-rate", &s.bulk_velocity},
        {"flow.pressure_gradient", "-dP/dx in U^2 / h, with forcing pressure", &s.pressure_gradient},
        {"flow.frame", "velocity of the frame along x: near the bulk velocity allows larger steps", &s.frame},
        {"flow.form", names_of(forms()) + ": of the nonlinear term", &s.form},
        {"flow.beginning", names_of(beginnings()), &run_.beginning},
        {"flow.amplitude", "of the disturbance, in bulk velocities", &run_.amplitude},
        {"time.step", "in h / U", &s.dt},
        {"time.scheme", names_of(schemes()), &s.scheme},
        {"output.spectra_at", "distances from the walls, in h", &run_.spectra_at},
        {"output.snapshot_precision", "single or double", &run_.snapshot_precision}};
    const std::vector<apps::Key> of_plan = plan_.keys();
    keys.insert(keys.end(), of_plan.begin(), of_plan.end());
    return keys;
  }

  void check() const override {
    channel::check(run_.settings);
    plan_.options();
    const Beginning& beginning = find_beginning(run_.beginning);
    if (beginning.needs_bulk_velocity &&
        find_forcing(run_.settings.forcing).expected_bulk(run_.settings) == 0)
      fail("flow.beginning '" + beginning.name +
           "' needs a flow: give flow.bulk_velocity, or flow.pressure_gradient with forcing 'pressure'");
    for (const double distance : run_.spectra_at)
      if (!(distance > 0) || distance > 1)
        fail("output.spectra_at has " + exact_number(distance) +
             "; distances from the wall are above 0, and 1 is "
             "the middle");
    known_value("output.snapshot_precision", run_.snapshot_precision, {"single", "double"});
  }

  apps::Work work() const override {
    Settings s = run_.settings;
    s.options = plan_.options();
    return work_of(s);
  }

  std::unique_ptr<apps::Simulation> make(MPI_Comm comm, Checkpoint* checkpoint) const override {
    RunOfChannel run = run_;
    run.settings.options = plan_.options(checkpoint);
    run.plan = plan_.in_words();
    return make_simulation(run, comm);
  }

 private:
  RunOfChannel run_;
  apps::PlanKeys plan_;
};

}  // namespace

std::unique_ptr<apps::Setup> make_setup() { return std::make_unique<ChannelSetup>(); }

}  // namespace weft::channel
