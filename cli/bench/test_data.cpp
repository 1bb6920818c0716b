// Test data is computed where it is needed, never stored or sent: filling a block and comparing it take one
// pass over the block.
#include "bench/test_data.hpp"

namespace weft::cli {

namespace {

// Calls row(i, offset) for every line of the block along its last axis: `i` is the C-order global index of
// the first element, `offset` its place in memory.
template <class F>
void for_each_row(const Block& block, F row) {
  if (block.box.empty()) return;
  const auto& ranges = block.box.ranges;
  const Extents& shape = block.shape;
  const std::size_t last = shape.size() - 1;
  Extents at(shape.size());
  for (std::size_t a = 0; a <= last; ++a) at[a] = ranges[a].begin;
  for (;;) {
    Index i = 0;
    Index offset = 0;
    for (std::size_t a = 0; a <= last; ++a) {
      i = i * shape[a] + at[a];
      offset += (at[a] - ranges[a].begin) * block.strides[a];
    }
    row(i, offset);
    std::size_t a = last;
    while (a > 0 && ++at[a - 1] == ranges[a - 1].end) {
      at[a - 1] = ranges[a - 1].begin;
      --a;
    }
    if (a == 0) return;
  }
}

}  // namespace

double relative_l2(const Session& session, std::array<double, 2> squares) {
  MPI_Allreduce(MPI_IN_PLACE, squares.data(), 2, MPI_DOUBLE, MPI_SUM, session.comm);
  return std::sqrt(squares[0] / squares[1]);
}

void fill_points(const Problem& problem, const Block& points, const std::vector<void*>& fields) {
  const Index n = points.box.ranges.back().size();
  const Index stride = points.strides.back();
  with_point(problem, [&](auto element) {
    using E = decltype(element);
    for (int field = 0; field < problem.n_fields; ++field)
      for_each_row(points, [&](Index i, Index offset) {
        E* x = static_cast<E*>(fields[field]) + offset;
        for (Index j = 0; j < n; ++j) x[j * stride] = Element<E>::at(field, i + j);
      });
  });
}

double points_error(const Session& session, const Problem& problem, const Block& points,
                    const std::vector<void*>& fields, double scale) {
  const Index n = points.box.ranges.back().size();
  const Index stride = points.strides.back();
  std::array<double, 2> squares{};
  with_point(problem, [&](auto element) {
    using E = decltype(element);
    for (int field = 0; field < problem.n_fields; ++field)
      for_each_row(points, [&](Index i, Index offset) {
        const E* x = static_cast<const E*>(fields[field]) + offset;
        for (Index j = 0; j < n; ++j) {
          const std::complex<double> expected(Element<E>::at(field, i + j));
          squares[0] += std::norm(scale * std::complex<double>(x[j * stride]) - expected);
          squares[1] += std::norm(expected);
        }
      });
  });
  return relative_l2(session, squares);
}

}  // namespace weft::cli
