// Machine files, measured ones and those by hand, and what is predicted from them.
#include "base/checksum.hpp"
#include "target.hpp"
#include "weft/calibration.hpp"
#include "weft/prediction.hpp"

namespace weft::fuzz {

bool parse_machine(const std::string& input) {
  bool is_right = false;
  const std::string end = input.ends_with('\n') ? "" : "\n";
  for (const std::string& text : {input, input + end + "check = \"" + checksum(input + end) + "\"\n"}) {
    std::string why_not;
    const std::optional<MachineModel> model = parse_machine_file(text, &why_not);
    require(model.has_value() != !why_not.empty());
    if (!model) continue;
    is_right = true;
    require(parse_machine_file(to_text(*model)) == model);
    for (const int n : {1, 4})
      ends_well([&] { predict(r2c({8, 8, 8}), n, *model, {{"exchange", n == 1 ? "auto" : "pairwise"}}); });
  }
  return is_right;
}

}  // namespace weft::fuzz
