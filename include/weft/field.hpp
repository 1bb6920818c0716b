// The local block of a distributed array, with its memory: its own, memory shared with the processes of its
// node, or any other.
//
// Fields are a convenience: plans read and write any memory. Elements are indexed by local indices in the
// problem's axis order; `box()` has the global indices. Not collective. Errors: none.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <type_traits>

#include "weft/export.h"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// The type of the elements of an array.
struct ElementType {
  bool is_double = true;  // or float
  bool is_real = true;    // or std::complex
  bool operator==(const ElementType&) const = default;
};

// The name of an element type: "double", "std::complex<float>". Not collective.
// element: any.
// Example:
//   assert(weft::to_text(weft::element_type<float>()) == "float");
std::string to_text(ElementType element);

// Bytes of one element.
// element: its type.
// Example:
//   assert(weft::bytes_of(weft::element_type<std::complex<float>>()) == 8);
constexpr Index bytes_of(ElementType element) {
  return (element.is_double ? 8 : 4) * (element.is_real ? 1 : 2);
}

// The element type of a type of C++: float, double, or std::complex of these.
// Example:
//   assert(weft::element_type<double>().is_double && weft::element_type<double>().is_real);
template <class T>
constexpr ElementType element_type() {
  constexpr bool is_double = std::is_same_v<T, double> || std::is_same_v<T, std::complex<double>>;
  constexpr bool is_real = std::is_floating_point_v<T>;
  static_assert(is_double || std::is_same_v<T, float> || std::is_same_v<T, std::complex<float>>,
                "elements are float, double, std::complex<float> or std::complex<double>");
  return {is_double, is_real};
}

// The local block of an array, and the memory of its elements.
// box: global indices of the block.
// storage: how the block lies in memory, with the lengths of the box.
// Example:
//   weft::Plan plan(weft::c2c({8, 6}), MPI_COMM_WORLD);
//   auto u = plan.points<std::complex<double>>();
//   const weft::Index first_row = u.box().ranges[0].begin;  // global index of the local row 0
//   if (u.shape()[0] > 0) u(0, 3) = static_cast<double>(first_row);
template <class T>
class Field {
 public:
  // A field of zeros, in memory of its own, aligned to a cache line; std::bad_alloc if there is no memory.
  // capacity: room for so many elements, if that is more than the storage needs.
  Field(Box box, Storage storage, Index capacity = 0) : box_(std::move(box)), storage_(std::move(storage)) {
    size_ = static_cast<std::size_t>(std::max(storage_.n_elements(), capacity));
    const auto release = [](T* memory) { ::operator delete (memory, std::align_val_t{64}); };
    data_ = {static_cast<T*>(::operator new (size_ * sizeof(T), std::align_val_t{64})), release};
    std::uninitialized_fill_n(data_.get(), size_, T{});
  }
  // A field of `size` elements in `memory`, which it keeps. See Plan::shared_memory.
  Field(Box box, Storage storage, Index size, std::shared_ptr<void> memory)
      : box_(std::move(box)), storage_(std::move(storage)), size_(static_cast<std::size_t>(size)) {
    T* const first = static_cast<T*>(memory.get());
    data_ = {first, [owner = std::move(memory)](T*) {}};
  }
  // A field of `size` elements at `memory`, of any kind. Only data(), size(), box() and storage() are valid
  // for a field whose memory the processor cannot read.
  // release: frees the memory: called once, when the field ends or gets the memory of another; never for a
  //     null pointer.
  // Example:
  //   const weft::Storage line{{4}, {0}, {1}};
  //   auto* memory = new double[4]{1, 2, 3, 4};
  //   weft::Field<double> u({{{0, 4}}}, line, 4, memory, [](double* p) { delete[] p; });
  //   assert(u(2) == 3);
  Field(Box box, Storage storage, Index size, T* memory, std::function<void(T*)> release)
      : box_(std::move(box)),
        storage_(std::move(storage)),
        size_(static_cast<std::size_t>(size)),
        data_(memory, std::move(release)) {}

  // The address of the memory.
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  // Elements in memory.
  std::size_t size() const { return size_; }
  // Global indices of the block.
  const Box& box() const { return box_; }
  // How the block lies in memory.
  const Storage& storage() const { return storage_; }
  // Local lengths.
  Extents shape() const { return storage_.shape; }
  // Sets all elements in memory.
  // value: of each.
  void fill(const T& value) { std::fill_n(data_.get(), size_, value); }

  // Element at local indices; as many indices as axes, not checked.
  template <class... I>
  T& operator()(I... indices) {
    return data_[offset(indices...)];
  }
  template <class... I>
  const T& operator()(I... indices) const {
    return data_[offset(indices...)];
  }
  // Element at local indices, not checked.
  // local: one index for each axis.
  T& at(const Extents& local) { return data_[offset_of(local)]; }
  const T& at(const Extents& local) const { return data_[offset_of(local)]; }

 private:
  template <class... I>
  Index offset(I... indices) const {
    Index sum = 0;
    std::size_t axis = 0;
    ((sum += static_cast<Index>(indices) * storage_.strides[axis++]), ...);
    return sum;
  }
  Index offset_of(const Extents& local) const {
    return std::inner_product(local.begin(), local.end(), storage_.strides.begin(), Index{0});
  }

  Box box_;
  Storage storage_;
  std::size_t size_ = 0;
  std::unique_ptr<T[], std::function<void(T*)>> data_;
};

}  // namespace weft
