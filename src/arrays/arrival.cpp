// All processes are here, with the same arguments: found by one reduction.
//
// The smallest of (rank, if something is wrong here), of a hash of the arguments and of its negative says
// all: where hash and negative do not match, some process passes something else.
#include "arrays/arrival.hpp"

#include <new>
#include <optional>

#include "base/checksum.hpp"
#include "comm/agree.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline arrays {

namespace {

std::int64_t hash_of(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += name + '\0' + value + '\0';
  return static_cast<std::int64_t>(checksum_number(text) >> 1U);
}

std::optional<Error> error_of(const std::function<void()>& check) {
  try {
    check();
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorCode::resource, "there is no memory left for a function of arrays; use more processes");
  }
  return {};
}

}  // namespace

Facts facts_of(const Distribution& distribution, const std::string& name) {
  return {{"layout of the " + name, to_text(distribution.layout())},
          {"element type of the " + name, to_text(distribution.element())},
          {"order in memory of the " + name, join(distribution.storage().order)}};
}

void check_memory(const Distribution& distribution, const ConstMemory& memory, const std::string& name) {
  distribution.require_host("a function of distributed arrays");
  const auto refuse = [&](const std::string& words) { fail(name + " " + words); };
  if (memory.n_elements() >= 0) {
    if (memory.element() != distribution.element())
      refuse("is a field of " + to_text(memory.element()) + ", but the distribution is one of " +
             to_text(distribution.element()) + "; use a field of that type");
    if (memory.n_elements() < distribution.memory_elements())
      refuse("is a field of " + std::to_string(memory.n_elements()) +
             " elements, but the distribution needs " + std::to_string(distribution.memory_elements()) +
             " on this process; make it by allocate() of the distribution");
  }
  if (memory.address() == nullptr && !distribution.box().empty())
    refuse("is null, but process " + std::to_string(distribution.rank()) + " has the block " +
           to_text(distribution.box()) + "; pass the memory of that block");
}

Doing arrive(const Distribution& distribution, const std::string& what, const Facts& facts,
             const std::function<void()>& check) {
  Facts all = {{"function", what}};
  all.insert(all.end(), facts.begin(), facts.end());
  const std::optional<Error> problem = error_of(check);
  const MPI_Comm comm = distribution.comm();
  const std::int64_t hash = hash_of(all);
  const std::int64_t size = distribution.layout().n_processes();
  const auto [first, least, minus_most, none] =
      minima(comm, {problem ? distribution.rank() : size, hash, -hash}, "to " + what + " distributed arrays",
             default_timeout(), "function of distributed arrays");
  if (first != size || least != -minus_most) {
    require_equal(comm, all);
    agree(comm, [&] {
      if (problem) throw Error(*problem);
    });
  }
  return Doing("to a function of distributed arrays");
}

}  // namespace weft::inline arrays

namespace weft {

void agree_on(const Distribution& distribution, const std::function<void()>& check) {
  agree(distribution.comm(), check, "to check arguments");
}

}  // namespace weft
