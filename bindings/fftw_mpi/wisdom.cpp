#include "wisdom.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "weft/tuning.hpp"

namespace weft::fftw_mpi {

namespace {

std::mutex plans_mutex;
std::map<std::string, int> rigor_of_plans;  // the most

std::string key_of(const Request& request, bool in_place) {
  Request plain = request;
  plain.function = "";
  plain.flags &= flag::scrambled_in | flag::scrambled_out | flag::transposed_in | flag::transposed_out;
  return words_of(plain, in_place, size_of(request.comm));
}

}  // namespace

void remember(const Request& request, bool in_place) {
  const std::lock_guard lock(plans_mutex);
  int& most = rigor_of_plans[key_of(request, in_place)];
  most = std::max(most, rigor_of(request));
}

bool is_known(const Request& request, const Problem& problem, const Options& options, bool in_place) {
  {
    const std::lock_guard lock(plans_mutex);
    const auto found = rigor_of_plans.find(key_of(request, in_place));
    if (found != rigor_of_plans.end() && found->second >= rigor_of(request)) return true;
  }
  Options look(options);
  look.set("tune", rigor_of(request) == 3 ? "exhaustive" : "measure").set("tune_seconds", "0");
  return tune(problem, request.comm, look).from == "wisdom";
}

}  // namespace weft::fftw_mpi
