// Headers of .npy files, whose arrays may be as long as the header says.
#include "io/header.hpp"
#include "target.hpp"

namespace weft::fuzz {

bool parse_npy(const std::string& input) {
  bool is_right = false;
  for (const Index file_bytes : {static_cast<Index>(input.size()), Index{1} << 50}) {
    is_right |= ends_well([&] {
      const HeaderPlace place = header_place(input.substr(0, header_prefix_bytes), file_bytes);
      const std::string dictionary =
          input.substr(static_cast<std::size_t>(place.begin), static_cast<std::size_t>(place.length));
      const ArrayFileInfo info = parse_header(dictionary, place.begin + place.length, file_bytes);
      require(info.n_points() * info.element_bytes + info.data_begin == file_bytes);
    });
  }
  // The bytes as the text of a dictionary.
  is_right |= ends_well([&] { parse_header(input, 128, 128); });
  return is_right;
}

}  // namespace weft::fuzz
