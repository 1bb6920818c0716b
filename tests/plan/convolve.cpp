// Products between backward and forward, against the definition of the transforms and against sums over all
// pairs of modes: whatever the problem, the exchange, the grid, the lumps and the threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "agree.hpp"
#include "any_case.hpp"
#include "blocks.hpp"
#include "kept_modes.hpp"
#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

// The element at `offset` of the points of a block.
Complex element_of(const PointsBlock& block, const void* points, Index offset) {
  const auto i = static_cast<std::size_t>(offset);
  const auto number = [&](std::size_t at) {
    return block.element.is_double ? static_cast<long double>(static_cast<const double*>(points)[at])
                                   : static_cast<long double>(static_cast<const float*>(points)[at]);
  };
  return block.element.is_real ? Complex(number(i)) : Complex(number(2 * i), number(2 * i + 1));
}

template <class T>
void put_number(void* points, Index at, long double value) {
  static_cast<T*>(points)[at] = static_cast<T>(value);
}

void put_element(const PointsBlock& block, void* points, Index offset, const Complex& value) {
  const auto put = block.element.is_double ? put_number<double> : put_number<float>;
  if (block.element.is_real) return put(points, offset, value.real());
  put(points, 2 * offset, value.real());
  put(points, 2 * offset + 1, value.imag());
}

// The product that is output j of n inputs, of their values at one point.
Complex product_of(const std::vector<Complex>& in, int j) {
  const auto n = in.size(), i = static_cast<std::size_t>(j) % n;
  return n == 1 ? in[0] * in[0] * Complex(1.0L + j) : in[i] * in[(i + 1) % n];
}

// Storage of a block: dense in C order.
Storage block_storage(const Box& box) {
  Axes order;
  for (int a = 0; a < box.n_axes(); ++a) order.push_back(a);
  return dense_storage(box.shape(), order);
}

// What convolve must give from hashed modes, for n inputs and m outputs.
struct Expected {
  std::vector<GlobalField> modes_in, points, modes_out;
  std::vector<double> least_norms2;  // of modes_out
};

Expected compute_expected(const Problem& problem, int n, int m, std::uint64_t seed) {
  Expected e;
  const bool real_points = points_element(problem).real, real_modes = modes_element(problem).real;
  for (int i = 0; i < n; ++i) {
    const std::uint64_t own = seed + static_cast<std::uint64_t>(i);
    e.modes_in.push_back(
        problem.transform == Transform::r2c
            ? rounded(modes_of(problem, hashed_field(problem.shape, own, real_points, problem.precision)),
                      problem.precision)
            : hashed_field(modes_shape(problem), own, real_modes, problem.precision));
    e.points.push_back(points_of(problem, e.modes_in.back()));
  }
  for (int j = 0; j < m; ++j) {
    GlobalField product = e.points.front();
    for (std::size_t x = 0; x < product.values.size(); ++x) {
      std::vector<Complex> values;
      for (const GlobalField& field : e.points) values.push_back(field.values[x]);
      product.values[x] = product_of(values, j);
    }
    e.modes_out.push_back(modes_of(problem, product));
    e.least_norms2.push_back(least_norm2(problem, product));
  }
  return e;
}

// The same, kept for other plans of the problem that was last asked for.
const Expected& expected_of(const Problem& problem, int n, int m, std::uint64_t seed) {
  static std::string known_problem;
  static std::map<std::string, Expected> known;
  const std::string words = words_of_answers(problem);
  if (words != known_problem) known.clear();
  known_problem = words;
  const std::string key = std::to_string(n) + " " + std::to_string(m) + " " + std::to_string(seed);
  const auto found = known.find(key);
  return found != known.end() ? found->second
                              : known.emplace(key, compute_expected(problem, n, m, seed)).first->second;
}

// A plan with convolve=yes, its arrays, and what is wrong so far.
class Trial {
 public:
  Trial(const Problem& problem, MPI_Comm comm, const Options& options, bool misaligned = false)
      : problem_(problem),
        comm_(comm),
        plan_(problem, comm, options),
        misaligned_(misaligned),
        keeps_input_(options.get("overwrite_input") == "no") {
    if (plan_.allocated_bytes() != plan_.description().memory.total())
      complaint = "allocated " + std::to_string(plan_.allocated_bytes()) + " bytes, described " +
                  std::to_string(plan_.description().memory.total());
  }

  // One call with n inputs and m outputs; `alias`: the outputs are the arrays of the first inputs.
  void call(int n, int m, bool alias, std::uint64_t seed) {
    const Expected& e = expected_of(problem_, n, m, seed);
    std::vector<Block> in, out;
    std::vector<const void*> from;
    std::vector<void*> to;
    for (int f = 0; f < std::max(n, m); ++f) {
      in.push_back(block());
      out.push_back(block());
    }
    for (std::size_t f = 0; f < in.size(); ++f) {
      if (f < static_cast<std::size_t>(n)) {
        put(e.modes_in[f], plan_.modes_box(), plan_.modes_storage(), in[f]);
        from.push_back(in[f].data());
      }
      if (f < static_cast<std::size_t>(m)) to.push_back(alias ? in[f].data() : out[f].data());
    }
    std::vector<std::vector<std::byte>> before;
    for (const Block& b : in) before.emplace_back(b.bytes().begin(), b.bytes().end());
    n_visited_ = 0;
    visited_.clear();
    plan_.convolve(from, to, [&](const PointsBlock& points) { look_at(points, e, n, m); });
    if (n_visited_ != plan_.points_box().n_points() ||
        static_cast<Index>(visited_.size()) != plan_.points_box().n_points())
      complain("not each point was in one block");
    for (std::size_t f = 0; f < in.size(); ++f) {
      if (!alias && keeps_input_ && !std::equal(before[f].begin(), before[f].end(), in[f].bytes().begin()))
        complain("an input has changed");
      if (!in[f].guards_intact() || !out[f].guards_intact())
        complain("memory outside the arrays was written");
    }
    for (int j = 0; j < m; ++j) {
      least_norms2_.resize(misfits.size(), 0);
      least_norms2_.push_back(e.least_norms2[static_cast<std::size_t>(j)]);
      misfits.push_back(misfit(e.modes_out[static_cast<std::size_t>(j)], plan_.modes_box(),
                               plan_.modes_storage(),
                               alias ? in[static_cast<std::size_t>(j)] : out[static_cast<std::size_t>(j)]));
    }
  }

  // "" if all results are right. Collective.
  std::string verdict() {
    std::vector<Misfit> all = misfits;
    all.push_back(at_points_);
    MPI_Allreduce(MPI_IN_PLACE, all.data(), 2 * static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, comm_);
    // A product of n factors has their errors, then that of the transform.
    const double unit = problem_.precision == Precision::double_ ? 0x1p-53 : 0x1p-24;
    const double limit = 4 * (tolerance(problem_) + unit);
    least_norms2_.resize(all.size(), 0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].norm2 = std::max(all[i].norm2, least_norms2_[i]);
      if (!(all[i].relative() <= limit))
        return (i + 1 < all.size() ? "output " + std::to_string(i) : std::string("points")) +
               ": relative error " + std::to_string(all[i].relative() / limit) + " times what is allowed";
    }
    return complaint;
  }

  Plan& plan() { return plan_; }
  std::string complaint;
  std::vector<Misfit> misfits;

 private:
  void complain(const std::string& what) {
    if (complaint.empty()) complaint = what;
  }
  Block block() const {
    const Element element = modes_element(problem_);
    return Block(plan_.modes_storage().n_elements() * element.bytes(), element, misaligned_);
  }
  // The inputs are the points of this box; the outputs are their products.
  void look_at(const PointsBlock& points, const Expected& e, int n, int m) {
    const std::lock_guard lock(mutex_);
    if (points.in.size() != static_cast<std::size_t>(n) || points.out.size() != static_cast<std::size_t>(m) ||
        points.n_points != points.box.n_points() || points.thread < 0)
      complain("a block is not of this call");
    if (!(intersect(points.box, plan_.points_box()) == points.box))
      complain("a block is not of this process");
    n_visited_ += points.n_points;
    for_each_point(problem_.shape, points.box, block_storage(points.box), [&](Index position, Index offset) {
      visited_.insert(position);
      std::vector<Complex> values;
      for (int i = 0; i < n; ++i) {
        const auto f = static_cast<std::size_t>(i);
        values.push_back(element_of(points, points.in[f], offset));
        const Complex right = e.points[f].values[static_cast<std::size_t>(position)];
        at_points_.error2 += static_cast<double>(std::norm(values.back() - right));
        at_points_.norm2 += static_cast<double>(std::norm(right));
      }
      for (int j = 0; j < m; ++j)
        put_element(points, points.out[static_cast<std::size_t>(j)], offset, product_of(values, j));
    });
  }

  Problem problem_;
  MPI_Comm comm_;
  Plan plan_;
  bool misaligned_, keeps_input_;
  std::mutex mutex_;
  Index n_visited_ = 0;
  std::set<Index> visited_;
  Misfit at_points_;
  std::vector<double> least_norms2_;  // of misfits; 0 for those left out
};

// Two calls with other numbers of fields, a transform between them, and outputs that are inputs.
std::string verdict_of(const Problem& problem, MPI_Comm comm, const Options& options, int n, int m,
                       bool misaligned) {
  try {
    Trial trial(problem, comm, options, misaligned);
    const bool may_alias = options.get("arrays") != "shared";
    trial.call(n, m, false, 31);
    Block u(trial.plan().points_storage().n_elements() * points_element(problem).bytes(),
            points_element(problem));
    Block uh(trial.plan().modes_storage().n_elements() * modes_element(problem).bytes(),
             modes_element(problem));
    const GlobalField points =
        hashed_field(problem.shape, 5, points_element(problem).real, problem.precision);
    put(points, trial.plan().points_box(), trial.plan().points_storage(), u);
    trial.plan().forward(u.data(), uh.data());
    trial.misfits.push_back(
        misfit(modes_of(problem, points), trial.plan().modes_box(), trial.plan().modes_storage(), uh));
    trial.call(m, n, may_alias, 71);
    trial.call(1, 1, false, 91);
    return trial.verdict();
  } catch (const std::exception& error) {
    return std::string("throws ") + error.what();
  }
}

bool expect_right_products(const Problem& problem, const Options& options, int n, int m) {
  const std::string mine = verdict_of(problem, MPI_COMM_WORLD, options, n, m, false);
  std::string text = to_text(problem.shape);
  for (const OptionRow& row : option_table())
    if (options.is_set(row.key)) text += ", " + row.key + "=" + options.get(row.key);
  return expect_no_complaint(MPI_COMM_WORLD, mine.empty() ? "" : text + ": " + mine);
}

TEST(Convolve, HoldsForRandomProblems) {
  const rc::Gen<Case> cases = any_case_with_options(p());
  const int n = n_cases(25);
  for (int i = 0; i < n; ++i) {
    Case c = draw(cases, i);
    c.in_place = false;
    c.memory.clear();
    const int inputs = 1 + i % c.problem.n_fields, outputs = 1 + (i / 3) % c.problem.n_fields;
    Options options = options_of(c);
    options.set("convolve", "yes");
    MPI_Comm comm = make_team(c.team);
    const std::string mine =
        comm == MPI_COMM_NULL ? "" : verdict_of(c.problem, comm, options, inputs, outputs, c.misaligned);
    release(comm);
    SCOPED_TRACE("case " + std::to_string(i) + " of WEFT_TEST_SEED=" + std::to_string(test_seed()));
    const std::string text = first_complaint(MPI_COMM_WORLD, mine);
    if (!text.empty()) {
      ADD_FAILURE() << text << "\n  " << to_words(c);
      return;
    }
  }
}

// Chunks of several blocks along several axes, by every exchange, on slabs and pencils; in the fast tier on
// one of them, in turn.
TEST(Convolve, HoldsForEveryExchange) {
  Problem problem = r2c({26, 22, 40});
  problem.n_fields = 3;
  const int a = p() % 2 == 0 ? 2 : 1;
  const std::string grids[] = {std::to_string(p()), std::to_string(a) + "x" + std::to_string(p() / a)};
  const std::vector<std::string>& exchanges = exchange_names();
  for (std::size_t e = 0; e < exchanges.size(); ++e)
    for (std::size_t g = 0; g < 2; ++g) {
      if (!full_tier() && g != e % 2) continue;
      expect_right_products(problem,
                            {{"convolve", "yes"},
                             {"exchange", exchanges[e]},
                             {"grid", grids[g]},
                             {"lump", (e / 2 + g) % 2 == 0 ? "all" : "2"}},
                            3, 2);
    }
}

// Chunks of a part of a plane, and of a part of each row.
TEST(Convolve, HoldsForChunksAlongAnyAxis) {
  Problem rows = c2c({3, 60, 36});
  rows.axes = {2};
  rows.n_fields = 2;
  for (const char* threads : {"1", "2"})
    expect_right_products(rows, {{"convolve", "yes"}, {"threads", threads}}, 2, 1);
  Problem columns = c2c({40, 3, 130}, Precision::single_);
  columns.axes = {0};
  columns.n_fields = 2;
  expect_right_products(columns, {{"convolve", "yes"}}, 1, 2);
}

TEST(Convolve, HoldsForStripsThatTravelEarly) {
  for (const char* exchange : {"pipelined:p2p:3", "pipelined:alltoallv:2", "pipelined:pairwise:4"}) {
    Problem problem = c2c({12, 10, 14}, Precision::single_);
    problem.n_fields = 2;
    expect_right_products(problem, {{"convolve", "yes"}, {"exchange", exchange}}, 2, 1);
  }
}

// Where the route of forward begins or ends in a copy, and where the user's arrays are shared.
TEST(Convolve, HoldsForBricksAndSharedArrays) {
  for (const char* arrays : {"private", "shared"})
    for (const char* exchange : {"auto", "alltoallw", "alltoallv", "window-push"})
      for (const bool bricks : {false, true}) {
        Problem problem = r2c({10, 9, 12});
        problem.n_fields = 2;
        problem.output = Output::input;
        const int a = p() % 2 == 0 ? 2 : 1;
        if (bricks) problem.points = Layout{problem.shape, {{a, p() / a, 1}}, {2, 0, 1}, {}};
        expect_right_products(problem, {{"convolve", "yes"}, {"arrays", arrays}, {"exchange", exchange}}, 2,
                              2);
      }
}

// The input is a stage of backward, but the points come into being somewhere else: forward has no input.
TEST(Convolve, HoldsWhereTheInputIsAStage) {
  const int a = p() % 2 == 0 ? 2 : 1;
  for (const bool bricks : {false, true})
    for (const std::string& exchange : exchange_names()) {
      Problem problem = r2c({24, 20, 32});
      problem.output = Output::input;
      if (bricks) problem.modes = Layout{{24, 20, 17}, {{a, p() / a}}, {0, 1}, {}};
      Options options{{"convolve", "yes"}, {"overwrite_input", "yes"}, {"exchange", exchange}};
      if (!bricks) options.set("grid", std::to_string(a) + "x" + std::to_string(p() / a));
      expect_right_products(problem, options, 1, 1);
    }
}

// deal=cycles has no products, nor has another space than the host's. Of the rest, tune, tune_seconds and
// wisdom lead to a choice, which says grid, exchange and the like.
TEST(Convolve, IsDrawnWithEveryOption) {
  std::set<std::string> drawn = {"convolve", "choice",   "tune",   "tune_seconds", "wisdom",
                                 "timeout",  "in_place", "memory", "deal",         "space"};
  for (int i = 0; i < 300; ++i) {
    const Options options = options_of(draw(any_case_with_options(p()), i));
    for (const OptionRow& row : option_table())
      if (options.is_set(row.key)) drawn.insert(row.key);
  }
  for (const OptionRow& row : option_table()) EXPECT_EQ(drawn.count(row.key), 1U) << row.key;
}

TEST(Convolve, IsThereForOneAxisAndForNone) {
  Problem lines = c2c({4, 30, 7});
  lines.axes = {1};
  lines.n_fields = 2;
  expect_right_products(lines, {{"convolve", "yes"}}, 2, 1);
  expect_right_products(redistribution({{12, 9}, {{p()}}, {0}, {}}, {{12, 9}, {{p()}}, {1}, {}}, true),
                        {{"convolve", "yes"}}, 1, 1);
  if (p() == 1) expect_right_products(r2c({50}), {{"convolve", "yes"}}, 1, 1);
}

// W_k = sum over p of U_p V_(k-p) / N, over all modes: aliases included.
TEST(Convolve, IsTheSumOverAllPairsOfModes) {
  Problem problem = c2c({5, 4, 6});
  problem.n_fields = 2;
  Plan plan(problem, MPI_COMM_WORLD, {{"convolve", "yes"}});
  const Extents& n = problem.shape;
  const GlobalField u = hashed_field(n, 1, false, Precision::double_),
                    v = hashed_field(n, 2, false, Precision::double_);
  GlobalField w{n, std::vector<Complex>(u.values.size())};
  const auto at = [&](Index i, Index j, Index k) {
    return static_cast<std::size_t>((i * n[1] + j) * n[2] + k);
  };
  for (Index a = 0; a < n[0]; ++a)
    for (Index b = 0; b < n[1]; ++b)
      for (Index c = 0; c < n[2]; ++c)
        for (Index i = 0; i < n[0]; ++i)
          for (Index j = 0; j < n[1]; ++j)
            for (Index k = 0; k < n[2]; ++k)
              w.values[at(a, b, c)] +=
                  u.values[at(i, j, k)] *
                  v.values[at((a - i + n[0]) % n[0], (b - j + n[1]) % n[1], (c - k + n[2]) % n[2])] /
                  Complex(120);
  const Element element = modes_element(problem);
  const Index bytes = plan.modes_storage().n_elements() * element.bytes();
  Block uh(bytes, element), vh(bytes, element), wh(bytes, element);
  put(u, plan.modes_box(), plan.modes_storage(), uh);
  put(v, plan.modes_box(), plan.modes_storage(), vh);
  const void* in[] = {uh.data(), vh.data()};
  void* out[] = {wh.data()};
  plan.convolve(in, out, flux);
  Misfit error = misfit(w, plan.modes_box(), plan.modes_storage(), wh);
  MPI_Allreduce(MPI_IN_PLACE, &error, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_LE(error.relative(), 4 * tolerance(problem));
}

}  // namespace
}  // namespace weft::test
