// Which signals ask for a checkpoint of their own, where each process of a job gets them at a time of its
// own.
//
// A batch system sends a signal to all processes. One that comes to a process after the others have agreed on
// a checkpoint is the same request, and no second one: the first signal that a process gets until a little
// after the checkpoint was written. Another signal to the same process is a new request. One that comes while
// the checkpoint is written asks for what is being done.
#pragma once

#include <optional>

namespace weft::apps {

// Of one process; times in seconds of one clock. The answers are agreed between the processes by the caller.
class Requests {
 public:
  // Seconds in which a signal reaches all processes of a job.
  static constexpr double spread = 10;

  // Whether this process asks for a checkpoint, after the last signal came at `signal`, if one came.
  bool asks(std::optional<double> signal);
  // All begin to write, because one of the processes asks.
  void begin_checkpoint(double now);
  // It is written; the last signal since then came at `signal`, if one came.
  void end_checkpoint(double now, std::optional<double> signal);

 private:
  bool asks_ = false, is_served_ = true;  // served: this process has got the signal of the last request
  double same_until_ = 0;                 // a signal before is that of the last request
};

}  // namespace weft::apps
