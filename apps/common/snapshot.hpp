// The fields of a simulation at the points, as a snapshot of its series.
#pragma once

#include <string>
#include <vector>

#include "common/state.hpp"
#include "weft/snapshots.hpp"
#include "weft/weft.hpp"

namespace weft::apps {

class PointsSnapshot {
 public:
  // `options` of all datasets. Not collective.
  PointsSnapshot(Plan& plan, const DatasetOptions& options) : plan_(plan), options_(options) {}

  // The points of modes, plus a constant. The plan works on one field at a time. Collective.
  void add(const std::string& name, const Modes& modes, double constant = 0);
  // Points that were computed already.
  void add(const std::string& name, Field<double> points);
  // Collective; Errors of Series.
  void append_to(Series& series, double time, Index step, const Attributes& attributes) const;

 private:
  Plan& plan_;
  DatasetOptions options_;
  std::vector<std::string> names_;
  std::vector<Field<double>> points_;
};

// "single" or "double", as in settings.
Precision precision_of(const std::string& word);

}  // namespace weft::apps
