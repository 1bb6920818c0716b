// Points of fields in files.
#include "common/snapshot.hpp"

namespace weft::apps {

void PointsSnapshot::add(const std::string& name, const Modes& modes, double constant) {
  Field<double> points = plan_.points<double>();
  plan_.backward(modes, points);
  if (constant != 0)
    for (std::size_t i = 0; i < points.size(); ++i) points.data()[i] += constant;
  add(name, std::move(points));
}

void PointsSnapshot::add(const std::string& name, Field<double> points) {
  names_.push_back(name);
  points_.push_back(std::move(points));
}

void PointsSnapshot::append_to(Series& series, double time, Index step, const Attributes& attributes) const {
  std::vector<NamedField> fields;
  for (std::size_t i = 0; i < points_.size(); ++i)
    fields.push_back({names_[i], plan_.points_distribution(), points_[i].data(), options_});
  series.append(time, step, fields, attributes);
}

Precision precision_of(const std::string& word) {
  return word == "single" ? Precision::single_ : Precision::double_;
}

}  // namespace weft::apps
