// weft fft: numpy.fft for an array in a file, on any number of processes.
//
// Every process reads its block, the plan transforms, every process writes its block; the modes are made
// in C order, which costs the last sweep little and lets rows go to the file as they are. What can fail is
// tried before work is done: the header, the options, the memory, and the space for the result.
#include <fmt/format.h>

#include <limits>
#include <memory>

#include "bench/implementation.hpp"
#include "program/command.hpp"
#include "program/free_memory.hpp"
#include "transform/fft_request.hpp"
#include "weft/array_file.hpp"

namespace weft::cli {

namespace {

// Where a block lies, on one side of the transform.
struct Side {
  Box box;
  Storage storage;
  ElementType element;
};

double storage_bytes(const Storage& storage, ElementType element) {
  return static_cast<double>(storage.n_elements()) * static_cast<double>(bytes_of(element));
}

// Memory that the transform takes on this process, in bytes: arrays, stages, windows.
double wanted_bytes(const Session& session, const FftJob& job, const Options& options) {
  const Description d =
      describe(job.problem, session.size, session.rank, options, session.processes_per_node);
  return storage_bytes(d.points_storage, job.is_inverse ? job.out : job.in) +
         storage_bytes(d.modes_storage, job.is_inverse ? job.in : job.out) +
         static_cast<double>(d.memory.total());
}

// The memory of all elements as if one process had them; beyond any machine, sizes are not worth counting.
void check_size(const Session& session, const FftJob& job) {
  double bytes = 16;
  for (const Index length : job.problem.shape) bytes *= static_cast<double>(length);
  check_free_memory(session, bytes > 1e17 ? bytes : 0);
}

// Arrays for both sides. Throws Error(resource) everywhere if some process has no memory. Collective.
std::pair<std::unique_ptr<Memory>, std::unique_ptr<Memory>> arrays_for(const Session& session, const Side& in,
                                                                       const Side& out) {
  std::pair<std::unique_ptr<Memory>, std::unique_ptr<Memory>> arrays;
  std::string problem;
  try {
    arrays.first = std::make_unique<Memory>(static_cast<std::size_t>(storage_bytes(in.storage, in.element)));
    arrays.second =
        std::make_unique<Memory>(static_cast<std::size_t>(storage_bytes(out.storage, out.element)));
  } catch (const std::bad_alloc&) {
    problem = fmt::format("there is not enough memory for the blocks {} and {}; use more processes",
                          to_text(in.box), to_text(out.box));
  }
  throw_problem(session, problem);
  return arrays;
}

void transform(const Session& session, const FftRequest& r, const ArrayFileInfo& file, const FftJob& job) {
  const Options options = fft_options(r);
  check_size(session, job);
  check_free_memory(session, wanted_bytes(session, job, options));
  ArrayFileWriter writer(r.out, job.out_shape, job.out, job.fortran_order, session.comm);
  Plan plan(job.problem, session.comm, options);
  const Side points{plan.points_box(), plan.points_storage(), job.is_inverse ? job.out : job.in};
  const Side modes{plan.modes_box(), plan.modes_storage(), job.is_inverse ? job.in : job.out};
  const Side& in = job.is_inverse ? modes : points;
  const Side& out = job.is_inverse ? points : modes;
  const auto [source, target] = arrays_for(session, in, out);
  show_progress(session, fmt::format("reading {}", r.in));
  read_array(file, in.box, in.storage, in.element, source->data(), session.comm);
  show_progress(session, "transforming");
  if (job.is_inverse)
    plan.backward(source->data(), target->data());
  else
    plan.forward(source->data(), target->data());
  show_progress(session, fmt::format("writing {}", r.out));
  writer.write(out.box, out.storage, target->data());
  writer.commit();
  show_progress(session, "");
}

// On rank 0, while the others sleep. Collective.
void transform_alone(const Session& session, const FftRequest& r, const ArrayFileInfo& file,
                     const FftJob& job) {
  std::string problem;
  if (session.is_root()) {
    Session alone = session;
    alone.comm = MPI_COMM_SELF;
    alone.size = alone.processes_per_node = 1;
    try {
      transform(alone, r, file, job);
    } catch (const Error& error) {
      problem = error.what();
    }
  }
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  throw_problem(session, problem);
}

int run_fft(const Session& session, const FftRequest& r) {
  const ArrayFileInfo file = array_file_info(r.in, session.comm);
  const FftJob job = fft_job(r, file);
  for (const std::string& text : job.notes) note(session, text);
  if (file.shape.size() > 1 || session.size == 1) {
    transform(session, r, file, job);
    return 0;
  }
  note(session,
       fmt::format("{} has one axis, which is not cut over processes: process 0 transforms it alone", r.in));
  transform_alone(session, r, file, job);
  return 0;
}

}  // namespace

Run configure_fft(const Arguments& arguments) {
  auto request = std::make_shared<FftRequest>();
  FftRequest& r = *request;
  const Arguments plan = arguments.group("The plan (see: weft info)");
  arguments.add("IN", r.in, ".npy file: real for rfftn, complex for fftn").required();
  arguments.add("OUT", r.out, ".npy file, replaced when the result is complete; may be IN").required();
  arguments.add("--axes", r.axes, "transformed axes, the real one last; negative from the end; default: all")
      .type_name("A,B,...");
  arguments.add_flag("--inverse", r.inverse, "compute the inverse: ifftn, or irfftn with --real-length");
  arguments
      .add("--real-length", r.real_length, "make a real result, with N points along the last axis of --axes")
      .type_name("N");
  arguments.add("--norm", r.norm, "which direction is scaled, as in numpy.fft")
      .type_name("backward|ortho|forward")
      .show_default();
  plan.add("--grid", r.grid, "process grid").type_name("auto|P0xP1...");
  plan.add("--exchange", r.exchange, "how processes exchange data").type_name("NAME");
  plan.add("--timeout", r.timeout, "time to wait for another process").type_name("SECONDS");
  return [request](const Session& session) { return run_fft(session, *request); };
}

}  // namespace weft::cli
