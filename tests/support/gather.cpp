// Whole arrays in and out of plans: every process contributes its block to a sum.

#include "gather.hpp"

#include <cmath>

#include "blocks.hpp"

namespace weft::test {

namespace {

GlobalField transformed(Plan& plan, MPI_Comm comm, const GlobalField& field, bool is_forward) {
  const Problem& problem = plan.problem();
  const auto box = [&](bool points) { return points ? plan.points_box() : plan.modes_box(); };
  const auto storage = [&](bool points) { return points ? plan.points_storage() : plan.modes_storage(); };
  const auto element = [&](bool points) { return points ? points_element(problem) : modes_element(problem); };
  const auto block = [&](bool points) {
    const Index bytes = storage(points).n_elements() * element(points).bytes();
    return Block(plan.is_in_place() ? plan.in_place_bytes() : bytes, element(points));
  };
  Block in = block(is_forward), other = block(!is_forward);
  Block& out = plan.is_in_place() ? in : other;
  put(field, box(is_forward), storage(is_forward), in);
  if (is_forward)
    plan.forward(in.data(), out.data());
  else
    plan.backward(in.data(), out.data());

  out.hold(element(!is_forward));
  GlobalField result{is_forward ? modes_shape(problem) : problem.shape, {}};
  result.values.resize(static_cast<std::size_t>(product(result.shape)));
  for_each_point(result.shape, box(!is_forward), storage(!is_forward), [&](Index position, Index offset) {
    result.values[static_cast<std::size_t>(position)] = out.value(offset);
  });
  MPI_Allreduce(MPI_IN_PLACE, result.values.data(), 2 * static_cast<int>(result.values.size()),
                MPI_LONG_DOUBLE, MPI_SUM, comm);
  return result;
}

}  // namespace

GlobalField forward(Plan& plan, MPI_Comm comm, const GlobalField& points) {
  return transformed(plan, comm, points, true);
}
GlobalField backward(Plan& plan, MPI_Comm comm, const GlobalField& modes) {
  return transformed(plan, comm, modes, false);
}

double relative_difference(const GlobalField& a, const GlobalField& b) {
  Misfit sum;
  for (std::size_t i = 0; i < b.values.size(); ++i)
    sum += {static_cast<double>(std::norm(a.values.at(i) - b.values[i])),
            static_cast<double>(std::norm(b.values[i]))};
  return sum.relative();
}

}  // namespace weft::test
