// The table of the options of a halo: one row per key. Each is a member of HaloOptions, which halos read.
#include "halo/options.hpp"

#include <algorithm>

#include "halo/exchange.hpp"

namespace weft::inline halo {

namespace {

constexpr int most_arrays = 1 << 30;

// "yes", "no", or one of them for each axis: "yes,no".
bool set_periodic(HaloOptions& options, const std::string& text) {
  options.periodic.clear();
  if (text == "yes") return true;
  for (const std::string& word : split(text, ',')) {
    if (word != "yes" && word != "no") return false;
    options.periodic.push_back(word == "yes");
  }
  return !options.periodic.empty() && !text.ends_with(',');
}

std::string get_periodic(const HaloOptions& options) {
  std::vector<std::string> words;
  for (const bool flag : options.periodic) words.emplace_back(flag ? "yes" : "no");
  return words.empty() ? "yes" : join(words, ",");
}

// Any row, also one that this MPI library cannot do: halos say why.
bool set_exchange(HaloOptions& options, const std::string& text) {
  options.exchange = text;
  return text == "auto" || std::any_of(halo_table().begin(), halo_table().end(),
                                       [&](const HaloRow& row) { return row.name == text; });
}

}  // namespace

const ValueTable<HaloOptions>& halo_options() {
  static const ValueTable<HaloOptions> table(
      "halo",
      {
          {{"periodic", "yes or no, or one of them for each axis, as yes,no", "",
            "axes along which the array begins again beyond its end; ghost cells beyond the ends of other "
            "axes stay unchanged"},
           set_periodic,
           get_periodic},
          {{"exchange", "auto|" + join(halo_exchange_names(), "|"), "",
            "exchange of ghost cells (auto: window-pull if all neighbours share a node, else persistent)"},
           set_exchange,
           [](const HaloOptions& options) { return options.exchange; }},
          whole_row("n_fields", "a whole number from 1 on", &HaloOptions::n_fields, 1, most_arrays,
                    "most arrays in one call"),
          switch_row("corners", &HaloOptions::corners,
                     "no: only ghost cells that lie beside the block along one axis, not two or more"),
          seconds_row("timeout", &HaloOptions::timeout,
                      "how long to wait for a process that does not come (600: as WEFT_OPTIONS says, if it "
                      "does)"),
      });
  return table;
}

}  // namespace weft::inline halo

namespace weft {

HaloOptions HaloOptions::of(const Options& options) { return halo_options().read(options); }

}  // namespace weft
