// The templates of weft/array_functions.hpp, which declares them and includes this file.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "weft/array_functions.hpp"
#include "weft/error.hpp"
#include "weft/export.h"

namespace weft WEFT_API {

namespace of_elements {

template <class T>
SumOf<T> value_of(std::complex<double> value) {
  if constexpr (std::is_floating_point_v<T>)
    return value.real();
  else
    return value;
}

}  // namespace of_elements

template <class T>
SumOf<T> sum(const Distribution& distribution, const Field<T>& data) {
  return of_elements::value_of<T>(sum(distribution, ConstMemory(data)));
}

template <class T>
SumOf<T> mean(const Distribution& distribution, const Field<T>& data) {
  return of_elements::value_of<T>(mean(distribution, ConstMemory(data)));
}

template <class T>
SumOf<T> dot(const Distribution& distribution, const Field<T>& a, const Field<T>& b) {
  return of_elements::value_of<T>(dot(distribution, ConstMemory(a), ConstMemory(b)));
}

template <class Visit>
void for_each_index(const Distribution& distribution, Visit&& visit) {
  const Box& box = distribution.box();
  if (box.empty()) return;
  const Storage& storage = distribution.storage();
  Extents index(box.ranges.size());
  for (std::size_t axis = 0; axis < index.size(); ++axis) index[axis] = box.ranges[axis].begin;
  Index offset = distribution.first();
  while (true) {
    visit(std::as_const(index), offset);
    std::size_t i = storage.order.size();  // the fastest axis of the memory first
    for (; i > 0; --i) {
      const auto axis = static_cast<std::size_t>(storage.order[i - 1]);
      offset += storage.strides[axis];
      if (++index[axis] < box.ranges[axis].end) break;
      offset -= storage.strides[axis] * box.ranges[axis].size();
      index[axis] = box.ranges[axis].begin;
    }
    if (i == 0) return;
  }
}

template <class T, class Value>
void fill(const Distribution& distribution, T* data, Value&& value) {
  if (distribution.element() != element_type<T>())
    throw Error(ErrorCode::invalid_argument, "the memory holds " + to_text(element_type<T>()) +
                                                 ", but the arrays of the distribution " +
                                                 to_text(distribution.element()) + "; use their type");
  distribution.require_host("fill()");
  for_each_index(distribution, [&](const Extents& index, Index offset) { data[offset] = value(index); });
}

template <class T, class Value>
void fill(const Distribution& distribution, Field<T>& data, Value&& value) {
  fill(distribution, data.data(), std::forward<Value>(value));
}

}  // namespace weft
