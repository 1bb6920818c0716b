// The parts of transforms: first what one process does alone, then what several do together.
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

}  // namespace

Calibrated begin_calibration(const Site& site) {
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
  return {model};
}

std::vector<Measurement> measurements_of_parts(const Site& site, Calibrated& found) {
  MachineModel& model = found.model;
  std::vector<Measurement> list = {{"the load", 0.1, [&] { found.load = load_before(site); }}};
  for (Measurement& of_lines : measurements_of_lines(site, model.lines, found.own))
    list.push_back(std::move(of_lines));
  list.push_back({"copies", 0.5, [&] { model.copies = measure_copies(site); }});
  const auto add = [&](const char* what, double seconds, auto& times, auto measure) {
    list.push_back({what, seconds, [&times, &site, measure] {
                      times = measure(site);
                      raise_to_clock(times);
                    }});
  };
  add("messages", site.quick ? 1 : 3, model.messages, measure_messages);
  add("exchanges", site.quick ? 0.5 : 1, model.exchanges, measure_exchanges);
  add("rounds of messages", site.quick ? 0.5 : 1, model.rounds, measure_rounds);
  add("barriers", 0.1, model.barriers, measure_barriers);
  add("flags", 0.1, model.flags, measure_flags);
  return list;
}

MachineModel finish_calibration(const Site& site, Calibrated& found) {
  add_share(site, found.own.share(), found.load);
  found.model.oversubscribed = found.load.oversubscribed;
  found.model.loaded = found.load.loaded;
  found.model.why = found.load.why;
  return *parse_machine_file(broadcast(site.comm(), to_text(found.model), 0));
}

}  // namespace weft::inline machine
