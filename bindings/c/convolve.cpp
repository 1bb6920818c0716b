// Products of points for C: a function pointer takes the place of the function object.
#include <algorithm>

#include "handles.hpp"

using namespace weft::c;

namespace {

weft_points_block block_of(const weft::PointsBlock& block) {
  weft_points_block result{};
  result.n_axes = block.box.n_axes();
  give_box(block.box, result.begin, result.end);
  result.n_points = block.n_points;
  result.thread = block.thread;
  result.n_in = static_cast<int>(block.in.size());
  result.n_out = static_cast<int>(block.out.size());
  result.in = block.in.data();
  result.out = block.out.data();
  return result;
}

void run(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
         const weft::PointsFunction& function) {
  at(plan, "the plan").has_gathered = false;
  // The numbers are checked by the plan, together with the other processes; lists that are not there are
  // empty.
  const auto count = [](int n, const void* list) {
    return list == nullptr ? std::size_t{0} : static_cast<std::size_t>(std::max(n, 0));
  };
  plan->value.convolve({in, count(n_in, in)}, {out, count(n_out, out)}, function);
}

}  // namespace

int weft_convolve(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
                  weft_points_function function, void* data) {
  weft::PointsFunction call;
  if (function != nullptr)
    call = [function, data](const weft::PointsBlock& block) {
      const weft_points_block points = block_of(block);
      const int code = function(&points, data);
      if (code != 0) fail("it returned " + std::to_string(code));
    };
  return guarded([&] { run(plan, n_in, in, n_out, out, call); });
}

int weft_convolve_product(weft_plan* plan, int n_in, const void* const in[], int n_out, void* const out[],
                          const char* product) {
  return guarded([&] {
    at(plan, "the plan");
    weft::PointsFunction function;
    plan->value.agree([&] { function = weft::find_product(&at(product, "the name of the product")); });
    run(plan, n_in, in, n_out, out, function);
  });
}

int weft_product_name(int i, const char** name) {
  return guarded([&] {
    const std::vector<std::string>& names = weft::product_names();
    if (i < 0 || static_cast<std::size_t>(i) >= names.size())
      fail("there is no product " + std::to_string(i) + "; they are numbered from 0 to " +
           std::to_string(names.size() - 1));
    give(name, names[static_cast<std::size_t>(i)].c_str());
  });
}
