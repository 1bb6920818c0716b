// Measuring all of a machine model: first what one process does alone, then what several do together.
//
// Each part gives the same numbers on all processes; what only one process knows (host, date) is that of
// process 0, and at the end its text is everybody's.
#include "machine/calibrate.hpp"

#include <algorithm>
#include <ctime>

#include "comm/agree.hpp"
#include "machine/copy_times.hpp"
#include "machine/line_times.hpp"
#include "machine/load.hpp"
#include "machine/message_times.hpp"
#include "machine/options.hpp"
#include "weft/version.hpp"
#include "weft/weft.hpp"

namespace weft::inline machine {

namespace {

// "2026-11-21T18:57:47Z"
std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

// Nothing is faster than a step of the clock.
template <class Times>
void raise_to_clock(Times& times) {
  for (auto& time : times) time.seconds = std::max(time.seconds, 1e-9);
}

MachineModel described(const Site& site) {
  const Computer computer = this_computer();
  MachineModel model;
  model.host = computer.host;
  model.kind = kind_of(computer);
  model.date = date_now();
  model.weft_version = WEFT_VERSION;
  model.mpi = mpi_library();
  model.n_processes = site.comms.size();
  model.processes_per_node = site.most_on_node;
  model.quick = site.quick;
  return model;
}

}  // namespace

MachineModel model_of_process_0(MPI_Comm comm, const MachineModel& model) {
  return *parse_machine_file(broadcast(comm, to_text(model), 0));
}

MachineModel calibrate_on(const Communicators& comms, double seconds, const Calibration& how) {
  require_equal(comms.base(), calibration_options().facts(how), "to calibrate", seconds);
  const Site site(comms, seconds, how.quick);
  const auto tell = [&](const char* what) {
    if (how.progress) how.progress(what);
  };
  MachineModel model = described(site);
  tell("the load");
  Load load = load_before(site);
  OwnShare own;
  model.lines = measure_lines(site, how.progress, own);
  add_share(site, own.share(), load);
  tell("copies");
  model.copies = measure_copies(site);
  tell("messages");
  model.messages = measure_messages(site);
  model.exchanges = measure_exchanges(site);
  model.rounds = measure_rounds(site);
  tell("meetings");
  model.barriers = measure_barriers(site);
  model.flags = measure_flags(site);
  raise_to_clock(model.messages);
  raise_to_clock(model.exchanges);
  raise_to_clock(model.rounds);
  raise_to_clock(model.barriers);
  raise_to_clock(model.flags);
  model.oversubscribed = load.oversubscribed;
  model.loaded = load.loaded;
  model.why = load.why;
  return model_of_process_0(comms.base(), model);
}

}  // namespace weft::inline machine
