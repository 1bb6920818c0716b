// From the points of a file by its modes to those of the box.
#include "turbulence/fields_in_files.hpp"

#include <algorithm>

#include "common/checks.hpp"
#include "weft/array_functions.hpp"

namespace weft::turbulence {
namespace {

Plan plan_between(const Extents& points, const Extents& modes, MPI_Comm comm) {
  Problem problem = r2c(points);
  problem.kept = modes;
  problem.norm = Norm::forward;
  return Plan(problem, comm);
}

}  // namespace

Field<double> read_points(Box& box, const std::string& path, const std::string& name) {
  Plan& plan = box.plan();
  const Distribution points = plan.points_distribution();
  const Hdf5Reader reader(path, points.comm());
  const Extents shape = reader.info(name).shape;
  if (shape.size() != 3)
    fail(path + ": " + name + " has " + std::to_string(shape.size()) +
         " axes; a flow in a box has three, x, y, z");
  Field<double> values = plan.points<double>();
  if (shape == plan.problem().shape) {
    reader.read(name, points, values.data(), {.convert = true});
    return values;
  }
  Extents modes;
  for (std::size_t axis = 0; axis < 3; ++axis)
    modes.push_back(std::min((shape[axis] - 1) / 2 * 2 + 1, plan.problem().kept[axis]));
  Plan of_file = plan_between(shape, modes, points.comm());
  Plan of_box = plan_between(plan.problem().shape, modes, points.comm());
  Field<double> in = of_file.points<double>(), out = of_box.points<double>();
  auto from = of_file.modes<std::complex<double>>(), to = of_box.modes<std::complex<double>>();
  reader.read(name, of_file.points_distribution(), in.data(), {.convert = true});
  of_file.forward(in, from);
  redistribute(of_file.modes_distribution(), from.data(), of_box.modes_distribution(), to.data());
  of_box.backward(to, out);
  redistribute(of_box.points_distribution(), out.data(), points, values.data());
  return values;
}

}  // namespace weft::turbulence
