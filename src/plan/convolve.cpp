// Products of points between a backward and a forward transform: the call.
//
// Every process agrees with the others before it, because a wrong call on one would leave the others waiting,
// and after it, because a function may fail on one process only. Both are one small message; on one process
// nothing.
#include <algorithm>
#include <exception>

#include "comm/agree.hpp"
#include "plan/plan_impl.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

void check_number(std::size_t n, int most, const char* what) {
  if (n == 0 || n > static_cast<std::size_t>(most))
    fail(std::to_string(n) + " " + what + " were given to convolve, to a plan for 1 to " +
         std::to_string(most) +
         " fields; set n_fields of the problem to the larger of the numbers of inputs " + "and outputs");
}

// What the function threw, as an Error.
void rethrow(const std::exception_ptr& error, int rank) {
  const std::string where = "the function of convolve failed on process " + std::to_string(rank);
  try {
    std::rethrow_exception(error);
  } catch (const Error& known) {
    fail(known.code(), where + ": " + known.what());
  } catch (const std::exception& other) {
    fail(where + ": " + other.what());
  } catch (...) {
    fail(where + ": it threw what is not a std::exception");
  }
}

}  // namespace

std::vector<BuiltDirection*> Plan::Impl::directions() {
  std::vector<BuiltDirection*> all{&forward, &backward};
  if (convolution) all.push_back(&*convolution);
  return all;
}

void Plan::Impl::check_fields_of_products(std::span<const void* const> from,
                                          std::span<void* const> to) const {
  if (!convolution)
    fail("the plan cannot convolve, because it has no memory for it; make it with the option convolve=yes");
  check_number(from.size(), problem.n_fields, "inputs");
  check_number(to.size(), problem.n_fields, "outputs");
  if (description.modes_box.empty()) return;
  if (std::count(from.begin(), from.end(), nullptr) + std::count(to.begin(), to.end(), nullptr) > 0)
    fail("an array of convolve is a null pointer on process " + std::to_string(rank) +
         ", which has modes; pass an array of the modes for every field");
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (std::count(to.begin(), to.end(), to[i]) > 1)
      fail("two outputs of convolve are the same array; pass one for each");
    if (settings.shared_arrays && std::count(from.begin(), from.end(), to[i]) > 0)
      fail(
          "an output of convolve is the array of an input, which others may still read with arrays=shared; "
          "pass another one, or plan without arrays=shared");
  }
}

void Plan::Impl::convolve(std::span<const void* const> from, std::span<void* const> to,
                          const PointsFunction& function) {
  check_idle("start another call");
  const std::string& call = convolution ? convolution->doing : doing;
  const auto agreed = [&](const auto& work) {
    if (comms->size() == 1) return work();
    together([&] { weft::agree(comms->base(), work, call, settings.timeout_seconds); });
  };
  agreed([&] {
    if (!function) fail("convolve was given no function; pass one that computes the products");
    check_fields_of_products(from, to);
  });
  const auto require_as_many = [&](const char* what, std::size_t n) {
    require_equal_numbers(comms->base(), what, static_cast<int>(n), call, settings.timeout_seconds);
  };
  if (comms->size() > 1 && problem.n_fields > 1)
    together([&] {
      require_as_many("inputs of convolve", from.size());
      require_as_many("outputs of convolve", to.size());
    });
  in.clear();
  out.clear();
  for (const void* array : from) in.push_back(static_cast<char*>(const_cast<void*>(array)));
  for (void* array : to) out.push_back(static_cast<char*>(array));
  const Call before{static_cast<Index>(in.size()), in.data(), nowhere.data()};
  const Call after{static_cast<Index>(out.size()), nowhere.data(), out.data()};
  start(*convolution, before, after, &function);
  end_running();
  const std::exception_ptr error = convolution->product_sweep->error();
  agreed([&] {
    if (error) rethrow(error, rank);
  });
}

void Plan::convolve(std::span<const void* const> in, std::span<void* const> out,
                    const PointsFunction& function) {
  impl_->convolve(in, out, function);
}

}  // namespace weft
