// Memory spaces: the table, and what an arena and a stream do with a row that is not the host's.
#include "base/space.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#include "base/arena.hpp"
#include "expect_error.hpp"

namespace weft::test {
namespace {

// Memory that counts itself.
std::map<void*, Index>& living() {
  static std::map<void*, Index> all;
  return all;
}
int n_open = 0, n_finished = 0;

void* allocate(Index bytes) {
  void* memory = std::calloc(1, static_cast<std::size_t>(bytes));
  living()[memory] = bytes;
  return memory;
}
void release(void* memory, Index bytes) {
  EXPECT_EQ(living().at(memory), bytes);
  living().erase(memory);
  std::free(memory);
}
void copy(void* to, const void* from, Index bytes) { std::memcpy(to, from, static_cast<std::size_t>(bytes)); }
Stream open_stream() {
  ++n_open;
  return {&n_open};
}
void close_stream(Stream stream) {
  EXPECT_EQ(stream.handle, &n_open);
  --n_open;
}
void finish(Stream stream) {
  EXPECT_EQ(stream.handle, &n_open);
  ++n_finished;
}

const Space counted{.name = "counted",
                    .meaning = "memory that counts itself",
                    .allocate = allocate,
                    .release = release,
                    .copy_in = copy,
                    .copy_out = copy,
                    .open_stream = open_stream,
                    .close_stream = close_stream,
                    .finish = finish};

TEST(Spaces, AreFoundByName) {
  EXPECT_EQ(space_table().front(), &host_space);
  for (const Space* space : space_table()) EXPECT_EQ(&find_space(space->name), space);
  std::vector<std::string> all = space_names();
  all.emplace_back("'hots'");
  EXPECT_EQ("", error_complaint(invalid, all, [] { find_space("hots"); }));
}

TEST(Spaces, OfTheTableGiveZerosAndCopyThem) {
  for (const Space* space : space_table()) {
    constexpr Index n = 10000;
    void* memory = space->allocate(n);
    ASSERT_NE(memory, nullptr) << space->name;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % Arena::alignment, 0U) << space->name;
    std::vector<char> seen(n, 1), given(n);
    space->copy_out(seen.data(), memory, n);
    EXPECT_EQ(seen, std::vector<char>(n, 0)) << space->name;
    for (std::size_t i = 0; i < given.size(); ++i) given[i] = static_cast<char>(i % 101);
    space->copy_in(memory, given.data(), n);
    space->copy_out(seen.data(), memory, n);
    EXPECT_EQ(seen, given) << space->name;
    if (space->is_host) {
      EXPECT_EQ(static_cast<char*>(memory)[100], given[100]);
    }
    space->release(memory, n);
  }
}

TEST(Spaces, OtherThanTheHostsAreRefusedInOneSentence) {
  require_host(host_space, "a halo");
  EXPECT_EQ("", error_complaint(ErrorCode::not_applicable,
                                {"a halo works on host memory only", "space=counted", "space=host"},
                                [] { require_host(counted, "a halo"); }));
}

TEST(Spaces, AreWorkedOnByWhatIsMadeForThem) {
  EXPECT_TRUE(works_on("host", host_space));
  EXPECT_TRUE(works_on("counted", counted));
  EXPECT_FALSE(works_on("host", counted));
  EXPECT_FALSE(works_on("counted", host_space));
  Space mapped = counted;
  mapped.is_host = true;
  EXPECT_TRUE(works_on("host", mapped)) << "the processor may look at it";
}

TEST(Spaces, HoldTheBlocksOfAnArena) {
  {
    Arena arena(counted);
    char* first = arena.allocate(100);
    arena.allocate(0);
    arena.allocate(5000);
    EXPECT_EQ(&arena.space(), &counted);
    EXPECT_EQ(living().size(), 2U);
    EXPECT_EQ(living().at(first), 100);
    const Arena taken = std::move(arena);
    EXPECT_EQ(living().size(), 2U);
  }
  EXPECT_TRUE(living().empty());
}

TEST(Spaces, HaveAStreamFromTheBeginningToTheEnd) {
  {
    const OpenStream stream(counted);
    EXPECT_EQ(n_open, 1);
    EXPECT_TRUE(stream.may_queue());
    stream.finish();
    EXPECT_EQ(n_finished, 1);
  }
  EXPECT_EQ(n_open, 0);
  const OpenStream of_host(host_space);
  EXPECT_EQ(of_host.get().handle, nullptr);
  EXPECT_FALSE(of_host.may_queue());
}

TEST(Spaces, OfAPlaceAreTheHostsUnlessItSaysAnother) {
  char here = 0;
  const Place plain = &here, other(&here, counted);
  EXPECT_EQ(plain.address, &here);
  EXPECT_EQ(plain.space, &host_space);
  EXPECT_EQ(other.space, &counted);
}

}  // namespace
}  // namespace weft::test
