// Settings files of `weft run`, and the settings of its command line.
#include "common/keys.hpp"
#include "common/run_loop.hpp"
#include "common/simulation.hpp"
#include "target.hpp"

namespace weft::fuzz {

bool parse_settings(const std::string& input) {
  bool is_right = false;
  ends_well([&] { apps::text_in("FILE", input, "program"); });
  for (const apps::Application& application : apps::applications()) {
    const auto setup = application.setup();
    apps::RunSettings run;
    std::string program;
    std::vector<apps::Key> keys = setup->keys();
    for (const apps::Key& key : apps::keys_of(run)) keys.push_back(key);
    keys.push_back({"program", "what is run", &program});
    const bool is_read = ends_well([&] { apps::read_keys("FILE", input, keys); });
    if (is_read) {
      ends_well([&] { apps::check(run); });
      is_right |= ends_well([&] { setup->check(); });
    }
    ends_well([&] { apps::set_key("--set", input, keys); });
  }
  return is_right;
}

}  // namespace weft::fuzz
