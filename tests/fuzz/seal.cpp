// Checkpoints: their seal, and the plan that it tells.
#include <mpi.h>

#include "base/checksum.hpp"
#include "io/checkpoint_plan.hpp"
#include "io/checkpoint_seal.hpp"
#include "target.hpp"
#include "weft/checkpoint.hpp"
#include "weft/weft.hpp"

namespace weft::fuzz {
namespace {

constexpr Index most_points = 10000;

// The body with a checksum and a length that are right.
std::string sealed(const std::string& body) {
  std::string text = body + (body.ends_with('\n') ? "" : "\n");
  text += "check " + checksum(text) + "\n";
  std::string digits = std::to_string(text.size() + 31);
  return text + "seal of " + std::string(16 - digits.size(), '0') + digits + " bytes\n";
}

void read_all(const std::string& path) {
  Checkpoint checkpoint(path, MPI_COMM_SELF);
  for (const std::string& name : checkpoint.names()) {
    const CheckpointField& field = checkpoint.info(name);
    Index n = 1;
    for (const Index length : field.shape) n *= length;
    if (n > most_points || field.shape.empty()) continue;
    const Distribution whole(MPI_COMM_SELF, Layout{field.shape, {{1}}, {0}, {}}, field.element);
    std::vector<std::byte> memory(
        static_cast<std::size_t>(whole.memory_elements() * bytes_of(field.element)));
    checkpoint.read(name, whole, memory.data());
  }
  if (!checkpoint.has_plan()) return;
  checkpoint.choice();
  checkpoint.problem();
}

}  // namespace

bool parse_seal(const std::string& input) {
  const std::string text = sealed(input);
  ends_well([&] {
    const Seal seal = weft::parse_seal(text);
    const std::string written = seal_text(seal);
    require(seal_text(weft::parse_seal(written)) == written);
    for (const int n : {1, 2}) ends_well([&] { problem_of(seal.plan, n); });
    ends_well([&] { fft_wisdom_of(seal.plan, 0); });
  });
  // What lies before the seal: 64 bytes, in which fields may lie.
  bool is_right = false;
  for (const std::string& file : {input, std::string(64, '\0') + text}) {
    const std::string path = file_with(file);
    is_right |= ends_well([&] { read_all(path); });
  }
  return is_right;
}

}  // namespace weft::fuzz
