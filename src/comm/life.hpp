// The life of what all processes of a communicator call together: a plan, a halo. It is of use until it is
// closed, or until a process does not come to a call. All close it, and a call that is under way is ended
// first, because others still read and write its memory. Where that cannot be, the memory of the call stays
// until the program ends.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comm/communicators.hpp"
#include "comm/shared_window.hpp"
#include "weft/error.hpp"

namespace weft::inline comm {

struct Life {
  Life(const char* kind_of_object, std::shared_ptr<Communicators> communicators)
      : kind(kind_of_object), comms(std::move(communicators)) {}
  // Once; all processes together.
  const std::string& take_name(const Extents& shape);

  // Error(invalid_argument) in words unless calls may begin. `running`: the call that is under way, or empty;
  // `wanted`: "start another call".
  void check_open() const;
  void check_idle(std::string_view running, const char* wanted) const;
  [[noreturn]] static void fail_idle(const std::string& call);  // which is to be finished
  // Remembers that a process was lost.
  template <class Work>
  void together(Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      lost = lost || error.code() == ErrorCode::communication;
      if (lost) comms->calls().explain();
      throw;
    }
  }
  // weft::agree of all processes, which come `doing` ("to make an array of plan 1 (8x8x8)").
  void all_agree(const std::function<void()>& check, const std::string& doing, double seconds);
  // Ends the call that is under way by `finish`, or has `keep` keep its memory.
  template <class Finish, class Keep>
  void end_call(Finish&& finish, Keep&& keep) {
    if (is_alone()) return abandon(keep);
    try {
      finish();
    } catch (const Error&) {
      abandon(keep);
      throw;
    }
  }
  // Frees the windows, if all come to that in `seconds`: MPI waits for them without a limit. Communicators of
  // the caller: those of this object may be gone.
  void release(std::vector<std::unique_ptr<SharedWindow>> windows, Communicators& communicators,
               double seconds) const;

  std::string kind;  // "plan"
  std::shared_ptr<Communicators> comms;
  std::string full_name;  // "plan 1 (8x8x8)", for errors
  bool closed = false;
  bool lost = false;  // a process did not come: the communicator may be out of step

 private:
  // The others cannot be waited for.
  bool is_alone() const;
  template <class Keep>
  void abandon(Keep&& keep) {
    lost = true;
    keep();
  }
};

// For destructors, which do not throw: closes the object, and says on the standard error what went wrong.
void close_in_words(const char* kind, const std::function<void()>& close);

}  // namespace weft::inline comm
