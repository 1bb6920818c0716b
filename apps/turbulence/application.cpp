// The keys of turbulence in a box, and what they make.
#include "turbulence/application.hpp"

#include "common/checks.hpp"
#include "common/plan_keys.hpp"
#include "turbulence/box.hpp"
#include "turbulence/scalar_beginning.hpp"
#include "turbulence/simulation.hpp"
#include "weft/named_rows.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::turbulence {
namespace {

using Numbers = std::vector<double>;

// A list of so many numbers.
void check_length(const std::string& key, const Numbers& list, std::size_t n, const std::string& of) {
  if (list.size() != n)
    fail(key + " has " + std::to_string(list.size()) + " numbers; give " + std::to_string(n) + ": " + of);
}

class TurbulenceSetup : public apps::Setup {
 public:
  TurbulenceSetup() {
    run_.settings.n = {64, 0, 0};
    run_.settings.dt = 0.002;
    run_.settings.lengths[1] = run_.settings.lengths[2] = 0;
  }

  std::vector<apps::Key> keys() override {
    Settings& s = run_.settings;
    std::vector<apps::Key> keys = {
        {"domain.length_x", "of the box; its unit is L", &s.lengths[0]},
        {"domain.length_y", "0: as along x", &s.lengths[1]},
        {"domain.length_z", "0: as along x", &s.lengths[2]},
        {"grid.nx", "points along x; with padding, before it", &s.n[0]},
        {"grid.ny", "0: as along x", &s.n[1]},
        {"grid.nz", "0: as along x", &s.n[2]},
        {"grid.dealiasing", names_of(dealiasings()) + ": which modes are kept", &s.dealiasing},
        {"flow.viscosity", "kinematic, in U L", &s.viscosity},
        {"flow.forcing", names_of(forcings()) + ": what keeps the flow from decaying", &s.forcing},
        {"flow.forcing_rate", "in U / L, with forcing linear: the force is this times the velocity",
         &s.forcing_rate},
        {"flow.shell_energies", "in U^2, with forcing shells: those of shells 1 and 2", &shell_energies_},
        {"flow.mean_velocity", "along x, y, z; it stays constant", &mean_velocity_},
        {"flow.beginning", names_of(beginnings()), &run_.beginning},
        {"flow.amplitude", "of the velocity; with random the energy is 3/2 of its square",
         &run_.choice.amplitude},
        {"flow.peak", "with random: k0 of the spectrum k^4 exp(-2 (k/k0)^2), in shells", &run_.choice.peak},
        {"flow.seed", "of all that is random", &run_.choice.seed},
        {"flow.file", "HDF5 file with u, v, w (and scalar_0, ...), for beginnings from a file",
         &run_.choice.file},
        {"scalars.schmidt", "viscosity / diffusivity, one for each scalar", &schmidt_},
        {"scalars.gradient_x", "of the mean of each scalar, which the flow moves; empty: 0", &gradients_[0]},
        {"scalars.gradient_y", "along y", &gradients_[1]},
        {"scalars.gradient_z", "along z", &gradients_[2]},
        {"scalars.beginning", names_of(scalar_beginnings()), &run_.scalar_beginning},
        {"scalars.amplitude", "of the scalars; with random the variance is its square",
         &run_.scalar_choice.amplitude},
        {"scalars.peak", "as flow.peak", &run_.scalar_choice.peak},
        {"time.step", "in L / U", &s.dt},
        {"time.scheme", names_of(schemes()), &s.scheme},
        {"output.snapshot_precision", "single or double", &run_.snapshot_precision},
        {"output.snapshot_vorticity", "also the size of the vorticity, for pictures",
         &run_.snapshot_vorticity}};
    const std::vector<apps::Key> of_plan = plan_.keys();
    keys.insert(keys.end(), of_plan.begin(), of_plan.end());
    return keys;
  }

  void check() const override {
    check_length("flow.shell_energies", shell_energies_, 2, "the energies of shells 1 and 2");
    check_length("flow.mean_velocity", mean_velocity_, 3, "along x, y, z");
    const char* const axes[] = {"x", "y", "z"};
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!gradients_[axis].empty())
        check_length(std::string("scalars.gradient_") + axes[axis], gradients_[axis], schmidt_.size(),
                     "one for each number of scalars.schmidt");
    turbulence::check(settings());
    plan_.options();
    check_beginning();
    known_value("output.snapshot_precision", run_.snapshot_precision, {"single", "double"});
  }

  apps::Work work() const override {
    Settings s = settings();
    s.options = plan_.options();
    return work_of(s);
  }

  std::unique_ptr<apps::Simulation> make(MPI_Comm comm, Checkpoint* checkpoint) const override {
    RunOfTurbulence run = run_;
    run.settings = settings();
    run.settings.options = plan_.options(checkpoint);
    run.plan = plan_.in_words();
    run.scalar_choice.seed = run.choice.seed;
    run.scalar_choice.file = run.choice.file;
    return make_simulation(run, comm, checkpoint != nullptr);
  }

 private:
  void check_beginning() const {
    find_beginning(run_.beginning);
    find_scalar_beginning(run_.scalar_beginning);
    for (const auto& [key, choice] : {std::pair("flow", &run_.choice), {"scalars", &run_.scalar_choice}}) {
      apps::check_finite(std::string(key) + ".amplitude", choice->amplitude);
      apps::check_positive(std::string(key) + ".peak", choice->peak);
    }
    if ((run_.beginning == "file" || run_.scalar_beginning == "file") && run_.choice.file.empty())
      fail("a beginning 'file' needs flow.file, an HDF5 file with u, v, w, as a snapshot of a run is one");
  }

  // Of what the keys say.
  Settings settings() const {
    Settings s = run_.settings;
    for (std::size_t axis = 1; axis < 3; ++axis) {
      if (s.n[axis] == 0) s.n[axis] = s.n[0];
      if (s.lengths[axis] == 0) s.lengths[axis] = s.lengths[0];
    }
    std::copy(shell_energies_.begin(), shell_energies_.end(), s.shell_energies.begin());
    std::copy(mean_velocity_.begin(), mean_velocity_.end(), s.mean_velocity.begin());
    for (std::size_t i = 0; i < schmidt_.size(); ++i) {
      s.scalars.push_back({schmidt_[i], {}});
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (!gradients_[axis].empty()) s.scalars.back().gradient[axis] = gradients_[axis][i];
    }
    return s;
  }

  RunOfTurbulence run_;
  apps::PlanKeys plan_;
  Numbers schmidt_, gradients_[3];
  Numbers shell_energies_ = {run_.settings.shell_energies.begin(), run_.settings.shell_energies.end()};
  Numbers mean_velocity_ = {0, 0, 0};
};

}  // namespace

std::unique_ptr<apps::Setup> make_setup() { return std::make_unique<TurbulenceSetup>(); }

}  // namespace weft::turbulence
