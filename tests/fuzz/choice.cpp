// Choices, options and keys of problems, layouts in words: the small texts of every interface.
#include "weft/choice.hpp"
#include "io/checkpoint_plan.hpp"
#include "target.hpp"
#include "weft/options.hpp"
#include "weft/problem.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::fuzz {

bool parse_choice(const std::string& input) {
  bool is_right = false;
  for (const std::string& line : split(input, '\n')) {
    is_right |= ends_well([&] {
      const Choice choice = weft::parse_choice(line);
      require(to_text(weft::parse_choice(to_text(choice))) == to_text(choice));
    });
    ends_well([&] {
      const Layout layout = parse_layout_words(line);
      require(layout_words(parse_layout_words(layout_words(layout))) == layout_words(layout));
    });
    const std::string key = line.substr(0, line.find('='));
    const std::string value = key.size() == line.size() ? line : line.substr(key.size() + 1);
    for (const std::string& object : option_objects())
      ends_well([&] {
        Options options = options_for(object), again = options;
        options.set(key, value);
        again.set(key, options.get(key));
        require(again == options);
      });
    ends_well([&] {
      Problem problem = r2c({8, 6, 4});
      set(problem, key, value);
      Problem again = r2c({8, 6, 4});
      set(again, key, get(problem, key));
      require(get(again, key) == get(problem, key));
      check(problem);
    });
  }
  return is_right;
}

}  // namespace weft::fuzz
