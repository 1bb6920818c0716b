// The table of memory spaces. A new one is a file with a row, and two lines here.
#include "base/space.hpp"

#include <cstdlib>
#include <cstring>

#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline base {

namespace {

constexpr std::size_t page = 4096;

void* allocate_on_host(Index bytes) {
  const std::size_t rounded = (static_cast<std::size_t>(bytes) + page - 1) / page * page;
  void* memory = std::aligned_alloc(page, rounded);
  if (memory != nullptr) std::memset(memory, 0, rounded);
  return memory;
}

void release_on_host(void* memory, Index) { std::free(memory); }

void copy_on_host(void* to, const void* from, Index bytes) {
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

}  // namespace

constinit const Space host_space{.name = "host",
                                 .meaning = "plain memory of the process",
                                 .is_host = true,
                                 .allocate = allocate_on_host,
                                 .release = release_on_host,
                                 .copy_in = copy_on_host,
                                 .copy_out = copy_on_host};

const std::vector<const Space*>& space_table() {
  static const std::vector<const Space*> table = {
      &host_space,
  };
  return table;
}

std::vector<std::string> space_names() {
  std::vector<std::string> names;
  for (const Space* space : space_table()) names.emplace_back(space->name);
  return names;
}

const Space& find_space(const std::string& name) {
  for (const Space* space : space_table())
    if (space->name == name) return *space;
  fail("option space is '" + name +
       "', but there is no such memory space; give one of: " + join(space_names(), ", "));
}

bool works_on(const std::string& name, const Space& space) {
  return name == space.name || (name == host_space.name && space.is_host);
}

void require_host(const Space& space, const std::string& what) {
  if (!space.is_host)
    fail(ErrorCode::not_applicable,
         what + " works on host memory only, but the arrays lie in space=" + space.name +
             "; copy them to the host (Plan::copy_to_host), or use space=host");
}

OpenStream::OpenStream(const Space& space)
    : space_(space), stream_(space.open_stream != nullptr ? space.open_stream() : Stream{}) {}

OpenStream::~OpenStream() {
  if (space_.close_stream != nullptr) space_.close_stream(stream_);
}

}  // namespace weft::inline base
