// The keys of a channel flow, and what they make.
#include "channel/application.hpp"

#include <map>

#include "base/text.hpp"
#include "channel/beginning.hpp"
#include "channel/simulation.hpp"
#include "weft/weft.hpp"

namespace weft::channel {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

template <class Row>
std::string names_of(const std::vector<Row>& table) {
  std::vector<std::string> names;
  for (const Row& row : table) names.push_back(row.name);
  return join(names, " or ");
}

class ChannelSetup : public apps::Setup {
 public:
  ChannelSetup() {
    run_.settings.forcing = "flow-rate";
    run_.settings.bulk_velocity = 1;
    run_.settings.viscosity = 1.0 / 2800;
    run_.settings.frame = 1;
    run_.settings.dt = 0.01;
    // What the flow sets itself is no key.
    for (const OptionRow& row : option_table())
      if (row.key != "convolve" && row.key != "in_place") plan_[row.key] = row.standard;
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
    for (const OptionRow& row : option_table())
      if (plan_.count(row.key) != 0)
        keys.push_back({"plan." + row.key, row.meaning + " (" + row.values + ")", &plan_.at(row.key)});
    return keys;
  }

  void check() const override {
    channel::check(run_.settings);
    options();
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

  std::unique_ptr<apps::Simulation> make(MPI_Comm comm, Checkpoint* checkpoint) const override {
    RunOfChannel run = run_;
    run.settings.options = options();
    run.plan = plan_in_words();
    if (checkpoint != nullptr && is_same_plan(*checkpoint))
      run.settings.options = checkpoint->plan_options(run.settings.options);
    return make_simulation(run, comm);
  }

 private:
  Options options() const {
    Options options;
    for (const OptionRow& row : option_table())
      if (const auto said = plan_.find(row.key); said != plan_.end() && said->second != row.standard)
        options.set(row.key, said->second);
    return options;
  }
  std::string plan_in_words() const {
    std::vector<std::string> words;
    for (const auto& [key, value] : plan_) words.push_back(key + "=" + value);
    return join(words, "; ");
  }
  // Who asks for another plan gets it.
  bool is_same_plan(const Checkpoint& checkpoint) const {
    return checkpoint.has_plan() && checkpoint.get<std::string>("plan options") == plan_in_words();
  }

  RunOfChannel run_;
  std::map<std::string, std::string> plan_;
};

}  // namespace

std::unique_ptr<apps::Setup> make_setup() { return std::make_unique<ChannelSetup>(); }

}  // namespace weft::channel
