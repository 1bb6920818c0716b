// weft calibrate: measures what estimates of plans need, and keeps it where plans find it.
//
// That the files can be written is tried before anything is measured; and should one fail all the same, what
// was measured was printed before.
#include <fmt/format.h>

#include <memory>

#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "transform/calibrate_table.hpp"
#include "weft/text_file.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

struct CalibrateRequest {
  std::string json, output;
  bool show = false, quick = false;
};

Json meetings_json(const std::vector<MeetingTime>& times) {
  Json list = Json::array();
  for (const MeetingTime& time : times)
    list.push_back({{"processes", time.n_processes}, {"seconds", time.seconds}});
  return list;
}

Json model_json(const MachineModel& m) {
  Json lines = Json::array(), copies = lines, sweeps = lines, messages = lines;
  for (const LineTime& line : m.lines)
    lines.push_back({{"backend", line.backend},
                     {"transform", line.transform},
                     {"precision", line.precision == Precision::double_ ? "double" : "single"},
                     {"n", line.n},
                     {"seconds", line.seconds}});
  for (const CopyTime& copy : m.copies)
    copies.push_back({{"processes", copy.n_processes},
                      {"working_set", copy.working_set},
                      {"bytes_per_second", copy.bytes_per_second}});
  for (const SweepTime& sweep : m.sweeps)
    sweeps.push_back({{"processes", sweep.n_processes},
                      {"backend", sweep.backend},
                      {"shape", sweep.shape},
                      {"transform", sweep.transform},
                      {"precision", sweep.precision == Precision::double_ ? "double" : "single"},
                      {"footprint", sweep.footprint},
                      {"ratio", sweep.ratio}});
  for (const MessageTime& message : m.messages)
    messages.push_back({{"bytes", message.bytes},
                        {"same_node", message.same_node},
                        {"seconds", message.seconds},
                        {"both_ways", message.both_ways}});
  const auto blocks_json = [](const auto& times) {
    Json rows = Json::array();
    for (const auto& time : times)
      rows.push_back({{"processes", time.n_processes},
                      {"bytes_per_pair", time.bytes_per_pair},
                      {"seconds", time.seconds}});
    return rows;
  };
  const auto costs_json = [](const auto& times) {
    Json rows = Json::array();
    for (const PeerTime& time : times)
      rows.push_back({{"processes", time.n_processes}, {"bytes", time.bytes}, {"seconds", time.seconds}});
    return rows;
  };
  return {{"kind", m.kind},
          {"date", m.date},
          {"weft", m.weft_version},
          {"mpi", m.mpi},
          {"processes", m.n_processes},
          {"processes_per_node", m.processes_per_node},
          {"quick", m.quick},
          {"oversubscribed", m.oversubscribed},
          {"loaded", m.loaded},
          {"why", m.why},
          {"lines", lines},
          {"copies", copies},
          {"sweeps", sweeps},
          {"messages", messages},
          {"exchanges", blocks_json(m.exchanges)},
          {"rounds", blocks_json(m.rounds)},
          {"peers", costs_json(m.peers)},
          {"datatypes", costs_json(m.datatypes)},
          {"barriers", meetings_json(m.barriers)},
          {"flags", meetings_json(m.flags)}};
}

void print_measured(const Session& session, const MachineModel& model) {
  for (const std::string& line : machine_table(model)) say(session, "{}", line);
}

Json report(const Session& session, const Json& model, const std::string& path) {
  return report_json(session, {{"file", path}, {"model", model}});
}

// What plans on the node of process 0 use.
int show(const Session& session, JsonFile& json) {
  std::string why_not;
  const std::optional<MachineModel> model = machine_file(&why_not);
  if (model) {
    say(session, "{}\n", machine_file_path());
    print_measured(session, *model);
  } else {
    say(session, "{}", why_not);
  }
  json.write(report(session, model ? model_json(*model) : Json(nullptr), machine_file_path()));
  return maximum(session, session.is_root() && !model ? 1 : 0) > 0 ? 1 : 0;
}

void note_disturbance(const Session& session, const MachineModel& model) {
  for (const std::string& why : model.why) note(session, why);
  if (model.oversubscribed)
    note(session, "times of several processes are too long; start at most as many as there are processors");
  if (model.loaded)
    note(session, "times may be too long; calibrate again when nothing else runs on this machine");
}

// Before minutes are spent on measuring. Error(resource) everywhere.
void try_output(const Session& session, const std::string& output) {
  agree_on(session.comm, [&] {
    if (!session.is_root()) return;
    const std::string path = output.empty() ? machine_file_path() : output;
    if (path.empty()) fail(ErrorCode::resource, std::string(no_home) + ", or choose a file with --output");
    try_to_replace(path, output.empty() ? std::string(another_home) + ", or choose a file with --output"
                                        : "choose another file with --output");
  });
}

// Writes the model, in words everywhere if that fails on process 0.
void save(const Session& session, const MachineModel& model, const std::string& output) {
  std::string path, problem;
  if (session.is_root()) {
    try {
      path = save_machine_file(model, output);
    } catch (const Error& error) {
      problem = std::string(error.what()) + ", or choose a file with --output";
    }
  }
  throw_problem(session, problem);
  say(session, "\nwritten to {}", path);
}

int run_calibrate(const Session& session, const CalibrateRequest& request) {
  JsonFile json(session, request.json);
  if (request.show) return show(session, json);
  try_output(session, request.output);
  Calibration how;
  how.quick = request.quick;
  how.progress = [&](const std::string& what) { show_progress(session, what); };
  const MachineModel model = calibrate(session.comm, how);
  show_progress(session, "");
  print_measured(session, model);
  note_disturbance(session, model);
  json.write(
      report(session, model_json(model), request.output.empty() ? machine_file_path() : request.output));
  save(session, model, request.output);
  return 0;
}

}  // namespace

Run configure_calibrate(const Arguments& arguments) {
  auto request = std::make_shared<CalibrateRequest>();
  add_json_option(arguments, request->json);
  const Argument output =
      arguments.add("--output", request->output, "write this file instead of the one that plans use")
          .type_name("FILE");
  const Argument quick =
      arguments.add_flag("--quick", request->quick, "few lengths, short measurements: less exact");
  arguments
      .add_flag("--show", request->show,
                "measure nothing; print the file that plans use, or why they use none")
      .excludes(output)
      .excludes(quick);
  arguments.footer(
      "Start it with the number of processes of a node, and nothing beside it: weft-run -n P weft "
      "calibrate.\nExit status: 0 done, 1 if --show finds no usable file, 2 an error.");
  return [request](const Session& session) { return run_calibrate(session, *request); };
}

}  // namespace weft::cli
