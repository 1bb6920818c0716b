// A run and the stream of its plan: what sweeps have queued is done before data leave, before memory is given
// back, and when a call is over. Sweeps and exchanges here write what they do into a list.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "pass/run.hpp"

namespace weft::test {
namespace {

using Log = std::vector<std::string>;

class NotedSweep : public AnySweep {
 public:
  NotedSweep(Log& log, std::string name) : log_(log), name_(std::move(name)) {}
  void run(Places places, Index field) override {
    EXPECT_NE(places[0].address, nullptr);
    log_.push_back(name_ + " " + std::to_string(field));
  }
  double measure_arithmetic() override { return 0; }

 private:
  Log& log_;
  std::string name_;
};

class NotedExchange : public Exchange {
 public:
  explicit NotedExchange(Log& log) : log_(log) {}
  void publish(const Call&) override { log_.emplace_back("publish"); }
  bool progress() override { return true; }
  void ready() override { log_.emplace_back("ready"); }
  void release() override { log_.emplace_back("release"); }
  void leave() override { log_.emplace_back("leave"); }

 private:
  Log& log_;
};

void finish(Stream stream) { static_cast<Log*>(stream.handle)->emplace_back("finish"); }
Log queued;
Stream open_stream() { return {&queued}; }

Log log_of(const Space& space, Log& log) {
  log.clear();
  const OpenStream stream(space);
  char in = 0, out = 0;
  char *from[] = {&in}, *to[] = {&out};
  std::vector<std::vector<Place>> slots{{Place(), Place()}};
  BuiltDirection built;
  built.name = "forward";
  for (const char* name : {"first", "second"}) {
    BuiltSweep& sweep = built.sweeps.emplace_back();
    sweep.strips.push_back(std::make_unique<NotedSweep>(log, name));
  }
  BuiltExchange& exchange = built.exchanges.emplace_back();
  exchange.strips.push_back(std::make_unique<NotedExchange>(log));
  Outline outline;
  outline.sweeps = {Cutting::none, Cutting::none};
  outline.n_strips = {1};
  built.program = make_program(outline);
  Run run(slots, {0, 1});
  run.queue_in(stream);
  run.expect(built);
  const Call call{1, from, to, 0};
  run.start(built, call, call, nullptr);
  run.finish();
  return log;
}

TEST(Streams, AreFinishedBeforeDataLeaveAndMemoryIsGivenBack) {
  Space space = host_space;
  space.open_stream = open_stream;
  space.finish = finish;
  EXPECT_EQ(log_of(space, queued), (Log{"first 0", "finish", "publish", "ready", "second 0", "finish",
                                        "release", "finish", "leave"}));
}

TEST(Streams, OfTheHostQueueNothing) {
  Log log;
  EXPECT_EQ(log_of(host_space, log), (Log{"first 0", "publish", "ready", "second 0", "release", "leave"}));
}

}  // namespace
}  // namespace weft::test
