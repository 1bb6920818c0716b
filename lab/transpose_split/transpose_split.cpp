// Cases, sizes, and the loop over them. Computing is what the sweeps take: transforms together with copying
// into and out of the arrays that are exchanged, as in the paper. Its T(1) is computing alone times P, so
// that F = T(1) / (P T(P)) is computing / total; beside it stands F with a T(1) that was measured.
#include "transpose_split.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "commands.hpp"
#include "program/json_file.hpp"
#include "program/text.hpp"

namespace weft::lab {

namespace {

constexpr Index smallest_ny = 8;

// Two rows of processes as in the paper, or as few as P allows; one where P is prime.
ProcessGrid pencil_grid(int n_processes) {
  for (int rows = 2; rows < n_processes; ++rows)
    if (n_processes % rows == 0) return {{rows, n_processes / rows}};
  return {{1, n_processes}};
}

SplitCase new_method(const SplitRequest& request, int n_processes) {
  ProcessGrid grid = pencil_grid(n_processes);
  if (!request.grid.empty()) {
    const Extents dims = parse_lengths("--grid", request.grid);
    grid.dims.assign(dims.begin(), dims.end());
  }
  if (grid.dims.size() != 2 || grid.size() != n_processes)
    fail(
        fmt::format("--grid {}: the new method of transpose-split takes a grid of two dimensions and "
                    "{} processes, as {}",
                    request.grid, n_processes, to_text(pencil_grid(n_processes))));
  return {"a",
          "the new method",
          to_text(grid),
          request.columns,
          request.columns,
          grid.dims[1] > 1,
          grid.dims[0] > 1};
}

}  // namespace

double split_data(const SplitCase& which, Index ny, int n_processes) {
  const Index n_modes = which.nx / 2;
  return static_cast<double>(ny * which.nz * n_modes) / n_processes;
}

std::array<SplitCase, 2> split_cases(const SplitRequest& request, int n_processes) {
  if (request.columns % 2 != 0)
    fail(fmt::format("--columns {} is odd; N_x / 2 is to be whole, use an even number", request.columns));
  const Index columns = request.columns;
  return {new_method(request, n_processes),
          SplitCase{"b", "the traditional method", fmt::format("1x{}", n_processes), 2 * columns, columns,
                    n_processes > 1, false}};
}

std::vector<Index> split_sizes(const SplitRequest& request, const SplitCase& which, int n_processes) {
  std::vector<Index> sizes;
  for (Index ny = smallest_ny; split_data(which, ny, n_processes) <= request.most_data; ny *= 2)
    sizes.push_back(ny);
  if (sizes.empty())
    fail(
        fmt::format("--most-data {} is less than N_data of the smallest size of case {}, {:.0f}; use that or "
                    "more, or fewer --columns",
                    request.most_data, which.name, std::ceil(split_data(which, smallest_ny, n_processes))));
  return sizes;
}

std::optional<double> SplitResult::measured_ratio(int n_processes) const {
  if (!alone) return std::nullopt;
  return *alone * n_pairs / (n_processes * total.mean);
}

namespace {

int run_transpose_split(const Session& session, const SplitRequest& request) {
  const std::array<SplitCase, 2> cases = split_cases(request, session.size);
  for (const SplitCase& which : cases) split_sizes(request, which, session.size);  // before any work
  JsonFile json(session, request.json);
  SplitReport report{request.n_fields, {}};
  std::vector<std::string> wrong;
  for (const SplitCase& which : cases)
    for (const Index ny : split_sizes(request, which, session.size)) {
      show_progress(session, fmt::format("transpose-split: case {}, N_y = {}", which.name, ny));
      const SplitResult result = run_split(session, request, which, ny);
      if (!result.is_right())
        wrong.push_back(fmt::format(
            "case {}, N_y = {} (relative error {:.1e}, limit {:.1e}; after {} pairs {:.1e}, limit {:.1e})",
            which.name, ny, result.first_error, result.first_limit, result.n_pairs, result.last_error,
            result.last_limit));
      report.results.push_back(result);
    }
  show_progress(session, "");
  print_split(session, report);
  json.write(split_json(session, report));
  return wrong.empty() ? 0 : report_failure(session, "the result is wrong: " + join(wrong), 1);
}

}  // namespace

Run configure_transpose_split(const Arguments& arguments) {
  auto request = std::make_shared<SplitRequest>();
  SplitRequest& r = *request;
  arguments.add_count("--pairs", r.n_pairs, "transforms from spectral to physical space and back");
  arguments.add_count("--columns", r.columns, "N_x of case a and N_z of both, in the paper its processors");
  arguments.add("--most-data", r.most_data, "N_y grows until N_data would be more than this")
      .type_name("N_DATA")
      .check(at_least_one)
      .show_default();
  arguments.add_flag("--chebyshev", r.chebyshev, "a Chebyshev transform along y, of N_y + 1 points");
  arguments.add_count("--fields", r.n_fields, "arrays transformed together");
  arguments.add("--grid", r.grid, "grid of processes of case a").type_name("P0xP1");
  add_exchange(arguments, r, "how every redistribution is done; default: alltoall");
  add_common_options(arguments, r);
  return [request](const Session& session) { return run_transpose_split(session, *request); };
}

}  // namespace weft::lab
